package beyond

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/encode"
)

const (
	// compositions is the number of questions with composed texts.
	compositions = 3
	// matchedDepth is the greatest number of matching texts in a container.
	matchedDepth = 2
)

// askWords asks for texts that are words of the code, if an input may have several of them or also
// numbers.
func askWords(q *asker) {
	h := q.target.Hints
	if q.target.Textual > 0 && len(q.near.Words) > 1 && (q.target.Textual > 1 || len(h.Ints) > 0 || q.target.Several) {
		b := q.near
		b.Exact = true
		q.add(q.depth, q.share, b)
	}
}

// composed returns the question for texts composed of words. way selects how.
func (q *asker) composed(way uint64) encode.Beyond {
	h := q.target.Hints
	b := q.near
	b.Chars, b.Composed = slices.Concat(h.ContractChars, h.MoreChars, h.UnusualChars), q.target.Seed+way
	return b
}

// askComposed asks for texts composed of words of the code.
func askComposed(q *asker) {
	if q.target.Textual == 0 {
		return
	}
	for i := range compositions {
		q.add(q.depth, q.share/compositions, q.composed(uint64(i)+1))
	}
}

// askSentences asks for words of the code with numbers and endings.
func askSentences(q *asker) {
	if q.target.Textual > 0 && slices.ContainsFunc(q.near.Words, Named) {
		b := q.composed(1)
		b.Sentences, b.Endings = Numerals(q.target.Hints.Ints), q.target.Hints.Suffixes
		q.add(q.depth, q.share, b)
	}
}

// askPatterns asks for texts that match regular expressions and formats in the code.
func askPatterns(q *asker) {
	if q.target.Textual > 0 && len(q.target.Hints.Patterns) > 0 {
		q.add(min(q.depth, matchedDepth), q.share, MatchedTexts(q.composed(0), q.target.Seed+1))
	}
}

// askAltered asks for texts of successful calls with one change.
func askAltered(q *asker) {
	if q.target.Textual > 0 {
		b := q.composed(0)
		b.Varied = true
		q.add(q.depth, q.share, b).varied = true
	}
}

// MatchedTexts returns the question for texts that the patterns match.
func MatchedTexts(near encode.Beyond, seed uint64) encode.Beyond {
	near.Composed, near.Matched, near.Exact = seed, true, true
	return near
}

// sentenceNumbers is the number of constants used as numbers in sentences.
const sentenceNumbers = 3

// Named reports whether a word contains a letter.
func Named(word string) bool { return strings.ContainsFunc(word, unicode.IsLetter) }

// Numerals returns some constants of the code as texts, each with its successor, the greatest first.
func Numerals(of []int64) []string {
	list := []string{}
	for i := len(of) - 1; i >= 0 && len(list) < 2*sentenceNumbers && of[i] > 1; i-- {
		if of[i] < math.MaxInt32 {
			list = append(list, fmt.Sprint(of[i]), fmt.Sprint(of[i]+1))
		}
	}
	return append(list, "0")
}
