package loop

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
)

const (
	// cellSlack is how many times its even share a size is taken to have where
	// counting as much took too much work. cellRounds is how often sizes that have
	// more than was counted, and are to give more, are counted anew.
	cellSlack  = 4
	cellRounds = 2
	// cellsWork is how much work counting the sizes of all depths may take. One
	// of them has at least cellLeast, and cellNode for each node and variable of
	// the form.
	cellsWork = 12 * engine.CountWork
	cellLeast = 50_000
	cellNode  = 4
	// cellsMost is how many sizes of one depth are looked at at most, and
	// cellsSome at least, where there are as many.
	cellsMost, cellsSome = 64, 8
	// cellsFew is a number of sizes that there are commonly.
	cellsFew = 16
	// solutionLeast and solutionNode are the work that finding one solution of
	// a size may take, the latter for each node and variable of the form.
	solutionLeast, solutionNode = 1000, 16
)

// A cell is what there is of one depth and one size.
type cell struct {
	size   int32
	solver *search.Solver
	// count is the number of its solutions, or of as many as were counted: then
	// open says that there are more, empty that there is certainly none.
	count, quota int64
	open, empty  bool
	// work is what counting took, and then what finding them may take.
	work int64
}

// cells counts what there is of each depth and size with so much work, and divides room
// for so many among the depths, and what one has among its sizes.
func (l *loop) cells(problems []*question, room, most int64) ([][]*cell, error) {
	list := make([][]*cell, len(problems))
	solvers := make([]*search.Solver, len(problems))
	for i, p := range problems {
		s, err := search.New(p.Form)
		if err != nil {
			return nil, err
		}
		solvers[i] = s
	}
	depths := int64(len(slices.DeleteFunc(slices.Clone(problems), func(p *question) bool { return p.repeats })))
	part := room/depths + 1
	atOnce := aheadDepths
	if tested(problems) {
		atOnce = 1
	}
	work := make([]int64, len(problems))
	inParallel(len(problems), atOnce, func(i int) {
		if !problems[i].repeats {
			list[i], work[i] = l.countSizes(solvers[i], problems[i], part, most/depths)
		}
	})
	share(list, room)
	for range cellRounds {
		inParallel(len(problems), atOnce, func(i int) { work[i] = l.countOn(list[i], work[i]) })
		share(list, room)
	}
	n := int64(cellsFew)
	for _, c := range slices.Concat(list...) {
		n += min(c.quota, 1)
	}
	for i, p := range problems {
		for _, c := range list[i] {
			// Those that are hard to find take what counting as many took.
			if c.work = max(c.quota*solutionWork(p.Form), 2*c.work); p.Form.Test != nil {
				// What is interpreted takes longer.
				c.work = engine.CountWork / n * cellsFew / n * cellsFew
			}
		}
	}
	return list, nil
}

// repeats tells whether a depth has no inputs but those of the one before: where
// functions answer, its form has these as well, and they are left out when they run.
func (l *loop) repeats(ctx context.Context, depth int, before, f *form.Form) (bool, error) {
	if l.Answers == nil || !alike(before, f) {
		return false, nil
	}
	all, err := l.Answers(ctx, depth)
	for _, list := range all {
		for _, a := range list {
			if a.Within[depth] > a.Within[depth-1] {
				return false, err
			}
		}
	}
	return err == nil, err
}

// alike tells whether the form of a depth, which has the solutions of lesser depths as
// well, has no others than that of the depth before.
func alike(before, f *form.Form) bool {
	same := *f
	same.Level = before.Level
	above := func(v form.Var) bool {
		return v.ByMagnitude || v.Level > before.Level ||
			slices.ContainsFunc(v.Choice, func(a form.Alt) bool { return a.Level > before.Level })
	}
	return f.Below && !slices.ContainsFunc(f.Vars, above) && bytes.Equal(before.AppendBinary(nil), same.AppendBinary(nil))
}

// solutionWork is how much work finding one of several solutions of a form may
// take: as much as deciding each of its variables a few times.
func solutionWork(f *form.Form) int64 {
	return solutionLeast + solutionNode*int64(len(f.Vars)+len(f.Nodes))
}

