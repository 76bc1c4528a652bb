package texts

import (
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// IsByte reports whether values of a type are bytes.
func IsByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// IsText reports whether values of a type are texts: strings, or slices of bytes.
func IsText(t types.Type) bool {
	sl, ok := t.Underlying().(*types.Slice)
	return refine.IsString(t) || ok && IsByte(sl.Elem())
}

// MethodOf returns the method of a type or of a pointer to it, or nil if it has none.
func MethodOf(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, name)
	fn, _ := obj.(*types.Func)
	return fn
}
