package facts

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/annotations/typing"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// directive adds one directive of a type.
func (b *factBuilder) directive(outer *names.Scope, d *syntax.Directive) {
	sc := outer.At(d, names.Before)
	switch body := d.Body.(type) {
	case *syntax.Pred:
		b.invariant(sc, body)
	case *syntax.OneOf:
		b.oneOf(sc, d, body)
	case *syntax.Values:
		b.values(sc, body)
	case *syntax.Via:
		for _, call := range body.Calls {
			if v := b.via(sc, call); v != nil {
				b.out.Via = append(b.out.Via, v)
			}
		}
	case *syntax.State:
		if b.out.State != nil || b.out.StateMethod != "" {
			b.Unit.Errorf(d.Verb.Span, codes.Twice, "a second state: the one above would count for nothing")
			return
		}
		b.state(sc, body)
	case *syntax.Shared:
		b.shared(d)
	case *syntax.Concurrent, *syntax.Relaxed:
		b.concurrent(d)
	case *syntax.Depth:
		if b.out.Depth >= 0 {
			b.Unit.Errorf(d.Verb.Span, codes.Twice, "a second depth: the one above would count for nothing")
		}
		b.out.Depth = body.N
	}
}

// shared lets pointers to the type meet.
func (b *factBuilder) shared(d *syntax.Directive) {
	name := b.Unit.TypeName(b.t)
	switch _, isStruct := b.t.Underlying().(*types.Struct); {
	case !isStruct:
		b.Unit.Errorf(d.Verb.Span, codes.Shared, "%s is not a struct type: only pointers to structs may be shared", name)
	case b.out.Shared:
		b.Unit.Errorf(d.Verb.Span, codes.Twice, "a second shared: the one above would count for nothing")
	default:
		b.out.Shared = true
	}
}

func (b *factBuilder) invariant(sc *names.Scope, body *syntax.Pred) {
	in := sc.Inner()
	in.Bind(b.out.Self, refine.Source{})
	x := b.ty.Boolean(in, body.Expr)
	if x == nil {
		return
	}
	s := syntax.SpanOf(body.Expr)
	cl := b.Unit.NewClause(refine.Invariant, s, sc.Text(s))
	cl.Expr = x
	b.out.Invariants = append(b.out.Invariants, cl)
}

// structFields adds the directives of fields.
func (b *factBuilder) structFields(sc *names.Scope, d *names.TypeDirectives, s *types.Struct) {
	for _, fd := range d.Fields {
		for _, i := range fieldIndices(s, fd.Field) {
			for _, dir := range fd.Directives {
				b.fieldDirective(sc, s, i, dir)
			}
		}
	}
}

// fieldIndices returns the indices of the fields that one ast.Field declares.
func fieldIndices(s *types.Struct, f *ast.Field) []int {
	var out []int
	for i := range s.NumFields() {
		v := s.Field(i)
		if len(f.Names) == 0 && v.Embedded() && f.Type.Pos() <= v.Pos() && v.Pos() < f.Type.End() {
			out = append(out, i)
		}
		for _, name := range f.Names {
			if name.Pos() == v.Pos() {
				out = append(out, i)
			}
		}
	}
	return out
}

func (b *factBuilder) fieldDirective(sc *names.Scope, s *types.Struct, i int, d *syntax.Directive) {
	in := sc.At(d, names.Before)
	in.Cyclic = true
	if s.Field(i).Name() == "_" {
		b.Unit.Errorf(d.Verb.Span, codes.Field, "nothing can speak of a field called _: it has its zero value")
		return
	}
	switch body := d.Body.(type) {
	case *syntax.IsType:
		b.isType(in, s, i, body)
	case *syntax.Ints:
		of, _ := s.Field(i).Type().Underlying().(*types.Basic)
		if of != nil && of.Info()&types.IsInteger == 0 {
			b.Unit.Errorf(d.Verb.Span, codes.Mismatch, "%s (of type %s) has no integers", s.Field(i).Name(), b.Unit.TypeName(s.Field(i).Type()))
			return
		}
		if _, twice := b.out.FieldInts[i]; twice {
			b.Unit.Errorf(d.Verb.Span, codes.Twice, "a second ints: the one above would count for nothing")
			return
		}
		bounds := refine.NoBounds()
		bounds.Ints, bounds.IntsFull = b.ty.Ranges(in, body, of), body.Full
		b.out.FieldInts[i] = bounds
	case *syntax.Flag:
		b.out.Derived[i] = true
		const others = types.IsString | types.IsFloat | types.IsComplex
		if of, _ := s.Field(i).Type().Underlying().(*types.Basic); of != nil && of.Info()&others != 0 {
			b.Unit.Report(d.Verb.Span, diag.Warning, codes.Mismatch, "",
				"%s (of type %s) contains no integers, and only integers can be derived: the depth bounds it (with via, the calls decide)", s.Field(i).Name(), b.Unit.TypeName(s.Field(i).Type()))
		}
	}
}

