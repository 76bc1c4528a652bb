package engine

import (
	"errors"
	"iter"
	"slices"

	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
	"github.com/rtest-dev/rtest/internal/z3"
)

// Where the search stalls, Z3 first tries for a short while: it solves what it is good at
// immediately. Then the search tries turnMore times as long, or spends turnWork without a solution,
// because inputs may be rare but cheap to search for. Then Z3 tries with its full limit.
const (
	turnMore   = 64
	turnWork   = 10_000_000
	turnLimit  = 500_000
	turnChecks = 16
	// turnMost limits the solutions of Z3 that are examined beyond those yielded, where most are
	// rejected.
	turnMost = 2000
)

// takeTurns yields the solutions of a part that the search left open, from Z3 and the search in
// turn. Again has the options of the search. Judge drops invalid solutions of Z3. It returns false
// if no more are wanted.
func (p *partSolver) takeTurns(stall search.Stall, again search.Options, judge func(iter.Seq[[]int64]) iter.Seq[[]int64], yield func([]int64) bool) bool {
	p.handed++
	given := stall.Yielded
	give := func(x []int64) bool {
		given++
		return yield(x)
	}
	done, more := false, true
	if !p.lost {
		done, more = p.solveBriefly(stall, &given, judge, give)
		if !done && more && !p.solved {
			done, more = p.searchPatiently(stall, given, again, give)
			p.solved = done
			p.lost = more && !done
		}
	}
	if done || !more || p.full || p.cut || p.err != nil {
		return more
	}
	for x := range Skipping(Within(p.shard, p.form, judge(p.solve(partOf(stall)))), given) {
		if !yield(x) {
			return false
		}
	}
	return true
}

// solveBriefly yields the solutions of a part that Z3 finds quickly, after the first given ones,
// and increases given. Done reports whether these are all, more whether more are wanted.
func (p *partSolver) solveBriefly(stall search.Stall, given *int64, judge func(iter.Seq[[]int64]) iter.Seq[[]int64], yield func([]int64) bool) (done, more bool) {
	if p.brief == nil {
		if p.brief = p.start(solve.Options{RLimit: turnLimit, Checks: turnChecks}); p.brief == nil {
			return false, false
		}
	}
	lost := false
	all := func(yield func([]int64) bool) {
		n := int64(0)
		for x := range p.brief.Within(partOf(stall)) {
			if n++; n > *given*int64(max(1, p.shard.Of))+turnMost {
				lost = true
				return
			}
			if !yield(x) {
				return
			}
		}
	}
	for x := range Skipping(Within(p.shard, p.form, judge(all)), *given) {
		if !yield(x) {
			return false, false
		}
	}
	if lost {
		return false, true
	}
	var undecided *solve.Undecided
	switch err := p.brief.Err(); {
	case err == nil:
		return true, true
	case errors.As(err, &undecided):
		return false, true
	case errors.Is(err, z3.ErrInterrupted):
		p.cut = true
	default:
		p.err = err
	}
	return false, false
}

// searchPatiently yields the solutions of a part that the search finds with more patience. Its
// results are those of solveBriefly.
func (p *partSolver) searchPatiently(stall search.Stall, given int64, again search.Options, yield func([]int64) bool) (done, more bool) {
	if p.second == nil {
		if p.second, p.err = search.New(p.form); p.err != nil {
			return false, false
		}
	}
	again.Stall, again.StallWork, again.Steady = turnMore*StallHelped, turnWork, true
	again.Size, again.OneSize, again.Shape, again.After, again.Skip = stall.Size, true, stall.Shape, nil, given
	if again.Reject > 0 {
		again.Reject = max(1, again.Reject-p.rejected)
	}
	p.second.Options = again
	for x := range p.second.Solutions() {
		if !yield(slices.Clone(x)) {
			return false, false
		}
	}
	p.rejected += p.second.Stats().Rejected
	if p.mustStop() {
		p.cut = true
		return false, false
	}
	return p.second.Stalled() == nil, true
}

// mustStop reports whether the time of the job is over, or the effort after a finding is spent.
func (p *partSolver) mustStop() bool {
	return p.budget.spent() || p.ctx.Err() != nil || p.clock.Over(p.until)
}

// raisePatience makes the search more patient if that helped before.
func (p *partSolver) raisePatience(opt *search.Options) {
	if p.solved {
		opt.Stall, opt.StallWork = turnMore*StallHelped, turnWork
	}
}
