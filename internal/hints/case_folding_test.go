package hints

import (
	"go/constant"
	"go/types"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestOddities checks that odd characters are odd: equal by folding more than once, of another length
// in the other case, or not in ASCII.
func TestOddities(t *testing.T) {
	of := func(path, name string) []rune {
		pkg := types.NewPackage(path, path)
		return oddCharacters(types.NewFunc(0, pkg, name, types.NewSignatureType(nil, nil, nil, nil, nil, false)))
	}
	twice := 0
	fold := of("strings", "EqualFold")
	for _, r := range fold {
		for _, s := range fold {
			if r < s && unicode.SimpleFold(r) != s && unicode.SimpleFold(unicode.SimpleFold(r)) == s {
				twice++
			}
		}
	}
	if twice == 0 {
		t.Errorf("no two of %q are equal by folding twice", fold)
	}
	grows := 0
	for _, r := range of("unicode", "ToLower") {
		if utf8.RuneLen(unicode.ToLower(r)) > utf8.RuneLen(r) {
			grows++
		}
	}
	if grows == 0 {
		t.Error("no character grows in lower case")
	}
	for _, r := range of("strings", "ToUpper") {
		if utf8.RuneLen(unicode.ToUpper(r)) > utf8.RuneLen(r) {
			grows++
		}
	}
	if grows < 2 {
		t.Error("no character grows in upper case")
	}
	for name, is := range map[string]func(rune) bool{"IsSpace": unicode.IsSpace, "IsDigit": unicode.IsNumber, "IsLetter": unicode.IsLetter} {
		list := of("unicode", name)
		beyond := false
		for _, r := range list {
			beyond = beyond || r >= utf8.RuneSelf
			if !is(r) {
				t.Errorf("%q is none for %s", r, name)
			}
		}
		if !beyond {
			t.Errorf("%s: %q are in ASCII", name, list)
		}
	}
	if list := of("os", "EqualFold"); list != nil {
		t.Errorf("%q for a function that is no text's", list)
	}
}

// TestClassed checks that functions on classes distinguish their plain characters from letters.
func TestClassed(t *testing.T) {
	for name, is := range map[string]func(rune) bool{
		"IsUpper": unicode.IsUpper, "IsLower": unicode.IsLower, "IsLetter": unicode.IsLetter, "IsDigit": unicode.IsDigit, "IsSpace": unicode.IsSpace,
		"IsPunct": unicode.IsPunct, "IsSymbol": unicode.IsSymbol, "IsControl": unicode.IsControl, "IsPrint": unicode.IsPrint,
		"ToLower": func(r rune) bool { return unicode.ToLower(r) != r }, "ToUpper": func(r rune) bool { return unicode.ToUpper(r) != r },
	} {
		list := classCharacters(types.NewFunc(0, types.NewPackage("unicode", "unicode"), name, types.NewSignatureType(nil, nil, nil, nil, nil, false)))
		if len(list) == 0 || is(list[0]) == is('a') {
			t.Errorf("%s does not tell %q from a", name, list)
		}
	}
}

// TestBeside checks the neighbours of characters beyond ASCII, if they are characters.
func TestBeside(t *testing.T) {
	for n, want := range map[int64]string{'z': "", 0x7f: "\u0080", 0x80: "\u0081", 0xffff: "\ufffe\U00010000", 0xd7ff: "\ud7fe", 0x10ffff: "\U0010fffe", 0x110000: "\U0010ffff"} {
		if got := string(neighbours(constant.MakeInt64(n), types.Universe.Lookup("rune").Type())); got != want {
			t.Errorf("%#x: got %+q, want %+q", n, got, want)
		}
		if got := neighbours(constant.MakeInt64(n), types.Typ[types.Int]); got != nil {
			t.Errorf("%#x: got %+q for a number", n, got)
		}
	}
}
