package search

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// Spread ranges over at most n solutions of one size, spread evenly over its shapes: each shape
// gives the same number, or all it has. Within a shape they are spread evenly over its data. If
// there are more than n shapes, they are spread evenly over the alternatives, or drawn if they are
// large.
//
// Shapes come in their order. Only the options Stall, Work, Quit and Foci count. The slice is valid
// until the next solution is yielded.
func (s *Solver) Spread(size int32, n int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		s.stop.Stopped = false
		if lo, hi := s.Sizes(); n <= 0 || size < lo || size > hi || !s.prog.Begun {
			return
		}
		if s.spreadTrees(size, n, yield) {
			return
		}
		h := s.apportion(size, n)
		if h.whole() {
			h.first(n, yield)
			return
		}
		left := n
		s.share(size, h.sharing, func(x []int64) bool {
			left--
			return yield(x) && left > 0
		})
	}
}

// A harvest is the result of a search with a sharing.
type harvest struct {
	sharing
	// found counts the solutions, full the shapes that gave their whole share, and seen the shapes
	// searched if each has a share. skipped says that some alternatives were not tried because no
	// quota was left for them.
	found, full, seen int64
	skipped           bool
	// kept are the solutions in order, each as its length and its numbers, in varints. length is
	// the total of their lengths. many is set, and kept nil, if there are too many.
	kept   []byte
	length int
	many   bool
	// numbers is the total length of the long solutions. long says that it exceeds countLimit.
	numbers int64
	long    bool
}

// countLimit is the total length of long solutions after which counting stops. Solutions that have
// arrays of thousands of elements take longer to count than to test.
const countLimit = 1 << 21

// harvestLimit is the greatest total length of solutions that are kept.
const harvestLimit = 1 << 20

// whole reports whether all solutions were kept.
func (h *harvest) whole() bool { return !h.many }

// add records a solution.
func (h *harvest) add(x []int64) {
	h.found++
	if len(x) >= longSolution {
		h.numbers += int64(len(x))
		h.long = h.numbers > countLimit
	}
	if h.length += len(x); h.many || h.length > harvestLimit {
		h.kept, h.many = nil, true
		return
	}
	h.kept = binary.AppendUvarint(h.kept, uint64(len(x)))
	for _, v := range x {
		h.kept = binary.AppendVarint(h.kept, v)
	}
}

// first yields the first n of the kept solutions.
func (h *harvest) first(n int64, yield func([]int64) bool) {
	var x []int64
	for data := h.kept; n > 0 && len(data) > 0; n-- {
		count, k := binary.Uvarint(data)
		data, x = data[k:], x[:0]
		for range count {
			v, k := binary.Varint(data)
			data, x = data[k:], append(x, v)
		}
		if !yield(x) {
			return
		}
	}
}

// harvest searches with a sharing, and ends after more than most solutions.
func (s *Solver) harvest(size int32, sh sharing, most int64) *harvest {
	h := &harvest{sharing: sh}
	end := s.share(size, sh, func(x []int64) bool {
		h.add(x)
		return h.found <= most && !h.long
	})
	h.full, h.seen, h.skipped = end.full, end.shape, end.passed
	return h
}

// apportion finds, by trial searches, how many solutions to take of each shape so that they are n
// in all.
func (s *Solver) apportion(size int32, n int64) *harvest {
	first := s.harvest(size, sharing{quota: n}, n)
	if first.found >= n || first.long || near(size, n, first) || s.stall != nil {
		return first
	}
	some, shapes := s.every(size, n, first)
	switch {
	case shapes == 0:
		return first
	case shapes > n:
		return s.raise(size, n, first, func(share int64) sharing { return sharing{quota: share} })
	}
	some.shapes = shapes
	if shapes == 1 && s.wide() {
		// A wide domain has as many solutions as are wanted. They are yielded as they are found.
		return &harvest{sharing: sharing{each: n, shapes: 1}, many: true}
	}
	return s.raise(size, n, some, func(share int64) sharing { return sharing{each: share, shapes: shapes} })
}

