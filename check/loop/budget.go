package loop

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"

	"github.com/rtest-dev/rtest/internal/harness"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/search"
)

// fits reports whether the inputs of a depth fit into the remaining budget. It counts them
// without a call. If that takes too long, it returns a problem whose candidates compiled code
// filters.
func (l *loop) fits(ctx context.Context, depth int, p *question) (*question, bool, error) {
	if l.Limits.Inputs == 0 {
		p, err := l.whole(ctx, depth, p)
		return p, true, err
	}
	most := l.candidates(p, l.solutions(), engine.CountMost)
	if assignments(p.Form, most) <= most {
		return p, true, nil
	}
	n, all, err := l.counted(p, most)
	p.sparse = !all && n < engine.CountMany
	switch {
	case err == nil && n > most:
		few, err := l.fewPass(ctx, depth, p)
		return p, few, err
	case err != nil || all:
		return p, true, err
	case !engine.HasWideVar(p.Form) || n > 0 && fixedWide(p.Form, l.expired):
	case n >= engine.CountMany:
		// The part that was counted is a tiny part of such a domain.
		return p, false, nil
	default:
		// Solutions that are rare among the first values may be many elsewhere.
		some, err := l.plenty(p.Form, engine.CountMany/2)
		if err != nil || some {
			return p, false, err
		}
	}
	q, err := l.natively(ctx, depth, p)
	if q == nil || err != nil {
		return p, true, err
	}
	most = l.candidates(q, l.solutions(), engine.CountMost)
	if assignments(q.Form, sieveMost) <= sieveMost {
		return q, true, nil
	}
	n, all, err = l.counted(q, most)
	return q, all && n <= most, err
}

// solutions returns how many solutions fit into the remaining budget. Where functions answer,
// each solution has several inputs, at least as many as those of the last depth.
func (l *loop) solutions() int64 {
	most := l.inputRoom()
	if l.Answers == nil || l.Inputs == 0 || l.unfolded == 0 {
		return most
	}
	hi, lo := bits.Mul64(uint64(most+l.Inputs), uint64(l.unfolded))
	if hi > 0 {
		return most
	}
	return int64(min(lo/uint64(l.Inputs), uint64(most)))
}

// counted counts the solutions of a problem up to most+1. All reports whether these are all.
func (l *loop) counted(p *question, most int64) (n int64, all bool, err error) {
	s, err := search.New(p.Form)
	if err != nil {
		return 0, false, err
	}
	n, ended, stuck := countTo(s, most, engine.CountWork, l.expired)
	if !ended && n <= most && n >= most/engine.CountPace {
		// For many solutions it pays to count longer.
		n, ended, stuck = countTo(s, most, engine.CountPace*engine.CountWork, l.expired)
	}
	return n, ended && !stuck, nil
}

// fixedWide reports whether the first solutions of a form differ in variables with few values
// too. A variable with many values, such as a stored height, then follows from the rest.
func fixedWide(f *form.Form, quit func() bool) bool {
	s, err := search.New(f)
	if err != nil {
		return false
	}
	s.Options = search.Options{Stall: engine.StallHelped, Work: engine.CountWork, Quit: quit, Most: engine.CountMany}
	seen := map[string]bool{}
	for x := range s.Solutions() {
		if key := form.ReadSolution(f, x).Without(f, engine.IsWide); seen[key] {
			return false
		} else if seen[key] = true; len(seen) == engine.CountMany {
			break
		}
	}
	return true
}

// countTo counts the solutions of a form up to most+1 with a bounded amount of work, and
// reports whether the search ended. It counts no solution of a part in which the search is
// stuck.
func countTo(s *search.Solver, most, work int64, quit func() bool) (n int64, ended, stuck bool) {
	s.Options = search.Options{Stall: engine.StallHelped, Work: work, Quit: quit, Most: most}
	for {
		for range s.Solutions() {
			if n++; n > most {
				return n, false, stuck
			}
		}
		stall := s.Stalled()
		if stall == nil {
			return n, true, stuck
		}
		if s.Options.Work <= s.Stats().Work || quit() {
			return n, false, stuck
		}
		stuck = true
		s.Options.Work -= s.Stats().Work
		s.Options.Size, s.Options.After = stall.Size, stall.Shape
	}
}

