package place

import (
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"unicode"
)

// mostRepeated is how many more repetitions than the least number a pattern gets.
const mostRepeated = 2

// A matcher makes texts that a regular expression matches. It ignores assertions about the boundaries
// of words and lines.
type matcher struct {
	rand *rand.Rand
	// liked are the characters that are preferred if a class contains them. words are texts that a repeated class
	// is replaced by at times, if it contains all of their characters.
	liked []rune
	words [][]rune
	// counts are further numbers of repetitions for what may be repeated without bound.
	counts []int
	// left is how many more characters the text may have.
	left int
	// taken counts how often each alternative was taken. Those taken least come first.
	taken map[*syntax.Regexp]int
}

// parsed returns the syntax trees of the patterns, without the invalid ones.
func parsed(patterns []string) []*syntax.Regexp {
	var list []*syntax.Regexp
	for _, p := range patterns {
		if re, err := syntax.Parse(p, syntax.Perl); err == nil {
			list = append(list, re)
		}
	}
	return list
}

// text returns a text that the pattern matches. It is cut off if it is too long.
func (m *matcher) text(re *syntax.Regexp) []rune {
	if m.left <= 0 {
		return nil
	}
	switch re.Op {
	case syntax.OpLiteral:
		m.left -= len(re.Rune)
		return slices.Clone(re.Rune)
	case syntax.OpCharClass:
		m.left--
		return m.class(re.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		m.left--
		return m.class([]rune{' ', unicode.MaxASCII - 1})
	case syntax.OpCapture, syntax.OpConcat:
		var t []rune
		for _, sub := range re.Sub {
			t = append(t, m.text(sub)...)
		}
		return t
	case syntax.OpAlternate:
		return m.text(m.alternative(re.Sub))
	case syntax.OpStar:
		return m.repeated(re.Sub[0], 0, -1)
	case syntax.OpPlus:
		return m.repeated(re.Sub[0], 1, -1)
	case syntax.OpQuest:
		return m.repeated(re.Sub[0], 0, 1)
	case syntax.OpRepeat:
		return m.repeated(re.Sub[0], re.Min, re.Max)
	}
	return nil
}

// alternative returns one of the alternatives that were taken least.
func (m *matcher) alternative(list []*syntax.Regexp) *syntax.Regexp {
	at := m.rand.IntN(len(list))
	for i := range list {
		if k := (at + i) % len(list); m.taken[list[k]] < m.taken[list[at]] {
			at = k
		}
	}
	m.taken[list[at]]++
	return list[at]
}

// repeated returns several texts of the pattern in a row. most is -1 if there is no bound.
func (m *matcher) repeated(re *syntax.Regexp, least, most int) []rune {
	if w := m.word(re, least, most); w != nil {
		m.left -= len(w)
		return slices.Clone(w)
	}
	n := least + m.rand.IntN(1+mostRepeated)
	if most < 0 && len(m.counts) > 0 && m.rand.IntN(3) == 0 {
		n = max(least, m.counts[m.rand.IntN(len(m.counts))])
	}
	if most >= 0 {
		n = min(n, most)
	}
	var t []rune
	for range n {
		t = append(t, m.text(re)...)
	}
	return t
}

// word returns a word that repetitions of a class match, or nil. It returns one of two times if there are any.
func (m *matcher) word(class *syntax.Regexp, least, most int) []rune {
	ranges := class.Rune
	switch class.Op {
	case syntax.OpCharClass:
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		ranges = []rune{' ', unicode.MaxASCII - 1}
	default:
		return nil
	}
	outside := func(c rune) bool { return !inRanges(ranges, c) }
	fit := slices.DeleteFunc(slices.Clone(m.words), func(w []rune) bool {
		return len(w) < least || most >= 0 && len(w) > most || len(w) > m.left || slices.ContainsFunc(w, outside)
	})
	if len(fit) == 0 || m.rand.IntN(2) == 0 {
		return nil
	}
	return fit[m.rand.IntN(len(fit))]
}

// inRanges reports whether a character is in one of the ranges of a class.
func inRanges(ranges []rune, c rune) bool {
	for i := 0; i < len(ranges); i += 2 {
		if ranges[i] <= c && c <= ranges[i+1] {
			return true
		}
	}
	return false
}

// class returns a character of one of the ranges, usually a liked one.
func (m *matcher) class(ranges []rune) []rune {
	var known []rune
	for _, r := range m.liked {
		if inRanges(ranges, r) {
			known = append(known, r)
		}
	}
	if len(ranges) == 0 {
		return nil
	}
	if len(known) > 0 && m.rand.IntN(4) > 0 {
		return []rune{known[m.rand.IntN(len(known))]}
	}
	i := 2 * m.rand.IntN(len(ranges)/2)
	return []rune{ranges[i] + rune(m.rand.IntN(int(min(ranges[i+1]-ranges[i]+1, 128))))}
}
