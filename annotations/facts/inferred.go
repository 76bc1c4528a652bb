package facts

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/usage"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/shape"
)

// infer determines how values of a struct type without a via directive, or of a list of such that nothing makes, are
// made, where functions without a contract are tested. They are made by exported functions that return the type, and by
// methods. If all its fields are exported, only functions New… count. A type that an input of a
// contract reaches is made without these functions, unless the configuration says ByCalls.
func (b *factBuilder) infer() {
	n, ok := b.t.(*types.Named)
	if !ok || !b.f.Unit.Graph.Config.All {
		return
	}
	o := b.f.Unit.UnitOf(n.Obj().Pkg())
	if o == nil || !load.InMain(o.Node.Meta) || !b.f.Unit.Graph.Config.ByCalls && b.f.underContract()[n.Origin().Obj()] {
		return
	}
	_, isStruct := b.t.Underlying().(*types.Struct)
	if !isStruct && !b.holdsClosed(o, n) {
		return
	}
	spec, file, doc := typeSpec(o, n.Origin().Obj())
	if spec == nil {
		return
	}
	made, any := b.apiConstructors(o, n)
	steps := shape.Changing(n, o != b.f.Unit, func(m *types.Func) bool {
		return m.Exported() && !o.InTest(m) && UsedOutside(b.f.Unit, m) && b.harmless(m)
	}, b.callCost)
	documented := usage.PraisesZero(doc)
	if isStruct && !hidesFields(n) {
		// Callers can set all fields, and do so if there is no New function.
		made = slices.DeleteFunc(made, func(name string) bool { return !strings.HasPrefix(name, "New") })
	}
	switch {
	case len(made) == 0 && !hidesFields(n):
		return
	case len(made) == 0 && !documented && (any || !usableZero(n)):
		b.recordClosed(spec, n, any, steps)
		return
	case len(made) == 0 && exportsFields(n):
		b.begin(o, spec.Name)
		b.out.ExportedOnly = true
		return
	case len(made) == 0 || documented:
		made = append(made, typeText(n)+"{}")
	}
	text := "via " + strings.Join(append(made, steps...), ", ")
	parsed, dirs := standardDirectives(b.f.Unit, text)
	if parsed == nil {
		return
	}
	b.begin(o, spec.Name)
	sc := o.FileScope(file, nil)
	generics.Bind(sc, n.Origin().TypeParams(), names.TypeList(n.TypeArgs()))
	// The user did not write this directive, so its mistakes are dropped.
	diags := o.Root.Diags
	for _, d := range dirs {
		b.directive(sc, d)
	}
	o.Root.Diags = diags
	b.out.Inferred = text
	if !slices.ContainsFunc(b.out.Via, func(c *refine.Callee) bool { return !c.Step }) {
		b.out.Via, b.out.Inferred = nil, ""
		b.recordClosed(spec, n, true, steps)
	}
}

// holdsClosed reports whether a type is a list of structs of its package that hide fields and that nothing makes.
func (b *factBuilder) holdsClosed(o *names.Unit, n *types.Named) bool {
	list, ok := n.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	elem, ok := types.Unalias(refine.Pointed(list.Elem())).(*types.Named)
	if !ok || elem.Obj().Pkg() != n.Obj().Pkg() || !hidesFields(elem) || usableZero(elem) {
		return false
	}
	made, _ := b.apiConstructors(o, elem)
	return len(made) == 0
}

// recordClosed says that no values of the type are known, and what to write.
func (b *factBuilder) recordClosed(spec *ast.TypeSpec, n *types.Named, any bool, steps []string) {
	b.begin(b.f.Unit.UnitOf(n.Obj().Pkg()), spec.Name)
	b.out.Closed = "a type with unexported fields that no exported function makes"
	if any {
		b.out.Closed = "a type with unexported fields, and what makes it takes arguments that cannot be made, or reaches beyond the process"
	}
	where := "above type " + n.Obj().Name()
	if n.Obj().Pkg() != b.f.Unit.Node.Types {
		where = "above it in package " + n.Obj().Pkg().Name()
	}
	b.out.OpenedBy = "write a function that makes a " + n.Obj().Name() + ", and list it: //rtest:via " +
		strings.Join(append([]string{"New"}, steps...), ", ") + "   (" + where + ")"
}