// assignments returns an upper bound of the number of solutions of a form, or more than most.
func assignments(f *form.Form, most int64) int64 {
	// The number of assignments of the dependent variables, for each value of a variable.
	kids := make([][]int, len(f.Vars)+1)
	for i := range f.Vars {
		kids[f.Vars[i].Parent+1] = append(kids[f.Vars[i].Parent+1], i)
	}
	var of func(i int) int64
	product := func(list []int, value int64, top bool) int64 {
		n := int64(1)
		for _, k := range list {
			v := &f.Vars[k]
			if !top && (value < v.When.Lo || value > v.When.Hi) {
				continue
			}
			if n *= of(k); n > most || n < 0 {
				return most + 1
			}
		}
		return n
	}
	of = func(i int) int64 {
		v := &f.Vars[i]
		n := int64(0)
		for _, a := range v.Choice {
			if n += product(kids[i+1], a.Value, false); n > most {
				return most + 1
			}
		}
		for _, s := range v.Dom {
			w := uint64(s.Hi) - uint64(s.Lo)
			if w >= uint64(most) {
				return most + 1
			}
			if n += int64(w) + 1; n > most {
				return most + 1
			}
		}
		return n
	}
	return product(kids[0], 0, true)
}

// spreadVars bounds the total number of variables in the forms over which a budget is spread.
// Greater depths are left out.
const spreadVars = 300_000

// spreadOver spends the remaining budget on this depth and the greater ones, evenly over their
// sizes and shapes.
func (l *loop) spreadOver(ctx context.Context, depth int, first *question) error {
	problems, err := l.spreadProblems(ctx, depth, first)
	if err != nil {
		return err
	}
	room, err := l.spreadRoom(ctx, depth, problems)
	if err != nil {
		return err
	}
	cells, err := l.cells(problems, room, cellsWork)
	if err != nil {
		return err
	}
	before := l.Inputs
	samples := l.samples(depth, cells)
	a := l.solveAhead(cells, problems)
	defer a.close()
	for i, p := range problems {
		if l.inputsLeft() == 0 {
			break
		}
		if err := l.Bind(ctx, depth+i); err != nil {
			return err
		}
		for j, why := range p.Opaque {
			l.opaque[j] = why
		}
		more, err := l.some(ctx, &level{depth: depth + i, question: p}, samples, func() iter.Seq[[]int64] { return a.streams(i) })
		if err != nil {
			return fmt.Errorf("depth %d: %w", depth+i, err)
		}
		if !more {
			break
		}
	}
	if l.Cut == "" {
		l.spent = l.spentOver(l.Inputs-before, depth, depth+len(problems)-1)
	}
	return nil
}

// spreadProblems returns the problems of a depth and of the greater ones that are not too
// large.
func (l *loop) spreadProblems(ctx context.Context, depth int, first *question) ([]*question, error) {
	problems := []*question{first}
	vars := len(first.Form.Vars)
	for d := depth + 1; d <= l.Limits.Depth && vars+foreseen(problems) <= spreadVars; d++ {
		if more, err := l.enter(ctx, d); err != nil {
			return nil, err
		} else if !more {
			break
		}
		p, err := l.posed(ctx, d)
		if errors.Is(err, encode.ErrTooLarge) || errors.Is(err, pace.ErrSpent) {
			break
		}
		if err != nil {
			return nil, err
		}
		if vars += len(p.Form.Vars); vars > spreadVars {
			break
		}
		if err := l.cut(d, p); err != nil {
			return nil, err
		}
		if p.repeats, err = l.repeats(ctx, d, problems[len(problems)-1].Form, p.Form); err != nil {
			return nil, err
		}
		problems = append(problems, p)
	}
	return problems, nil
}

// samples returns how many inputs of each solution fit into the budget, where functions
// answer. The cells are those of the depths from first on.
func (l *loop) samples(first int, cells [][]*cell) int64 {
	if l.Answers == nil {
		return 1
	}
	solutions := int64(0)
	for i, list := range cells {
		for _, c := range list {
			shard, _ := l.parts(first + i)
			solutions += c.quota / int64(max(1, shard.Of))
		}
	}
	return max(1, l.inputsLeft()/max(1, solutions))
}

