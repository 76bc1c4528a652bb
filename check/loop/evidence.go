package loop

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/generalize"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
)

// evidence counts the inputs tried so far by kind, and the failing inputs of each group.
type evidence struct {
	all  generalize.Counts
	fail map[*group]generalize.Counts
	// seen means that an input failed, at this depth. before is the number of inputs of that depth tried before
	// it, after the number from it on.
	seen          bool
	depth         int
	before, after int64
	// whole says that all inputs of that depth were tried.
	whole bool
	// torn says that nothing is known about some inputs.
	torn bool
	// deaths are inputs that killed a process.
	deaths []death
}

type death struct {
	of     *group
	stream []int64
}

// gather collects the evidence of the last job at a level.
func (l *loop) gather(v *level, t harness.Tally) {
	e := &l.evidence
	if e.seen {
		e.after += t.Called
	} else if t.First > 0 {
		e.seen, e.depth, e.before, e.after = true, v.depth, v.Called-t.Called+t.First-1, t.Called-t.First+1
	}
	if e.seen && e.depth == v.depth {
		e.whole = v.Exhausted && len(v.rings) == 0
	}
	l.take(t)
}

// take adds the evidence of a tally to the groups of its findings. Grow makes groups that do
// not exist yet.
func (l *loop) take(t harness.Tally) {
	e := &l.evidence
	e.torn = e.torn || t.Torn
	of := make([]*group, len(t.Findings))
	for i, f := range t.Findings {
		of[i] = l.known(failureKeyOf(f))
	}
	for _, c := range t.Cells {
		switch {
		case c.Finding == harness.AllInputs:
			e.add(nil, c.Bits, c.Count)
		case of[c.Finding] != nil:
			e.add(of[c.Finding], c.Bits, c.Count)
		}
	}
	for _, d := range t.Deaths {
		e.torn = e.torn || d.Stream == nil
		e.deaths = append(e.deaths, death{of[d.Finding], d.Stream})
	}
}

func (e *evidence) add(g *group, b harness.Bits, n int64) {
	if g == nil {
		if e.all == nil {
			e.all = generalize.Counts{}
		}
		e.all[b] += n
		return
	}
	if e.fail == nil {
		e.fail = map[*group]generalize.Counts{}
	}
	if e.fail[g] == nil {
		e.fail[g] = generalize.Counts{}
	}
	e.fail[g][b] += n
}

// known returns the group of a kind of failure, or nil.
func (l *loop) known(w failureKey) *group {
	for _, g := range l.groups {
		if g.failureKey == w {
			return g
		}
	}
	return nil
}

// generalize finds common properties of the failing inputs. It runs the inputs before the first failure again,
// without calls if possible, and tries some of greater depths. It does not count these runs.
func (l *loop) generalize(ctx context.Context) error {
	e := &l.evidence
	if l.Words == nil || len(l.Words.Atoms) == 0 || !e.seen || e.torn || l.Cut != "" {
		return nil
	}
	if !slices.ContainsFunc(l.groups, general) {
		return nil
	}
	if err := l.earlier(ctx); err != nil {
		return err
	}
	if err := l.dead(ctx); err != nil {
		return err
	}
	if err := l.elsewhere(ctx); err != nil {
		return err
	}
	if err := l.later(ctx); err != nil || e.torn {
		return err
	}
	for _, g := range l.groups {
		if general(g) && e.fail[g] != nil {
			example, err := l.exemplary(ctx, g)
			if err != nil {
				return err
			}
			l.Words.Explain(l.Contract, g.failure, example, e.all, e.fail[g])
			sayMade(g.failure, l.Pkg, l.Contract)
		}
	}
	return nil
}

// exemplary returns what holds for the counterexample of a group, or nil if that is unknown.
func (l *loop) exemplary(ctx context.Context, g *group) (*harness.Bits, error) {
	if err := l.Bind(ctx, g.failure.Depth); err != nil {
		return nil, err
	}
	t, err := l.run.Run(ctx, harness.Job{
		Target: l.Index, Streams: slices.Values([][]int64{g.failure.Stream}), Whole: true,
		Atoms: l.Words.Atoms, Live: true, Dry: l.Answers == nil, AfterFailure: -1, Timeout: l.Limits.Timeout, Until: l.until,
	})
	if err != nil {
		return nil, fmt.Errorf("what holds of a counterexample: %w", err)
	}
	for _, c := range t.Cells {
		if c.Finding == harness.AllInputs {
			return &c.Bits, nil
		}
	}
	return nil, nil
}

// general reports whether a statement about all inputs of a group is possible.
func general(g *group) bool {
	return g.confirmed && !g.failure.FromSaved && !g.failure.Beyond
}

// earlier collects the evidence of the inputs before the first failure.
func (l *loop) earlier(ctx context.Context) error {
	e := &l.evidence
	for depth := 0; depth <= e.depth && !e.torn; depth++ {
		limit := int64(0)
		if depth == e.depth {
			if limit = e.before; limit == 0 {
				break
			}
		}
		if _, err := l.again(ctx, depth, harness.Job{Limit: limit, AfterFailure: -1, Live: true, Dry: l.Answers == nil}); err != nil {
			return err
		}
	}
	return nil
}