// countSizes counts the solutions of each size of one depth that has a part of the
// budget, as many as its even share, with so much work, and returns what is left of
// that.
func (l *loop) countSizes(s *search.Solver, p *question, part, work int64) (cells []*cell, left int64) {
	lo, hi := s.Sizes()
	if lo > hi {
		return nil, work
	}
	least := max(cellLeast, cellNode*int64(len(p.Form.Vars)+len(p.Form.Nodes)))
	hi = l.greatest(s, lo, hi, least)
	sizes := someSizes(lo, hi, int(min(max(work/least, cellsSome), cellsMost)))
	even := part/int64(min(len(sizes), cellsFew)) + 1
	for i, size := range sizes {
		if work <= 0 && i >= cellsSome || l.expired() {
			break
		}
		c := &cell{size: size, solver: s}
		l.countCell(c, part/int64(len(sizes))+1, even*cellSlack, max(least, work/int64(len(sizes)-i)))
		work -= c.work
		cells = append(cells, c)
	}
	return cells, work
}

// countOn counts the sizes of a depth that have more than was counted and are to
// give more than that, with so much work, and returns what is left of it.
func (l *loop) countOn(cells []*cell, work int64) int64 {
	short := slices.DeleteFunc(slices.Clone(cells), func(c *cell) bool { return !c.open || c.quota <= c.count })
	for i, c := range short {
		if work <= 0 || l.expired() {
			break
		}
		l.countCell(c, c.quota, c.quota, work/int64(len(short)-i))
		work -= c.work
	}
	return work
}

// countCell counts the solutions of a cell, at most one more than most. Where
// there are some, but counting them took all its work, it has many.
func (l *loop) countCell(c *cell, most, many, work int64) {
	var all bool
	c.count, c.work, all = l.countSize(c.solver, c.size, most, many, work)
	c.open, c.empty = c.count == most+1, all && c.count == 0
}

// countSize counts the solutions of one size, at most one more than most. Where
// there are some, but counting them took all its work, it says many. All says that
// there are no others.
func (l *loop) countSize(s *search.Solver, size int32, most, many, work int64) (n, did int64, all bool) {
	s.Options = search.Options{Size: size, OneSize: true, Stall: engine.StallHelped, Work: work, Quit: l.expired, Most: most + 1}
	for range s.Solutions() {
		if n++; n > most {
			break
		}
	}
	did = s.Stats().Work
	switch {
	case s.Stalled() == nil:
		all = n <= most
	case n > 0:
		n = many
	case most > 0:
		// The first in order may be far from where there are some.
		for range s.Spread(size, 1) {
			n = many
		}
		did += s.Stats().Work
	}
	return n, did, all
}

// greatest looks for the greatest size of which a solution is found soon, where
// there are many: of some sizes all over, then between two of these.
func (l *loop) greatest(s *search.Solver, lo, hi int32, work int64) int32 {
	if hi-lo < cellsMost {
		return hi
	}
	some := func(size int32) bool {
		n, _, _ := l.countSize(s, size, 0, 1, work)
		return n > 0
	}
	step := (hi - lo + cellsFew - 1) / cellsFew
	top, beyond := hi, hi
	for ; !some(top); top, beyond = top-step, top {
		if top-lo < step || l.expired() {
			top = lo
			break
		}
	}
	for beyond-top > 1 && !l.expired() {
		if mid := top + (beyond-top)/2; some(mid) {
			top = mid
		} else {
			beyond = mid
		}
	}
	return max(top, lo+cellsFew)
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

// share gives each depth as much of the budget as the others, or all it has, and
// of that each of its sizes as much as its others.
func share(depths [][]*cell, budget int64) {
	counts := func(cells []*cell) (list []int64, sum int64) {
		for _, c := range cells {
			n := c.count
			if c.open {
				n = max(n, budget)
			}
			list, sum = append(list, n), sum+n
		}
		return list, sum
	}
	var sums []int64
	for _, cells := range depths {
		_, sum := counts(cells)
		sums = append(sums, sum)
	}
	for i, part := range divide(sums, budget) {
		list, _ := counts(depths[i])
		for j, quota := range divide(list, part) {
			depths[i][j].quota = quota
		}
	}
}

// divide gives each as much as the others, or all it has.
func divide(counts []int64, budget int64) []int64 {
	order := make([]int, len(counts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(counts[i], counts[j]) })
	parts := make([]int64, len(counts))
	for i, at := range order {
		parts[at] = min(counts[at], budget/int64(len(order)-i))
		budget -= parts[at]
	}
	return parts
}
