package generics

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/refine"
)

// An Instance is a function with its type arguments.
type Instance struct {
	TypeArgs []types.Type
	// Recv is nil for functions.
	Recv            types.Type
	Params, Results *types.Tuple
	Variadic        bool
}

// Instantiate instantiates fn with the type arguments.
func Instantiate(u *names.Unit, fn *types.Func, targs []types.Type) (*Instance, error) {
	sig := fn.Signature()
	inst := &Instance{TypeArgs: targs}
	if sig.Recv() != nil {
		inst.Recv = sig.Recv().Type()
	}
	switch {
	case len(targs) == 0:
	case sig.Recv() == nil:
		t, err := types.Instantiate(u.Graph.Context, sig, targs, true)
		if err != nil {
			return nil, err
		}
		sig = t.(*types.Signature)
	default:
		named := types.Unalias(refine.Pointed(inst.Recv)).(*types.Named)
		t, err := types.Instantiate(u.Graph.Context, named.Origin(), targs, true)
		if err != nil {
			return nil, err
		}
		for m := range t.(*types.Named).Methods() {
			if m.Name() == fn.Name() {
				sig = m.Signature()
			}
		}
		inst.Recv = sig.Recv().Type()
	}
	inst.Params, inst.Results, inst.Variadic = sig.Params(), sig.Results(), sig.Variadic()
	return inst, nil
}

// TypeParams returns the type parameters of a function, or of a method's receiver.
func TypeParams(fn *types.Func) *types.TypeParamList {
	if sig := fn.Signature(); sig.Recv() != nil {
		return sig.RecvTypeParams()
	} else {
		return sig.TypeParams()
	}
}

// Instantiated returns t with the type arguments, or nil if they do not fit.
func Instantiated(u *names.Unit, t *types.Named, targs []types.Type) types.Type {
	if len(targs) == 0 {
		return t
	}
	inst, err := types.Instantiate(u.Graph.Context, t, targs, false)
	if err != nil {
		return nil
	}
	return inst
}

// Substitution maps type parameters to type arguments.
func Substitution(tparams *types.TypeParamList, targs []types.Type) map[*types.TypeParam]types.Type {
	subst := map[*types.TypeParam]types.Type{}
	for i, t := range targs {
		subst[tparams.At(i)] = t
	}
	return subst
}

// Bind binds the names of type parameters to the type arguments.
func Bind(sc *names.Scope, tparams *types.TypeParamList, targs []types.Type) {
	for i, t := range targs {
		if i < tparams.Len() {
			sc.Names[tparams.At(i).Obj().Name()] = &names.Binding{Type: t}
		}
	}
}

// Own returns the type parameters as types. A parameter with a core type is replaced by it.
func Own(tparams *types.TypeParamList) []types.Type {
	var targs []types.Type
	for tp := range tparams.TypeParams() {
		t := types.Type(tp)
		if core := CoreType(tp); core != nil {
			t = core
		}
		targs = append(targs, t)
	}
	return targs
}

// Identical reports whether two lists have identical types.
func Identical(a, b []types.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !types.Identical(a[i], b[i]) {
			return false
		}
	}
	return true
}

// ParamsOf returns the type parameters of a generic type as types.
func ParamsOf(n *types.Named) []types.Type {
	return ListOf(n.TypeParams())
}

// ListOf returns type parameters as types.
func ListOf(tparams *types.TypeParamList) []types.Type {
	var params []types.Type
	for tp := range tparams.TypeParams() {
		params = append(params, tp)
	}
	return params
}
