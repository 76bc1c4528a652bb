package generics

import "go/types"

// Matches reports whether t is pattern with types in place of type parameters. It uses the bindings
// in bound and adds new ones.
func Matches(pattern, t types.Type, bound map[*types.TypeParam]types.Type) bool {
	t = types.Unalias(t)
	switch p := types.Unalias(pattern).(type) {
	case *types.TypeParam:
		if b := bound[p]; b != nil {
			return types.Identical(b, t)
		}
		bound[p] = t
		return true
	case *types.Slice:
		t, ok := t.(*types.Slice)
		return ok && Matches(p.Elem(), t.Elem(), bound)
	case *types.Array:
		t, ok := t.(*types.Array)
		return ok && p.Len() == t.Len() && Matches(p.Elem(), t.Elem(), bound)
	case *types.Pointer:
		t, ok := t.(*types.Pointer)
		return ok && Matches(p.Elem(), t.Elem(), bound)
	case *types.Map:
		t, ok := t.(*types.Map)
		return ok && Matches(p.Key(), t.Key(), bound) && Matches(p.Elem(), t.Elem(), bound)
	case *types.Chan:
		t, ok := t.(*types.Chan)
		return ok && p.Dir() == t.Dir() && Matches(p.Elem(), t.Elem(), bound)
	case *types.Signature:
		t, ok := t.(*types.Signature)
		return ok && p.Variadic() == t.Variadic() && matchTuples(p.Params(), t.Params(), bound) && matchTuples(p.Results(), t.Results(), bound)
	case *types.Named:
		t, ok := t.(*types.Named)
		if !ok || p.Origin() != t.Origin() {
			return false
		}
		for i := range p.TypeArgs().Len() {
			if !Matches(p.TypeArgs().At(i), t.TypeArgs().At(i), bound) {
				return false
			}
		}
		return true
	}
	// Other kinds of types are compared at instantiation.
	return true
}

func matchTuples(p, t *types.Tuple, bound map[*types.TypeParam]types.Type) bool {
	if p.Len() != t.Len() {
		return false
	}
	for i := range p.Len() {
		if !Matches(p.At(i).Type(), t.At(i).Type(), bound) {
			return false
		}
	}
	return true
}
