package check

import (
	"slices"

	"github.com/rtest-dev/rtest/encode"
)

// askWords asks for texts that are the words of the code as they are, where there are
// several in one input or numbers beside them.
func askWords(q *questions) {
	h := &q.contract.Hints
	if q.textual > 0 && len(q.near.Words) > 1 && (q.textual > 1 || len(h.Ints) > 0 || q.several) {
		b := q.near
		b.Exact = true
		q.add(q.depth, q.share, b)
	}
}

// composed is the question for texts that are composed of words in one way.
func (q *questions) composed(way uint64) encode.Beyond {
	h := &q.contract.Hints
	b := q.near
	b.Chars, b.Composed = slices.Concat(h.Said, h.Rest, h.Odd), q.limits.Seed+way
	return b
}

// askComposed asks for texts that are composed of words of the code.
func askComposed(q *questions) {
	if q.textual == 0 {
		return
	}
	for i := range farTexts {
		q.add(q.depth, q.share/farTexts, q.composed(uint64(i)+1))
	}
}

// askSentences asks for words of the code with numbers and endings.
func askSentences(q *questions) {
	if q.textual > 0 && slices.ContainsFunc(q.near.Words, named) {
		b := q.composed(1)
		b.Sentences, b.Endings = numerals(q.contract.Hints.Ints), q.contract.Hints.Suffixes
		q.add(q.depth, q.share, b)
	}
}

// askPatterns asks for texts that regular expressions and formats of the code match.
func askPatterns(q *questions) {
	if q.textual > 0 && len(q.contract.Hints.Patterns) > 0 {
		q.add(min(q.depth, matchedDepth), q.share, matchedTexts(q.composed(0), q.limits.Seed+1))
	}
}

// askAltered asks for texts with which a call ended well, changed in one place.
func askAltered(q *questions) {
	if q.textual > 0 {
		b := q.composed(0)
		b.Varied = true
		q.add(q.depth, q.share, b).varied = true
	}
}
