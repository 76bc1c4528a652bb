package encode

import (
	"math/rand/v2"
	"slices"
	"unicode"

	"github.com/rtest-dev/rtest/internal/value"
)

const (
	// composedTexts is how many texts are composed for each kind of string,
	// composedPieces of how many pieces at most.
	composedTexts, composedPieces = 100, 5
	// composedDigits is of how many digits there are numbers of two digits.
	composedDigits = 4
	// composedLength is the greatest length of a text and of a piece of it.
	composedLength, pieceLength = 20, 16
)

// A composer makes texts as those that read texts expect them: the string
// constants of the code, with numbers and single characters between.
type composer struct {
	rand *rand.Rand
	// words are the constants that are no numbers, numbers those that are, small
	// ones first; marks are characters that are neither letters nor digits.
	words, numbers, marks, letters [][]rune
}

// composed returns texts made of the words and of characters for a string of
// the shape.
func (o *outskirts) composed(s *value.String, alphabet []rune) [][]rune {
	c := &composer{rand: rand.New(rand.NewPCG(o.Composed, 2))}
	allowed := func(r rune) bool {
		return (!s.Fixed || slices.Contains(alphabet, r)) && (r < value.RawByte || !isRunes(s.T))
	}
	for _, r := range slices.Concat(alphabet, o.Chars) {
		if allowed(r) {
			c.character(r)
		}
	}
	if o.Varied {
		return c.varied(o.Words)
	}
	for _, word := range o.Words {
		w := value.Characters(word)
		if len(w) > 0 && len(w) <= pieceLength && !slices.ContainsFunc(w, func(r rune) bool { return !allowed(r) }) {
			c.word(w)
		}
	}
	for _, d := range c.numbers[:min(len(c.numbers), composedDigits)] {
		c.numbers = append(c.numbers, slices.Concat(c.numbers[0], d), slices.Concat(d, d))
	}
	slices.SortStableFunc(c.numbers, func(a, b []rune) int { return len(a) - len(b) })
	var list [][]rune
	for range composedTexts {
		if t := c.text(); len(t) <= composedLength {
			list = append(list, t)
		}
	}
	return list
}

// varied returns the words with something put in or left out, or one character
// instead of another.
func (c *composer) varied(words []string) [][]rune {
	var list [][]rune
	for n := 0; n < composedTexts && len(words) > 0; n++ {
		w := value.Characters(words[n%len(words)])
		i := c.rand.IntN(len(w) + 1)
		var t []rune
		switch c.rand.IntN(4) {
		case 0:
			t = slices.Concat(w, c.piece())
		case 1:
			t = slices.Concat(w[:i], c.piece(), w[i:])
		case 2:
			t = slices.Concat(w[:i], w[min(i+1, len(w)):])
		default:
			t = slices.Concat(w[:i], c.piece(), w[min(i+1, len(w)):])
		}
		list = append(list, t)
	}
	return list
}

// character adds a piece of one character.
func (c *composer) character(r rune) {
	list := &c.marks
	switch {
	case unicode.IsDigit(r):
		list = &c.numbers
	case unicode.IsLetter(r):
		list = &c.letters
	}
	if !slices.ContainsFunc(*list, func(w []rune) bool { return w[0] == r }) {
		*list = append(*list, []rune{r})
	}
}

// word adds a constant.
func (c *composer) word(w []rune) {
	switch {
	case len(w) == 1:
		c.character(w[0])
	case unicode.IsDigit(w[0]) || (w[0] == '-' || w[0] == '+') && unicode.IsDigit(w[1]):
		c.numbers = append(c.numbers, w)
	default:
		c.words = append(c.words, w)
	}
}

// text makes one text: a row of pieces with the same between them, a word of
// which a part is changed, or pieces in any order, often behind a word.
func (c *composer) text() []rune {
	switch c.rand.IntN(4) {
	case 0:
		return c.row()
	case 1:
		if w := c.one(c.words); len(w) > 0 {
			i := c.rand.IntN(len(w) + 1)
			t := slices.Concat(w[:i], c.piece())
			return append(t, w[min(len(w), i+c.rand.IntN(2)):]...)
		}
	}
	var t []rune
	if c.rand.IntN(3) > 0 {
		t = slices.Clone(c.one(c.words))
	}
	for range 1 + c.rand.IntN(composedPieces-1) {
		t = append(t, c.piece()...)
	}
	return t
}

// row makes pieces with one mark between them, all numbers or of any kind, and
// now and then something behind them.
func (c *composer) row() []rune {
	var t []rune
	between, mixed := c.one(c.marks), c.rand.IntN(2) == 0
	for i := range 2 + c.rand.IntN(composedPieces-2) {
		if i > 0 {
			t = append(t, between...)
		}
		if mixed || len(c.numbers) == 0 {
			t = append(t, c.piece()...)
		} else {
			t = append(t, c.number()...)
		}
	}
	if c.rand.IntN(3) == 0 {
		t = append(t, c.piece()...)
	}
	return t
}

// piece is a word, a number or a character.
func (c *composer) piece() []rune {
	switch n := c.rand.IntN(6); {
	case n == 0 && len(c.words) > 0:
		return c.one(c.words)
	case n <= 2 && len(c.numbers) > 0:
		return c.number()
	case n <= 4 && len(c.marks) > 0:
		return c.one(c.marks)
	}
	return c.one(c.letters)
}

// number is any of the numbers; small ones are more likely.
func (c *composer) number() []rune { return c.numbers[c.rand.IntN(1+c.rand.IntN(len(c.numbers)))] }

// one is any of a list, nothing where that is empty.
func (c *composer) one(list [][]rune) []rune {
	if len(list) == 0 {
		return nil
	}
	return list[c.rand.IntN(len(list))]
}
