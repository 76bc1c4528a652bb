package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
)

// A sharing makes a search take only some solutions, the same number from each branch.
type sharing struct {
	// each is the number of solutions per shape. It is 0 if quota is divided among the shapes, each
	// of which then gives one solution, or a few if it is large. extra is how many of the shapes
	// give one solution more than each.
	each, extra int64
	// shapes is the number of shapes, shape the index of the current one.
	shapes, shape int64
	// quota is how many more solutions the current branch is to give.
	quota int64
	// wanted is the quota at the start, size the size of the solutions. decidedSizes is, by length
	// of the path, how much of the size the path determines.
	wanted       int64
	size         int32
	decidedSizes []int32
	// rand chooses where the parts of a cut begin, so that branches which give one solution each do
	// not all give the same one.
	rand form.SplitMix
	// failuresAtSolution is the number of failures at the last solution, or at the start of the
	// shape; failuresAtStart is the number at the start of the shape. solutionsGiven counts the
	// solutions since. tooManyFailures says that there were too many failures.
	failuresAtSolution, failuresAtStart, solutionsGiven int64
	tooManyFailures                                     bool
	// workUntil is the work at which the current part of a wide domain ends.
	workUntil int64
	// inOrder makes a shape give its first solutions. gaveEnough says that it has given enough.
	inOrder, gaveEnough bool
	// skippedAny says that some alternatives were not tried because no quota was left for them.
	skippedAny bool
	// fullShapes counts the shapes that gave all solutions asked for.
	fullShapes int64
	// marks are hashes of the solutions of the current shape, so that none is given twice if its
	// data are searched again. wantsSeveral says that more than one solution is wanted, allMarked
	// that every solution so far has a mark.
	marks                   map[uint64]struct{}
	wantsSeveral, allMarked bool
}

// sharedMarks is the most solutions of a shape that get marks. A shape with more is not searched
// again.
const sharedMarks = 1 << 18

// sharedFails is how many failures in a row the data of a shape may meet before the values are
// tried in order, as without a sharing. It also bounds the failures in all, with sharedRate more
// for each solution.
const (
	sharedFails = 512
	sharedRate  = 32
)

const (
	// sharedEarly is the number of parts into which the quota is divided as soon as there are
	// alternatives. From size sharedSmall on, the quota of such a part is divided later. So
	// solutions share more than their last parts, but are not each searched for from the start.
	// sharedData is the least number of solutions per shape then, with one more for each
	// sharedSmall of the size.
	sharedEarly = 16
	sharedSmall = 32
	sharedData  = 4
)

// branchShared is branch if each alternative has a share. Alternatives without a share are tried if
// the others have no solution.
func (s *Solver) branchShared(i int, x int32) bool {
	var room [8]int
	open := room[:0]
	divides := s.sharing.divides(len(s.path))
	for j := range s.form.Vars[x].Choice {
		// If the quota is not divided, choose finds out whether an alternative is promising.
		if s.netAllows(x, j) && (!divides || s.automatonAllows(x, j)) {
			open = append(open, j)
		}
	}
	if len(open) == 0 {
		return true
	}
	c := s.sharing.newCut(int64(len(open)), !divides)
	next := c.next
	if !divides {
		next = c.all
	}
	first, tried := int64(0), 0
	for k := next(); k > 0; k = next() {
		if first == 0 {
			first = k
		}
		share := s.sharing.quota
		if tried++; !s.choose(i, x, open[k-1], false) {
			return false
		}
		c.done(share)
	}
	for k := int64(1); k < first && (c.used == 0 || k > 1) && c.rest(); k++ {
		share := s.sharing.quota
		if tried++; !s.choose(i, x, open[k-1], false) {
			return false
		}
		c.done(share)
	}
	s.sharing.skippedAny = s.sharing.skippedAny || tried < len(open)
	c.end()
	return true
}

// divides reports whether the quota is divided among the alternatives after a path of this length.
func (sh *sharing) divides(path int) bool {
	switch {
	case sh.quota == 1:
		return false
	case sh.size < sharedSmall || sh.wanted/sh.quota < sharedEarly:
		return true
	case sh.quota < 2*sh.dataQuota():
		return false
	}
	// The number of halvings of the quota keeps pace with the placed part of the size.
	placed := int64(0)
	if path > 0 {
		placed = int64(sh.decidedSizes[path])
	}
	return int64(bits.Len64(uint64(sh.quota)))*int64(sh.size) >= int64(bits.Len64(uint64(sh.wanted)))*(int64(sh.size)-placed)
}

// dataQuota returns how many solutions a large shape gives.
func (sh *sharing) dataQuota() int64 { return max(sharedData, int64(sh.size)/sharedSmall) }

// notePath records that the path, now of the given length, ends in a value of v.
func (sh *sharing) notePath(v *form.Var, value int64, path int) {
	placed := int32(0)
	if path > 1 {
		placed = sh.decidedSizes[path-1]
	}
	if i := choiceIndex(v, value); i >= 0 {
		placed += v.Choice[i].Size
	}
	for len(sh.decidedSizes) <= path {
		sh.decidedSizes = append(sh.decidedSizes, 0)
	}
	sh.decidedSizes[path] = placed
}

