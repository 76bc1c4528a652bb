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
	// Ints are the integers of all inputs; nil for those of the depth.
	// IntsFull takes the whole range of each type.
	Ints     []value.Range
	IntsFull bool
	// Inputs is the greatest number of inputs, 0 for no limit.
	Inputs int64
	// Beyond is the greatest number of inputs outside the bounds; Seed is that
	// of their samples.
	Beyond int64
	Seed   uint64
	// Time is for the whole of a function, 0 for no limit; Timeout for one
	// call.
	Time, Timeout time.Duration
	// Prove says whether the code is solved, ProveBudget how many times the usual work that may
	// take.
	Prove       Proving
	ProveBudget int
	// Goals asks which goals of the code inputs reach.
	Goals bool
	// Memory is that of the process with the code under test, in bytes.
	Memory int64
}

// A Proving says whether the code is solved.
type Proving uint8

const (
	// ProveNot does not, ProveToo does behind what is run, ProveOnly runs nothing else.
	ProveNot Proving = iota
	ProveToo
	ProveOnly
)

// String returns the value of the flag.
func (p Proving) String() string { return [...]string{"false", "true", "only"}[p] }

// String says the limits as a verbose report shows them: the depth and what
// else differs from what the depth implies.
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

// Integers are the ranges of Ints as a flag gives them.
func (l Limits) Integers() string {
	var ranges []string
	for _, r := range l.Ints {
		ranges = append(ranges, fmt.Sprintf("%d..%d", r.Lo, r.Hi))
	}
	return strings.Join(ranges, ", ")
}
