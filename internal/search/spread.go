package search

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// Spread ranges over at most n solutions of one size that are spread evenly:
// over its shapes, from each of which as many come, or all it has; and within a
// shape over its data. Where there are more shapes than n they are themselves
// spread evenly over the alternatives, or, where they are large, drawn. Shapes come
// in their order. The options but for Stall, Work, Quit and Foci do not count; the
// slice is good until the next solution is yielded.
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

// A harvest is what a search with a sharing found.
type harvest struct {
	sharing
	// found counts the solutions, full the shapes that had their full share, seen
	// those that were looked at where each has one; skipped says that some were
	// passed over as nothing was left for them.
	found, full, seen int64
	skipped           bool
	// kept are all solutions, one behind the other, each as how many numbers it has and
	// these as varints, unless they are too many; length is how many numbers that are.
	kept   []byte
	length int
	many   bool
	// numbers is how many numbers the long solutions have; long says that these were
	// too many to go on.
	numbers int64
	long    bool
}

// countLimit is how many numbers of long solutions are found to see how many
// solutions there are: those of structs with arrays of thousands take longer to be
// counted than to be tested.
const countLimit = 1 << 21

// harvestLimit is how many numbers of solutions are kept.
const harvestLimit = 1 << 20

// whole tells whether all solutions were kept.
func (h *harvest) whole() bool { return !h.many }

// add takes a solution.
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

// first yields the first n solutions, of those that were kept.
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

// harvest searches with a sharing, for at most one solution more than most.
func (s *Solver) harvest(size int32, sh sharing, most int64) *harvest {
	h := &harvest{sharing: sh}
	end := s.share(size, sh, func(x []int64) bool {
		h.add(x)
		return h.found <= most && !h.long
	})
	h.full, h.seen, h.skipped = end.full, end.shape, end.passed
	return h
}

// apportion finds out how many solutions to take of each shape so that there
// are n, by trying.
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
		// A wide domain has as many as are wanted, one way or another: they are
		// handed on as they are found.
		return &harvest{sharing: sharing{each: n, shapes: 1}, many: true}
	}
	return s.raise(size, n, some, func(share int64) sharing { return sharing{each: share, shapes: shapes} })
}

// every finds out how many shapes there are, more than n where that is all there is
// to know, and gives what was found of each; first is what a quota of n found.
func (s *Solver) every(size int32, n int64, first *harvest) (some *harvest, shapes int64) {
	if size < sharedSmall {
		if !first.skipped {
			return first, first.found
		}
		// It left out few: how many are to come of each is known before how many
		// shapes there are.
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

// raise makes shares greater as long as that gives no more than n solutions, as some
// branches have less than their share. It begins with what was found of all
// branches.
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
			// It gives no more than n: these are handed on as they are found.
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

// wide tells whether a variable has so many values that they are divided into parts.
func (s *Solver) wide() bool {
	return slices.ContainsFunc(s.form.Vars, func(v form.Var) bool {
		return slices.ContainsFunc(v.Dom, func(d form.Span) bool { return uint64(d.Hi)-uint64(d.Lo) > sharedValues })
	})
}

// near tells whether so many solutions of those that are wanted do.
func near(size int32, n int64, h *harvest) bool {
	return h.found >= n-n/10 && (n >= apportionExact || size >= sharedSmall)
}

// apportionExact is how many solutions are wanted at least where nine tenths of
// them do; of a size of sharedSmall they always do.
const apportionExact = 100

// shareTable is tableLimit where one solution of a shape is enough.
const shareTable = 8

// apportionRounds is how many shares are tried.
const apportionRounds = 5

// share runs through the solutions of a size that the sharing takes, and
// returns what became of that.
func (s *Solver) share(size int32, sh sharing, yield func([]int64) bool) (end sharing) {
	s.sharingOut(size, &sh, yield, func() { s.level(size) })
	return sh
}

// sharingOut lets a search run with a sharing.
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
