package check

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/search"
)

const (
	// countWork is how many steps of propagation counting the solutions of a
	// depth may take; a depth for which that is too little is taken to fit.
	countWork = 5_000_000
	// countPace is how many times that is taken where as small a part of what
	// is left was counted.
	countPace = 8
	// countMost is the greatest number of candidates that are counted where
	// native filters reject some.
	countMost = 5_000_000
	// cellSlack is how many times its even share is counted of each size.
	cellSlack = 4
	// cellsWork is how much work counting the sizes of all depths may take. One
	// of them has at least cellLeast, and cellNode for each node and variable of
	// the form.
	cellsWork = 2 * countWork
	cellLeast = 50_000
	cellNode  = 8
	// cellsMost is how many sizes of one depth are looked at at most, and
	// cellsSome at least, where there are as many.
	cellsMost, cellsSome = 64, 8
	// cellsFew is a number of sizes that there are commonly, cellsBlank how many
	// without a solution are gone past, beside as many as were gone through
	// before the last that has one.
	cellsFew, cellsBlank = 16, 16
)

// fits tells whether the inputs of a depth are no more than what is left of
// the budget. It counts them, without running any.
func (l *loop) fits(p *problem) (bool, error) {
	if l.limits.Inputs == 0 {
		return true, nil
	}
	most := l.room()
	if len(p.opaque) > len(p.tested) && l.Inputs > 0 {
		// Of the candidates as many are taken to be inputs as were so far.
		hi, lo := bits.Mul64(uint64(most), uint64(l.Inputs+l.rejected))
		most = countMost
		if hi == 0 {
			most = int64(min(lo/uint64(l.Inputs), countMost))
		}
	}
	if assignments(p.form, most) <= most {
		return true, nil
	}
	s, err := search.New(p.form)
	if err != nil {
		return false, err
	}
	// Where there are many, it is worth to count longer.
	n := countTo(s, most, countWork, l.expired)
	if n <= most && n >= most/countPace {
		n = countTo(s, most, countPace*countWork, l.expired)
	}
	return n <= most, nil
}

// countTo counts the solutions of a form, at most one more than most, with so
// much work. Of what it is stuck with it counts none.
func countTo(s *search.Solver, most, work int64, quit func() bool) (n int64) {
	s.Options = search.Options{Stall: stallHelped, Work: work, Quit: quit}
	for {
		for range s.Solutions() {
			if n++; n > most {
				return n
			}
		}
		stall := s.Stalled()
		if stall == nil || s.Options.Work <= s.Stats().Work || quit() {
			return n
		}
		s.Options.Work -= s.Stats().Work
		s.Options.Size, s.Options.After = stall.Size, stall.Shape
	}
}