// namesBefore returns the names that select the fields of s before the i-th, including promoted
// ones.
func namesBefore(s *types.Struct, i int) []string {
	var names []string
	seen := map[*types.Struct]bool{}
	var promoted func(t types.Type)
	promoted = func(t types.Type) {
		in, ok := refine.Pointed(t).Underlying().(*types.Struct)
		if !ok || seen[in] {
			return
		}
		seen[in] = true
		for f := range in.Fields() {
			names = append(names, f.Name())
			if f.Embedded() {
				promoted(f.Type())
			}
		}
	}
	for j := range i {
		names = append(names, s.Field(j).Name())
		if s.Field(j).Embedded() {
			promoted(s.Field(j).Type())
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return slices.DeleteFunc(names, func(name string) bool {
		// The name means another field, or none, if there is a field farther out, after the i-th, or in two
		// embedded fields.
		obj, path, _ := types.LookupFieldOrMethod(s, true, pkgOf(s), name)
		_, isVar := obj.(*types.Var)
		return name == "_" || !isVar || path[0] >= i
	})
}

// pkgOf returns the package that declares the fields of s, or nil.
func pkgOf(s *types.Struct) *types.Package {
	if s.NumFields() == 0 {
		return nil
	}
	return s.Field(0).Pkg()
}

// isType adds the refinement of a field. Its predicate refers to earlier fields by name.
func (b *factBuilder) isType(sc *names.Scope, s *types.Struct, i int, body *syntax.IsType) {
	self := &refine.Ref{Source: names.SourceOf(body.Type), Var: b.out.Self}
	in := sc.Inner()
	for _, name := range namesBefore(s, i) {
		if x := b.ty.Selected(in, self, syntax.Ident{Span: syntax.SpanOf(body.Type), Name: name}); x != nil {
			in.Names[name] = &names.Binding{Expr: x}
		}
	}
	field := b.ty.Field(sc, self, syntax.Ident{Span: syntax.SpanOf(body.Type), Name: s.Field(i).Name()})
	if field == nil || !b.ty.Fits(in, body.Type, s.Field(i).Type(), s.Field(i).Name()) {
		return
	}
	var pred refine.Expr
	ok := false
	if parts := b.ty.FunctionParts(func() { pred, ok = b.ty.Refined(in, body.Type, field, 1) }); parts != nil {
		b.out.FieldParts[i] = parts
	}
	if !ok || pred == nil {
		return
	}
	span := syntax.SpanOf(body.Type)
	cl := b.Unit.NewClause(refine.IsField, span, sc.Text(span))
	cl.Expr, cl.Unfolded = pred, b.ty.UnfoldedText(sc, body.Type)
	b.out.Fields = append(b.out.Fields, cl)
}

func (b *factBuilder) oneOf(sc *names.Scope, d *syntax.Directive, body *syntax.OneOf) {
	iface, ok := b.t.Underlying().(*types.Interface)
	if !ok {
		b.Unit.Errorf(d.Verb.Span, codes.NotInterface, "%s is not an interface", b.Unit.TypeName(b.t))
		return
	}
	for i, e := range body.Types {
		t := b.ty.GoType(sc, e)
		if t == nil {
			continue
		}
		if types.IsInterface(t) {
			b.Unit.Errorf(syntax.SpanOf(e), codes.NotImplemented, "%s is an interface, not a concrete type", b.Unit.TypeName(t))
			continue
		}
		if why := generics.Unimplemented(t, iface, true); why != "" {
			b.Unit.Errorf(syntax.SpanOf(e), codes.NotImplemented, "%s does not implement %s (%s)", b.Unit.TypeName(t), b.Unit.TypeName(b.t), why)
			continue
		}
		if _, isPtr := t.Underlying().(*types.Pointer); body.Nil[i] && !isPtr {
			b.Unit.Errorf(syntax.SpanOf(e), codes.NotImplemented, "nil %s: not a pointer type", b.Unit.TypeName(t))
			continue
		}
		if !b.inhabitant(refine.Inhabitant{T: t, NilToo: body.Nil[i]}) {
			b.Unit.Report(syntax.SpanOf(e), diag.Warning, codes.Repeated, "", "%s is listed before, and inhabits %s once", sc.Text(syntax.SpanOf(e)), b.Unit.TypeName(b.t))
		}
	}
}

// inhabitant adds an inhabitant once. It merges *T and nil *T, and reports whether the list gained
// something.
func (b *factBuilder) inhabitant(x refine.Inhabitant) bool {
	for i, old := range b.out.OneOf {
		if types.Identical(old.T, x.T) {
			b.out.OneOf[i].NilToo = old.NilToo || x.NilToo
			return x.NilToo != old.NilToo
		}
	}
	b.out.OneOf = append(b.out.OneOf, x)
	return true
}

func (b *factBuilder) values(sc *names.Scope, body *syntax.Values) {
	for _, e := range body.Exprs {
		if x := b.ty.Expr(sc, e, b.t); x != nil {
			typing.WarnListedTwice(b.Unit, b.out.Values, x, sc, e)
			b.out.Values = append(b.out.Values, x)
		}
	}
}

// state resolves the function that compares states.
func (b *factBuilder) state(sc *names.Scope, body *syntax.State) {
	if fun := calledOfSelf(body.Fun); fun != nil {
		b.Unit.Errorf(syntax.SpanOf(body.Fun), codes.State, "state takes the function itself: //rtest:state %s", sc.Text(syntax.SpanOf(fun)))
		return
	}
	if name := b.methodName(body.Fun); name != "" {
		if m, _ := b.anyMethod(name); m != nil {
			if sig := m.Signature(); sig.Params().Len() > 0 || sig.Results().Len() != 1 {
				b.Unit.Errorf(syntax.SpanOf(body.Fun), codes.State, "%s takes arguments or does not return one value", name)
				return
			}
			b.out.StateMethod = name
			return
		}
	}
	if n, ok := syntax.Unparen(body.Fun).(*syntax.Name); ok {
		if names.NamesType(sc.Lookup(n.Name, false)) {
			b.Unit.Errorf(syntax.SpanOf(body.Fun), codes.State, "%s is a type, not a function", n.Name)
			return
		}
		if fn, ok := b.Unit.Node.Types.Scope().Lookup(n.Name).(*types.Func); ok && (fn.Signature().Params().Len() != 1 || fn.Signature().Results().Len() != 1) {
			b.Unit.Errorf(syntax.SpanOf(body.Fun), codes.State, "%s is not a function of a %s with one result", n.Name, b.Unit.TypeName(b.out.Self.Type))
			return
		}
	}
	f, result, ok := b.ty.Applied(sc, body.Fun, b.out.Self.Type)
	if ok && result == nil {
		b.Unit.Errorf(syntax.SpanOf(body.Fun), codes.State, "%s returns nothing", sc.Text(syntax.SpanOf(body.Fun)))
		return
	}
	b.out.State = f
}

// calledOfSelf returns the function of a call whose only argument is self, or nil.
func calledOfSelf(e syntax.Expr) syntax.Expr {
	call, ok := syntax.Unparen(e).(*syntax.Call)
	if !ok || len(call.Args) != 1 {
		return nil
	}
	if n, ok := syntax.Unparen(call.Args[0]).(*syntax.Name); !ok || n.Name != "self" {
		return nil
	}
	return call.Fun
}
