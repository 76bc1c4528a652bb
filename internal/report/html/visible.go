package html

import (
	"fmt"
	"strings"
	"unicode"
)

// visible makes the characters of a text that cannot be seen, or that change the order of others,
// readable: ⟨U+202E⟩. Line breaks and tabs stay.
func visible(s string) string {
	if !strings.ContainsFunc(s, isHidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isHidden(r) {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isHidden tells whether a character has no shape of its own: controls, marks of direction and
// other formats, separators of lines, and what is no character.
func isHidden(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case unicode.ReplacementChar:
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) || r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0'
}
