package generics

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/names"
)

// ImplementsAt reports whether n or *n implements the interface. It returns the type arguments of n
// and of the interface for this. Those of n are its type parameters, unless it implements the
// interface only at some arguments.
func ImplementsAt(u *names.Unit, n, iface *types.Named) (targs, at []types.Type, ok bool) {
	params := ParamsOf(n)
	if iface.TypeParams().Len() == len(params) {
		if i := Instantiated(u, iface, params); i != nil && Inhabits(Instantiated(u, n, params), i) {
			return params, params, true
		}
	}
	if at, ok := argumentsOf(u, iface, Instantiated(u, n, params)); ok {
		return params, at, true
	}
	if iface.TypeParams().Len() > 0 {
		return nil, nil, false
	}
	targs = Fitting(u, n, iface)
	return targs, nil, targs != nil
}

// argumentsOf returns the type arguments of the interface that t or *t implements.
func argumentsOf(u *names.Unit, iface *types.Named, t types.Type) (at []types.Type, ok bool) {
	bound := map[*types.TypeParam]types.Type{}
	for m := range iface.Underlying().(*types.Interface).Methods() {
		if fn := MethodOf(t, m); fn == nil || !Matches(m.Signature(), fn.Signature(), bound) {
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
	i := Instantiated(u, iface, at)
	return at, i != nil && Inhabits(t, i)
}

// Fitting returns type arguments at which the generic type n or *n implements an interface, or nil.
// Arguments that the interface's methods leave open are those with which a generic function is
// tested.
func Fitting(u *names.Unit, n *types.Named, of types.Type) []types.Type {
	iface, ok := of.Underlying().(*types.Interface)
	if !ok || n.TypeParams().Len() == 0 {
		return nil
	}
	bound, t := map[*types.TypeParam]types.Type{}, Instantiated(u, n, ParamsOf(n))
	for m := range iface.Methods() {
		if fn := MethodOf(t, m); fn == nil || !Matches(fn.Signature(), m.Signature(), bound) {
			return nil
		}
	}
	targs, _ := DefaultBeside(n.TypeParams(), bound)
	if targs == nil {
		return nil
	}
	if inst := Instantiated(u, n, targs); inst == nil || !Inhabits(inst, of) {
		return nil
	}
	return targs
}

// MethodOf returns the method of t or *t with the name of m, or nil.
func MethodOf(t types.Type, m *types.Func) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, m.Pkg(), m.Name())
	fn, _ := obj.(*types.Func)
	return fn
}

// Inhabits reports whether a value of type t, or its address, implements the interface.
func Inhabits(t, of types.Type) bool {
	iface, ok := of.Underlying().(*types.Interface)
	return ok && (types.Implements(t, iface) || types.Implements(types.NewPointer(t), iface))
}

// Unimplemented says why t does not implement the interface, or returns "". If static is false, it
// decides a test of a dynamic type, which may have more methods than an interface t.
func Unimplemented(t types.Type, iface *types.Interface, static bool) string {
	m, wrong := types.MissingMethod(t, iface, static)
	if m == nil || !static && types.IsInterface(t) && !wrong {
		return ""
	}
	if other, _ := types.MissingMethod(types.NewPointer(t), iface, static); !types.IsInterface(t) && (other == nil || other.Name() != m.Name()) {
		return fmt.Sprintf("method %s has pointer receiver", m.Name())
	}
	if wrong {
		return "wrong type for method " + m.Name()
	}
	return "missing method " + m.Name()
}

// Implementing returns t if it implements the interface, else *t.
func Implementing(t types.Type, iface *types.Interface) types.Type {
	if types.Implements(t, iface) {
		return t
	}
	return types.NewPointer(t)
}
