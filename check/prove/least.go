package prove

import (
	"context"
	"errors"
	"go/token"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
)

const (
	// mostLeast limits the goals whose smallest input is searched for, leastWork the search for each,
	// leastChecks the questions to Z3 after that, of which leastUnknown may have no answer. Each question gets the leastPart-th part of
	// the budget.
	mostLeast, leastWork, leastChecks, leastUnknown, leastPart = 24, 200_000, 150, 8, 4
)

// lessen finds the smallest inputs, in the order of the form, for goals that none of the first drawn inputs
// reaches. It keeps the known input if finding a smaller one takes too much or has floating-point numbers.
func (d *deeds) lessen(ctx context.Context, wanted []int) error {
	type place struct {
		at   token.Position
		kind event.GoalKind
		deed int
	}
	alike := map[place][]int{}
	var places []place
	for _, i := range wanted {
		if d.by[i] < 0 || d.hidden(i) {
			continue
		}
		p := place{d.place(d.claims.Deeds[i]), kinds[d.claims.Deeds[i].Kind], 0}
		if p.at.Line == 0 {
			p.deed = i
		}
		if alike[p] == nil {
			places = append(places, p)
		}
		alike[p] = append(alike[p], i)
	}
	asked := 0
	for _, p := range places {
		first := d.by[alike[p][0]]
		for _, i := range alike[p] {
			first = min(first, d.by[i])
		}
		if first >= d.ordered && asked < d.budget*mostLeast {
			asked++
			x, err := d.least(ctx, d.claims.Doing(alike[p]))
			if err != nil {
				return err
			}
			if x != nil {
				first = len(d.drawn)
				if err := d.note(x); err != nil {
					return err
				}
			}
		}
		for _, i := range alike[p] {
			d.by[i] = first
		}
	}
	return nil
}

// least returns the first solution of a form, or nil if it has floating-point numbers or finding it takes too much.
func (d *deeds) least(ctx context.Context, f *form.Form) ([]int64, error) {
	if floats(f) {
		return nil, nil
	}
	x, _, err := first(ctx, f, d.budget, d.Solver, leastPart)
	return x, err
}

// first returns the first solution of a form. It returns nil if there is none, which is sure, or if finding it takes too much: each
// question to Z3 gets the part-th part of the budget.
func first(ctx context.Context, f *form.Form, budget int, solver bool, part uint32) (x []int64, sure bool, err error) {
	if s, err := search.New(f); err == nil { // It has no floating-point numbers.
		s.Options.Work, s.Options.Most = leastWork, 1
		s.Options.Quit = func() bool { return ctx.Err() != nil }
		for x := range s.Solutions() {
			return x, true, nil
		}
		if s.Stalled() == nil {
			return nil, true, context.Cause(ctx)
		}
	}
	if !solver || gates(f) > budget*mostGates {
		return nil, false, context.Cause(ctx)
	}
	opt := solve.Options{Checks: leastChecks, Unknown: leastUnknown, Shapes: -1}
	if floats(f) {
		opt.Within = -1
	}
	err = ask(ctx, f, budget, part, opt, func(eng *solve.Engine) error {
		for x = range eng.Solutions() {
			return nil
		}
		return eng.Err()
	})
	return x, err == nil, undecidedOr(ctx, err)
}

// smaller returns a solution of a form that is smaller than a known one, or nil if Z3 finds none: of as small a size as it finds and, of that
// size, with as small data. Each question gets the part-th part of the budget.
func smaller(ctx context.Context, f *form.Form, known []int64, budget int, solver bool, part uint32) (x []int64, err error) {
	if !solver || gates(f) > budget*mostGates {
		return nil, context.Cause(ctx)
	}
	err = ask(ctx, f, budget, part, solve.Options{}, func(eng *solve.Engine) (err error) {
		x, err = eng.Smaller(known)
		return err
	})
	return x, undecidedOr(ctx, err)
}

// ask asks Z3 about a form. Each question gets the part-th part of the budget.
func ask(ctx context.Context, f *form.Form, budget int, part uint32, opt solve.Options, about func(*solve.Engine) error) error {
	opt.RLimit, opt.Quit = rlimitOf(f, budget)/part, func() bool { return ctx.Err() != nil }
	eng, err := solve.New(f, opt)
	if err != nil {
		return err
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	return about(eng)
}

// undecidedOr returns nil for the error that Z3 gave up, otherwise the cause of the error.
func undecidedOr(ctx context.Context, err error) error {
	if _, undecided := errors.AsType[*solve.Undecided](err); undecided {
		return nil
	}
	return cause(ctx, err)
}
