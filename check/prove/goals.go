package prove

import (
	"context"
	"errors"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"golang.org/x/tools/go/ssa"
)

// A Code is a function whose goals are decided: the sides of its branches, the operations that may panic,
// and the clauses of its contract.
type Code struct {
	// Follow executes the call symbolically over all data of the shapes of a depth that satisfies the
	// preconditions; with free, over all data. With judge it also executes the postconditions.
	Follow func(ctx context.Context, opt encode.Options, free, judge bool) (*encode.Claims, error)
	Target
	// Conditioned means that the function has preconditions.
	Conditioned bool
	// Clauses are the positions of the clauses, by mark.
	Clauses []token.Position
	// Show returns the text of the call with an input, or "" if a precondition rejects the input.
	Show func(context.Context, []int64) (string, error)
	// Reaching runs inputs natively. For each entry it returns the index of the first input whose call
	// comes to it, or -1. It is nil if the code has no counters.
	Reaching func(ctx context.Context, inputs [][]int64, entries []event.Entry) ([]int, error)
}

const (
	// small is the number of smallest inputs examined first, smallWork the limit for finding them.
	// Then come numbers of smallBits, then of someBits.
	small, smallWork, allBits, smallBits, someBits = 400, 400_000, 64, 2, 10
	// mostGoals limits how often Z3 is asked for an input that reaches another goal.
	mostGoals = 12
)

// Goals returns the goals of a function, each reached with its smallest known input, impossible, or open.
func (c *Code) Goals(ctx context.Context) ([]event.Goal, error) {
	d, err := c.follow(ctx, false, true)
	if d == nil || err != nil {
		return nil, err
	}
	wanted := d.goals()
	if err := d.seeks(ctx, wanted); err != nil {
		return nil, err
	}
	if err := d.lessen(ctx, wanted); err != nil {
		return nil, err
	}
	if err := d.run(ctx, wanted); err != nil {
		return nil, err
	}
	code, err := d.byCode(ctx)
	if err != nil {
		return nil, err
	}
	var list []event.Goal
	shown := map[int]string{}
	for _, i := range wanted {
		if d.hidden(i) {
			continue
		}
		deed := d.claims.Deeds[i]
		g := event.Goal{Pos: c.place(deed), Kind: kinds[deed.Kind], State: event.GoalOpen, Why: d.why[i]}
		switch {
		case d.by[i] >= 0:
			text, known := shown[d.by[i]]
			if !known {
				if text, err = c.Show(ctx, d.drawn[d.by[i]]); err != nil {
					return nil, err
				}
				shown[d.by[i]] = text
			}
			g.State, g.Input = event.GoalReached, text
			if text == "" {
				g.State, g.Why = event.GoalOpen, "a precondition could not be followed"
			}
		case d.never[i]:
			g.State, g.Why, g.Space = event.GoalImpossible, event.ByPrecondition, d.space()
			if code[doingOf(deed)] {
				g.Why = event.ByCode
			}
		}
		list = addGoal(list, g)
	}
	return list, nil
}

// addGoal adds a goal to the list. Several operations may be one in the source, such as the types of a
// case. The goal is reached if one of them is, and impossible if all are.
func addGoal(list []event.Goal, g event.Goal) []event.Goal {
	at := slices.IndexFunc(list, func(x event.Goal) bool { return x.Pos == g.Pos && x.Kind == g.Kind })
	if at < 0 || g.Pos.Line == 0 {
		return append(list, g)
	}
	rank := func(x event.Goal) int {
		switch {
		case x.State == event.GoalReached:
			return 3
		case x.State == event.GoalOpen:
			return 2
		case x.Why == event.ByPrecondition:
			return 1
		}
		return 0
	}
	if rank(g) > rank(list[at]) {
		list[at] = g
	}
	return list
}

