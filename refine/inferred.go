package refine

import (
	"go/types"
	"slices"
)

// inferred tells whether the arguments of a call tell the type arguments of the
// function: each type parameter occurs in a parameter, or is the element of a
// constraint of one that does.
func inferred(f *Object) bool {
	fn, ok := f.Obj.(*types.Func)
	return ok && tells(fn.Signature(), fn.Signature().Params())
}

// ArgumentsTell tells whether the arguments of every call of the contract's
// function tell its type arguments, if each is written as Go of its own type. An
// interface is not told by what it holds, nor is a variadic parameter by nothing;
// the type arguments of a method stand in no call.
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
	return tells(sig, sig.Params())
}

// tells tells whether each type parameter of a function occurs in the types, or
// is the element of a constraint of one that does.
func tells(sig *types.Signature, params types.Type) bool {
	list := sig.TypeParams()
	told := make([]bool, list.Len())
	var mentions func(t types.Type)
	mentions = func(t types.Type) {
		if tp, ok := t.(*types.TypeParam); ok {
			if i := tp.Index(); !told[i] {
				told[i] = true
				mentions(tp.Constraint().Underlying())
			}
			return
		}
		for _, part := range typeParts(t) {
			mentions(part)
		}
	}
	mentions(params)
	return !slices.Contains(told, false)
}

// typeParts returns the types of which a type literal or an instance is made.
func typeParts(t types.Type) (parts []types.Type) {
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
