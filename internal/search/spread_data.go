package search

// descendShared is descend if a sharing takes only some of the solutions.
func (r *residual) descendShared(p int, need bool) bool {
	x, sh := r.seq[p], r.s.sharing
	only := need && !r.later(p, x)
	if r.due() && r.insoluble() {
		return r.s.fail()
	}
	if r.guide() {
		defer r.unguided(r.s.automaton.Decisions())
		if !r.told(p) {
			return r.s.fail()
		}
	}
	v := r.pick(x, only)
	if v.count > sharedValues && !v.few {
		return r.descendWide(p, need)
	}
	c := sh.cut(v.count, false)
	first := int64(0)
	for i := c.next(); i > 0; i = c.next() {
		if first == 0 {
			first = i
		}
		if !r.shared(p, x, v.nth(i), need, &c) {
			return false
		}
		if r.leaves(p) {
			c.end()
			return true
		}
	}
	// If none of these values has a solution, one that was passed over may have.
	v = r.pick(x, only)
	for i := int64(1); i < first && (c.used == 0 || i > 1) && c.rest(); i++ {
		if !r.shared(p, x, v.nth(i), need, &c) {
			return false
		}
		if r.leaves(p) {
			break
		}
	}
	c.end()
	return true
}

// leaves reports whether no other value is tried at place p.
func (r *residual) leaves(p int) bool { return r.jumps(p) || r.s.sharing.lost }

// shared tries value k with the quota that the cut gave it. It returns false to stop the search.
func (r *residual) shared(p int, x int32, k int64, need bool, c *cut) (ok bool) {
	sh := r.s.sharing
	share := sh.quota
	last, still := p == len(r.seq)-1, need && !r.extreme[x].are(k)
	r.set(p, x, k)
	if r.way[x] == free || r.t.Dom[x].Fixed() {
		ok = r.proceed(p, last, still)
	} else {
		ok = r.try(p, x, k, last, still)
	}
	c.done(share)
	sh.loses(r.s.stats.Failures)
	return ok
}

// Picks are the values of a variable, in order, of which a sharing takes some.
type picks struct {
	count int64
	walk  walk
	at    int64 // how many values were passed
	few   bool  // the values are the first count of some
	some  [2]int64
}

// pick returns the values of a variable that may be tried: all, or only those that have the exact
// level.
func (r *residual) pick(x int32, extreme bool) (v picks) {
	v.walk = r.begin(x)
	if extreme {
		e := &r.extreme[x]
		v.few = true
		for _, k := range [2]int64{e.a, e.b} {
			if e.some && r.t.Has(x, k) && (v.count == 0 || k != e.a) {
				v.some[v.count] = k
				v.count++
			}
		}
		if v.count == 2 && r.s.form.Vars[r.vars[x]].Ascending {
			v.some[0], v.some[1] = e.b, e.a
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
	if v.few {
		return v.some[i-1]
	}
	v.walk.skip(i - v.at - 1)
	v.at = i
	k, _ := v.walk.next()
	return k
}
