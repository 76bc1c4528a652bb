package value

import "go/types"

// Unsigned tells whether t is an unsigned integer type, or a type declared as one.
func Unsigned(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsUnsigned != 0
}

// BitSize is the number of bits of an integer type, or of a type declared as one:
// 64 of int, uint and uintptr.
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

// Representable tells whether n is a value of an integer type; a negative n is
// none of an unsigned one, also of 64 bits.
func Representable(n int64, t types.Type) bool {
	bits := BitSize(t)
	if Unsigned(t) {
		return n >= 0 && n>>min(bits, 63) == 0
	}
	return n>>(bits-1) == n>>63
}
