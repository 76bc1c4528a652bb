package beyond

import (
	"slices"

	"github.com/rtest-dev/rtest/encode"
)

const (
	// One in acceptedPart inputs is reserved for inputs with which the call succeeds.
	acceptedPart = 6
	// siftings is the number of questions whose composed texts seldom make the call succeed.
	// generations is how often the texts found are altered to find more. Of both, one in triedOf
	// inputs is tried.
	siftings, generations, triedOf = 8, 3, 4
	// mostFixed is the number of lengths from the code that texts get here. MostFixedLength is the
	// greatest such length.
	mostFixed, MostFixedLength = 12, 80
)

// accepted returns the question for inputs with which the call succeeds. way, if not 0, selects how
// texts are composed. It returns false if the question cannot be asked.
func (q *asker) accepted(way int) (encode.Beyond, bool) {
	h := q.target.Hints
	b := q.near
	b.Chars = slices.Concat(h.ContractChars, h.MoreChars)
	if way > 0 {
		b.Composed = q.target.Seed + uint64(way)
	} else {
		b.Words, b.Even = nil, true
	}
	return b, q.target.Forms.Accepting != nil && q.target.Textual > 0
}

// askAccepted asks for inputs with which the call succeeds.
func askAccepted(q *asker) {
	b, ok := q.accepted(0)
	if !ok {
		return
	}
	depth := q.depth
	if q.target.Growing {
		depth *= DepthTimes
	}
	f := q.add(depth, q.share, b)
	f.aimed, f.work = true, Work/acceptedPart*2
}

// askAcceptedLengths asks for inputs with which the call succeeds, whose texts have lengths that the
// code mentions.
func askAcceptedLengths(q *asker) {
	b, ok := q.accepted(0)
	list := Evenly(LengthsOf(q.target.Hints.Ints, DepthTimes*q.depth, MostFixedLength), mostFixed)
	if !ok || len(list) == 0 {
		return
	}
	b.Lengths = list
	b.Parts += slices.Max(list)
	f := q.add(1, q.share, b)
	f.aimed, f.work = true, Work
}

// askAcceptedAltered asks for inputs with which the call succeeds and that alter a text of an earlier
// success. It does so several times, each time altering what was found before.
func askAcceptedAltered(q *asker) {
	for i := range generations {
		b, ok := q.accepted(compositions + generations - i)
		if !ok {
			return
		}
		b.Varied = true
		f := q.add(q.depth, q.share/generations, b)
		f.aimed, f.of, f.varied = true, triedOf, true
		f.work *= generations
	}
}

// askAcceptedComposed asks for inputs with composed texts with which the call succeeds. Few composed
// texts do.
func askAcceptedComposed(q *asker) {
	for i := range siftings {
		b, ok := q.accepted(compositions + generations + 1 + i)
		if !ok {
			return
		}
		f := q.add(q.depth, q.share/compositions, b)
		f.aimed, f.of = true, triedOf
	}
}
