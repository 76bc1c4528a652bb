package value

import (
	"go/types"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Character writes a number of a type that is spelled byte or rune, or declared as
// one of them, as a character literal; "" for other types, and for numbers that are no characters that can be
// printed, of bytes those beyond ASCII too.
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