// assignments bounds the number of solutions of a form from above, or says that
// they may be more than most.
func assignments(f *search.Form, most int64) int64 {
	// The assignments to what hangs on a variable, for each of its values.
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

// A cell is what there is of one depth and one size.
type cell struct {
	depth  int
	size   int32
	solver *search.Solver
	// count is the number of its solutions, or of as many as were counted.
	count, quota int64
	// work is what counting took, and then what finding them may take.
	work int64
}

// spreadOver spends what is left of the budget on this depth and the greater
// ones, evenly on their sizes and shapes.
func (l *loop) spreadOver(ctx context.Context, depth int, first *problem) error {
	problems := []*problem{first}
	for d := depth + 1; d <= l.limits.Depth; d++ {
		if more, err := l.enter(d); err != nil {
			return err
		} else if !more {
			break
		}
		p, err := l.pose(d)
		if errors.Is(err, encode.ErrTooLarge) {
			break
		}
		if err != nil {
			return err
		}
		problems = append(problems, p)
	}
	cells, err := l.cells(depth, problems)
	if err != nil {
		return err
	}
	before := l.Inputs
	for i, p := range problems {
		if err := l.bind(depth + i); err != nil {
			return err
		}
		for j, why := range p.opaque {
			l.opaque[j] = why
		}
		more, err := l.some(ctx, &level{depth: depth + i, problem: p}, cells[i])
		if err != nil {
			return fmt.Errorf("depth %d: %w", depth+i, err)
		}
		if !more {
			break
		}
	}
	if l.Cut == "" {
		l.spent = fmt.Sprintf("%s, %d of them spread over the sizes and shapes of %s", l.spentInputs(), l.Inputs-before, between(depth, depth+len(problems)-1))
	}
	return nil
}

func between(from, to int) string {
	if from == to {
		return fmt.Sprintf("depth %d", from)
	}
	return fmt.Sprintf("depths %d to %d", from, to)
}

// cells counts what there is of each depth and size, and divides what is left
// of the budget among them.
func (l *loop) cells(depth int, problems []*problem) ([][]*cell, error) {
	list := make([][]*cell, len(problems))
	solvers := make([]*search.Solver, len(problems))
	sizes := int64(0)
	for i, p := range problems {
		s, err := search.New(p.form)
		if err != nil {
			return nil, err
		}
		lo, hi := s.Sizes()
		solvers[i], sizes = s, sizes+max(0, int64(hi)-int64(lo)+1)
	}
	if sizes == 0 {
		return list, nil
	}
	var all []*cell
	most := l.room()/min(sizes, cellsFew)*cellSlack + 1
	work := int64(cellsWork)
	for i, s := range solvers {
		list[i] = l.countSizes(s, problems[i], depth+i, most, work/int64(len(solvers)-i))
		for _, c := range list[i] {
			work -= c.work
		}
		all = append(all, list[i]...)
	}
	divide(all, l.room())
	n := int64(0)
	for _, c := range all {
		n += min(c.quota, 1)
	}
	n = max(n, cellsFew)
	tested := slices.ContainsFunc(problems, func(p *problem) bool { return p.form.Test != nil })
	for _, c := range all {
		// All together take no more than a few do, however many they are; of
		// what is interpreted, where a step takes longer, even less.
		c.work = countWork * cellsFew / n
		if tested {
			c.work = c.work * cellsFew / n
		}
	}
	return list, nil
}

// countSizes counts the solutions of each size of one depth, at most one more than
// most, with so much work. Where many sizes have none that can be found so soon,
// the greater ones are taken to have none either.
func (l *loop) countSizes(s *search.Solver, p *problem, depth int, most, work int64) (cells []*cell) {
	lo, hi := s.Sizes()
	least := max(cellLeast, cellNode*int64(len(p.form.Vars)+len(p.form.Nodes)))
	sizes := someSizes(lo, hi, int(min(max(work/least, cellsSome), cellsMost)))
	last, blank := lo, 0
	for i, size := range sizes {
		if work <= 0 && i >= cellsSome || int64(size) > 2*int64(last)+cellsBlank && blank > 0 || l.expired() {
			break
		}
		c := &cell{depth: depth, size: size, solver: s}
		s.Options = search.Options{Size: size, OneSize: true, Stall: stallHelped, Work: max(least, work/int64(len(sizes)-i)), Quit: l.expired}
		for range s.Solutions() {
			if c.count++; c.count > most {
				break
			}
		}
		c.work = s.Stats().Work
		work -= c.work
		blank++
		if c.count > 0 {
			last, blank = size, 0
			if s.Stalled() != nil {
				c.count = most // there may be as many
			}
		}
		cells = append(cells, c)
	}
	return cells
}

// someSizes gives n sizes from lo to hi, or all where they are no more: the least
// ones, and then ever rarer ones.
func someSizes(lo, hi int32, n int) (sizes []int32) {
	for size := int64(lo); size <= int64(hi) && len(sizes) < n; {
		sizes = append(sizes, int32(size))
		left := n - len(sizes)
		step := int64(1)
		if left < n/2 {
			step = max(1, (int64(hi)-size)>>max(0, left-1))
		}
		size += step
	}
	return sizes
}

// expired tells whether the time of the function is over.
func (l *loop) expired() bool { return !l.until.IsZero() && time.Now().After(l.until) }

// divide gives each cell as much as the others, or all it has.
func divide(cells []*cell, budget int64) {
	open := slices.Clone(cells)
	slices.SortStableFunc(open, func(a, b *cell) int { return int(min(1, max(-1, a.count-b.count))) })
	for i, c := range open {
		c.quota = min(c.count, budget/int64(len(open)-i))
		budget -= c.quota
	}
}

// streams gives the inputs of the cells of one depth. What one leaves of its
// part goes to the next.
func (l *loop) streams(cells []*cell) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		left := int64(0)
		for _, c := range cells {
			quota := c.quota + left
			c.solver.Options = search.Options{Stall: stallHelped, Work: c.work, Quit: l.expired}
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

// some runs some of the inputs of a level. It tells whether the next one is to
// be tried.
func (l *loop) some(ctx context.Context, v *level, cells []*cell) (more bool, err error) {
	for {
		job := l.job(v)
		before := v.tallies()
		job.Streams, job.Skip = skipping(within(l.shard, l.streams(cells)), v.Consumed), 0
		tally, err := l.run.Run(ctx, job)
		if err != nil {
			return false, err
		}
		l.seen(v.problem, before)
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
		l.of(v)
		switch {
		case err != nil || confirmed && !l.keep:
			return false, err
		case tally.Cut:
			l.Cut = "time"
			l.spent = fmt.Sprintf("the time of %v ended", l.limits.Time)
			return false, nil
		case tally.Exhausted:
			return true, nil
		case l.left() == 0 || l.rejected >= rejects*l.limits.Inputs:
			return false, nil
		case len(tally.Findings) == 0:
			return false, fmt.Errorf("the job ended after %d inputs without a reason", tally.Called)
		}
	}
}
