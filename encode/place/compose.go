package place

import (
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"unicode"

	"github.com/rtest-dev/rtest/internal/value"
)

const (
	// composedTexts is the number of texts composed for each kind of string, composedPieces the
	// greatest number of their pieces.
	composedTexts, composedPieces = 100, 5
	// composedDigits is the number of digits from which numbers of two digits are made.
	composedDigits = 4
	// nestedTexts is the number of nested texts, nestedTimes their greatest depth.
	nestedTexts, nestedTimes = 12, 9
	// composedLength is the greatest length of a text, and pieceLength that of a piece. matchedLength
	// is that of a text that a pattern matches as a whole, such as a time with its zone.
	composedLength, pieceLength, matchedLength = 24, 16, 200
)

// A composer makes texts in the format that the code under test may expect: the string constants of
// the code, with numbers and single characters between them.
type composer struct {
	rand *rand.Rand
	// words are the constants that are not numbers. numbers are those that are, small ones first.
	// marks are characters that are neither letters nor digits.
	words, numbers, marks, letters [][]rune
	// long are numbers with many digits. wrapping are numbers whose product with a constant overflows
	// to a small number.
	long, wrapping [][]rune
	// patterns are regular expressions that texts match.
	patterns []*syntax.Regexp
	// taken counts how often each alternative of a pattern was taken.
	taken map[*syntax.Regexp]int
	// counts are numbers of repetitions for parts of patterns.
	counts []int
	// keyed reports that some words are keys, which a value follows.
	keyed bool
}

// composed returns texts made of the words and of characters for a string of the shape.
func (o *outOfBounds) composed(s *value.String, alphabet []rune) [][]rune {
	c := &composer{rand: rand.New(rand.NewPCG(o.Composed, 2)), taken: map[*syntax.Regexp]int{}}
	allowed := func(r rune) bool {
		return (!s.Fixed || slices.Contains(alphabet, r)) && (r < value.RawByte || !isRunes(s.T))
	}
	for _, r := range slices.Concat(alphabet, o.Chars) {
		if allowed(r) {
			c.character(r)
		}
	}
	c.patterns, c.counts = parsed(o.Patterns), o.Counts
	if o.Varied {
		c.long, c.wrapping = longNumbers(o.Factors), wrappingOf(o.Factors)
		return slices.DeleteFunc(c.varied(o.Words), func(t []rune) bool { return slices.ContainsFunc(t, func(r rune) bool { return !allowed(r) }) })
	}
	var list [][]rune
	add := func(t []rune) {
		if len(t) <= matchedLength && !slices.ContainsFunc(t, func(r rune) bool { return !allowed(r) }) {
			list = append(list, t)
		}
	}
	for _, word := range o.Words {
		w := value.Characters(word)
		if len(w) > 0 && len(w) <= pieceLength && !slices.ContainsFunc(w, func(r rune) bool { return !allowed(r) }) {
			c.word(w)
		}
	}
	if o.Matched {
		for i := 0; i < 4*composedTexts && len(c.patterns) > 0; i++ {
			add(c.match(matchedLength))
		}
		return list
	}
	if o.Sentences != nil {
		for _, t := range c.sentences(o) {
			add(t)
		}
		return list
	}
	for _, d := range c.numbers[:min(len(c.numbers), composedDigits)] {
		c.numbers = append(c.numbers, slices.Concat(c.numbers[0], d), slices.Concat(d, d))
	}
	slices.SortStableFunc(c.numbers, func(a, b []rune) int { return len(a) - len(b) })
	for range composedTexts {
		add(c.text())
	}
	if pairs := c.brackets(); len(pairs) > 0 {
		for range nestedTexts {
			add(c.nest(pairs))
		}
	}
	return list
}

// varied returns the words and variants of them: with something inserted or left out, such as a mark
// and what follows it, with another character, with another text appended, or with a long number.
func (c *composer) varied(words []string) [][]rune {
	var list [][]rune
	for _, w := range words {
		list = append(list, []rune(w))
	}
	for i, w := range plainest(list) {
		for _, n := range c.long {
			list = append(list, c.renumbered(w, 0, n))
		}
		for _, n := range c.wrapping[:min(len(c.wrapping), wrappingNumbers/(i+1))] {
			list = append(list, c.renumbered(w, 0, n))
		}
	}
	for _, w := range list[:min(len(words), composedTexts)] {
		if longestNumber(w) >= longNumber {
			// The sum of two such numbers may overflow.
			list = append(list, slices.Concat(w, w[max(0, slices.IndexFunc(w, unicode.IsDigit)):]))
		}
	}
	for n := 0; n < composedTexts && len(words) > 0; n++ {
		w := value.Characters(words[n%len(words)])
		list = append(list, c.change(w, value.Characters(words[c.rand.IntN(len(words))])))
	}
	return list
}

// change returns w with one change. other is a similar text.
func (c *composer) change(w, other []rune) []rune {
	i := c.rand.IntN(len(w) + 1)
	switch c.rand.IntN(9) {
	case 0:
		return slices.Concat(w, c.piece())
	case 1:
		return slices.Concat(w[:i], c.piece(), w[i:])
	case 2:
		return slices.Concat(w[:i], w[min(i+1, len(w)):])
	case 3:
		return slices.Concat(w, c.one(c.marks), c.piece())
	case 4:
		return slices.Concat(w[:i], c.one(c.marks), c.piece(), w[i:])
	case 5:
		if c.rand.IntN(2) == 0 {
			return slices.Concat(w, other)
		}
		return slices.Concat(w, c.one(c.marks), other)
	case 6, 7:
		if t := c.renumbered(w, i, c.one(c.long)); t != nil {
			return t
		}
	}
	return slices.Concat(w[:i], c.piece(), w[min(i+1, len(w)):])
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
		c.keyed = c.keyed || keys(w)
	}
}

