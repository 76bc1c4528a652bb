package refine

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// Character writes a number of a type that is spelled byte or rune, or declared as
// one of them, as a character literal; "" for others. The code or its contract has to
// have constants that are characters, for a declared type those of the type will do, and
// a byte, which may as well be a number, has to be one of these or next to one.
func (h *Hints) Character(t types.Type, n int64) string {
	text := value.Character(t, n)
	var own []rune
	if named, ok := types.Unalias(t).(*types.Named); ok {
		own = h.Letters[named.Obj()]
	}
	if text == "" || len(own) == 0 && !h.characters() {
		return ""
	}
	near := func(r rune) bool { return int64(r)-1 <= n && n <= int64(r)+1 }
	if types.Identical(t.Underlying(), types.Typ[types.Uint8]) && !slices.ContainsFunc(slices.Concat(own, h.Alphabet, h.Said, h.Rest), near) {
		return ""
	}
	return text
}

// characters tells whether some constant is a character. Each alphabet has the first
// of these.
func (h *Hints) characters() bool {
	named := func(r rune) bool { return !strings.ContainsRune("ab01é", r) }
	return len(h.Said)+len(h.Rest) > 0 || slices.ContainsFunc(h.Alphabet, named)
}
