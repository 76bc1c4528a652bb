package explain

import (
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// maxText is the greatest length of a value's text, without marks and the types between them.
const maxText = 240

// maxMarked is the length, including marks, at which writing stops. It is large enough that only
// maxText decides where a text is cut.
const maxMarked = 64 * maxText

// cutMarked cuts a marked text to n bytes, not counting marks and types.
func cutMarked(s string, n int) string {
	for i := 0; i < len(s); n-- {
		start := i
		if strings.HasPrefix(s[i:], wire.MarkType) {
			if i = strings.Index(s[i:], wire.MarkValue) + i + 1; i <= start {
				return s
			}
		}
		if n == 0 {
			return strings.ToValidUTF8(s[:start], "") + "…"
		}
		if i++; strings.HasPrefix(s[i:], wire.MarkEnd) {
			i++
		} else if strings.LastIndex(s[:i], wire.MarkType) > strings.LastIndex(s[:i], wire.MarkEnd) && n == 1 {
			i = strings.Index(s[i:], wire.MarkEnd) + i + 1 // A literal is not cut.
		}
	}
	return s
}