// hidesFields reports whether a struct has fields that only its package can set.
func hidesFields(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(fieldsOf(s), func(v *types.Var) bool { return !v.Exported() && v.Name() != "_" })
}

func exportsFields(n *types.Named) bool {
	s, ok := n.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(fieldsOf(s), (*types.Var).Exported)
}

func fieldsOf(s *types.Struct) []*types.Var { return slices.Collect(s.Fields()) }

// usableZero reports whether no unexported field of a struct is nil when zero, except slices.
func usableZero(n *types.Named) bool {
	s := n.Underlying().(*types.Struct)
	return !slices.ContainsFunc(fieldsOf(s), func(v *types.Var) bool {
		switch v.Type().Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Signature, *types.Chan, *types.Map:
			return !v.Exported() && v.Name() != "_"
		}
		return false
	})
}

// apiConstructors returns the simplest exported functions, and methods of other types, that make
// values of a type. Any reports whether there is one at all.
func (b *factBuilder) apiConstructors(o *names.Unit, n *types.Named) (names []string, any bool) {
	var list []shape.Constructor
	add := func(fn *types.Func, name string) {
		if b.constructs(o, fn, n) {
			any = true
			if b.harmless(fn) {
				list = append(list, shape.Constructor{Name: name, Sig: fn.Signature()})
			}
		}
	}
	scope := n.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if fn, ok := scope.Lookup(name).(*types.Func); ok {
			add(fn, name)
		}
	}
	if len(list) > 0 {
		return shape.Simplest(list, b.callCost), any
	}
	// One that returns it as an interface makes values that are not zero.
	_, named := scope.Lookup("New" + n.Obj().Name()).(*types.Func)
	any = any || named
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || tn == n.Origin().Obj() || types.IsInterface(tn.Type()) || !tn.Exported() {
			continue
		}
		of, ok := tn.Type().(*types.Named)
		if !ok || of.TypeParams().Len() > 0 && of.TypeParams().Len() != n.TypeParams().Len() {
			continue
		}
		for m := range of.Methods() {
			add(m, methodText(m, name+typeParamsText(n.Origin(), of.TypeParams().Len())))
		}
	}
	return shape.Simplest(list, b.callCost), any
}

// methodText returns a method expression.
func methodText(m *types.Func, recv string) string {
	if _, ok := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer); ok {
		return "(*" + recv + ")." + m.Name()
	}
	return recv + "." + m.Name()
}

// typeText returns a type as its own package writes it.
func typeText(n *types.Named) string {
	return n.Obj().Name() + typeParamsText(n.Origin(), n.TypeParams().Len())
}

