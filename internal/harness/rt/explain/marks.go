package explain

import "strings"

// maxText is the greatest length of a value's text, without what stands between
// marks beside the literals.
const maxText = 240

// maxMarked is the length with marks after which nothing more is written: what
// is cut off by maxText, and by it only, is behind it.
const maxMarked = 64 * maxText

// MarkType, MarkValue and MarkEnd stand around a value of a named type that may
// be one of constants, whose names the parent knows: MarkType, the type,
// MarkValue, the literal, MarkEnd. Where only the value tells its type, because an
// interface holds it, MarkHeld and the type as the package writes it stand behind
// the type.
const (
	MarkHeld  = "\x1c"
	MarkType  = "\x1d"
	MarkValue = "\x1e"
	MarkEnd   = "\x1f"
)

// cutMarked cuts a text with marks in it to n bytes beside the marks and types.
func cutMarked(s string, n int) string {
	for i := 0; i < len(s); n-- {
		start := i
		if strings.HasPrefix(s[i:], MarkType) {
			if i = strings.Index(s[i:], MarkValue) + i + 1; i <= start {
				return s
			}
		}
		if n == 0 {
			return strings.ToValidUTF8(s[:start], "") + "…"
		}
		if i++; strings.HasPrefix(s[i:], MarkEnd) {
			i++
		} else if strings.LastIndex(s[:i], MarkType) > strings.LastIndex(s[:i], MarkEnd) && n == 1 {
			i = strings.Index(s[i:], MarkEnd) + i + 1 // A literal is not cut.
		}
	}
	return s
}
