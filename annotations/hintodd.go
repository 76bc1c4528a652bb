package annotations

import (
	"go/types"
	"strings"
)

// oddities are characters of which a function of the standard library says what
// few have in mind who call it: outside the bounds there are texts with them.
// Letters of other cases that are folded to those of ASCII, or whose encodings
// differ in length from that of their other case; spaces and digits that are not
// in ASCII; what several characters make up; what takes two units in UTF-16.
func oddities(fn types.Object) []rune {
	switch fn.Pkg().Path() {
	case "strings", "bytes", "unicode", "unicode/utf8":
	case "unicode/utf16":
		return []rune{'😀'}
	default:
		return nil
	}
	name := fn.Name()
	switch {
	case name == "EqualFold", name == "SimpleFold":
		// The Kelvin sign, the long s and two thetas, with what they are equal to behind
		// another: few, so that two texts of one character have all pairs of them.
		return []rune{'K', 'K', 'S', 'ſ', 'ϴ', 'ϑ'}
	case strings.HasPrefix(name, "ToUpper"), strings.HasPrefix(name, "ToLower"), strings.HasPrefix(name, "ToTitle"), name == "Title":
		return []rune{'K', 'ſ', 'ß', 'İ', 'Ⱥ', 'ǅ'}
	case name == "IsUpper", name == "IsLower", name == "IsTitle":
		return []rune{'É', 'ß', 'ǅ'}
	case looksForBlanks(fn):
		return []rune{' ', '\n', '\u0085', '\u00a0', '\u3000'}
	case name == "IsDigit", name == "IsNumber":
		return []rune{'٣', '½'}
	case name == "IsLetter":
		return []rune{'世', 'ª'}
	case fn.Pkg().Path() == "unicode/utf8":
		return []rune{'世', '😀', '\u0301'}
	}
	return nil
}
