package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
)

// A sharing makes a search take only some solutions, the same number of each
// branch.
type sharing struct {
	// each is how many of each shape; 0 when quota is shared out among the
	// shapes, each of which gives one, or a few where they are large. More is how many of all shapes have one
	// more.
	each, more int64
	// shapes is how many there are, shape the number of the present one.
	shapes, shape int64
	// quota is how many more of the present branch.
	quota int64
	// wanted is the quota at the begin, size that of the solutions, and placed, by
	// length of path, how much of it the path has.
	wanted int64
	size   int32
	placed []int32
	// rand says where the parts of a cut begin, so that of two branches which
	// give one solution each it is not the same.
	rand form.SplitMix
	// drawn says that what the automaton knows of was decided by it.
	drawn bool
	// wary tells the automaton of data from the first one on, as it was of use.
	wary bool
	// failed is the number of failures at the last solution, or at the begin of
	// the shape, begun that at the begin, and given how many solutions came since;
	// lost says that there were too many failures.
	failed, begun, given int64
	lost                 bool
	// until is how much work there may have been when the present part of a wide
	// domain ends.
	until int64
	// plain makes a shape give its first solutions; ended says that it has
	// given enough.
	plain, ended bool
	// passed says that alternatives were passed over as nothing was left for them.
	passed bool
	// full counts the shapes of which as many were found as were asked for.
	full int64
	// marks are those of the solutions of the shape, of which several are wanted, so
	// that none is given twice where its data are searched again; marked says that all
	// have one.
	marks           map[uint64]struct{}
	several, marked bool
}

// sharedMarks is how many solutions of a shape are marked: who has as many of a shape
// does without those that another search would find.
const sharedMarks = 1 << 18

// sharedFails is how many failures in a row the data of a shape may meet before
// the values are tried in their order, as where nothing is shared out; and how many in
// all besides sharedRate for each solution.
const (
	sharedFails = 512
	sharedRate  = 32
)

const (
	// sharedEarly is into how many parts what is wanted is divided as soon as there
	// are alternatives, sharedSmall the size from which on what a part has is
	// divided later: so that solutions have more in common than their last parts,
	// but are not looked for from the first one each. sharedData is how many of one
	// shape come then at least, where it has as many; one more for each such size.
	sharedEarly = 16
	sharedSmall = 32
	sharedData  = 4
)

// branchShared is branch where each alternative has its share. Those whose share
// is nothing are tried where the others have no solution.
func (s *Solver) branchShared(i int, x int32) bool {
	var room [8]int
	open := room[:0]
	divides := s.sharing.divides(len(s.path))
	for j := range s.form.Vars[x].Choice {
		// Where that is not divided, what is tried is seen to be promising then.
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

// divides tells whether alternatives behind a path of this length get a part of
// the quota each.
func (sh *sharing) divides(path int) bool {
	switch {
	case sh.quota == 1:
		return false
	case sh.size < sharedSmall || sh.wanted/sh.quota < sharedEarly:
		return true
	case sh.quota < 2*sh.data():
		return false
	}
	// As many halvings as what is placed is of the size.
	placed := int64(0)
	if path > 0 {
		placed = int64(sh.placed[path])
	}
	return int64(bits.Len64(uint64(sh.quota)))*int64(sh.size) >= int64(bits.Len64(uint64(sh.wanted)))*(int64(sh.size)-placed)
}

// data is how many solutions a large shape gives.
func (sh *sharing) data() int64 { return max(sharedData, int64(sh.size)/sharedSmall) }

// pass notes that the path, now of this length, goes on with a value.
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

// atShape takes the solutions of a shape.
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

// dataShared takes so many solutions of a shape; what it leaves of them is the
// quota then. Where values that are spread evenly seldom have a solution, the rest
// are the first ones of all.
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

// found counts a solution, before which there were so many failures, and tells whether
// another one of the shape is wanted.
func (sh *sharing) found(failures int64) bool {
	sh.quota--
	sh.given++
	sh.failed = failures
	sh.ended = sh.plain && sh.quota == 0
	return !sh.ended
}

// begin begins to count failures, of which there were so many.
func (sh *sharing) begin(failures int64) {
	sh.failed, sh.begun, sh.given, sh.lost = failures, failures, 0, false
}

// loses notes that there were so many failures, and whether these are too many.
func (sh *sharing) loses(failures int64) {
	sh.lost = failures-sh.failed > sharedFails || failures-sh.begun > sharedFails+sharedRate*sh.given
}

// repeats tells whether a solution was given before, and notes it.
func (sh *sharing) repeats(x []int64) bool {
	if !sh.several || !sh.marked {
		return false
	}
	// FNV-1a, of whole numbers.
	h := uint64(14695981039346656037)
	for _, k := range x {
		h = (h ^ uint64(k)) * 1099511628211
		h ^= h >> 32
	}
	if _, ok := sh.marks[h]; ok || sh.plain {
		return ok // What is searched in order does not come twice.
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

// shares tells whether values have shares.
func (sh *sharing) shares() bool { return sh != nil && !sh.plain }

// A cut divides what a branch has among n parts. What one does not take goes to
// the next ones.
type cut struct {
	sh          *sharing
	whole, used int64
	n, phase    uint64
	i           uint64 // the part at hand, from 1 on
}

// cut begins one. The last part is among those that have something, unless there
// is but one to be had or the parts get all in turn.
func (sh *sharing) cut(n int64, turns bool) cut {
	c := cut{sh: sh, whole: sh.quota, n: uint64(n)}
	if n > 1 && (turns || sh.quota == 1) {
		c.phase = sh.rand.Below(c.n)
	}
	return c
}

// next gives the sharing what the next part has that has something, and returns
// its number; 0 behind the last.
func (c *cut) next() int64 {
	if c.used >= c.whole {
		return 0
	}
	// The i-th part ends at (whole*i + phase) / n: the least one that ends
	// behind what was used.
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

// all gives the sharing all that is left, and returns the number of a part, from
// an arbitrary one on to the last; 0 behind it.
func (c *cut) all() int64 {
	if c.i++; c.i == 1 {
		c.i = 1 + c.phase
	}
	if !c.rest() || c.i > c.n {
		return 0
	}
	return int64(c.i)
}

// rest gives the sharing all that no part has taken, and tells whether that is
// something.
func (c *cut) rest() bool {
	c.sh.quota = c.whole - c.used
	return c.sh.quota > 0
}

// done takes back what the part left of its share.
func (c *cut) done(share int64) { c.used += share - c.sh.quota }

// end gives the branch what all parts left.
func (c *cut) end() { c.sh.quota = c.whole - c.used }
