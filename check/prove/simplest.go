package prove

import (
	"context"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// simplestPart is the part of the execution of Prove that Simplest may take, and of a question to Z3.
const simplestPart = 16

// smallTotals returns the limits of the sum of numbers within which an input is searched for first, one after the other, where those of the
// failing one are great.
func smallTotals() []uint64 { return []uint64{1 << 8, 1 << 16} }

// Simplest returns an input that is solved to break the contract like a failing one: of the least size that such inputs
// have, in the first shape of that size, and with the least sum of its numbers. It returns nil if the input is not within the
// depth of the target, the code does not tell that it fails, or finding another takes too much. Nothing is run.
func Simplest(ctx context.Context, t Target, failing []int64) ([]int64, error) {
	r, over, err := begin(ctx, t, simplestPart)
	if over || err != nil {
		return nil, err
	}
	solution := r.claims.Solution(failing)
	met, _, err := r.claims.Met(solution)
	if err != nil {
		return nil, nil // It is outside.
	}
	var goals []int
	for _, i := range r.left {
		if g := r.claims.Goals[i]; met.Goals[i] && !g.Open {
			goals = append(goals, i)
		}
	}
	if len(goals) == 0 {
		return nil, nil
	}
	asked := r.claims.Form(goals)
	_, whole, ok := r.claims.ByTotal(asked, solution, form.MostTotal)
	if !ok {
		return nil, nil
	}
	limits := smallTotals()
	if whole {
		limits = nil // All sums up to that of the input are asked for at once.
	}
	for _, limit := range append(limits, form.MostTotal) {
		f, _, _ := r.claims.ByTotal(asked, solution, limit)
		x, sure, err := first(ctx, f, r.budget, t.Solver, simplestPart)
		if err != nil {
			return nil, err
		}
		if x != nil {
			_, input, err := r.claims.Met(x[1:])
			return slices.Clone(input), err
		}
		if !sure {
			return nil, nil // Greater numbers take more.
		}
	}
	return nil, nil
}
