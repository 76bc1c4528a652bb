package search

// descendShared is descend if a sharing takes only some of the solutions.
func (r *residual) descendShared(p int, need bool) bool {
	x, sh := r.order[p], r.solver.sharing
	only := need && !r.laterMayBeExact(p, x)
	if r.insolubleDue() && r.insoluble() {
		return r.solver.fail()
	}
	v := r.picksOf(x, only)
	if v.count > sharedValues && !v.listed {
		return r.descendWide(p, need)
	}
	c := sh.newCut(v.count, false)
	first := int64(0)
	for i := c.next(); i > 0; i = c.next() {
		if first == 0 {
			first = i
		}
		if !r.trySharedValue(p, x, v.nth(i), need, &c) {
			return false
		}
		if sh.tooManyFailures {
			c.end()
			return true
		}
	}
	// If none of these values has a solution, one that was passed over may have.
	v = r.picksOf(x, only)
	for i := int64(1); i < first && (c.used == 0 || i > 1) && c.rest(); i++ {
		if !r.trySharedValue(p, x, v.nth(i), need, &c) {
			return false
		}
		if sh.tooManyFailures {
			break
		}
	}
	c.end()
	return true
}

// trySharedValue tries value k with the quota that the cut gave it. It returns false to stop the
// search.
func (r *residual) trySharedValue(p int, x int32, k int64, need bool, c *cut) (ok bool) {
	sh := r.solver.sharing
	share := sh.quota
	last, still := p == len(r.order)-1, need && !r.exact[x].include(k)
	r.recordValue(p, x, k)
	if r.source[x] == unconstrained || r.net.Dom[x].Fixed() {
		ok = r.proceed(p, last, still)
	} else {
		ok = r.tryValue(p, x, k, last, still)
	}
	c.done(share)
	sh.noteFailures(r.solver.stats.Failures)
	return ok
}

// Picks are the values of a variable, in order, of which a sharing takes some.
type picks struct {
	count  int64
	walk   walk
	passed int64 // how many values were passed
	listed bool  // the values are the first count of list
	list   [2]int64
}

// picksOf returns the values of a variable that may be tried: all, or only those that have the exact
// level.
func (r *residual) picksOf(x int32, extreme bool) (v picks) {
	v.walk = r.startWalk(x)
	if extreme {
		e := &r.exact[x]
		v.listed = true
		for _, k := range [2]int64{e.first, e.second} {
			if e.any && r.net.Has(x, k) && (v.count == 0 || k != e.first) {
				v.list[v.count] = k
				v.count++
			}
		}
		if v.count == 2 && r.solver.form.Vars[r.vars[x]].Ascending {
			v.list[0], v.list[1] = e.second, e.first
		}
		return v
	}
	n := uint64(0)
	for _, d := range r.spans(x) {
		n = min(n+min(d.Width(), mostPicks)+1, mostPicks)
	}
	v.count = int64(n)
	return v
}

// sharedValues is the size of a domain above which parts of it have shares, not single values.
const sharedValues = 1 << 16

// mostPicks is the greatest count of the values of a variable.
const mostPicks = 1<<62 - 1

// nth returns the i-th value, from 1 on. i must be greater than in the call before.
func (v *picks) nth(i int64) int64 {
	if v.listed {
		return v.list[i-1]
	}
	v.walk.skip(i - v.passed - 1)
	v.passed = i
	k, _ := v.walk.next()
	return k
}

// orderWatchedFirst moves the variables that the automaton knows to the front of the order, such as
// the colors of a tree before its keys. Otherwise a wrong color would be found again under every
// unrelated key.
func (r *residual) orderWatchedFirst() {
	s := r.solver
	if s.automaton == nil || r != s.data {
		return
	}
	rest := r.watched[:0]
	first := r.order[:0]
	for _, x := range r.order {
		if s.automaton.Has(r.vars[x]) {
			first = append(first, x)
		} else {
			rest = append(rest, x)
		}
	}
	r.order, r.watched = append(first, rest...), rest
}
