package search

import (
	"iter"
	"math"
)

// Spread ranges over at most n solutions of one size that are spread evenly:
// over its shapes, from each of which as many come, or all it has; and within a
// shape over its data. Where there are more shapes than n they are themselves
// spread evenly over the alternatives, or, where they are large, drawn. Shapes come
// in their order. The options but for Stall, Work, Quit and Foci do not count; the
// slice is good until the next solution is yielded.
func (s *Solver) Spread(size int32, n int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		if lo, hi := s.Sizes(); n <= 0 || size < lo || size > hi {
			return
		}
		if s.spreadTrees(size, n, yield) {
			return
		}
		h := s.apportion(size, n)
		if h.whole() {
			for i := int64(0); i < min(n, h.found); i++ {
				if !yield(h.at(i)) {
					return
				}
			}
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
	// found counts the solutions, full the shapes that had their full share.
	found, full int64
	// values are those of all solutions, one behind the other, and ends where each
	// ends, unless they are too many.
	values []int64
	ends   []int
	many   bool
}

// harvestLimit is how many numbers of solutions are kept.
const harvestLimit = 1 << 20

// whole tells whether all solutions were kept.
func (h *harvest) whole() bool { return !h.many }

// add takes a solution.
func (h *harvest) add(x []int64) {
	h.found++
	if h.many = h.many || len(h.values)+len(x) > harvestLimit; h.many {
		h.values, h.ends = nil, nil
		return
	}
	h.values = append(h.values, x...)
	h.ends = append(h.ends, len(h.values))
}

// at gives the i-th solution.
func (h *harvest) at(i int64) []int64 {
	from := 0
	if i > 0 {
		from = h.ends[i-1]
	}
	return h.values[from:h.ends[i]]
}

// harvest searches with a sharing, for at most one solution more than most.
func (s *Solver) harvest(size int32, sh sharing, most int64) *harvest {
	h := &harvest{sharing: sh}
	h.full = s.share(size, sh, func(x []int64) bool {
		h.add(x)
		return h.found <= most
	})
	return h
}

// apportion finds out how many solutions to take of each shape so that there
// are n, by trying.
func (s *Solver) apportion(size int32, n int64) *harvest {
	first := s.harvest(size, sharing{quota: n}, n)
	near := func(h *harvest) bool {
		return h.found >= n-n/10 && (n >= apportionExact || size >= sharedSmall)
	}
	if first.found >= n || near(first) || s.stall != nil {
		return first
	}
	each := s.harvest(size, sharing{each: 1}, n)
	shapes := each.found
	if shapes == 0 {
		return first
	}
	many := shapes > n
	with := func(share int64) sharing {
		if many {
			return sharing{quota: share}
		}
		return sharing{each: share, shapes: shapes}
	}
	// Some branches have less than their share: it is made greater as long as
	// that gives no more than n.
	best, share := first, n
	if !many {
		best, share = each, n/shapes
	}
	low, high := int64(0), int64(0)
	if many {
		low = n
		share += max(1, share*(n-first.found)/first.found)
	}
	for range apportionRounds {
		h := s.harvest(size, with(share), n)
		switch {
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
			if near(h) {
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

// apportionExact is how many solutions are wanted at least where nine tenths of
// them do; of a size of sharedSmall they always do.
const apportionExact = 100

// shareTable is tableLimit where one solution of a shape is enough.
const shareTable = 8

// apportionRounds is how many shares are tried.
const apportionRounds = 5

// share runs through the solutions of a size that the sharing takes, and
// returns how many shapes had their full share.
func (s *Solver) share(size int32, sh sharing, yield func([]int64) bool) (full int64) {
	s.sharingOut(size, &sh, yield, func() { s.level(size) })
	return sh.full
}

// sharingOut lets a search run with a sharing.
func (s *Solver) sharingOut(size int32, sh *sharing, yield func([]int64) bool, run func()) {
	sh.wanted, sh.size = sh.quota, size
	kept, limit := s.Options, s.data.limit
	s.Options, s.data.limit = Options{Stall: kept.Stall, Quit: kept.Quit, Foci: kept.Foci}, min(limit, shareTable)
	s.stats, s.stall, s.yield, s.sharing = Stats{}, nil, yield, sh
	s.limit(kept.Work)
	if sh.until = s.most; sh.until == 0 {
		sh.until = math.MaxInt64
	}
	s.prog.net.follow = sharedSlack
	run()
	s.prog.net.follow = slack
	s.yield, s.sharing, s.Options, s.data.limit = nil, nil, kept, limit
	s.most = 0
}
