package beyond

import (
	"context"
	"errors"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/z3"
)

// seek looks for inputs that reach goal i. If there is none of the form, wider is asked whether there are any at all, unless it is nil.
func (h *goalSearch) seek(ctx context.Context, i int, f, wider *form.Form) error {
	s, err := search.New(f)
	if err != nil {
		return err
	}
	streams, all := s.Sample(search.Draw{
		Seed: h.target.Seed + uint64(i), Count: h.each, Foci: h.sampler.Questions[h.question].foci, Stall: Stall, Work: aimWork, Quit: h.target.Clock.Expired,
	})
	p := h.panics(i)
	a := h.aims.List[i]
	if len(streams) == 0 && !all && h.target.Solver && h.lost[p] < aimsLost-p && h.denied[a] < continuationTries && nonlinear(f) <= aimNonlinear {
		timed, cancel := h.target.Clock.Within(ctx)
		x, err := h.shortest(timed, f)
		if x == nil && err == nil && wider != nil {
			wide, unsure := some(timed, wider)
			h.settled[i] = wide == nil && unsure == nil
		}
		cancel()
		if undecided(err) {
			h.lost[p]++
			h.settled[i] = true
		} else if errors.Is(err, z3.ErrInterrupted) && errors.Is(context.Cause(timed), pace.ErrSpent) {
			return nil
		} else if err != nil {
			return err
		}
		if x != nil {
			streams = append(streams, x)
		} else if err == nil && h.denied != nil && h.settled[i] {
			h.denied[a]++ // As long as integers have few bits, more of them may help.
		}
	}
	for _, x := range streams {
		if _, _, err := h.meet(x); err != nil {
			return err
		}
		h.add(x, h.goalsOf(i))
	}
	return nil
}

// shortest asks Z3 for an input of a form, first for inputs whose parts are short. If there is none, it asks whether there
// are any at all, and then for longer and longer ones. Few lengths are easier than many, so if Z3 gives up on some, it is
// not asked for more. It returns nil if there is none.
func (h *goalSearch) shortest(ctx context.Context, f *form.Form) (x []int64, err error) {
	var found []int64
	for most := int64(aimShort); ; most += most / 4 {
		short, longer := f.Shortened(most)
		switch {
		case longer:
			x, err = some(ctx, short)
		case found != nil:
			return found, nil
		default:
			return some(ctx, f)
		}
		if x != nil || err != nil {
			return x, err
		}
		if most == aimShort && !h.stepwise {
			found, err = some(ctx, f)
			if h.stepwise = undecided(err); found == nil && !h.stepwise {
				return nil, err
			}
		}
	}
}

// undecided reports whether Z3 gave up.
func undecided(err error) bool {
	_, ok := errors.AsType[*solve.Undecided](err)
	return ok
}

// some asks Z3 for an input of a form. It returns nil if there is none.
func some(ctx context.Context, f *form.Form) ([]int64, error) {
	limit := uint32(aimLimit)
	if nonlinear(f) == 0 {
		limit += uint32(min(len(f.Nodes), aimNodes)) * aimNode
	}
	eng, err := solve.New(f, solve.Options{RLimit: limit, Quit: func() bool { return ctx.Err() != nil }})
	if err != nil {
		return nil, err
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	return eng.Some()
}
