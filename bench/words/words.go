// Package words puts text in order.
package words

import "strings"

// Trimmed reports whether s has no space at either end.
func Trimmed(s string) bool {
	return !strings.HasPrefix(s, " ") && !strings.HasSuffix(s, " ")
}

// Squeeze returns s with one space where it has several.
//
//rtest:requires Trimmed(s)
//rtest:ensures Trimmed(result) && !strings.Contains(result, "  ")
func Squeeze(s string) string {
	var b strings.Builder
	space := false
	for i := range len(s) {
		if s[i] == ' ' && space {
			continue
		}
		space = s[i] == ' '
		b.WriteByte(s[i])
	}
	return b.String()
}
