package check

import (
	"slices"

	"github.com/rtest-dev/rtest/encode"
)

// accepted is the question for inputs with which the call ends well, with texts that are
// composed in one way; false where that cannot be asked.
func (q *questions) accepted(way int) (encode.Beyond, bool) {
	h := &q.contract.Hints
	b := q.near
	b.Chars = slices.Concat(h.Said, h.Rest)
	if way > 0 {
		b.Composed = q.limits.Seed + uint64(way)
	} else {
		b.Words, b.Even = nil, true
	}
	return b, q.aimed != nil && q.textual > 0
}

// askAccepted asks for inputs with which the call ends well.
func askAccepted(q *questions) {
	b, ok := q.accepted(0)
	if !ok {
		return
	}
	depth := q.depth
	if q.growing {
		depth *= farDepth
	}
	f := q.add(depth, q.share, b)
	f.aimed, f.work = true, farWork/farAims*2
}

// askAcceptedLengths asks for such inputs with texts of the lengths that the code mentions.
func askAcceptedLengths(q *questions) {
	b, ok := q.accepted(0)
	list := evenly(lengthsOf(q.contract.Hints.Ints, farDepth*q.depth, farFixedLength), farFixed)
	if !ok || len(list) == 0 {
		return
	}
	b.Lengths = list
	b.Parts += slices.Max(list)
	f := q.add(1, q.share, b)
	f.aimed, f.work = true, farWork
}

// askAcceptedAltered asks for such inputs with a text that is changed from one with which a
// call ended well, several times: what is found is changed in turn.
func askAcceptedAltered(q *questions) {
	for i := range farGenerations {
		b, ok := q.accepted(farTexts + farGenerations - i)
		if !ok {
			return
		}
		b.Varied = true
		f := q.add(q.depth, q.share/farGenerations, b)
		f.aimed, f.of, f.varied = true, farTold, true
		f.work *= farGenerations
	}
}

// askAcceptedComposed asks for such inputs with composed texts, of which few are such.
func askAcceptedComposed(q *questions) {
	for i := range farSifted {
		b, ok := q.accepted(farTexts + farGenerations + 1 + i)
		if !ok {
			return
		}
		f := q.add(q.depth, q.share/farTexts, b)
		f.aimed, f.of = true, farTold
	}
}
