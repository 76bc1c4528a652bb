package texts

import (
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// IsByte tells whether a type is that of bytes.
func IsByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

// IsText tells whether a type is that of texts: a string, or a slice of bytes.
func IsText(t types.Type) bool {
	sl, ok := t.Underlying().(*types.Slice)
	return refine.IsString(t) || ok && IsByte(sl.Elem())
}

// MethodOf returns the method of a type or of a pointer to it, nil where it has none.
func MethodOf(t types.Type, name string) *types.Func {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, name)
	fn, _ := obj.(*types.Func)
	return fn
}
