package texts

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// Characters returns the characters that a regular expression mentions: those of its words, and the first and last of
// each range that ends in ASCII.
func Characters(expr string) (list []rune) {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil
	}
	add := func(r rune) {
		if !slices.Contains(list, r) && unicode.IsPrint(r) {
			list = append(list, r)
		}
	}
	var visit func(re *syntax.Regexp)
	visit = func(re *syntax.Regexp) {
		switch re.Op {
		case syntax.OpLiteral:
			for _, r := range re.Rune {
				add(r)
			}
		case syntax.OpCharClass:
			for i := 0; i+1 < len(re.Rune); i += 2 {
				if re.Rune[i+1] <= unicode.MaxASCII {
					add(re.Rune[i])
					add(re.Rune[i+1])
				}
			}
		}
		for _, sub := range re.Sub {
			visit(sub)
		}
	}
	visit(re)
	return list
}
