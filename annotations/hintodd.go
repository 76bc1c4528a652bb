package annotations

import (
	"go/types"
	"strings"
)

// foldings are the Kelvin sign, the long s and two thetas, with what they are equal
// to behind another: few, so that two texts of one character have all pairs of them.
var foldings = [...]rune{'K', 'K', 'S', 'ſ', 'ϴ', 'ϑ'}

// oddities are characters beyond ASCII of which a function of the standard library
// that the code calls says what few have in mind: outside the bounds there are texts
// with them. A letter whose other case takes more bytes; spaces and digits that are
// not in ASCII; what takes two units in UTF-16. Of letters without another case there
// are none: many contracts take every letter to have one. What texts of JSON are made
// of is odd for most other code.
func oddities(fn types.Object) []rune {
	if readsJSON(fn) {
		return []rune(charactersOfJSON)
	}
	switch fn.Pkg().Path() {
	case "strings", "bytes", "unicode", "unicode/utf8":
	case "unicode/utf16":
		return []rune{'😀'}
	default:
		return nil
	}
	name := fn.Name()
	switch {
	case folds(fn):
		return foldings[:]
	case strings.HasPrefix(name, "ToUpper"), strings.HasPrefix(name, "ToLower"), strings.HasPrefix(name, "ToTitle"), name == "Title":
		return []rune{'Ⱥ'}
	case looksForBlanks(fn):
		return []rune{' ', '\n', '\u00a0'}
	case name == "IsDigit":
		return []rune{'٣'}
	case name == "IsNumber":
		return []rune{'٣', '½'}
	case name == "IsLetter":
		return []rune{'世'}
	case fn.Pkg().Path() == "unicode/utf8":
		return []rune{'世', '😀'}
	}
	return nil
}

// folds tells whether a function of the standard library takes letters of different
// cases to be equal.
func folds(fn types.Object) bool {
	return strings.HasPrefix(fn.Name(), "EqualFold") && (fn.Pkg().Path() == "strings" || fn.Pkg().Path() == "bytes") ||
		fn.Name() == "SimpleFold" && fn.Pkg().Path() == "unicode"
}
