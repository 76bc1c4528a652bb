package beyond

import "github.com/rtest-dev/rtest/encode"

// A Question asks for inputs outside the bounds, at most count.
type Question struct {
	// by is the name of the strategy that asks.
	by    string
	opt   encode.Options
	count int
	work  int64
	// foci are values of interest.
	foci []int64
	// Problem is its form, nil where there is none.
	Problem *Problem
	// aimed says that it asks for inputs with which the call ends well, varied
	// that it asks for such with a text changed.
	aimed, varied bool
	// Broken says that its texts are no UTF-8.
	Broken bool
	// short says that its texts are short, so that there may be few.
	short bool
	// empty says that the question has no answer, all that it has no others
	// than those drawn, large that its inputs have too many parts for it to be asked.
	empty, all, large bool
	// draws counts them.
	draws uint64
	// Edited says that its inputs are made of others, and it asks for none.
	Edited bool
	// of is one of how many of those drawn are tried, 0 for all: the others only
	// tell what calls end well with.
	of int
}

// again allows the question the work of a part of all inputs.
func (f *Question) again(count int, of int64) { f.work = int64(count) * Work / max(1, of) }
