package resolve

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/generics"
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
		targs, at, ok := generics.ImplementsAt(c.u, n, iface)
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
	t := generics.Instantiated(c.u, n, targs)
	obj, path, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, c.u.Node.Types, name)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Recv() == nil || types.IsInterface(fn.Signature().Recv().Type()) {
		return nil
	}
	general := n.TypeParams().Len() > 0 && slices.Equal(targs, generics.ParamsOf(n))
	if len(path) == 1 {
		impl := &implementation{fn: fn.Origin(), at: at}
		if general {
			impl.at = refine.Substituted(at, generics.Substitution(n.TypeParams(), generics.ListOf(impl.fn.Signature().RecvTypeParams())))
		} else if n.TypeParams().Len() > 0 {
			impl.only = targs
		}
		return impl
	}
	if general {
		some, why := generics.Default(n.TypeParams())
		if some == nil {
			return &implementation{fn: fn.Origin(), at: at, outer: n, why: why}
		}
		return c.implementation(n, iface, some, refine.Substituted(at, generics.Substitution(n.TypeParams(), some)), name)
	}
	impl := &implementation{fn: fn.Origin(), at: at, outer: n, recv: t}
	if types.NewMethodSet(t).Lookup(c.u.Node.Types, name) == nil {
		impl.recv = types.NewPointer(t)
	}
	if inner, ok := types.Unalias(refine.Pointed(fn.Signature().Recv().Type())).(*types.Named); ok {
		impl.args = names.TypeList(inner.TypeArgs())
		at, _, ok := generics.ImplementsAt(c.u, inner.Origin(), iface)
		if ok && fn.Pkg() == c.u.Node.Types && sameMethods(t, inner, iface) && (slices.Equal(at, generics.ParamsOf(inner.Origin())) || generics.Identical(at, impl.args)) {
			return nil
		}
	}
	return impl
}

// sameMethods tells whether t has all methods of the interface from inner, which it
// embeds: where it has some of its own, those of inner may mean something else in it.
func sameMethods(t types.Type, inner, iface *types.Named) bool {
	for m := range iface.Underlying().(*types.Interface).Methods() {
		if of, in := generics.MethodOf(t, m), generics.MethodOf(inner, m); of == nil || in == nil || of.Origin() != in.Origin() {
			return false
		}
	}
	return true
}

// promotedInstance returns the one instantiation of a method that a type has by
// embedding.
func promotedInstance(u *names.Unit, impl *implementation) (list []*generics.Instance, unsupported string) {
	if impl.recv == nil {
		return nil, impl.why
	}
	inst, err := generics.Instantiate(u, impl.fn, impl.args)
	if err != nil {
		return nil, err.Error()
	}
	inst.Recv = impl.recv
	return []*generics.Instance{inst}, ""
}
