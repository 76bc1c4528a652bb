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
		if lo, hi := s.Sizes(); n <= 0 || size < lo || size > hi || !s.program.Begun {
			return
		}
		if s.spreadTrees(size, n, yield) {
			return
		}
		h := s.findShares(size, n)
		if h.keptAll() {
			h.first(n, yield)
			return
		}
		left := n
		s.runSharing(size, h.sharing, func(x []int64) bool {
			left--
			return yield(x) && left > 0
		})
	}
}

// A trial is the result of a trial search with a sharing.
type trial struct {
	sharing
	// found counts the solutions, fullShapes the shapes that gave their whole share, and seen the
	// shapes searched if each has a share. skipped says that some alternatives were not tried
	// because no quota was left for them.
	found, fullShapes, seen int64
	skipped                 bool
	// kept are the solutions in order, each as its length and its numbers, in varints. length is
	// the total of their lengths. tooMany is set, and kept nil, if there are too many.
	kept    []byte
	length  int
	tooMany bool
	// numbers is the total length of the long solutions. tooLong says that it exceeds countLimit.
	numbers int64
	tooLong bool
}

// countLimit is the total length of long solutions after which counting stops. Solutions that have
// arrays of thousands of elements take longer to count than to test.
const countLimit = 1 << 21

// keptLimit is the greatest total length of solutions that are kept.
const keptLimit = 1 << 20

// keptAll reports whether all solutions were kept.
func (h *trial) keptAll() bool { return !h.tooMany }

// add records a solution.
func (h *trial) add(x []int64) {
	h.found++
	if len(x) >= longSolution {
		h.numbers += int64(len(x))
		h.tooLong = h.numbers > countLimit
	}
	if h.length += len(x); h.tooMany || h.length > keptLimit {
		h.kept, h.tooMany = nil, true
		return
	}
	h.kept = binary.AppendUvarint(h.kept, uint64(len(x)))
	for _, v := range x {
		h.kept = binary.AppendVarint(h.kept, v)
	}
}

// first yields the first n of the kept solutions.
func (h *trial) first(n int64, yield func([]int64) bool) {
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

// runTrial searches with a sharing, and ends after more than most solutions.
func (s *Solver) runTrial(size int32, sh sharing, most int64) *trial {
	h := &trial{sharing: sh}
	end := s.runSharing(size, sh, func(x []int64) bool {
		h.add(x)
		return h.found <= most && !h.tooLong
	})
	h.fullShapes, h.seen, h.skipped = end.fullShapes, end.shape, end.skippedAny
	return h
}

// findShares finds, by trial searches, how many solutions to take of each shape so that they are n
// in all.
func (s *Solver) findShares(size int32, n int64) *trial {
	first := s.runTrial(size, sharing{quota: n}, n)
	if first.found >= n || first.tooLong || nearlyEnough(size, n, first) || s.stall != nil {
		return first
	}
	some, shapes := s.trialPerShape(size, n, first)
	switch {
	case shapes == 0:
		return first
	case shapes > n:
		return s.raiseShares(size, n, first, func(share int64) sharing { return sharing{quota: share} })
	}
	some.shapes = shapes
	if shapes == 1 && s.wide() {
		// A wide domain has as many solutions as are wanted. They are yielded as they are found.
		return &trial{sharing: sharing{each: n, shapes: 1}, tooMany: true}
	}
	return s.raiseShares(size, n, some, func(share int64) sharing { return sharing{each: share, shapes: shapes} })
}

// trialPerShape finds out how many shapes there are, or only that there are more than n. It returns
// a trial with the same number of solutions of each. first is the trial with a quota of n.
func (s *Solver) trialPerShape(size int32, n int64, first *trial) (some *trial, shapes int64) {
	if size < sharedSmall {
		if !first.skipped {
			return first, first.found
		}
		// Few alternatives were skipped, so the share of each shape can be estimated without
		// knowing their number.
		if each := n / (first.found + first.found/8 + 1); each > 1 {
			if h := s.runTrial(size, sharing{each: each}, n); h.found <= n && s.stall == nil && !h.tooLong {
				return h, h.seen
			}
		}
	}
	each := s.runTrial(size, sharing{each: 1}, n)
	if each.tooLong {
		return first, 0
	}
	return each, each.found
}

// raiseShares increases the shares while that gives at most n solutions, because some branches have
// less than their share. best is the trial to start from.
func (s *Solver) raiseShares(size int32, n int64, best *trial, with func(share int64) sharing) *trial {
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
			h = s.runTrial(size, with(share), n)
		}
		switch {
		case h.tooLong && !many && low == 0:
			// It gives no more than n solutions, so they are yielded as they are found.
			return h
		case h.tooLong:
			return best
		case h.found > n:
			high = share
		case h.found == n || h.fullShapes == 0 && h.found == best.found:
			return h
		default:
			best, low = h, share
			if !many && n-h.found < h.fullShapes {
				best.extra, best.tooMany = n-h.found, true
				return best
			}
			if nearlyEnough(size, n, h) {
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

// nearlyEnough reports whether the trial has nearly n solutions, which is then enough.
func nearlyEnough(size int32, n int64, h *trial) bool {
	return h.found >= n-n/10 && (n >= apportionExact || size >= sharedSmall)
}

// apportionExact is the n from which on nine tenths of the solutions are enough. For sizes of at
// least sharedSmall they always are.
const apportionExact = 100

// shareTable replaces tableLimit while a sharing takes few solutions of a shape.
const shareTable = 8

// apportionRounds is the most shares that raiseShares tries.
const apportionRounds = 5

// runSharing searches a size with a sharing, yields the solutions, and returns the final state of
// the sharing.
func (s *Solver) runSharing(size int32, sh sharing, yield func([]int64) bool) (end sharing) {
	s.withSharing(size, &sh, yield, func() { s.searchSize(size) })
	return sh
}

// withSharing calls run with the solver set up for a sharing.
func (s *Solver) withSharing(size int32, sh *sharing, yield func([]int64) bool, run func()) {
	sh.wanted, sh.size = sh.quota, size
	kept, limit := s.Options, s.data.limit
	s.Options, s.data.limit = Options{Stall: kept.Stall, Quit: kept.Quit, Foci: kept.Foci}, min(limit, shareTable)
	s.stats, s.stall, s.yield, s.sharing, s.stop.Stopped = Stats{}, nil, yield, sh, false
	s.limitWork(kept.Work)
	if sh.workUntil = s.workLimit; sh.workUntil == 0 {
		sh.workUntil = math.MaxInt64
	}
	s.program.Net.Follow = propagate.SharedSlack
	run()
	s.program.Net.Follow = propagate.Slack
	s.yield, s.sharing, s.Options, s.data.limit = nil, nil, kept, limit
	s.workLimit = 0
}
