package annotations

import (
	"go/token"
	"go/types"
	"unicode/utf8"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/value"
)

// convert adds what a conversion does. The standard library's own use of unsafe
// reads nothing that it was not given openly.
func (s *summary) convert(in *ssa.Convert, standard bool) {
	to := in.Type().Underlying()
	if counts(in) {
		s.bytes = append(s.bytes, value.RawByte+utf8.RuneSelf)
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

// counts tells whether a conversion makes a number of a byte of a []byte, as
// int(b[0]) does: a length, an index, a part of a greater number. Runes are text.
func counts(in *ssa.Convert) bool {
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

// readsBinary tells whether a function of the standard library makes numbers of
// bytes.
func readsBinary(fn types.Object) bool { return fn.Pkg().Path() == "encoding/binary" }
