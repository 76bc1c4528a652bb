package annotations

import (
	"go/ast"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/syntax"
)

// interfaceMethod adds the contract of an interface's method to the methods
// that implement it.
func (c *collector) interfaceMethod(o *syntax.MethodOwner, dirs []*syntax.Directive) {
	info := c.u.node.info
	tn, ok := info.Defs[o.Iface.Name].(*types.TypeName)
	if !ok || !makesContract(dirs) {
		return
	}
	iface, ok := tn.Type().(*types.Named)
	m, ok2 := info.Defs[o.Field.Names[0]].(*types.Func)
	if !ok || !ok2 {
		return
	}
	scope, none := c.u.node.types.Scope(), true
	for _, name := range scope.Names() {
		impl, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || impl.IsAlias() || types.IsInterface(impl.Type()) {
			continue
		}
		n, ok := impl.Type().(*types.Named)
		if !ok {
			continue
		}
		at, ok := c.implements(n, iface)
		if !ok {
			continue
		}
		fn := c.method(n, m.Name())
		none = none && fn == nil
		if fn == nil || c.reached[reach{fn, o.Field}] {
			continue
		}
		c.reached[reach{fn, o.Field}] = true
		s := c.subject(fn, fn.Pos(), c.u.fileOf(fn.Pos()))
		s.sources = append(s.sources, source{
			dirs: dirs, file: c.u.fileOf(o.Field.Pos()), unit: c.u, sig: m.Signature(),
			tparams: iface.TypeParams(), at: atMethod(n, fn, at),
		})
	}
	if none {
		f := c.u.fileOf(o.Field.Pos())
		c.idle = append(c.idle, &subject{fn: m, pos: m.Pos(), file: f, sources: []source{{dirs: dirs, file: f, unit: c.u, sig: m.Signature(), tparams: iface.TypeParams()}}})
	}
}

// A reach is a method and that of an interface which it implements, for one
// type or, embedded, for several.
type reach struct {
	fn    *types.Func
	field *ast.Field
}

// method returns the method of n or *n by that name, its own or one that it has
// by embedding; nil when it is declared in another package, or an interface
// stands in for it.
func (c *collector) method(n *types.Named, name string) *types.Func {
	obj, path, _ := types.LookupFieldOrMethod(types.NewPointer(n), true, c.u.node.types, name)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() != c.u.node.types || fn.Signature().Recv() == nil || types.IsInterface(fn.Signature().Recv().Type()) {
		return nil
	}
	if len(path) > 1 && fn.Signature().RecvTypeParams().Len() != n.TypeParams().Len() {
		// The type arguments of the type around are not those of the method's.
		return nil
	}
	return fn.Origin()
}

// implements tells whether n or *n implements the interface; a generic one at
// the type parameters of n, or else at those type arguments, which are returned.
func (c *collector) implements(n, iface *types.Named) (at []types.Type, ok bool) {
	params := paramsOf(n)
	t := c.instantiated(n, params)
	if iface.TypeParams().Len() == len(params) {
		if i := c.instantiated(iface, params); i != nil && inhabits(t, i) {
			return nil, true
		}
	}
	if iface.TypeParams().Len() == 0 {
		return nil, false
	}
	bound := map[*types.TypeParam]types.Type{}
	for m := range iface.Underlying().(*types.Interface).Methods() {
		obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, m.Pkg(), m.Name())
		fn, ok := obj.(*types.Func)
		if !ok || !matches(m.Signature(), fn.Signature(), bound) {
			return nil, false
		}
	}
	for tp := range iface.TypeParams().TypeParams() {
		arg := bound[tp]
		if arg == nil {
			return nil, false
		}
		at = append(at, arg)
	}
	i := c.instantiated(iface, at)
	return at, i != nil && inhabits(t, i)
}

// paramsOf returns the type parameters of a generic type as types.
func paramsOf(n *types.Named) []types.Type {
	var params []types.Type
	for tp := range n.TypeParams().TypeParams() {
		params = append(params, tp)
	}
	return params
}

// instantiated returns t at type arguments, nil where they are none for it.
func (c *collector) instantiated(t *types.Named, targs []types.Type) types.Type {
	if len(targs) == 0 {
		return t
	}
	inst, err := types.Instantiate(c.u.graph.context, t, targs, false)
	if err != nil {
		return nil
	}
	return inst
}

// atMethod returns type arguments, over the type parameters of n, over those
// that the method of n has for them.
func atMethod(n *types.Named, fn *types.Func, at []types.Type) []types.Type {
	subst := map[*types.TypeParam]types.Type{}
	for i := range fn.Signature().RecvTypeParams().Len() {
		subst[n.TypeParams().At(i)] = fn.Signature().RecvTypeParams().At(i)
	}
	var out []types.Type
	for _, t := range at {
		out = append(out, substitute(t, subst))
	}
	return out
}
