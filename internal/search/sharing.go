package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
)

// A sharing makes a search take only some solutions, the same number from each branch.
type sharing struct {
	// each is the number of solutions per shape. It is 0 if quota is divided among the shapes, each
	// of which then gives one solution, or a few if it is large. more is how many of the shapes
	// give one solution more than each.
	each, more int64
	// shapes is the number of shapes, shape the index of the current one.
	shapes, shape int64
	// quota is how many more solutions the current branch is to give.
	quota int64
	// wanted is the quota at the start, size the size of the solutions. placed is, by length of the
	// path, how much of the size the path determines.
	wanted int64
	size   int32
	placed []int32
	// rand chooses where the parts of a cut begin, so that branches which give one solution each do
	// not all give the same one.
	rand form.SplitMix
	// drawn says that the automaton drew the shape and the data it knows.
	drawn bool
	// wary passes data to the automaton from the first one on, because that helped before.
	wary bool
	// failed is the number of failures at the last solution, or at the start of the shape; begun is
	// the number at the start of the shape. given counts the solutions since. lost says that there
	// were too many failures.
	failed, begun, given int64
	lost                 bool
	// until is the work at which the current part of a wide domain ends.
	until int64
	// plain makes a shape give its first solutions. ended says that it has given enough.
	plain, ended bool
	// passed says that some alternatives were not tried because no quota was left for them.
	passed bool
	// full counts the shapes that gave all solutions asked for.
	full int64
	// marks are hashes of the solutions of the current shape, so that none is given twice if its
	// data are searched again. several says that more than one solution is wanted, marked that
	// every solution so far has a mark.
	marks           map[uint64]struct{}
	several, marked bool
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
		if s.possible(x, j) && (!divides || s.promising(x, j)) {
			open = append(open, j)
		}
	}
	if len(open) == 0 {
		return true
	}
	c := s.sharing.cut(int64(len(open)), !divides)
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
	s.sharing.passed = s.sharing.passed || tried < len(open)
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
	case sh.quota < 2*sh.data():
		return false
	}
	// The number of halvings of the quota keeps pace with the placed part of the size.
	placed := int64(0)
	if path > 0 {
		placed = int64(sh.placed[path])
	}
	return int64(bits.Len64(uint64(sh.quota)))*int64(sh.size) >= int64(bits.Len64(uint64(sh.wanted)))*(int64(sh.size)-placed)
}

// data returns how many solutions a large shape gives.
func (sh *sharing) data() int64 { return max(sharedData, int64(sh.size)/sharedSmall) }

// pass records that the path, now of the given length, ends in a value of v.
func (sh *sharing) pass(v *form.Var, value int64, path int) {
	placed := int32(0)
	if path > 1 {
		placed = sh.placed[path-1]
	}
	if i := choiceIndex(v, value); i >= 0 {
		placed += v.Choice[i].Size
	}
	for len(sh.placed) <= path {
		sh.placed = append(sh.placed, 0)
	}
	sh.placed[path] = placed
}

// atShape takes the share of the current shape. It returns false to stop the search.
func (s *Solver) atShape() bool {
	sh := s.sharing
	kept, want := sh.quota, min(sh.quota, 1)
	if sh.size >= sharedSmall && sh.quota < 2*sh.data() {
		want = sh.quota
	}
	if sh.each > 0 {
		want = sh.each
		if sh.more > 0 {
			want += sh.more*(sh.shape+1)/sh.shapes - sh.more*sh.shape/sh.shapes
		}
		sh.shape++
	}
	ok := s.dataShared(want)
	sh.quota += kept - want
	return ok
}

// dataShared takes the wanted number of solutions of a shape; quota is then how many are missing.
// If evenly spread values seldom have a solution, the rest are the first solutions in order. It
// returns false to stop the search.
func (s *Solver) dataShared(want int64) bool {
	sh := s.sharing
	sh.quota = want
	sh.begin(s.stats.Failures)
	sh.several, sh.marked = want > 1, true
	clear(sh.marks)
	ok := want == 0 || s.data.run()
	if ok && sh.lost && sh.quota > 0 && sh.marked {
		sh.plain, sh.ended = true, false
		limit := s.data.limit
		s.data.limit = tableLimit
		ok = s.data.run() || sh.ended
		s.data.limit, sh.plain = limit, false
	}
	if sh.quota == 0 {
		sh.full++
	}
	return ok
}

