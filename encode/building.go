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

// A Building tells how values are built by calls, so that these are executed with data of
// their own as arguments.
type Building struct {
	// Of returns how values of a shape are built within a depth, where they are arguments of
	// the construction within; nil where they are not to be.
	Of func(s *value.Calls, depth int, within *Sequences) *Construction
	// Own tells which functions the user wrote.
	Own func(*ssa.Function) bool
}

// A Construction says how the values of a type are built. Makers are the functions of its
// callees.
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

// A Giving is what of a call may be the value: the value of a step itself, or a result.
type Giving = lift.Giving

// A builder makes the calls of a form. It notes in its laws that they give values.
type builder struct {
	*lift.Machine
	building *Building
	// most is how many calls a sequence has at most, 0 for as many as the depth allows.
	most   int
	makers map[*place.Construction][]lift.Maker
	// laws say that each call that is made gives a value, or that this is not known.
	laws []term.Term
	gaps []Goal
	// work is what simplifying may still take for the calls of all values together.
	work int
}

func newBuilder(m *lift.Machine, b *Building, most int) *builder {
	return &builder{Machine: m, building: b, most: most, makers: map[*place.Construction][]lift.Maker{}, work: workOfCalls}
}

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

// workOfCall is what simplifying may take for one call, workOfCalls for all that build the values of
// a form: some seconds.
const workOfCall, workOfCalls = 3_000_000, 9_000_000

func (b *builder) Load(p sym.Val, t types.Type, pc term.Term) sym.Val {
	return b.LoadAt(p, t, pc)
}
