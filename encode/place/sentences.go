package place

import (
	"slices"
	"unicode"

	"github.com/rtest-dev/rtest/internal/value"
)

// The numbers of atoms of each kind in sentences.
const (
	sentenceWords, sentenceNumbers, sentenceMarks = 10, 8, 5
)

// A sentenceForm is a sequence of kinds of atoms, and the greatest number of texts of that form.
type sentenceForm struct {
	kinds string
	most  int
}

// sentenceForms are in the order of their lengths. The kinds are: n, a name; v, a value (a name, a
// number or a letter); d, a number; s, a mark; e, an ending: a letter that the code names, or a text
// that it looks for at the ends of texts.
var sentenceForms = [...]sentenceForm{
	{"v", 16}, {"vs", 10}, {"sv", 10}, {"nn", 40}, {"ne", 12}, {"dn", 12}, {"nsv", 80}, {"snsv", 24}, {"dsn", 20}, {"dsne", 100}, {"vsvsv", 14}, {"nsvsnsv", 24},
}

// sentences returns texts of a grammar whose atoms are the constants of the code: names, values and
// separators, as in port=80&host=a. It has all texts of a form that has few, otherwise random ones.
func (c *composer) sentences(o *outOfBounds) [][]rune {
	atoms := map[byte][][]rune{'s': c.marks}
	for _, w := range c.words {
		if slices.ContainsFunc(w, wordCharacter) {
			atoms['n'] = append(atoms['n'], w)
		} else {
			atoms['s'] = append(atoms['s'], w)
		}
	}
	if len(atoms['n']) == 0 {
		return nil
	}
	numbers := c.numbers
	for _, n := range o.Sentences {
		numbers = append(numbers, value.Characters(n))
	}
	// Numbers in the code come before digits.
	slices.SortStableFunc(numbers, func(a, b []rune) int { return truth(len(a) == 1) - truth(len(b) == 1) })
	for _, n := range numbers {
		if !slices.ContainsFunc(atoms['d'], func(m []rune) bool { return slices.Equal(m, n) }) {
			atoms['d'] = append(atoms['d'], n)
		}
	}
	atoms['n'] = atoms['n'][:min(len(atoms['n']), 2*sentenceWords)]
	atoms['d'] = atoms['d'][:min(len(atoms['d']), sentenceNumbers)]
	atoms['s'] = atoms['s'][:min(len(atoms['s']), sentenceMarks)]
	atoms['n'] = append(atoms['n'], c.letters[:min(len(c.letters), 1)]...)
	// Letters that the code names alone, such as units, follow names and numbers.
	for _, l := range c.letters {
		if slices.Contains(o.Words, string(l)) {
			atoms['e'] = append(atoms['e'], l)
			if l[0] != atoms['n'][len(atoms['n'])-1][0] {
				atoms['n'] = append(atoms['n'], l)
			}
		}
	}
	for _, e := range o.Endings {
		if w := value.Characters(e); len(w) > 1 {
			atoms['e'] = append(atoms['e'], w)
		}
	}
	atoms['v'] = slices.Concat(atoms['n'], atoms['d'])
	var list [][]rune
	for _, f := range sentenceForms {
		list = append(list, c.ofForm(f, atoms)...)
	}
	return list
}

func wordCharacter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// ofForm returns the texts of a form.
func (c *composer) ofForm(f sentenceForm, atoms map[byte][][]rune) (list [][]rune) {
	all := 1
	for i := range len(f.kinds) {
		if all *= len(atoms[f.kinds[i]]); all == 0 || all > 1<<20 {
			break
		}
	}
	if all == 0 {
		return nil
	}
	for n := range min(all, f.most) {
		if all > f.most {
			n = c.rand.IntN(all)
		}
		var t []rune
		for i := range len(f.kinds) {
			of := atoms[f.kinds[i]]
			at := n % len(of)
			if n /= len(of); all > 1<<20 {
				at = c.rand.IntN(len(of))
			}
			if all > f.most && f.kinds[i] == 's' {
				// The first marks are those that the code names most often.
				at = min(at, c.rand.IntN(len(of)))
			}
			t = append(t, of[at]...)
		}
		list = append(list, t)
	}
	return list
}
