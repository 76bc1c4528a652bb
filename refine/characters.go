package refine

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// Character returns the character literal for a number of type byte or rune, or of a type declared as one of
// them, or "". It requires that the code or its contract has character constants; a declared type may have them
// instead. Many bytes are numbers, so a byte must also equal such a constant or be adjacent to one.
func (h *Hints) Character(t types.Type, n int64) string {
	text := value.Character(t, n)
	var own []rune
	if named, ok := types.Unalias(t).(*types.Named); ok {
		own = h.Letters[named.Obj()]
	}
	if text == "" || len(own) == 0 && !h.hasCharacters() {
		return ""
	}
	near := func(r rune) bool { return int64(r)-1 <= n && n <= int64(r)+1 }
	if types.Identical(t.Underlying(), types.Typ[types.Uint8]) && !slices.ContainsFunc(slices.Concat(own, h.Alphabet, h.ContractChars, h.MoreChars), near) {
		return ""
	}
	return text
}

// hasCharacters reports whether some constant is a character. The default characters of an alphabet
// do not count.
func (h *Hints) hasCharacters() bool {
	named := func(r rune) bool { return !strings.ContainsRune("ab01é", r) }
	return len(h.ContractChars)+len(h.MoreChars) > 0 || slices.ContainsFunc(h.Alphabet, named)
}
