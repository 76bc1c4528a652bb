package hints

import (
	"go/token"
	"go/types"
	"math"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/value"
)

// convert adds what a conversion does. The standard library uses unsafe only to read what its callers
// pass to it.
func (s *summary) convert(in *ssa.Convert, standard bool) {
	to := in.Type().Underlying()
	if makesNumber(in) {
		s.bytes = append(s.bytes, value.RawByte+utf8.RuneSelf)
		s.bytes = append(s.bytes, maskConstants(in, maskDepth)...)
	}
	if b, ok := to.(*types.Basic); ok && b.Kind() == types.UnsafePointer && !standard {
		s.unsafe = true
	}
	if sl, ok := to.(*types.Slice); ok && isCharacter(sl.Elem()) {
		if b, ok := sl.Elem().(*types.Basic); ok && b.Name() == "rune" {
			s.rangesRunes = true
		}
	}
}

// maskDepth is the greatest number of operations between a number made from a byte and the constant
// with which it is compared.
const maskDepth = 3

// maskConstants returns the bytes beyond ASCII with which a number made from a byte is compared, or
// with which its bits are combined, as in c := int(b[0]); c&0xc0 == 0xc0.
func maskConstants(v ssa.Value, depth int) (list []rune) {
	for _, ref := range *v.Referrers() {
		op, ok := ref.(*ssa.BinOp)
		if !ok {
			continue
		}
		for _, operand := range [2]ssa.Value{op.X, op.Y} {
			if k, ok := operand.(*ssa.Const); ok && k.Value != nil {
				if n, ok := constInts(k.Value, k.Type()); ok && utf8.RuneSelf <= n && n <= math.MaxUint8 {
					list = append(list, value.RawByte+rune(n))
				}
			}
		}
		switch op.Op {
		case token.AND, token.AND_NOT, token.OR, token.XOR:
			if depth > 0 {
				list = append(list, maskConstants(op, depth-1)...)
			}
		}
	}
	return list
}

// makesNumber reports whether a conversion makes a number from a byte of a []byte, as int(b[0])
// does: a length, an index, or a part of a greater number. A rune is text and does not count.
func makesNumber(in *ssa.Convert) bool {
	to, ok := in.Type().Underlying().(*types.Basic)
	if !ok || to.Info()&types.IsInteger == 0 || to.Kind() == types.Int32 || to.Kind() == types.Uint8 {
		return false
	}
	load, ok := in.X.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	bytes, ok := at.X.Type().Underlying().(*types.Slice)
	return ok && types.Identical(bytes.Elem(), types.Universe.Lookup("byte").Type())
}

// readsBinary reports whether a function of the standard library makes numbers from bytes.
func readsBinary(fn types.Object) bool { return fn.Pkg().Path() == "encoding/binary" }
