package html

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/decode/tree"
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

// isHidden reports whether a character is invisible: controls, formatting marks such as direction marks, line
// separators, and invalid characters.
func isHidden(r rune) bool {
	switch r {
	case '\n', '\t':
		return false
	case unicode.ReplacementChar:
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) || r == '\u034f' || r == '\u115f' || r == '\u1160' || r == '\u3164' || r == '\uffa0'
}

// reveal makes all texts below a value visible, except in trees: drawing them does that.
func reveal(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.Type() != reflect.TypeFor[*tree.Value]() && !v.IsNil() {
			reveal(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			reveal(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			reveal(v.Index(i))
		}
	case reflect.String:
		v.SetString(visible(v.String()))
	}
}
