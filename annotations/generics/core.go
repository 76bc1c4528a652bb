package generics

import "go/types"

// CoreType returns the only type of a constraint such as ~[]E. It returns nil for other constraints
// and for basic types.
func CoreType(tp *types.TypeParam) types.Type {
	t := onlyType(tp.Constraint())
	if t == nil {
		return nil
	}
	if _, basic := t.Underlying().(*types.Basic); basic {
		return nil
	}
	return t
}

// onlyType returns the only type that a constraint names, such as ~[]E, ~uint8 or time.Duration. It
// returns nil if there is none or there are several.
func onlyType(constraint types.Type) types.Type {
	iface, ok := constraint.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for i := range iface.NumEmbeddeds() {
		t := iface.EmbeddedType(i)
		if u, ok := t.(*types.Union); ok {
			if u.Len() != 1 {
				continue
			}
			t = u.Term(0).Type()
		}
		if types.IsInterface(t) {
			t = onlyType(t)
		}
		if t != nil {
			return t
		}
	}
	return nil
}