// streams yields the inputs of the cells of one depth until quit. They include values of
// interest. The next cell gets what a cell leaves of its part.
func streams(cells []*cell, foci []int64, quit func() bool) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		left := int64(0)
		for _, c := range cells {
			if c.empty {
				continue
			}
			quota := c.quota + left
			c.solver.Options = search.Options{Stall: engine.StallHelped, Work: c.work, Quit: quit, Foci: foci}
			n := int64(0)
			for s := range c.solver.Spread(c.size, quota) {
				n++
				if !yield(s) {
					return
				}
			}
			left = quota - n
		}
	}
}

// some runs some of the inputs of a level. More reports whether to go on with the next level.
func (l *loop) some(ctx context.Context, v *level, samples int64, streams func() iter.Seq[[]int64]) (more bool, err error) {
	for {
		job := l.harnessJob(v)
		before := v.tallies()
		// Inputs of solutions with choices are spread too.
		job.Sample, job.Samples = l.Limits.Seed|1, samples
		job.Streams, job.Skip, job.Measure = engine.Skipping(engine.Within(job.Shard, v.question.Form, streams()), v.Consumed), 0, v.question.Form
		tally, err := l.run.Run(ctx, job)
		if err != nil {
			return false, err
		}
		l.seen(v.question, before)
		if l.Depth < v.depth && tally.Consumed > 0 {
			l.Depth = v.depth
		}
		v.add(tally)
		l.count(tally)
		if err := l.checkLifted(ctx, v, tally); err != nil {
			return false, err
		}
		confirmed, err := l.judge(ctx, v, tally.Findings)
		v.Exhausted = false
		l.noteTried(v)
		switch {
		case err != nil || confirmed && !l.Keep:
			return false, err
		case tally.Cut:
			l.timeEnded()
			return false, nil
		case tally.Exhausted:
			return true, nil
		case l.inputsLeft() == 0 || l.allRejected():
			return false, nil
		case len(tally.Findings) == 0:
			return false, fmt.Errorf("the job ended after %d inputs without a reason", tally.Called)
		}
	}
}

// hasRemainingInputs reports whether a level has inputs after those that were tried. Where
// compiled code can reject what the engine finds, it judges these without calls, as far as a
// larger budget would have gone. If it rejects all, they count as rejected.
func (l *loop) hasRemainingInputs(ctx context.Context, v *level, shard form.Shard) (engine.Answer, error) {
	if v.Resume != nil {
		return engine.Yes, nil
	}
	more, err := l.inhabited(ctx, v.Form, shard, v.Consumed)
	if err != nil || more != engine.Yes || len(v.Opaque) == 0 || l.Answers != nil || l.allRejected() {
		return more, err
	}
	job := l.harnessJob(v)
	job.Limit, job.Dry, job.Atoms, job.Live = 1, true, nil, false
	got, err := l.Engine.Run(ctx, l.run, job, v.Form)
	if err != nil || got.Called > 0 || !got.Exhausted || len(got.Open) > 0 || len(got.Findings) > 0 {
		return engine.Yes, err
	}
	l.rejected += got.Rejected
	l.count(got.Tally)
	v.add(harness.Tally{Consumed: got.Consumed, Exhausted: true})
	return engine.No, nil
}

// spendRemaining ends a level that has more inputs than fit into the budget.
func (l *loop) spendRemaining(ctx context.Context, v *level, shard form.Shard) error {
	more, err := l.hasRemainingInputs(ctx, v, shard)
	if err != nil {
		return err
	}
	v.Exhausted = more == engine.No
	l.spent = l.spentInputs()
	return nil
}

// beyondBudget reports whether a depth for which no budget is left has inputs at all. If it
// has none, the function is exhausted.
func (l *loop) beyondBudget(ctx context.Context, depth int, p *question) (more bool, err error) {
	shard, _ := l.parts(depth)
	v := &level{depth: depth, question: p}
	if err := l.spendRemaining(ctx, v, shard); err != nil || !v.Exhausted {
		return false, err
	}
	l.Depth = depth
	return l.finishLevel(v)
}
