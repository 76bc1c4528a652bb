package beyond

import (
	"slices"

	"github.com/rtest-dev/rtest/encode"
)

const (
	// acceptedPart is of how many parts of the inputs one is kept for those with which calls end
	// well.
	acceptedPart = 6
	// siftings is how many questions have composed texts of which few are such, generations how
	// often what was found is changed to find more. One of triedOf of both is tried.
	siftings, generations, triedOf = 8, 3, 4
	// mostFixed is how many of the lengths that the code mentions texts have with which calls
	// are to end well, MostFixedLength how long these are at most.
	mostFixed, MostFixedLength = 12, 80
)

// accepted is the question for inputs with which the call ends well, with texts that are
// composed in one way; false where that cannot be asked.
func (q *asker) accepted(way int) (encode.Beyond, bool) {
	h := q.target.Hints
	b := q.near
	b.Chars = slices.Concat(h.Said, h.Rest)
	if way > 0 {
		b.Composed = q.target.Seed + uint64(way)
	} else {
		b.Words, b.Even = nil, true
	}
	return b, q.target.Forms.Accepting != nil && q.target.Textual > 0
}

// askAccepted asks for inputs with which the call ends well.
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

// askAcceptedLengths asks for such inputs with texts of the lengths that the code mentions.
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

// askAcceptedAltered asks for such inputs with a text that is changed from one with which a
// call ended well, several times: what is found is changed in turn.
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

// askAcceptedComposed asks for such inputs with composed texts, of which few are such.
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
