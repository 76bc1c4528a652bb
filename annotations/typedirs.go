package annotations

import (
	"go/ast"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// directive adds what one directive of a type says.
func (b *factBuilder) directive(outer *scope, d *syntax.Directive) {
	sc := outer.at(d, before)
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
		b.state(sc, body)
	case *syntax.Depth:
		if body.Param.Name != "" {
			b.u.errorf(body.Param.Span, CodeParameter, "the depth of a type has no parameter")
			return
		}
		b.out.Depth = body.N
	}
}

func (b *factBuilder) invariant(sc *scope, body *syntax.Pred) {
	in := sc.in()
	in.bind(b.out.Self, refine.Source{})
	x := b.ty.boolean(in, body.Expr)
	if x == nil {
		return
	}
	s := spanOf(body.Expr)
	cl := b.u.newClause(refine.Invariant, s, sc.text(s))
	cl.Expr = x
	b.out.Invariants = append(b.out.Invariants, cl)
}

// structFields adds the directives of fields.
func (b *factBuilder) structFields(sc *scope, d *typeDirectives, s *types.Struct) {
	for _, fd := range d.fields {
		for _, i := range fieldIndices(s, fd.field) {
			for _, dir := range fd.dirs {
				b.fieldDirective(sc, s, i, dir)
			}
		}
	}
}

// fieldIndices returns the places of the fields that one ast.Field declares.
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

func (b *factBuilder) fieldDirective(sc *scope, s *types.Struct, i int, d *syntax.Directive) {
	in := sc.at(d, before)
	switch body := d.Body.(type) {
	case *syntax.IsType:
		b.isType(in, s, i, body)
	case *syntax.Ints:
		bounds := refine.NoBounds()
		bounds.Ints, bounds.IntsFull = b.ty.ranges(in, body), body.Full
		b.out.FieldInts[i] = bounds
	case *syntax.Flag:
		b.out.Derived[i] = true
	}
}

// isType adds the refinement of a field, in whose predicate the fields before
// it go by their names.
func (b *factBuilder) isType(sc *scope, s *types.Struct, i int, body *syntax.IsType) {
	self := &refine.Ref{Source: sourceOf(body.Type), Var: b.out.Self}
	in := sc.in()
	for j := range i {
		name := s.Field(j).Name()
		if name == "_" {
			continue
		}
		if x := b.ty.field(in, self, syntax.Ident{Span: spanOf(body.Type), Name: name}); x != nil {
			in.names[name] = &binding{expr: x}
		}
	}
	field := b.ty.field(sc, self, syntax.Ident{Span: spanOf(body.Type), Name: s.Field(i).Name()})
	if field == nil || !b.ty.fits(in, body.Type, s.Field(i).Type(), s.Field(i).Name()) {
		return
	}
	pred, ok := b.ty.refined(in, body.Type, field, 1)
	if !ok || pred == nil {
		return
	}
	span := spanOf(body.Type)
	cl := b.u.newClause(refine.IsField, span, sc.text(span))
	cl.Expr, cl.Unfolded = pred, b.ty.unfoldedText(sc, body.Type)
	b.out.Fields = append(b.out.Fields, cl)
}

func (b *factBuilder) oneOf(sc *scope, d *syntax.Directive, body *syntax.OneOf) {
	iface, ok := b.t.Underlying().(*types.Interface)
	if !ok {
		b.u.errorf(d.Verb.Span, CodeNotInterface, "%s is not an interface", b.ty.name(b.t))
		return
	}
	for i, e := range body.Types {
		t := b.ty.goType(sc, e)
		if t == nil {
			continue
		}
		if types.IsInterface(t) {
			b.u.errorf(spanOf(e), CodeNotImplemented, "%s is an interface, not a concrete type", b.ty.name(t))
			continue
		}
		if m, wrong := types.MissingMethod(t, iface, true); m != nil {
			why := "missing method " + m.Name()
			if wrong {
				why = "wrong type for method " + m.Name()
			}
			b.u.errorf(spanOf(e), CodeNotImplemented, "%s does not implement %s (%s)", b.ty.name(t), b.ty.name(b.t), why)
			continue
		}
		if _, isPtr := t.Underlying().(*types.Pointer); body.Nil[i] && !isPtr {
			b.u.errorf(spanOf(e), CodeNotImplemented, "nil %s: not a pointer type", b.ty.name(t))
			continue
		}
		b.inhabitant(refine.Inhabitant{T: t, NilToo: body.Nil[i]})
	}
}