// found counts a solution, given the number of failures so far. It reports whether another one of
// the shape is wanted.
func (sh *sharing) found(failures int64) bool {
	sh.quota--
	sh.given++
	sh.failed = failures
	sh.ended = sh.plain && sh.quota == 0
	return !sh.ended
}

// begin starts to count failures from the given number.
func (sh *sharing) begin(failures int64) {
	sh.failed, sh.begun, sh.given, sh.lost = failures, failures, 0, false
}

// loses sets lost if the failures so far are too many.
func (sh *sharing) loses(failures int64) {
	sh.lost = failures-sh.failed > sharedFails || failures-sh.begun > sharedFails+sharedRate*sh.given
}

// repeats reports whether a solution was given before, and marks it.
func (sh *sharing) repeats(x []int64) bool {
	if !sh.several || !sh.marked {
		return false
	}
	// FNV-1a over whole numbers.
	h := uint64(14695981039346656037)
	for _, k := range x {
		h = (h ^ uint64(k)) * 1099511628211
		h ^= h >> 32
	}
	if _, ok := sh.marks[h]; ok || sh.plain {
		return ok // A search in order does not repeat itself.
	}
	if len(sh.marks) == sharedMarks {
		sh.marks, sh.marked = nil, false
		return false
	}
	if sh.marks == nil {
		sh.marks = map[uint64]struct{}{}
	}
	sh.marks[h] = struct{}{}
	return false
}

// shares reports whether values have shares.
func (sh *sharing) shares() bool { return sh != nil && !sh.plain }

// A cut divides the quota of a branch among n parts. What one part does not use goes to the next
// ones.
type cut struct {
	sh          *sharing
	whole, used int64
	n, phase    uint64
	i           uint64 // the current part, from 1 on
}

// cut starts a cut. If there are fewer solutions than parts, the last part has one, unless turns is
// set or the quota is 1: then the parts that have one are chosen at random.
func (sh *sharing) cut(n int64, turns bool) cut {
	c := cut{sh: sh, whole: sh.quota, n: uint64(n)}
	if n > 1 && (turns || sh.quota == 1) {
		c.phase = sh.rand.Below(c.n)
	}
	return c
}

// next sets the quota to the share of the next part that has one, and returns the number of this
// part. It returns 0 after the last part.
func (c *cut) next() int64 {
	if c.used >= c.whole {
		return 0
	}
	// The i-th part ends at (whole*i + phase) / n. This finds the least one that ends after what
	// was used.
	hi, lo := bits.Mul64(uint64(c.used)+1, c.n)
	lo, borrow := bits.Sub64(lo, c.phase, 0)
	lo, carry := bits.Add64(lo, uint64(c.whole)-1, 0)
	i, _ := bits.Div64(hi-borrow+carry, lo, uint64(c.whole))
	if c.i = max(c.i+1, i); c.i > c.n {
		return 0
	}
	hi, lo = bits.Mul64(uint64(c.whole), c.i)
	lo, carry = bits.Add64(lo, c.phase, 0)
	end, _ := bits.Div64(hi+carry, lo, c.n)
	c.sh.quota = int64(end) - c.used
	return int64(c.i)
}

// all sets the quota to all that is left, and returns the number of a part, from a random one on to
// the last. It returns 0 after that.
func (c *cut) all() int64 {
	if c.i++; c.i == 1 {
		c.i = 1 + c.phase
	}
	if !c.rest() || c.i > c.n {
		return 0
	}
	return int64(c.i)
}

// rest sets the quota to what no part has used, and reports whether that is positive.
func (c *cut) rest() bool {
	c.sh.quota = c.whole - c.used
	return c.sh.quota > 0
}

// done counts what a part has used of its share.
func (c *cut) done(share int64) { c.used += share - c.sh.quota }

// end sets the quota of the branch to what all parts left.
func (c *cut) end() { c.sh.quota = c.whole - c.used }
