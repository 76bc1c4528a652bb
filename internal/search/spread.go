package search

import "iter"

// Spread ranges over at most n solutions of one size that are spread evenly:
// over its shapes, from each of which as many come, or all it has; and within a
// shape over its data. Where there are more shapes than n they are themselves
// spread evenly over the alternatives. The solutions come in their order. The
// options but for Stall, Work and Quit do not count.
func (s *Solver) Spread(size int32, n int64) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		if lo, hi := s.Sizes(); n <= 0 || size < lo || size > hi {
			return
		}
		sh := s.apportion(size, n)
		left := n
		s.share(size, sh, func(x []int64) bool {
			left--
			return yield(x) && left > 0
		})
	}
}

// A sharing makes a search take only some solutions, the same number of each
// branch.
type sharing struct {
	// each is how many of each shape; 0 when quota is shared out among the
	// shapes. More is how many of all shapes have one more.
	each, more int64
	// shapes is how many there are, shape the number of the present one.
	shapes, shape int64
	// quota is how many more of the present branch.
	quota int64
	// plain makes a shape give its first solutions; ended says that it has
	// given enough.
	plain, ended bool
	// full counts the shapes of which as many were found as were asked for.
	full int64
}

// apportion finds out how many solutions to take of each shape so that there
// are n, by counting.
func (s *Solver) apportion(size int32, n int64) sharing {
	count := func(sh sharing, most int64) (found, full int64) {
		full = s.share(size, sh, func([]int64) bool {
			found++
			return found <= most
		})
		return found, full
	}
	shapes, _ := count(sharing{each: 1}, n)
	if shapes == 0 {
		return sharing{each: 1}
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
	share := n
	if !many {
		share = n / shapes
	}
	best, most := with(share), int64(0)
	low, high := int64(0), int64(0)
	for range apportionRounds {
		sh := with(share)
		found, full := count(sh, n)
		switch {
		case found > n:
			high = share
		case found == n || full == 0 && found == most:
			return sh
		default:
			best, most, low = sh, found, share
			if !many && n-found < full {
				best.more = n - found
				return best
			}
			if n >= apportionExact && found >= n-n/10 {
				return best
			}
		}
		if high > 0 {
			share = low + (high-low)/2
		} else {
			share += max(1, share*(n-found)/max(found, 1))
		}
		if share == low {
			break
		}
	}
	return best
}

// apportionExact is how many solutions are wanted at least where nine tenths of
// them do.
const apportionExact = 100

// shareTable is tableLimit where one solution of a shape is enough.
const shareTable = 8

// apportionRounds is how many shares are tried.
const apportionRounds = 5

// share runs through the solutions of a size that the sharing takes, and
// returns how many shapes had their full share.
func (s *Solver) share(size int32, sh sharing, yield func([]int64) bool) (full int64) {
	kept, limit := s.Options, s.data.limit
	s.Options, s.data.limit = Options{Stall: kept.Stall, Quit: kept.Quit}, min(limit, shareTable)
	s.stats, s.stall, s.yield, s.sharing = Stats{}, nil, yield, &sh
	s.limit(kept.Work)
	s.level(size)
	s.yield, s.sharing, s.Options, s.data.limit = nil, nil, kept, limit
	s.most = 0
	return sh.full
}

// atShape takes the solutions of a shape.
func (sh *sharing) atShape(run func() bool) bool {
	kept, want := sh.quota, min(sh.quota, 1)
	if sh.each > 0 {
		want = sh.each
		if sh.more > 0 {
			want += sh.more*(sh.shape+1)/sh.shapes - sh.more*sh.shape/sh.shapes
		}
		sh.shape++
	}
	sh.quota = want
	ok := true
	if want > 1 {
		ok = run()
	}
	if ok && sh.quota == want {
		// None of the data that were tried is a solution, if some were tried.
		sh.plain, sh.ended = true, false
		ok = run() || sh.ended
		sh.plain = false
	}
	if sh.quota == 0 {
		sh.full++
	}
	sh.quota += kept - want
	return ok
}

// found counts a solution and tells whether another one of the shape is wanted.
func (sh *sharing) found() bool {
	sh.quota--
	sh.ended = sh.plain && sh.quota == 0
	return !sh.ended
}

// shares tells whether values have shares.
func (sh *sharing) shares() bool { return sh != nil && !sh.plain }

// A cut divides what a branch has among n parts. What one does not take goes to
// the next ones.
type cut struct {
	sh             *sharing
	whole, used, n int64
	i              int64
}

func (sh *sharing) cut(n int64) cut { return cut{sh: sh, whole: sh.quota, n: n} }

// next gives the sharing what the next part has, and tells whether that is
// something.
func (c *cut) next() bool {
	c.i++
	share := c.whole*c.i/c.n - c.used
	c.sh.quota = share
	return share > 0
}

// done takes back what the part left.
func (c *cut) done(share int64) { c.used += share - c.sh.quota }

// end gives the branch what all parts left.
func (c *cut) end() { c.sh.quota = c.whole - c.used }

// sharedValues is the size of a domain beyond which it is not shared out: its
// first values have all.
const sharedValues = 1 << 16

// descendShared is descend where a sharing takes some solutions only.
func (r *residual) descendShared(p int, need bool) bool {
	x, sh := r.seq[p], r.s.sharing
	only := need && !r.later(p, x)
	if r.due() && r.insoluble() {
		return r.s.fail()
	}
	if r.guide() {
		defer r.unguided(len(r.s.automaton.marks))
		r.told()
	}
	last := p == len(r.seq)-1
	n := r.shareable(x, only)
	c := sh.cut(n)
	it := r.begin(x)
	for {
		k, ok := it.next()
		if !ok {
			c.end()
			return true
		}
		still := need && !r.extreme[x].are(k)
		if still && only {
			continue
		}
		if n > sharedValues {
			sh.quota = c.whole - c.used
			if sh.quota == 0 {
				return true
			}
		} else if !c.next() {
			continue
		}
		share := sh.quota
		r.set(p, x, k)
		if r.way[x] == free || r.t.dom[x].fixed() {
			ok = r.proceed(p, last, still)
		} else {
			ok = r.try(p, x, k, last, still)
		}
		if !ok {
			return false
		}
		c.done(share)
	}
}

// shareable counts the values of a variable that are tried: all, or those that
// have the exact level.
func (r *residual) shareable(x int32, extreme bool) int64 {
	if extreme {
		var n int64
		for it := r.begin(x); ; {
			k, ok := it.next()
			if !ok || n > sharedValues {
				return max(n, 1)
			}
			if r.extreme[x].are(k) {
				n++
			}
		}
	}
	var n uint64
	for _, v := range r.spans(x) {
		w := v.width()
		if w > sharedValues {
			return sharedValues + 1
		}
		n += w + 1
	}
	return int64(min(n, sharedValues+1))
}