// takeFromShape takes the share of the current shape. It returns false to stop the search.
func (s *Solver) takeFromShape() bool {
	sh := s.sharing
	kept, want := sh.quota, min(sh.quota, 1)
	if sh.size >= sharedSmall && sh.quota < 2*sh.dataQuota() {
		want = sh.quota
	}
	if sh.each > 0 {
		want = sh.each
		if sh.extra > 0 {
			want += sh.extra*(sh.shape+1)/sh.shapes - sh.extra*sh.shape/sh.shapes
		}
		sh.shape++
	}
	ok := s.takeData(want)
	sh.quota += kept - want
	return ok
}

// takeData takes the wanted number of solutions of a shape; quota is then how many are missing.
// If evenly spread values seldom have a solution, the rest are the first solutions in order. It
// returns false to stop the search.
func (s *Solver) takeData(want int64) bool {
	sh := s.sharing
	sh.quota = want
	sh.resetFailures(s.stats.Failures)
	sh.wantsSeveral, sh.allMarked = want > 1, true
	clear(sh.marks)
	ok := want == 0 || s.data.run()
	if ok && sh.tooManyFailures && sh.quota > 0 && sh.allMarked {
		sh.inOrder, sh.gaveEnough = true, false
		limit := s.data.limit
		s.data.limit = tableLimit
		ok = s.data.run() || sh.gaveEnough
		s.data.limit, sh.inOrder = limit, false
	}
	if sh.quota == 0 {
		sh.fullShapes++
	}
	return ok
}

// found counts a solution, given the number of failures so far. It reports whether another one of
// the shape is wanted.
func (sh *sharing) found(failures int64) bool {
	sh.quota--
	sh.solutionsGiven++
	sh.failuresAtSolution = failures
	sh.gaveEnough = sh.inOrder && sh.quota == 0
	return !sh.gaveEnough
}

// resetFailures starts to count failures from the given number.
func (sh *sharing) resetFailures(failures int64) {
	sh.failuresAtSolution, sh.failuresAtStart, sh.solutionsGiven, sh.tooManyFailures = failures, failures, 0, false
}

// noteFailures sets tooManyFailures if the failures so far are too many.
func (sh *sharing) noteFailures(failures int64) {
	sh.tooManyFailures = failures-sh.failuresAtSolution > sharedFails || failures-sh.failuresAtStart > sharedFails+sharedRate*sh.solutionsGiven
}

// repeats reports whether a solution was given before, and marks it.
func (sh *sharing) repeats(x []int64) bool {
	if !sh.wantsSeveral || !sh.allMarked {
		return false
	}
	// FNV-1a over whole numbers.
	h := uint64(14695981039346656037)
	for _, k := range x {
		h = (h ^ uint64(k)) * 1099511628211
		h ^= h >> 32
	}
	if _, ok := sh.marks[h]; ok || sh.inOrder {
		return ok // A search in order does not repeat itself.
	}
	if len(sh.marks) == sharedMarks {
		sh.marks, sh.allMarked = nil, false
		return false
	}
	if sh.marks == nil {
		sh.marks = map[uint64]struct{}{}
	}
	sh.marks[h] = struct{}{}
	return false
}

// limitsValues reports whether values have shares.
func (sh *sharing) limitsValues() bool { return sh != nil && !sh.inOrder }

// A cut divides the quota of a branch among n parts. What one part does not use goes to the next
// ones.
type cut struct {
	sharing      *sharing
	whole, used  int64
	parts, phase uint64
	part         uint64 // the current part, from 1 on
}

// newCut starts a cut. If there are fewer solutions than parts, the last part has one, unless turns
// is set or the quota is 1: then the parts that have one are chosen at random.
func (sh *sharing) newCut(n int64, turns bool) cut {
	c := cut{sharing: sh, whole: sh.quota, parts: uint64(n)}
	if n > 1 && (turns || sh.quota == 1) {
		c.phase = sh.rand.Below(c.parts)
	}
	return c
}

// next sets the quota to the share of the next part that has one, and returns the number of this
// part. It returns 0 after the last part.
func (c *cut) next() int64 {
	if c.used >= c.whole {
		return 0
	}
	// The i-th part ends at (whole*i + phase) / parts. This finds the least one that ends after
	// what was used.
	hi, lo := bits.Mul64(uint64(c.used)+1, c.parts)
	lo, borrow := bits.Sub64(lo, c.phase, 0)
	lo, carry := bits.Add64(lo, uint64(c.whole)-1, 0)
	i, _ := bits.Div64(hi-borrow+carry, lo, uint64(c.whole))
	if c.part = max(c.part+1, i); c.part > c.parts {
		return 0
	}
	hi, lo = bits.Mul64(uint64(c.whole), c.part)
	lo, carry = bits.Add64(lo, c.phase, 0)
	end, _ := bits.Div64(hi+carry, lo, c.parts)
	c.sharing.quota = int64(end) - c.used
	return int64(c.part)
}

// all sets the quota to all that is left, and returns the number of a part, from a random one on to
// the last. It returns 0 after that.
func (c *cut) all() int64 {
	if c.part++; c.part == 1 {
		c.part = 1 + c.phase
	}
	if !c.rest() || c.part > c.parts {
		return 0
	}
	return int64(c.part)
}

// rest sets the quota to what no part has used, and reports whether that is positive.
func (c *cut) rest() bool {
	c.sharing.quota = c.whole - c.used
	return c.sharing.quota > 0
}

// done counts what a part has used of its share.
func (c *cut) done(share int64) { c.used += share - c.sharing.quota }

// end sets the quota of the branch to what all parts left.
func (c *cut) end() { c.sharing.quota = c.whole - c.used }