// inhabitant adds an inhabitant once: nil *T beside *T is all of *T and nil.
func (b *factBuilder) inhabitant(x refine.Inhabitant) {
	for i, old := range b.out.OneOf {
		if types.Identical(old.T, x.T) {
			b.out.OneOf[i].NilToo = old.NilToo || x.NilToo
			return
		}
	}
	b.out.OneOf = append(b.out.OneOf, x)
}

func (b *factBuilder) values(sc *scope, body *syntax.Values) {
	if body.Param.Name != "" {
		b.u.errorf(body.Param.Span, CodeParameter, "the values of a type have no parameter")
		return
	}
	for _, e := range body.Exprs {
		if x := b.ty.expr(sc, e, b.t); x != nil {
			b.out.Values = append(b.out.Values, x)
		}
	}
}

// state resolves the function by which states are compared.
func (b *factBuilder) state(sc *scope, body *syntax.State) {
	if n, ok := unparen(body.Fun).(*syntax.Name); ok {
		if m := b.method(n.Name); m != nil {
			if sig := m.Signature(); sig.Params().Len() > 0 || sig.Results().Len() != 1 {
				b.u.errorf(spanOf(body.Fun), CodeState, "%s takes arguments or does not return one value", n.Name)
				return
			}
			b.out.StateMethod = n.Name
			return
		}
	}
	if n, ok := unparen(body.Fun).(*syntax.Name); ok {
		if fn, ok := b.u.node.types.Scope().Lookup(n.Name).(*types.Func); ok && (fn.Signature().Params().Len() != 1 || fn.Signature().Results().Len() != 1) {
			b.u.errorf(spanOf(body.Fun), CodeState, "%s is no function of a %s with one result", n.Name, b.ty.name(b.out.Self.Type))
			return
		}
	}
	l := b.ty.lowering(sc)
	g := l.lower(body.Fun)
	self := l.placeholder(spanOf(body.Fun), b.out.Self.Type, func(types.Type) refine.Expr { return nil })
	self.Name = "value"
	l.objs["value"] = types.NewVar(0, nil, "value", b.out.Self.Type)
	call := &ast.CallExpr{Fun: g, Lparen: body.Fun.End(), Args: []ast.Expr{self}, Rparen: body.Fun.End()}
	if !l.check(call) || l.failed {
		return
	}
	if t := l.info.Types[call].Type; l.info.Types[call].IsVoid() || t == nil {
		b.u.errorf(spanOf(body.Fun), CodeState, "%s returns nothing", sc.text(spanOf(body.Fun)))
		return
	}
	b.out.State = l.ir(g, nil)
}

// via resolves one constructor or step.
func (b *factBuilder) via(sc *scope, e syntax.Expr) *refine.Builder {
	v := &refine.Builder{Name: sc.text(spanOf(e)), Pos: b.u.graph.fset.Position(e.Pos())}
	if _, ok := unparen(e).(*syntax.Composite); ok {
		if v.Literal = b.ty.expr(sc, e, nil); v.Literal == nil {
			return nil
		}
		if !b.holds(v.Literal.Type()) {
			b.u.errorf(spanOf(e), CodeVia, "%s is not a %s", v.Name, b.ty.name(b.t))
			return nil
		}
		return v
	}
	if n, ok := unparen(e).(*syntax.Name); ok {
		if m := b.method(n.Name); m != nil {
			v.Func, v.TypeArgs, v.Step = m.Origin(), b.typeArgs(), true
			return v
		}
	}
	if m := b.writtenOut(e); m != nil {
		v.Func, v.TypeArgs, v.Step = m.Origin(), b.typeArgs(), true
		return v
	}
	return b.viaFunction(sc, e, v)
}

// writtenOut returns the method that (*Tree).Insert or Tree.Insert names, with
// or without the type arguments of Tree, whatever its receiver is.
func (b *factBuilder) writtenOut(e syntax.Expr) *types.Func {
	sel, ok := unparen(e).(*syntax.Select)
	n, named := b.t.(*types.Named)
	if !ok || !named || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != b.u.node.types.Path() {
		return nil
	}
	of := unparen(sel.X)
	if star, ok := of.(*syntax.Star); ok {
		of = unparen(star.X)
	}
	if name, ok := of.(*syntax.Name); !ok || name.Name != n.Obj().Name() {
		return nil
	}
	return b.method(sel.Sel.Name)
}

func (b *factBuilder) typeArgs() []types.Type {
	if n, ok := b.t.(*types.Named); ok {
		return typeList(n.TypeArgs())
	}
	return nil
}

