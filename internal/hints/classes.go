package hints

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// classes adds the characters that a function of the standard library, which is called
// or used as a value, tells from others.
func (s *summary) classes(fn *ssa.Function) {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj := fn.Object(); obj != nil && obj.Pkg() != nil {
		s.odd, s.classed = append(s.odd, oddities(obj)...), append(s.classed, classed(obj)...)
	}
}

// classed are plain characters that a function of the standard library which asks for
// the class of characters, or changes their case, tells from the letters a and b: no
// constant of the code names them.
func classed(fn types.Object) []rune {
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
