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
	// cellSlack is the multiple of its even share that a size is assumed to have if counting that many took too
	// much work. cellRounds bounds the repeated counts of sizes that have more solutions than counted and need
	// more.
	cellSlack  = 4
	cellRounds = 2
	// cellsWork bounds the work of counting the sizes of all depths. Each size gets at least
	// cellLeast, and cellNode for each node and variable of the form.
	cellsWork = 12 * engine.CountWork
	cellLeast = 50_000
	cellNode  = 4
	// cellsMost is the greatest number of sizes of one depth that are examined, cellsSome the
	// least.
	cellsMost, cellsSome = 64, 8
	// cellsFew is a common number of sizes.
	cellsFew = 16
	// solutionLeast and solutionNode bound the work of finding one solution of a size.
	// solutionNode is for each node and variable of the form.
	solutionLeast, solutionNode = 1000, 16
)

// A cell is the solutions of one depth and one size.
type cell struct {
	size   int32
	solver *search.Solver
	// count is the number of solutions counted so far. open means that there are more, empty that there is
	// certainly none.
	count, quota int64
	open, empty  bool
	// work is the work of counting them, and later the work that finding them may take.
	work int64
}

// cells counts the solutions of each depth and size within most work. It divides room inputs
// among the depths, and each part among the sizes.
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
			// Solutions that are hard to find take as much as counting them did.
			if c.work = max(c.quota*solutionWork(p.Form), 2*c.work); p.Form.Test != nil {
				// Interpreting takes longer.
				c.work = engine.CountWork / n * cellsFew / n * cellsFew
			}
		}
	}
	return list, nil
}

// repeats reports whether a depth has only the inputs of the depth before. Where functions
// answer, its form has these too, and they are skipped at run time.
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

// alike reports whether the form of a depth, which includes the solutions of lesser depths,
// has only those of the depth before.
func alike(before, f *form.Form) bool {
	same := *f
	same.Level = before.Level
	above := func(v form.Var) bool {
		return v.ByMagnitude || v.Level > before.Level ||
			slices.ContainsFunc(v.Choice, func(a form.Alt) bool { return a.Level > before.Level })
	}
	return f.Below && !slices.ContainsFunc(f.Vars, above) && bytes.Equal(before.AppendBinary(nil), same.AppendBinary(nil))
}

// solutionWork returns how much work finding one of several solutions may take: deciding each
// variable a few times.
func solutionWork(f *form.Form) int64 {
	return solutionLeast + solutionNode*int64(len(f.Vars)+len(f.Nodes))
}

// countSizes counts the solutions of each size of one depth, up to its even share of part, and
// returns the work that is left.
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

// countOn continues counting in the sizes of a depth that have more solutions than counted and need more. It
// returns the remaining work.
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

// countCell counts the solutions of a cell up to most+1. A cell has many if it has some and
// counting took all its work.
func (l *loop) countCell(c *cell, most, many, work int64) {
	var all bool
	c.count, c.work, all = l.countSize(c.solver, c.size, most, many, work)
	c.open, c.empty = c.count == most+1, all && c.count == 0
}

// countSize counts the solutions of one size up to most+1. It returns many if there are some and counting took
// all its work. All reports that there are no others.
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
		// The first values may be far from any solution.
		for range s.Spread(size, 1) {
			n = many
		}
		did += s.Stats().Work
	}
	return n, did, all
}

// greatest looks for the greatest size of which a solution is found soon. It tries sizes over
// the whole range, and then between two of them.
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

// someSizes returns n sizes from lo to hi, or all if they are no more: the least ones, then
// others at growing distances.
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

// share divides the budget evenly over the depths, and each part evenly over the sizes. None
// gets more than it has.
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

// divide divides the budget evenly. None gets more than its count.
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
