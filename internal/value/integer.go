package value

import "go/types"

// Unsigned reports whether t is an unsigned integer type, or a type declared as one.
func Unsigned(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned != 0
}

// BitSize returns the number of bits of an integer type, or of a type declared as one. It is 64 for
// int, uint and uintptr.
func BitSize(t types.Type) int {
	b, _ := t.Underlying().(*types.Basic)
	switch {
	case b == nil:
		return 64
	case b.Kind() == types.Int8, b.Kind() == types.Uint8:
		return 8
	case b.Kind() == types.Int16, b.Kind() == types.Uint16:
		return 16
	case b.Kind() == types.Int32, b.Kind() == types.Uint32:
		return 32
	}
	return 64
}

// Representable reports whether n is a value of an integer type. A negative n is never a value of
// an unsigned type.
func Representable(n int64, t types.Type) bool {
	bits := BitSize(t)
	if Unsigned(t) {
		return n >= 0 && n>>min(bits, 63) == 0
	}
	return n>>(bits-1) == n>>63
}
