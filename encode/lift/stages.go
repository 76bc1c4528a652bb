package lift

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/analysis"
)

// Stages follow how far the execution of a predicate has come that says several
// things in a row, as g.Valid() && g.Acyclic(): each stage begins where one more of
// them holds. Where a later one takes too much, or cannot be followed, what the
// earlier ones say is still in the form, and the interpreter takes them as given: what
// they read is then decided in the order in which the rest reads it.
type stages struct {
	analysis.Chain
	// at is the stage that is executed, faults by stage how many faults there
	// were before.
	at     int
	faults []int
	// gap is the first stage in which something was given up.
	gap int
}

// begin begins with a predicate.
func (s *stages) begin(fn *ssa.Function) {
	built(fn)
	*s = stages{Chain: analysis.ChainOf(fn), faults: []int{0}}
	s.gap = len(s.Calls) + 1
}

// reached notes that a block is executed.
func (f *Frame) reached(b *ssa.BasicBlock) {
	s := &f.stages
	if f.Fn != s.Fn || len(f.stack) != s.Frames {
		return
	}
	i := slices.IndexFunc(s.Calls, func(c *ssa.Call) bool { return c.Block().Succs[0] == b })
	if i < 0 || i+1 != len(s.faults) {
		return
	}
	s.at = i + 1
	s.faults = append(s.faults, len(f.faults))
}

// given is how many of the first things that the predicate says are in the form, so
// that nothing else satisfies it.
func (s *stages) given() int {
	n := min(s.gap, len(s.faults)-1)
	if s.faults[n] > 0 {
		return 0
	}
	return n
}
