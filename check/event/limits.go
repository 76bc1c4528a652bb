package event

import (
	"fmt"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/internal/value"
)

// Limits bound the work on one function.
type Limits struct {
	// Depth is the greatest depth.
	Depth int
	// Ints are the integers of all inputs, or nil for those of the depth. IntsFull takes the whole range of each
	// type.
	Ints     []value.Range
	IntsFull bool
	// Inputs is the greatest number of inputs, or 0 for no limit.
	Inputs int64
	// Beyond is the greatest number of inputs beyond the bounds. Seed is the seed of their
	// samples.
	Beyond int64
	Seed   uint64
	// Time is the time for a whole function, or 0 for no limit. Timeout is that for one call.
	Time, Timeout time.Duration
	// Prove reports whether the code is solved. ProveBudget is a multiple of the usual work for
	// that.
	Prove       Proving
	ProveBudget int
	// Goals asks which goals of the code inputs reach.
	Goals bool
	// History asks for the steps that made the counterexamples smaller.
	History bool
	// Memory is that of the process with the code under test, in bytes.
	Memory int64
}

// A Proving says whether the code is solved.
type Proving uint8

const (
	// ProveNot does not solve it. ProveToo solves it after the inputs were run. ProveOnly runs
	// nothing else.
	ProveNot Proving = iota
	ProveToo
	ProveOnly
)

// String returns the value of the flag.
func (p Proving) String() string { return [...]string{"false", "true", "only"}[p] }

// String returns the limits as a verbose report shows them: the depth, and all limits that the depth does not
// imply.
func (l Limits) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "depth %d", l.Depth)
	switch {
	case l.IntsFull:
		b.WriteString(", ints full")
	case l.Ints != nil:
		b.WriteString(", ints " + l.Integers())
	}
	return b.String()
}

// Integers returns the ranges of Ints in the notation of the flag.
func (l Limits) Integers() string {
	var ranges []string
	for _, r := range l.Ints {
		ranges = append(ranges, fmt.Sprintf("%d..%d", r.Lo, r.Hi))
	}
	return strings.Join(ranges, ", ")
}