// method finds a method of the type by name.
func (b *factBuilder) method(name string) *types.Func {
	n, ok := b.t.(*types.Named)
	if !ok {
		return nil
	}
	for m := range n.Methods() {
		if m.Name() == name {
			return m
		}
	}
	return nil
}

// viaFunction resolves a function, or a method expression such as
// (*Cache).Put.
func (b *factBuilder) viaFunction(sc *scope, e syntax.Expr, v *refine.Builder) *refine.Builder {
	l := b.ty.lowering(sc)
	g := l.lower(e)
	if !l.check(g) || l.failed {
		return nil
	}
	sel, isSel := ast.Unparen(g).(*ast.SelectorExpr)
	if isSel && l.info.Selections[sel] != nil {
		fn, ok := l.info.Selections[sel].Obj().(*types.Func)
		if !ok || !b.holds(l.info.Selections[sel].Recv()) {
			b.u.errorf(spanOf(e), CodeVia, "%s is no method of %s", v.Name, b.ty.name(b.t))
			return nil
		}
		v.Func, v.TypeArgs, v.Step = fn.Origin(), b.typeArgs(), true
		return v
	}
	obj, targs := l.funcObject(g)
	if obj == nil {
		b.u.errorf(spanOf(e), CodeVia, "%s is neither a function nor a method of %s", v.Name, b.ty.name(b.t))
		return nil
	}
	sig := obj.Signature()
	if sig.TypeParams().Len() > 0 && len(targs) == 0 {
		targs = b.inferred(sig)
	}
	inst, err := b.u.instantiate(obj, targs)
	if err != nil || sig.TypeParams().Len() != len(targs) {
		b.u.errorf(spanOf(e), CodeVia, "cannot infer the type arguments of %s: write them", v.Name)
		return nil
	}
	v.Func, v.TypeArgs = obj, targs
	if inst.params.Len() > 0 && b.isSelf(inst.params.At(0).Type()) {
		v.Step = true
		return v
	}
	if n := inst.results.Len(); n == 0 || n > 2 || n == 2 && !isError(inst.results.At(1).Type()) || !b.holds(inst.results.At(0).Type()) {
		b.u.errorf(spanOf(e), CodeVia, "%s neither returns a %s nor takes one first", v.Name, b.ty.name(b.t))
		return nil
	}
	return v
}

// funcObject returns the function that g names.
func (l *lowering) funcObject(g ast.Expr) (*types.Func, []types.Type) {
	var id *ast.Ident
	switch g := ast.Unparen(g).(type) {
	case *ast.Ident:
		id = g
	case *ast.SelectorExpr:
		id = g.Sel
	case *ast.IndexExpr:
		return l.funcObject(g.X)
	case *ast.IndexListExpr:
		return l.funcObject(g.X)
	}
	if id == nil {
		return nil, nil
	}
	fn, _ := l.info.Uses[id].(*types.Func)
	return fn, typeList(l.info.Instances[id].TypeArgs)
}

// isSelf tells whether t is the type or a pointer to it.
func (b *factBuilder) isSelf(t types.Type) bool {
	return types.Identical(t, b.t) || types.Identical(t, types.NewPointer(b.t))
}

// holds tells whether a value of the type t is one of the builder's type, a
// pointer to one, or an interface that may hold one.
func (b *factBuilder) holds(t types.Type) bool {
	if b.isSelf(t) {
		return true
	}
	iface, ok := t.Underlying().(*types.Interface)
	return ok && (types.Implements(b.t, iface) || types.Implements(types.NewPointer(b.t), iface))
}

// inferred returns the type arguments with which a generic constructor returns
// the builder's type.
func (b *factBuilder) inferred(sig *types.Signature) []types.Type {
	n, ok := b.t.(*types.Named)
	if !ok {
		return nil
	}
	found := map[*types.TypeParam]types.Type{}
	var candidates []types.Type
	for v := range sig.Results().Variables() {
		candidates = append(candidates, v.Type())
	}
	for v := range sig.Params().Variables() {
		candidates = append(candidates, v.Type())
	}
	for _, c := range candidates {
		r, ok := types.Unalias(derefType(c)).(*types.Named)
		if !ok || r.Origin() != n.Origin() {
			continue
		}
		for i := range r.TypeArgs().Len() {
			if tp, ok := r.TypeArgs().At(i).(*types.TypeParam); ok {
				found[tp] = n.TypeArgs().At(i)
			}
		}
	}
	var targs []types.Type
	for tp := range sig.TypeParams().TypeParams() {
		if found[tp] == nil {
			return nil
		}
		targs = append(targs, found[tp])
	}
	return targs
}