// text returns one text: phrases, a text that a pattern matches, or pieces. It returns nil if the
// pieces are too long.
func (c *composer) text() []rune {
	if c.keyed && c.rand.IntN(3) == 0 {
		return c.phrases()
	}
	if len(c.patterns) > 0 && c.rand.IntN(2) == 0 {
		return c.match(matchedLength)
	}
	if t := c.pieces(); len(t) <= composedLength {
		return t
	}
	return nil
}

// pieces returns a row of pieces with the same separator, a word with one change, or pieces in any
// order, often after a word.
func (c *composer) pieces() []rune {
	switch c.rand.IntN(5) {
	case 0, 1:
		return c.row()
	case 2:
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

// match returns a text of at most most characters that one of the patterns matches.
func (c *composer) match(most int) []rune {
	m := &matcher{rand: c.rand, left: most, counts: c.counts, taken: c.taken, words: c.words}
	for _, list := range [][][]rune{c.numbers, c.letters, c.marks} {
		for _, w := range list[:min(len(list), composedDigits)] {
			if len(w) == 1 {
				m.liked = append(m.liked, w[0])
			}
		}
	}
	return m.text(m.alternative(c.patterns))
}

// brackets returns the pairs of brackets that are both marks.
func (c *composer) brackets() (pairs [][]rune) {
	for pair := range slices.Chunk([]rune("()[]{}<>"), 2) {
		if c.marked(pair[0]) && c.marked(pair[1]) {
			pairs = append(pairs, pair)
		}
	}
	return pairs
}

// nest returns a text with several opening brackets of one pair, a piece, and equally many closing
// brackets, sometimes one fewer.
func (c *composer) nest(pairs [][]rune) []rune {
	pair, times := pairs[c.rand.IntN(len(pairs))], 2+c.rand.IntN(nestedTimes-1)
	t := slices.Concat(slices.Repeat(pair[:1], times), c.piece())
	return append(t, slices.Repeat(pair[1:], times-c.rand.IntN(4)/3)...)
}

// marked reports whether a character is one of the marks.
func (c *composer) marked(r rune) bool {
	return slices.ContainsFunc(c.marks, func(m []rune) bool { return m[0] == r })
}

// row returns pieces with one mark between them: numbers, often of one digit, or pieces of any kind.
// Sometimes another piece follows.
func (c *composer) row() []rune {
	var t []rune
	between, kind := c.one(c.marks), c.rand.IntN(4)
	for i := range 2 + c.rand.IntN(composedPieces-2) {
		if i > 0 {
			t = append(t, between...)
		}
		switch {
		case kind == 0 || len(c.numbers) == 0:
			t = append(t, c.piece()...)
		case kind == 1:
			t = append(t, c.number()...)
		default:
			t = append(t, c.digit()...)
		}
	}
	switch c.rand.IntN(4) {
	case 0:
		t = append(t, c.piece()...)
	case 1:
		t = slices.Concat(t, c.one(c.marks), c.piece())
	}
	return t
}

// piece returns a word, a number, a character, or a text that a pattern matches.
func (c *composer) piece() []rune {
	switch n := c.rand.IntN(6); {
	case len(c.patterns) > 0 && c.rand.IntN(4) == 0:
		return c.match(composedLength)
	case n == 0 && len(c.words) > 0:
		return c.phrase()
	case n <= 2 && len(c.numbers) > 0:
		return c.number()
	case n <= 4 && len(c.marks) > 0:
		return c.one(c.marks)
	}
	return c.one(c.letters)
}

// phrase returns a word. A value follows a word that ends with a mark, such as q=, most of the time.
func (c *composer) phrase() []rune {
	w := c.one(c.words)
	if !keys(w) || c.rand.IntN(4) == 0 {
		return w
	}
	switch n := c.rand.IntN(3); {
	case len(c.patterns) > 0 && n > 0:
		return slices.Concat(w, c.match(composedLength))
	case len(c.numbers) > 0 && n > 0:
		return slices.Concat(w, c.number())
	}
	return slices.Concat(w, c.one(c.letters))
}

// keys reports whether a word is a key, which a value follows.
func keys(w []rune) bool {
	last := w[len(w)-1]
	return len(w) > 1 && !unicode.IsLetter(last) && !unicode.IsDigit(last) && unicode.IsLetter(w[0])
}

// phrases returns a name, or any piece, and phrases after it, each after the same mark: a;q=1;v=2.
func (c *composer) phrases() []rune {
	t, between := slices.Clone(c.one(c.letters)), c.one(c.marks)
	if c.rand.IntN(3) == 0 {
		t = slices.Clone(c.piece())
	}
	for range 1 + c.rand.IntN(2) {
		t = slices.Concat(t, between, c.phrase())
	}
	return t
}

// number returns one of the numbers. Small ones are more likely.
func (c *composer) number() []rune { return c.numbers[c.rand.IntN(1+c.rand.IntN(len(c.numbers)))] }

// digit returns a number of one digit, if there is one.
func (c *composer) digit() []rune {
	n := max(1, slices.IndexFunc(c.numbers, func(w []rune) bool { return len(w) > 1 }))
	return c.numbers[c.rand.IntN(n)]
}

// one returns a random element of a list, or nil if it is empty.
func (c *composer) one(list [][]rune) []rune {
	if len(list) == 0 {
		return nil
	}
	return list[c.rand.IntN(len(list))]
}
