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
	// sieveMost is the greatest number of candidates of a depth that are all tried.
	sieveMost = 4_000_000
	// siftTries is the number of inputs that are interpreted to see whether that helps.
	// siftWork bounds their steps.
	siftTries = 128
	siftWork  = 10_000_000
	// nativeWork bounds the work of trying one value in the lifted conditions.
	nativeWork = 500
)

// A sample is the result of some candidates and the work that each value took.
type sample struct{ passed, rejected, work int64 }

// natively returns a problem in which compiled Go filters the inputs of a depth that are hard
// to search, or nil if that is not better. In a second compiled code judges as many candidates
// as the search decides values.
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
	// The lifted conditions lead to no inputs, or take longer than trying many more candidates.
	all.sample = q.sample
	return all, nil
}

// sieve returns the problem in which compiled Go filters all candidates of a depth, and
// whether these are few. It returns nil if Z3 takes over.
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

// whole lets compiled Go filter all candidates of a depth where they are few and interpreting
// them takes long.
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

// sift drops the test of a form that does not prune. Either it read each of the first rejected inputs to the
// end, or all inputs consist of some numbers.
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

// plenty reports whether the search soon finds n solutions of one size of a form, when it
// looks for twice as many everywhere.
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

// shaped reports whether the inputs of a form have several shapes.
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

// allRejected reports whether the budget of rejected candidates is used up.
func (l *loop) allRejected() bool {
	return l.Limits.Inputs > 0 && l.rejected >= Rejects*l.Limits.Inputs
}

func (l *loop) spentRejected() string {
	return fmt.Sprintf("conditions that are not lifted rejected %d candidates", l.rejected)
}
