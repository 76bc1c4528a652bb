package beyond

import "github.com/rtest-dev/rtest/encode"

// A Question asks for at most count inputs outside the bounds.
type Question struct {
	// by is the name of the strategy that asks.
	by    string
	opt   encode.Options
	count int
	work  int64
	// foci are values to prefer.
	foci []int64
	// Problem is the form of the question, or nil.
	Problem *Problem
	// aimed reports that it asks for inputs with which the call succeeds, varied that it asks for
	// alterations of a text.
	aimed, varied bool
	// Broken reports that its texts are not valid UTF-8.
	Broken bool
	// short reports that its texts are short, so that there may be few.
	short bool
	// empty reports that the question has no answer, all that it has no answers other than those
	// drawn, large that its inputs have too many parts to be encoded.
	empty, all, large bool
	// draws counts the draws.
	draws uint64
	// Edited reports that its inputs are made from others, so that none are drawn.
	Edited bool
	// One in of inputs drawn is tried; 0 means all. The others only provide texts of successful calls.
	of int
}

// again gives the question the work that corresponds to count of all inputs.
func (f *Question) again(count int, of int64) { f.work = int64(count) * Work / max(1, of) }