// dead collects the evidence of the inputs that killed processes.
func (l *loop) dead(ctx context.Context) error {
	e := &l.evidence
	if len(e.deaths) == 0 || e.torn {
		return nil
	}
	if l.Chooses {
		e.torn = true
		return nil
	}
	for _, d := range e.deaths {
		one := func(yield func([]int64) bool) { yield(d.stream) }
		t, err := l.run.Run(ctx, harness.Job{Target: l.Index, Streams: one, Atoms: l.Words.Atoms, Dry: true, Until: l.until})
		if err != nil {
			return err
		}
		e.torn = e.torn || t.Torn || t.Cut || len(t.Findings) > 0
		for _, c := range t.Cells {
			e.add(nil, c.Bits, c.Count)
			if d.of != nil {
				e.add(d.of, c.Bits, c.Count)
			}
		}
	}
	return nil
}

// elsewhere collects evidence of the depth of the first failure if not all of its inputs were tried. Those tried
// are the first, which have small values in common. Inputs spread over its sizes, shapes and data refute
// conditions that hold for the first inputs only. Some repeat the first inputs, so their counts only show which
// conditions all of them satisfy.
func (l *loop) elsewhere(ctx context.Context) error {
	if l.evidence.whole {
		return nil
	}
	return l.spread(ctx, l.evidence.depth, afterFailure)
}

// spread collects evidence of at most so many inputs that are spread over a depth. It collects none if
// a process dies.
func (l *loop) spread(ctx context.Context, depth int, most int64) error {
	e := &l.evidence
	if e.torn || len(e.deaths) > 0 || l.Answers != nil {
		return nil
	}
	if more, err := l.enter(ctx, depth); err != nil || !more {
		return err
	}
	p, err := l.posed(ctx, depth)
	if err != nil {
		return err
	}
	cells, err := l.cells([]*question{p}, most, cellsWork)
	if err != nil {
		return err
	}
	t, err := l.run.Run(ctx, harness.Job{
		Target: l.Index, Streams: streams(cells[0], beyond.Foci(&l.Hints, l.Limits.Seed), l.expired), Atoms: l.Words.Atoms,
		Live: true, Fragile: true, AfterFailure: -1, Reject: Rejects * most, Timeout: l.Limits.Timeout, Until: l.until,
	})
	if err == nil && len(t.Deaths) == 0 && !t.Cut && !t.Torn {
		l.take(t)
	}
	return err
}

// enough is the number of inputs beyond the depth of the first failure that is sufficient
// evidence.
const enough = 1000

// manyStates is the number of values built by calls above which a depth is not searched for an
// explanation, because inputs are made from each of them.
const manyStates = 100

// later collects evidence of greater depths until there is enough, unless they were tried already or calls take
// long. It always collects some of the next depth: a condition may hold for all failing inputs of a depth only
// because its numbers and lengths end there.
func (l *loop) later(ctx context.Context) error {
	e := &l.evidence
	left := afterFailure - e.after
	for depth := e.depth + 1; depth <= l.Limits.Depth; depth++ {
		if l.Keep || len(e.deaths) > 0 || l.States != nil && l.States(depth-1) > manyStates {
			return nil
		}
		if left <= 0 || e.all.Sum() >= enough {
			if depth == e.depth+1 {
				return l.spread(ctx, depth, enough)
			}
			return nil
		}
		t, err := l.again(ctx, depth, harness.Job{Limit: left, AfterFailure: -1, Live: true, Fragile: true})
		if err != nil || len(t.Deaths) > 0 || !t.Exhausted {
			return err
		}
		left -= t.Called
	}
	return nil
}

// again runs inputs of a depth only for the evidence, in their order. It collects none of them
// if a process dies.
func (l *loop) again(ctx context.Context, depth int, job harness.Job) (harness.Tally, error) {
	if more, err := l.enter(ctx, depth); err != nil || !more {
		l.evidence.torn = true
		return harness.Tally{}, err
	}
	p, err := l.posed(ctx, depth)
	if err != nil {
		return harness.Tally{}, err
	}
	job.Target, job.Timeout, job.Until, job.Exact = l.Index, l.Limits.Timeout, l.until, l.Answers != nil
	job.Atoms = l.Words.Atoms
	if l.Limits.Inputs > 0 {
		job.Reject = Rejects * l.Limits.Inputs
	}
	forms := []*form.Form{p.Form}
	if l.ringed[depth] {
		forms = p.Form.Rings()
	}
	var t harness.Tally
	for _, f := range forms {
		b, err := l.Engine.Run(ctx, l.run, job, f)
		t = b.Tally
		switch {
		case err != nil || len(b.Deaths) > 0 && job.Fragile:
			return t, err
		case b.Cut || b.Torn || len(b.Open) > 0:
			l.evidence.torn = l.evidence.torn || !job.Fragile
			return t, nil
		}
		l.take(t)
		if !t.Exhausted || job.Limit > 0 && t.Called >= job.Limit {
			break
		}
		if job.Limit > 0 {
			job.Limit -= t.Called
		}
	}
	return t, nil
}
