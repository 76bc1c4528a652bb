package loop

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/search"
)

const (
	// sieveMost is how many candidates of a depth are all tried at most.
	sieveMost = 4_000_000
	// siftTries is how many inputs are interpreted to see whether that is of use,
	// siftWork how many steps that may take.
	siftTries = 128
	siftWork  = 10_000_000
	// nativeWork is how much work trying a value of what was lifted may take.
	nativeWork = 500
)

// A sample is what came of some candidates, and the work that trying a value
// took.
type sample struct{ passed, rejected, work int64 }

// natively leaves it to compiled Go to filter the inputs of a depth that the
// search has trouble with, where that is better; nil where it is not. Compiled
// code judges as many candidates in a second as the search decides values.
func (l *loop) natively(ctx context.Context, depth int, p *question) (*question, error) {
	all, few, err := l.sieve(ctx, depth, p)
	if all == nil || few || err != nil {
		return all, err
	}
	q, err := l.sift(p)
	if q == nil || err != nil || shaped(p.Form) {
		return q, err
	}
	if q.sample.work <= nativeWork {
		if some, err := l.plenty(q.Form, 1); some || err != nil {
			return q, err
		}
	}
	// What was lifted of them does not lead to inputs, or takes longer to look at
	// than it takes to try many more candidates.
	all.sample = q.sample
	return all, nil
}

// sieve returns the problem in which compiled Go filters all candidates of a depth,
// and tells whether these are few; nil where that is left to Z3.
func (l *loop) sieve(ctx context.Context, depth int, p *question) (all *question, few bool, err error) {
	if l.Engine.Kind == engine.Z3 {
		return nil, false, nil
	}
	free, err := l.Free(ctx, depth)
	if err != nil {
		return nil, false, err
	}
	free.Below = p.Form.Below // as where functions answer
	all = &question{Problem: &prepare.Problem{Form: free, Opaque: map[int]string{}, Missing: p.Missing}}
	for i := range l.Pre {
		all.Opaque[i] = "all candidates are tried"
	}
	return all, assignments(free, sieveMost) <= sieveMost, nil
}

// whole leaves it to compiled Go to filter the inputs of a depth of which all are
// tried, where these are few candidates and interpreting them takes long.
func (l *loop) whole(ctx context.Context, depth int, p *question) (*question, error) {
	if p.Test == nil {
		return p, nil
	}
	all, few, err := l.sieve(ctx, depth, p)
	if !few || err != nil {
		return p, err
	}
	if _, ended, err := l.counted(p, engine.CountMost); ended || err != nil {
		return p, err
	}
	return all, nil
}

// sift leaves out the test of a form where it does not prune: where each of the
// first inputs that it rejects was read to its end, or all inputs are but some
// numbers.
func (l *loop) sift(p *question) (*question, error) {
	if p.Test == nil {
		return nil, nil
	}
	s, err := search.New(p.Form)
	if err != nil {
		return nil, err
	}
	s.Options = search.Options{Reject: siftTries, Work: siftWork, Quit: l.expired}
	var got sample
	for range s.Solutions() {
		if got.passed++; got.passed == siftTries {
			break
		}
	}
	st := s.Stats()
	got.rejected, got.work = st.Rejected, st.Work/max(1, st.Decisions)
	some := got.passed+got.rejected >= siftTries
	if shaped(p.Form) && (st.Alike > 0 || !some) {
		return nil, nil
	}
	if !some {
		got.rejected = siftTries
	}
	form := *p.Form
	form.Test = nil
	return &question{Problem: &prepare.Problem{Form: &form, Opaque: p.Opaque, Missing: p.Missing}, sample: got}, nil
}

// plenty tells whether the search soon finds n solutions of a form of one size,
// where it looks for twice as many all over it.
func (l *loop) plenty(f *form.Form, n int64) (bool, error) {
	s, err := search.New(f)
	if err != nil {
		return false, err
	}
	s.Options = search.Options{Stall: engine.StallHelped, Work: siftWork, Quit: l.expired}
	for lo, hi := s.Sizes(); lo <= hi; lo++ {
		found := int64(0)
		for range s.Spread(lo, 2*n) {
			if found++; found == n {
				return true, nil
			}
		}
	}
	return false, nil
}

// shaped tells whether the inputs of a form have several shapes.
func shaped(f *form.Form) bool {
	return slices.ContainsFunc(f.Vars, func(v form.Var) bool { return len(v.Choice) > 0 })
}

// sifted counts the candidates of a tally that compiled code rejected.
func sifted(t harness.Tally) int64 {
	n := t.Dropped
	for i := range t.Reached {
		n += t.Reached[i] - t.Passed[i]
	}
	return n
}

// allRejected tells whether as many candidates were rejected as the budget admits.
func (l *loop) allRejected() bool {
	return l.Limits.Inputs > 0 && l.rejected >= Rejects*l.Limits.Inputs
}

func (l *loop) spentRejected() string {
	return fmt.Sprintf("conditions that are not lifted rejected %d candidates", l.rejected)
}
