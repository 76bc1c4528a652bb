package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/search/interval"
)

// The last variables of a residual may be free: no constraint mentions them, and they have few values.
// Then the solutions below the others are all products of their values, which loops collect.
type free struct {
	// freeFrom is the first place from which on all variables are free.
	freeFrom int
	// freeValues has the values of the free variables in order, freeKeys their keys; those of the
	// variable at freeFrom + i begin at freeAt[i].
	freeValues, freeKeys []int64
	freeAt               []int32
}

// findFree finds the free variables. The order is that of all variables.
func (r *residual) findFree() {
	r.freeFrom = math.MaxInt
	if r.solver.Options.Into == nil || r.solver.sharing != nil || r.solver.drawing != nil {
		return
	}
	p := len(r.order)
	for p > 0 && r.source[r.order[p-1]] == unconstrained && r.net.Small[r.order[p-1]].Bits != 0 {
		p--
	}
	if p == len(r.order) {
		return
	}
	r.freeFrom = p
	r.freeAt, r.freeKeys, r.freeValues = append(r.freeAt[:0], 0), r.freeKeys[:0], r.freeValues[:0]
	for _, x := range r.order[p:] {
		mask := interval.Key(r.net.Cells[x].Kind, 0)
		for it := r.startWalk(x); ; {
			k, ok := it.next()
			if !ok {
				break
			}
			r.freeKeys, r.freeValues = append(r.freeKeys, k), append(r.freeValues, k^mask)
		}
		r.freeAt = append(r.freeAt, int32(len(r.freeKeys)))
	}
}

// collectProducts collects the solutions below place p, from which on all variables are free. If need is
// set, one of them must have the exact level. work is the work so far. It returns false to stop the search.
func (r *residual) collectProducts(p int, need bool, work int64) bool {
	i := p - r.freeFrom
	from, to := r.freeAt[i], r.freeAt[i+1]
	x := r.order[p]
	place := r.pos[x]
	last := p == len(r.order)-1
	if last && !need {
		return r.solver.collectValues(place, r.freeValues[from:to], work)
	}
	only := need && !r.laterMayBeExact(p, x)
	for j := from; j < to; j++ {
		still := need && !r.exact[x].include(r.freeKeys[j])
		if still && (only || last) {
			continue
		}
		r.solver.stream[place] = r.freeValues[j]
		ok := true
		if last {
			ok = r.solver.collectValues(place, r.freeValues[j:j+1], work)
		} else {
			ok = r.collectProducts(p+1, still, work)
		}
		if !ok {
			return false
		}
	}
	return true
}
