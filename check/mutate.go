package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/mutants"
)

// A Mutant is a change of the code, with its fate under the chosen inputs.
type Mutant struct {
	mutants.Mutant
	Fate Fate
	// Of is the function whose inputs decide the Fate. Call is its call that distinguishes the mutant from the
	// code, or empty.
	Of, Call string
	// Depth is the greatest depth at which all inputs of the function were tried, or -1. Inputs is their number.
	Depth  int
	Inputs int64
	// Proved says for which inputs the mutant is proved to behave like the code.
	Proved event.Claim
}

// A Fate is the outcome for a mutant. If several functions reach it, the first in this order counts.
type Fate uint8

// The fates.
const (
	// Killed: a test fails.
	Killed Fate = iota
	// Missed: it fails for an input that no test has.
	Missed
	// Admitted: some call ends otherwise, in a way that the contract admits.
	Admitted
	// Undecided: not all inputs were tried, or calls cannot be compared.
	Undecided
	// Same: no input distinguishes it from the code.
	Same
	// Unreached: no input reaches its place.
	Unreached
	// Equivalent: it is proved to do what the code does.
	Equivalent
)

// mutate finds the fates of the mutants of the package. It runs them with the chosen inputs and, if no test
// kills them, with the inputs within the bounds.
func (c *chooser) mutate(ctx context.Context, u *prepare.Unit, chosen []*ChosenInputs) ([]Mutant, error) {
	if c.Watch != build.CountMutants {
		before := c.Watch
		c.Watch = build.CountMutants
		defer func() { c.Watch = before }()
		var err error
		if u, err = c.Assemble(ctx); err != nil {
			return nil, fmt.Errorf("building the mutants: %w", err)
		}
		defer u.Close()
	}
	m := &mutation{chooser: c, alive: map[int]bool{}}
	for _, x := range u.Binary.Mutants() {
		m.all = append(m.all, Mutant{Mutant: x, Fate: Unreached, Depth: -1})
		m.alive[x.Number] = true
	}
	for _, step := range []func(context.Context, *loop.Subject, engine.Runner, *ChosenInputs) error{m.tests, m.others} {
		for _, f := range chosen {
			i := slices.IndexFunc(u.Plans, func(p *prepare.Plan) bool { return p.Contract.Key() == f.Contract.Key() })
			if i < 0 || u.Plans[i].Function == nil || len(f.Inputs)+len(f.Saved) == 0 {
				continue
			}
			s, run, err := c.bind(ctx, u, u.Plans[i])
			if err != nil {
				return nil, err
			}
			err = step(ctx, s, run, f)
			run.Close()
			if err != nil {
				return nil, err
			}
		}
	}
	if err := m.proveSame(ctx, u); err != nil {
		return nil, err
	}
	return m.concerned(), nil
}

// A mutation has the state of the mutants of a package.
type mutation struct {
	*chooser
	all   []Mutant
	alive map[int]bool
}

// of returns the mutants of a function that nothing has killed.
func (m *mutation) of(s *loop.Subject) []int {
	return slices.DeleteFunc(slices.Clone(m.binary.MutantsOf(s.Index)), func(n int) bool { return !m.alive[n] })
}

// tests runs the mutants with the inputs of the tests that pass.
func (m *mutation) tests(ctx context.Context, s *loop.Subject, run engine.Runner, f *ChosenInputs) error {
	var streams [][]int64
	for _, in := range slices.Concat(f.Inputs, f.Saved) {
		if in.Cause == "" {
			streams = append(streams, in.Stream)
		}
	}
	killed, err := newHunt(m.chooser, s, run, nil).killedBy(ctx, streams, m.of(s))
	for _, n := range killed {
		m.alive[n] = false
		m.all[n-1].Fate, m.all[n-1].Of = Killed, s.Contract.Name
	}
	if m.By != ByMutants {
		all := m.binary.MutantsOf(s.Index)
		f.Notes = append(f.Notes, fmt.Sprintf("%s: its tests kill %d of %s.", s.Contract.Name, len(all)-len(m.of(s)), diag.Count(len(all), "mutant")))
	}
	return err
}

// others runs the mutants that no test kills with the inputs within the bounds.
func (m *mutation) others(ctx context.Context, s *loop.Subject, run engine.Runner, f *ChosenInputs) error {
	h := newHunt(m.chooser, s, run, m.of(s))
	for h.depth = 0; h.depth <= s.Limits.Depth && len(h.live) > 0; h.depth++ {
		if err := h.pose(ctx); err != nil {
			return err
		}
		if h.failing != nil {
			for _, n := range h.live {
				m.settle(n, Mutant{Fate: Undecided, Of: s.Contract.Name, Depth: h.depth - 1})
			}
			return nil
		}
		for {
			stream, n, err := h.next(ctx)
			if err != nil {
				return err
			}
			if stream == nil {
				break
			}
			h.kill(n)
			call, err := callOf(ctx, m.chooser, s, run, stream)
			if err != nil {
				return err
			}
			m.settle(n, Mutant{Fate: Missed, Of: s.Contract.Name, Call: call})
		}
	}
	for _, n := range h.live {
		t := h.runs[n]
		x := Mutant{Fate: Unreached, Of: s.Contract.Name, Depth: t.done, Inputs: t.tried}
		switch {
		case t.killer != nil:
			x.Fate = Admitted
			var err error
			if x.Call, err = callOf(ctx, m.chooser, s, run, t.killer); err != nil {
				return err
			}
		case t.spent, t.reached && m.chooses:
			x.Fate = Undecided
		case t.reached:
			x.Fate = Same
		}
		m.settle(n, x)
	}
	return nil
}

// settle records the outcome of a function's inputs for a mutant. It keeps the first fate in order, and the
// least depth.
func (m *mutation) settle(n int, x Mutant) {
	old := &m.all[n-1]
	if old.Of != "" && (old.Fate < x.Fate || old.Fate == x.Fate && old.Depth <= x.Depth) {
		return
	}
	x.Mutant = old.Mutant
	*old = x
}

// concerned returns the mutants to which a function comes that was tried.
func (m *mutation) concerned() (list []Mutant) {
	for _, x := range m.all {
		if x.Of != "" {
			list = append(list, x)
		}
	}
	return list
}

// callOf returns the call with an input as Go source.
func callOf(ctx context.Context, c *chooser, s *loop.Subject, run engine.Runner, stream []int64) (string, error) {
	r, err := run.Report(ctx, s.Index, stream)
	if err != nil {
		return "", err
	}
	return describe.Failure(c.Pkg, s.Contract, &s.Hints, r, harness.Failure{}).Call, nil
}