// every finds out how many shapes there are, or only that there are more than n. It returns a
// harvest with the same number of solutions of each. first is the harvest with a quota of n.
func (s *Solver) every(size int32, n int64, first *harvest) (some *harvest, shapes int64) {
	if size < sharedSmall {
		if !first.skipped {
			return first, first.found
		}
		// Few alternatives were skipped, so the share of each shape can be estimated without
		// knowing their number.
		if each := n / (first.found + first.found/8 + 1); each > 1 {
			if h := s.harvest(size, sharing{each: each}, n); h.found <= n && s.stall == nil && !h.long {
				return h, h.seen
			}
		}
	}
	each := s.harvest(size, sharing{each: 1}, n)
	if each.long {
		return first, 0
	}
	return each, each.found
}

// raise increases the shares while that gives at most n solutions, because some branches have less
// than their share. best is the harvest to start from.
func (s *Solver) raise(size int32, n int64, best *harvest, with func(share int64) sharing) *harvest {
	low, high, share := int64(0), int64(0), int64(0)
	many := best.shapes == 0
	if many {
		low, share = n, n+max(1, n*(n-best.found)/best.found)
	} else {
		share = n / best.shapes
	}
	for range apportionRounds {
		h := best
		if many || best.each != share {
			h = s.harvest(size, with(share), n)
		}
		switch {
		case h.long && !many && low == 0:
			// It gives no more than n solutions, so they are yielded as they are found.
			return h
		case h.long:
			return best
		case h.found > n:
			high = share
		case h.found == n || h.full == 0 && h.found == best.found:
			return h
		default:
			best, low = h, share
			if !many && n-h.found < h.full {
				best.more, best.many = n-h.found, true
				return best
			}
			if near(size, n, h) {
				return best
			}
		}
		if high > 0 {
			share = low + (high-low)/2
		} else {
			share += max(1, share*(n-h.found)/max(h.found, 1))
		}
		if share == low {
			break
		}
	}
	return best
}

// wide reports whether a variable has so many values that they are divided into parts.
func (s *Solver) wide() bool {
	return slices.ContainsFunc(s.form.Vars, func(v form.Var) bool {
		return slices.ContainsFunc(v.Dom, func(d form.Span) bool { return uint64(d.Hi)-uint64(d.Lo) > sharedValues })
	})
}

// near reports whether the harvest has nearly n solutions, which is then enough.
func near(size int32, n int64, h *harvest) bool {
	return h.found >= n-n/10 && (n >= apportionExact || size >= sharedSmall)
}

// apportionExact is the n from which on nine tenths of the solutions are enough. For sizes of at
// least sharedSmall they always are.
const apportionExact = 100

// shareTable replaces tableLimit while a sharing takes few solutions of a shape.
const shareTable = 8

// apportionRounds is the most shares that raise tries.
const apportionRounds = 5

// share searches a size with a sharing, yields the solutions, and returns the final state of the
// sharing.
func (s *Solver) share(size int32, sh sharing, yield func([]int64) bool) (end sharing) {
	s.sharingOut(size, &sh, yield, func() { s.level(size) })
	return sh
}

// sharingOut calls run with the solver set up for a sharing.
func (s *Solver) sharingOut(size int32, sh *sharing, yield func([]int64) bool, run func()) {
	sh.wanted, sh.size = sh.quota, size
	kept, limit := s.Options, s.data.limit
	s.Options, s.data.limit = Options{Stall: kept.Stall, Quit: kept.Quit, Foci: kept.Foci}, min(limit, shareTable)
	s.stats, s.stall, s.yield, s.sharing, s.stop.Stopped = Stats{}, nil, yield, sh, false
	s.limit(kept.Work)
	if sh.until = s.most; sh.until == 0 {
		sh.until = math.MaxInt64
	}
	s.prog.Net.Follow = propagate.SharedSlack
	run()
	s.prog.Net.Follow = propagate.Slack
	s.yield, s.sharing, s.Options, s.data.limit = nil, nil, kept, limit
	s.most = 0
}
