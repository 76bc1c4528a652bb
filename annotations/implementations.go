package annotations

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/refine"
)

// An implementation is a method that implements one of an interface.
type implementation struct {
	fn *types.Func
	// at are the type arguments of the interface, over the type parameters of the
	// method's receiver.
	at []types.Type
	// only are the type arguments at which alone the method is an implementation;
	// nil means all.
	only []types.Type
	// outer is the type that has the method by embedding, with what it embeds
	// implementing less than the interface; nil where the method is its own.
	outer *types.Named
	// recv is outer as a receiver, nil where why says that there is no instance of it.
	recv types.Type
	// args are the type arguments of the method's own receiver there.
	args []types.Type
	why  string
}

// implementations returns the methods that implement that of the interface by the
// name, of the types of the package.
func (c *collector) implementations(iface *types.Named, name string) []*implementation {
	var list []*implementation
	scope := c.u.Node.Types.Scope()
	for _, typeName := range scope.Names() {
		tn, ok := scope.Lookup(typeName).(*types.TypeName)
		if !ok || tn.IsAlias() || types.IsInterface(tn.Type()) {
			continue
		}
		n, ok := tn.Type().(*types.Named)
		if !ok {
			continue
		}
		targs, at, ok := implementsAt(c.u, n, iface)
		if !ok {
			continue
		}
		if impl := c.implementation(n, iface, targs, at, name); impl != nil {
			list = append(list, impl)
		}
	}
	return list
}

// implementation returns how the method of n or *n by that name, its own or one
// that it has by embedding, implements the interface's, which n does at these type
// arguments of its own and of the interface. It is nil where an interface stands in
// for it, and where what is embedded is the same implementation by itself.
func (c *collector) implementation(n, iface *types.Named, targs, at []types.Type, name string) *implementation {
	t := instantiated(c.u, n, targs)
	obj, path, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, c.u.Node.Types, name)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil || types.IsInterface(fn.Signature().Recv().Type()) {
		return nil
	}
	general := n.TypeParams().Len() > 0 && slices.Equal(targs, paramsOf(n))
	if len(path) == 1 {
		impl := &implementation{fn: fn.Origin(), at: at}
		if general {
			impl.at = refine.Substituted(at, bindingOf(n.TypeParams(), listOf(impl.fn.Signature().RecvTypeParams())))
		} else if n.TypeParams().Len() > 0 {
			impl.only = targs
		}
		return impl
	}
	if general {
		some, why := defaultTypes(n.TypeParams())
		if some == nil {
			return &implementation{fn: fn.Origin(), at: at, outer: n, why: why}
		}
		return c.implementation(n, iface, some, refine.Substituted(at, bindingOf(n.TypeParams(), some)), name)
	}
	impl := &implementation{fn: fn.Origin(), at: at, outer: n, recv: t}
	if types.NewMethodSet(t).Lookup(c.u.Node.Types, name) == nil {
		impl.recv = types.NewPointer(t)
	}
	if inner, ok := types.Unalias(refine.Pointed(fn.Signature().Recv().Type())).(*types.Named); ok {
		impl.args = names.TypeList(inner.TypeArgs())
		at, _, ok := implementsAt(c.u, inner.Origin(), iface)
		if ok && fn.Pkg() == c.u.Node.Types && sameMethods(t, inner, iface) && (slices.Equal(at, paramsOf(inner.Origin())) || identicalTypes(at, impl.args)) {
			return nil
		}
	}
	return impl
}

// sameMethods tells whether t has all methods of the interface from inner, which it
// embeds: where it has some of its own, those of inner may mean something else in it.
func sameMethods(t types.Type, inner, iface *types.Named) bool {
	for m := range iface.Underlying().(*types.Interface).Methods() {
		if of, in := methodOf(t, m), methodOf(inner, m); of == nil || in == nil || of.Origin() != in.Origin() {
			return false
		}
	}
	return true
}

// promotedInstance returns the one instantiation of a method that a type has by
// embedding.
func promotedInstance(u *names.Unit, impl *implementation) (list []*instance, unsupported string) {
	if impl.recv == nil {
		return nil, impl.why
	}
	inst, err := instantiate(u, impl.fn, impl.args)
	if err != nil {
		return nil, err.Error()
	}
	inst.recv = impl.recv
	return []*instance{inst}, ""
}

// implementsAt tells whether n or *n implements the interface, at which type
// arguments of n and at which of the interface: the type parameters of n, or, where
// n does so only at some, these.
func implementsAt(u *names.Unit, n, iface *types.Named) (targs, at []types.Type, ok bool) {
	params := paramsOf(n)
	if iface.TypeParams().Len() == len(params) {
		if i := instantiated(u, iface, params); i != nil && inhabits(instantiated(u, n, params), i) {
			return params, params, true
		}
	}
	if at, ok := argumentsOf(u, iface, instantiated(u, n, params)); ok {
		return params, at, true
	}
	if iface.TypeParams().Len() > 0 {
		return nil, nil, false
	}
	targs = fittingArguments(u, n, iface)
	return targs, nil, targs != nil
}

// argumentsOf returns the type arguments of the interface at which t or *t
// implements it.
func argumentsOf(u *names.Unit, iface *types.Named, t types.Type) (at []types.Type, ok bool) {
	bound := map[*types.TypeParam]types.Type{}
	for m := range iface.Underlying().(*types.Interface).Methods() {
		if fn := methodOf(t, m); fn == nil || !matches(m.Signature(), fn.Signature(), bound) {
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
	i := instantiated(u, iface, at)
	return at, i != nil && inhabits(t, i)
}

// fittingArguments returns type arguments at which the generic type n or *n implements an
// interface, nil where there are none: what the interface's methods leave open are
// the types with which a generic function is tested.
func fittingArguments(u *names.Unit, n *types.Named, of types.Type) []types.Type {
	iface, ok := of.Underlying().(*types.Interface)
	if !ok || n.TypeParams().Len() == 0 {
		return nil
	}
	bound, t := map[*types.TypeParam]types.Type{}, instantiated(u, n, paramsOf(n))
	for m := range iface.Methods() {
		if fn := methodOf(t, m); fn == nil || !matches(fn.Signature(), m.Signature(), bound) {
			return nil
		}
	}
	targs, _ := defaultTypesBeside(n.TypeParams(), bound)
	if targs == nil {
		return nil
	}
	if inst := instantiated(u, n, targs); inst == nil || !inhabits(inst, of) {
		return nil
	}
	return targs
}

// methodOf returns the method of t or *t with the name of m, nil where there is
// none.
func methodOf(t types.Type, m *types.Func) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, m.Pkg(), m.Name())
	fn, _ := obj.(*types.Func)
	return fn
}

// paramsOf returns the type parameters of a generic type as types.
func paramsOf(n *types.Named) []types.Type {
	return listOf(n.TypeParams())
}

// listOf returns type parameters as types.
func listOf(tparams *types.TypeParamList) []types.Type {
	var params []types.Type
	for tp := range tparams.TypeParams() {
		params = append(params, tp)
	}
	return params
}

// instantiated returns t at type arguments, nil where they are none for it.
func instantiated(u *names.Unit, t *types.Named, targs []types.Type) types.Type {
	if len(targs) == 0 {
		return t
	}
	inst, err := types.Instantiate(u.Graph.Context, t, targs, false)
	if err != nil {
		return nil
	}
	return inst
}
