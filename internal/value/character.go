package value

import (
	"go/types"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Character writes a number as a character literal if its type is byte or rune, spelled so, or
// declared as one of them. It returns "" for other types and for numbers that are not printable
// characters. For a byte, numbers beyond ASCII count as not printable.
func Character(t types.Type, n int64) string {
	if t == nil {
		return ""
	}
	most := int64(unicode.MaxRune)
	if n, ok := types.Unalias(t).(*types.Named); ok {
		t = n.Underlying()
	}
	switch types.Unalias(t) {
	case types.Universe.Lookup("byte").Type():
		most = utf8.RuneSelf - 1
	case types.Universe.Lookup("rune").Type():
	default:
		return ""
	}
	if n < 0 || n > most || !unicode.IsPrint(rune(n)) && n != '\n' && n != '\t' && n != '\r' {
		return ""
	}
	return strconv.QuoteRune(rune(n))
}
