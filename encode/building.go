package encode

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/place"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/value"
	"golang.org/x/tools/go/ssa"
)

// A Building describes how values are built by calls. The calls are then executed symbolically, and
// their arguments have variables of their own.
type Building struct {
	// Of returns how values of a shape are built within a depth. within is the construction of which
	// they are arguments, or nil. Of returns nil if the calls for the shape are not executed.
	Of func(s *value.Calls, depth int, within *Sequences) *Construction
	// Own reports whether the user wrote a function.
	Own func(*ssa.Function) bool
}

// A Construction describes how the values of a type are built. Makers are the functions of its
// callees, by index.
type Construction struct {
	Sequences
	Makers []Maker
}

// Sequences are the sequences of calls that build the values of a type.
type Sequences = place.Construction

// A Callee is a constructor or a step.
type Callee = place.Callee

// A Maker is a function that makes or changes a value of a type built by calls.
type Maker = lift.Maker

// A Giving says which part of a call may become the value: the changed value of a step, or a result.
type Giving = lift.Giving

// A builder executes the calls that build the values of a form. Its laws demand that each of them
// yields a value.
type builder struct {
	*lift.Machine
	building *Building
	// most is the greatest number of calls in a sequence, or 0 for what the depth allows.
	most   int
	makers map[*place.Construction][]lift.Maker
	// laws say that each call that is made yields a value, or that this is not known.
	laws []term.Term
	gaps []Goal
	// work is what is left of the limit on simplification for the calls of all values together.
	work int
}

func newBuilder(m *lift.Machine, b *Building, most int) *builder {
	return &builder{Machine: m, building: b, most: most, makers: map[*place.Construction][]lift.Maker{}, work: workOfCalls}
}

// Construction returns the calls that build a value of the shape, with fewer steps if the budget has no room for all.
func (b *builder) Construction(s *value.Calls, depth int, within *place.Construction) *place.Construction {
	c := b.building.Of(s, depth, within)
	if c == nil {
		return nil
	}
	if b.most > 0 {
		c.Steps = min(c.Steps, b.most-1)
	}
	b.makers[&c.Sequences] = c.Makers
	return &c.Sequences
}

func (b *builder) Call(c *place.Construction, callee int, self sym.Val, args []sym.Val, which []term.Term, pc term.Term) sym.Val {
	before := b.B.Work
	made := b.Make(b.makers[c][callee], self, args, which, pc, b.building.Own, min(b.work, workOfCall))
	b.work = max(0, b.work-(b.B.Work-before))
	known := made.Exists
	for _, g := range made.Gaps {
		known = b.B.Or(known, g.Cond)
	}
	b.gaps = append(b.gaps, made.Gaps...)
	b.laws = append(b.laws, b.B.Or(b.B.Not(pc), known))
	return made.Value
}

// workOfCall limits the simplification for one call, workOfCalls that for all calls of a form. Both
// amount to some seconds.
const workOfCall, workOfCalls = 3_000_000, 9_000_000

func (b *builder) Load(p sym.Val, t types.Type, pc term.Term) sym.Val {
	return b.LoadAt(p, t, pc)
}
