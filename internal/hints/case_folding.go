package hints

import (
	"go/constant"
	"go/types"
	"strings"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/internal/hints/texts"
	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// foldings are K with the Kelvin sign, S with the long s, and two thetas: pairs of letters that are
// equal up to case. They are few, so that two texts of one character cover all pairs of them.
var foldings = [...]rune{'K', '\u212a', 'S', 'ſ', 'ϴ', 'ϑ'}

// oddCharacters returns characters beyond ASCII that a function of the standard library treats in a
// way few people expect. Texts with them are tried outside the bounds. They are letters whose other
// case takes more bytes, spaces and digits outside ASCII, and characters of two units in UTF-16.
// Letters without another case are not among them, because many contracts assume that every letter
// has one. For functions that read JSON they are the characters of JSON, which are unusual for most
// other code.
func oddCharacters(fn types.Object) []rune {
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
	case foldsCase(fn):
		return foldings[:]
	case strings.HasPrefix(name, "ToLower"):
		return []rune{'Ⱥ'}
	case strings.HasPrefix(name, "ToUpper"), strings.HasPrefix(name, "ToTitle"), name == "Title":
		return []rune{'Ⱥ', 'ɐ'}
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

// neighbours returns the neighbours of a character beyond ASCII with which the code orders others.
// For r > 0xffff that includes the first character for which it holds.
func neighbours(v constant.Value, t types.Type) (list []rune) {
	n, ok := refine.Int64(v)
	if !ok || !isCharacter(t) {
		return nil
	}
	for _, r := range [2]int64{n - 1, n + 1} {
		if n >= utf8.RuneSelf-1 && utf8.RuneSelf <= r && r <= utf8.MaxRune && utf8.ValidRune(rune(r)) && !texts.IsByte(t) {
			list = append(list, rune(r))
		}
	}
	return list
}

// years returns years that calendars treat differently: the ends of centuries, few of which are
// leap years, a leap year, and a common year. They matter if a function of the standard library
// gets a year.
func years(fn types.Object) []int64 {
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "time" && fn.Name() == "Date" {
		return []int64{1900, 2000, 2023, 2024, 2100}
	}
	return nil
}

// foldsCase reports whether a function of the standard library treats letters of different case as
// equal.
func foldsCase(fn types.Object) bool {
	return strings.HasPrefix(fn.Name(), "EqualFold") && (fn.Pkg().Path() == "strings" || fn.Pkg().Path() == "bytes") ||
		fn.Name() == "SimpleFold" && fn.Pkg().Path() == "unicode"
}

// classes adds the characters that a function of the standard library distinguishes. The function
// is called or used as a value.
func (s *summary) classes(fn *ssa.Function) {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		s.unusualChars, s.classChars = append(s.unusualChars, oddCharacters(obj)...), append(s.classChars, classCharacters(obj)...)
	}
}

// classCharacters returns plain characters that a function of the standard library distinguishes
// from the letters a and b, because it tests the class of characters or changes their case. No
// constant of the code names them.
func classCharacters(fn types.Object) []rune {
	switch fn.Pkg().Path() {
	case "strings", "bytes", "unicode":
	default:
		return nil
	}
	switch name := fn.Name(); {
	case strings.HasPrefix(name, "ToUpper"), strings.HasPrefix(name, "ToLower"), strings.HasPrefix(name, "ToTitle"):
		return []rune{'A'}
	case name == "Title":
		return []rune{'A', ' '}
	case looksForBlanks(fn):
		return []rune{' '}
	case fn.Pkg().Path() != "unicode":
	case name == "IsUpper", name == "IsLower", name == "IsTitle":
		return []rune{'A'}
	case name == "IsLetter", name == "IsDigit", name == "IsNumber":
		return []rune{'1'}
	case name == "IsPunct":
		return []rune{'.'}
	case name == "IsSymbol":
		return []rune{'+'}
	case name == "IsControl", name == "IsPrint", name == "IsGraphic":
		return []rune{'\n'}
	}
	return nil
}
