package refine

import (
	"go/types"
	"slices"
)

// argumentsInferred reports whether Go infers the type arguments of f from the arguments of a call.
// Each type parameter must occur in a parameter, or in the constraint of one that does.
func argumentsInferred(f *Object) bool {
	fn, ok := f.Obj.(*types.Func)
	return ok && allInferable(fn.Signature(), fn.Signature().Params())
}

// ArgumentsTell reports whether Go infers the type arguments of the contract's function in every
// call, if the source of each argument has the parameter's type. The dynamic value of an interface does
// not determine its type, nor an empty argument list that of a variadic parameter. Calls of methods
// have no type arguments.
func (c *Contract) ArgumentsTell() bool {
	sig := c.Func.Signature()
	if c.Recv != nil || sig.Variadic() {
		return false
	}
	for i, v := range c.Params {
		if types.IsInterface(v.Type) && !types.Identical(v.Type, sig.Params().At(i).Type()) {
			return false
		}
	}
	return allInferable(sig, sig.Params())
}

// allInferable reports whether each type parameter of a function occurs in params, or in the
// constraint of one that does.
func allInferable(sig *types.Signature, params types.Type) bool {
	list := sig.TypeParams()
	inferable := make([]bool, list.Len())
	var mentions func(t types.Type)
	mentions = func(t types.Type) {
		if tp, ok := t.(*types.TypeParam); ok {
			if i := tp.Index(); !inferable[i] {
				inferable[i] = true
				mentions(tp.Constraint().Underlying())
			}
			return
		}
		for _, part := range componentTypes(t) {
			mentions(part)
		}
	}
	mentions(params)
	return !slices.Contains(inferable, false)
}

// componentTypes returns the types that a type literal or an instance consists of.
func componentTypes(t types.Type) (parts []types.Type) {
	switch t := t.(type) {
	case *types.Tuple:
		for v := range t.Variables() {
			parts = append(parts, v.Type())
		}
	case *types.Signature:
		return []types.Type{t.Params(), t.Results()}
	case *types.Named:
		for a := range t.TypeArgs().Types() {
			parts = append(parts, a)
		}
	case *types.Interface:
		for e := range t.EmbeddedTypes() {
			parts = append(parts, e)
		}
	case *types.Union:
		for term := range t.Terms() {
			parts = append(parts, term.Type())
		}
	case *types.Map:
		return []types.Type{t.Key(), t.Elem()}
	case interface{ Elem() types.Type }:
		return []types.Type{t.Elem()}
	}
	return parts
}
