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
	// at are the type arguments of the interface, in terms of the type parameters of the method's
	// receiver.
	at []types.Type
	// only are the type arguments for which the method is an implementation; nil means all.
	only []types.Type
	// outer is the type that promotes the method from an embedded field whose type does not
	// implement the whole interface. It is nil if the method is the type's own.
	outer *types.Named
	// recv is the receiver type for outer. It is nil if there is no instance; why says the reason.
	recv types.Type
	// args are the type arguments of the method's own receiver there.
	args []types.Type
	why  string
}

// implementations returns the methods of the package's types that implement the named method of the
// interface.
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

// implementation describes how the method of n or *n with that name, its own or a promoted one,
// implements the interface's. Targs and at are the type arguments of n and of the interface. It
// returns nil if the method is promoted from an interface, or if the embedded type is the same
// implementation by itself.
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

// sameMethods reports whether t promotes all methods of the interface from the embedded type inner.
// Otherwise those of inner may have another meaning in t.
func sameMethods(t types.Type, inner, iface *types.Named) bool {
	for m := range iface.Underlying().(*types.Interface).Methods() {
		if of, in := generics.MethodOf(t, m), generics.MethodOf(inner, m); of == nil || in == nil || of.Origin() != in.Origin() {
			return false
		}
	}
	return true
}

// promotedInstance returns the only instantiation of a promoted method.
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