// place returns the position of a goal in the source.
func (c *Code) place(d encode.Deed) token.Position {
	if d.Mark > 0 && d.Mark <= len(c.Clauses) {
		return c.Clauses[d.Mark-1]
	}
	return c.Place(d.Pos)
}

var kinds = map[encode.AimKind]event.GoalKind{encode.Holds: event.GoalTrue, encode.Fails: event.GoalFalse, encode.Faults: event.GoalPanic, encode.Tests: event.GoalClause}

// deeds records, by index, whether an input does each deed of a call: takes a side of a branch, panics
// at an operation, reaches a block, or evaluates a clause.
type deeds struct {
	*Code
	claims *encode.Claims
	budget int
	// drawn are the inputs examined. The first ordered ones are the smallest of all, in order.
	drawn   [][]int64
	ordered int
	// by is the index of the input that reaches a deed, or -1. never reports that none does, why is
	// the reason if this is unknown.
	by    []int
	never []bool
	why   []string
	// blocks maps a block to the index of the deed that reaches it.
	blocks map[*ssa.BasicBlock]int
	judged bool
	asked  int
}

// follow executes the call symbolically. It returns nil if that takes too much or decides nothing.
func (c *Code) follow(ctx context.Context, free, judge bool) (*deeds, error) {
	budget := max(1, c.Budget)
	claims, err := c.Follow(ctx, encode.Options{Depth: c.Depth, Limits: encode.Limits{MaxNodes: budget * terms, MaxSteps: budget * steps, MaxWork: budget * work}}, free, judge)
	if errors.Is(err, encode.ErrTooLarge) || err == nil && claims.Extent == encode.RunInputs {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	n := len(claims.Deeds)
	d := &deeds{Code: c, claims: claims, budget: budget, judged: judge, by: slices.Repeat([]int{-1}, n), never: make([]bool, n), why: make([]string, n), blocks: map[*ssa.BasicBlock]int{}}
	for i, x := range claims.Deeds {
		if x.Kind == encode.Comes {
			d.blocks[x.In.Block()] = i
		}
	}
	return d, nil
}

// goals returns the indices of the deeds that are goals or that reach blocks.
func (d *deeds) goals() (list []int) {
	for i, x := range d.claims.Deeds {
		if x.Pos.IsValid() || x.Kind == encode.Comes || x.Kind == encode.Tests {
			list = append(list, i)
		}
	}
	return list
}

// hidden reports whether a deed is not listed: it reaches a block, or its block is never reached.
func (d *deeds) hidden(i int) bool {
	if d.claims.Deeds[i].In == nil {
		return false
	}
	block := d.blocks[d.claims.Deeds[i].In.Block()]
	return block == i || d.never[block]
}

// space returns the inputs for which impossibility is shown.
func (d *deeds) space() event.Claim {
	switch d.claims.Extent {
	case encode.AllInputs:
		return event.ForAll
	case encode.AllData:
		return event.ForData
	}
	return event.ForSaid
}

// seeks finds out for the deeds with these indices whether an input does them. Small inputs come
// first.
func (d *deeds) seeks(ctx context.Context, wanted []int) error {
	for _, bits := range []int{allBits, smallBits, someBits} {
		if err := d.draw(ctx, bits); err != nil {
			return err
		}
		if bits == allBits {
			d.ordered = len(d.drawn)
		}
	}
	return d.solve(ctx, wanted)
}

// draw records the deeds of the smallest inputs whose numbers have at most the given number of bits.
func (d *deeds) draw(ctx context.Context, bits int) error {
	f, narrower := d.claims.Base().Narrowed(bits)
	if floats(f) || bits < allBits && !narrower {
		return nil // Only Z3 solves it, or they were drawn.
	}
	s, err := search.New(f)
	if err != nil {
		return err
	}
	s.Options.Work = smallWork
	s.Options.Quit = func() bool { return ctx.Err() != nil }
	n := 0
	for x := range s.Solutions() {
		if err := d.note(x); err != nil {
			return err
		}
		if n++; n >= small {
			break
		}
	}
	return context.Cause(ctx)
}

// note records the deeds of an input that no earlier input did.
func (d *deeds) note(solution []int64) error {
	met, input, err := d.claims.Met(solution)
	if err != nil {
		return err
	}
	for i, yes := range met.Deeds {
		if yes && d.by[i] < 0 {
			d.by[i] = len(d.drawn)
		}
	}
	d.drawn = append(d.drawn, slices.Clone(input))
	return nil
}

// solve asks for inputs that do what no input has done, until there are none.
func (d *deeds) solve(ctx context.Context, wanted []int) error {
	for {
		left := slices.DeleteFunc(slices.Clone(wanted), func(i int) bool { return d.by[i] >= 0 })
		if len(left) == 0 {
			return nil
		}
		x, why, err := d.some(ctx, d.claims.Doing(left))
		if err != nil {
			return err
		}
		if x == nil {
			if why == "" {
				why, err = d.leftOut(ctx)
			}
			for _, i := range left {
				d.never[i], d.why[i] = why == "", why
			}
			return err
		}
		if err := d.note(x); err != nil {
			return err
		}
	}
}

// leftOut returns why the execution may have missed something that an input does, or "" if it missed nothing.
func (d *deeds) leftOut(ctx context.Context) (string, error) {
	var open []int
	for i, g := range d.claims.Goals {
		if g.Open {
			open = append(open, i)
			if d.claims.Always(g) {
				return g.Why, nil
			}
		}
	}
	x, why, err := d.some(ctx, d.claims.Form(open))
	if x == nil || err != nil {
		return why, err
	}
	met, _, err := d.claims.Met(x)
	for _, i := range open {
		if err == nil && met.Goals[i] {
			return d.claims.Goals[i].Why, nil
		}
	}
	return "it cannot be followed", err
}

// some asks Z3 for a solution, first for one with small numbers. It returns a reason if Z3 cannot
// decide.
func (d *deeds) some(ctx context.Context, f *form.Form) (x []int64, why string, err error) {
	if root := &f.Nodes[f.Root]; root.Op == form.Const && root.Val == 0 {
		return nil, "", nil
	}
	if !d.Solver {
		return nil, event.WhyNoSolver, nil
	}
	if d.asked++; d.asked > d.budget*mostGoals {
		return nil, "it takes too much", nil
	}
	if near, narrower := f.Narrowed(someBits); narrower {
		if x, err = some(ctx, near, d.budget, 4); x != nil {
			return x, "", err
		}
	}
	x, err = some(ctx, f, d.budget, 1)
	if _, ok := errors.AsType[*solve.Undecided](err); ok {
		return nil, "Z3 gave up within its budget", nil
	}
	return x, "", err
}

// A doing identifies a deed in all symbolic executions of the code.
type doing struct {
	in   ssa.Instruction
	kind encode.AimKind
	mark int
}

func doingOf(x encode.Deed) doing { return doing{x.In, x.Kind, x.Mark} }

// byCode returns the deeds that no input does, even without the preconditions.
func (d *deeds) byCode(ctx context.Context) (map[doing]bool, error) {
	never := map[doing]bool{}
	for i, x := range d.claims.Deeds {
		if d.never[i] {
			never[doingOf(x)] = true
		}
	}
	if len(never) == 0 || !d.Conditioned {
		return never, nil
	}
	free, err := d.follow(ctx, true, d.judged)
	if free == nil || err != nil {
		return nil, err
	}
	var again []int
	for i, x := range free.claims.Deeds {
		if never[doingOf(x)] {
			again = append(again, i)
		}
	}
	if err := free.solve(ctx, again); err != nil {
		return nil, err
	}
	for _, i := range again {
		if x := free.claims.Deeds[i]; !free.never[i] {
			delete(never, doingOf(x))
		}
	}
	return never, nil
}