// typeParamsText returns the first type parameters of a type, in brackets.
func typeParamsText(n *types.Named, most int) string {
	var names []string
	for tp := range n.TypeParams().TypeParams() {
		names = append(names, tp.Obj().Name())
	}
	if names = names[:min(most, len(names))]; len(names) == 0 {
		return ""
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// constructs reports whether other packages can call a function that returns the type, possibly
// with an error, and takes none.
func (b *factBuilder) constructs(o *names.Unit, fn *types.Func, n *types.Named) bool {
	sig := fn.Signature()
	if !fn.Exported() && n.Obj().Exported() || o.InTest(fn) {
		return false
	}
	is := func(t types.Type) bool {
		r, ok := types.Unalias(refine.Pointed(t)).(*types.Named)
		return ok && r.Origin() == n.Origin()
	}
	for v := range sig.Params().Variables() {
		t := v.Type()
		if s, ok := t.(*types.Slice); ok {
			t = s.Elem()
		}
		if is(t) {
			return false
		}
	}
	res := sig.Results()
	return (res.Len() == 1 || res.Len() == 2 && refine.IsError(res.At(1).Type())) && is(res.At(0).Type())
}

// harmless reports whether a function does not reach beyond the process.
func (b *factBuilder) harmless(fn *types.Func) bool { return b.f.effects.Of(fn) == "" }

// callCost returns the cost of calling a function; see shape.Cost.
func (b *factBuilder) callCost(sig *types.Signature) (int, bool) {
	return shape.CostWith(sig, func(t types.Type) bool { return b.f.makeable(t, map[types.Type]bool{}) })
}

// makeable reports whether values of a type can probably be made, judged by its parts.
func (f *Facts) makeable(t types.Type, seen map[types.Type]bool) bool {
	t = types.Unalias(t)
	if seen[t] {
		return true
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return false
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Interface:
		if _, isParam := t.(*types.TypeParam); isParam || u.NumMethods() == 0 || standardTypes[types.TypeString(t, nil)] != "" {
			return true
		}
		n, ok := t.(*types.Named)
		return ok && n.Obj().Pkg() != nil && (len(f.implementersIn(n.Obj().Pkg(), t)) > 0 || len(f.implementersIn(f.Unit.Node.Types, t)) > 0)
	case *types.Struct:
		n, ok := t.(*types.Named)
		if ok && n.Obj().Pkg() != nil && hidesFields(n) {
			o := f.Unit.UnitOf(n.Obj().Pkg())
			return standardTypes[types.TypeString(t, nil)] != "" || o != nil && load.InMain(o.Node.Meta)
		}
	}
	return !slices.ContainsFunc(refine.TypeParts(t), func(p types.Type) bool { return !f.makeable(p, seen) })
}

// underContract returns the types that the inputs of the package's contracts reach.
func (f *Facts) underContract() map[*types.TypeName]bool {
	if f.contracted != nil {
		return f.contracted
	}
	f.contracted = map[*types.TypeName]bool{}
	seen := map[types.Type]bool{}
	var reach func(t types.Type)
	reach = func(t types.Type) {
		t = types.Unalias(t)
		if seen[t] {
			return
		}
		seen[t] = true
		if n, ok := t.(*types.Named); ok {
			f.contracted[n.Origin().Obj()] = true
		}
		for _, p := range refine.TypeParts(t) {
			reach(p)
		}
	}
	for _, x := range f.Unit.Found {
		if o, ok := x.Owner.(*syntax.FuncOwner); ok && syntax.MakesContract(x.Directives) {
			if fn, ok := f.Unit.Node.Info.Defs[o.Decl.Name].(*types.Func); ok {
				reachInputs(fn, reach)
			}
		}
		if o, ok := x.Owner.(*syntax.VarOwner); ok && len(o.Spec.Values) == 1 {
			if fn, _ := f.Unit.FunctionOf(o.Spec.Values[0]); fn != nil {
				reachInputs(fn, reach)
			}
		}
	}
	return f.contracted
}

func reachInputs(fn *types.Func, reach func(types.Type)) {
	if recv := fn.Signature().Recv(); recv != nil {
		reach(recv.Type())
	}
	for v := range fn.Signature().Params().Variables() {
		reach(v.Type())
	}
}

// typeSpec returns the declaration of a type, its file and its doc comment.
func typeSpec(u *names.Unit, tn *types.TypeName) (spec *ast.TypeSpec, file *ast.File, doc string) {
	for _, f := range u.Node.Files {
		if tn.Pos() < f.FileStart || f.FileEnd < tn.Pos() {
			continue
		}
		for _, d := range f.Decls {
			gd, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range gd.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok && ts.Name.Pos() == tn.Pos() {
					return ts, f, gd.Doc.Text() + ts.Doc.Text()
				}
			}
		}
	}
	return nil, nil, ""
}
