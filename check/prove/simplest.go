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

// mostLengths is the number of lengths of a container for which inputs are solved for one after the other.
const mostLengths = 8

// Simplest returns an input that is solved to break the contract in the same way as a failing one: of the least size that such inputs
// have with no greater sum of numbers, in the first shape of that size, and with the least sum; before that, one with fewer elements
// of the outermost containers, whatever their numbers are. It returns nil if the input is not within the depth of the target, the code does not
// tell that it fails, or finding another takes too much. Nothing is run. Demand is the number of the demand that the input breaks, or 0 for a panic.
func Simplest(ctx context.Context, t Target, failing []int64, demand int) ([]int64, error) {
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
		if g := r.claims.Goals[i]; met.Goals[i] && !g.Open && g.Demand == demand {
			goals = append(goals, i)
		}
	}
	if len(goals) == 0 {
		return nil, nil
	}
	asked := r.claims.Form(goals)
	x, err := r.shorter(ctx, asked, solution)
	if err != nil {
		return nil, err
	}
	if x != nil {
		solution = slices.Clone(x)
	}
	least, err := r.leastTotal(ctx, asked, solution)
	if err != nil {
		return nil, err
	}
	if least != nil {
		x = least
	}
	if x == nil {
		return nil, nil
	}
	_, input, err := r.claims.Met(x)
	return slices.Clone(input), err
}

// leastTotal returns the first solution of a form with the least sum of numbers, which is at most that of a solution. If finding
// it takes too much, it returns as small a one as Z3 finds, and nil if there is none.
func (r *run) leastTotal(ctx context.Context, f *form.Form, solution []int64) ([]int64, error) {
	_, whole, ok := r.claims.ByTotal(f, solution, form.MostTotal)
	if !ok {
		return nil, nil
	}
	limits := smallTotals()
	if whole {
		limits = nil // All sums up to that of the input are asked for at once.
	}
	for _, limit := range append(limits, form.MostTotal) {
		by, _, _ := r.claims.ByTotal(f, solution, limit)
		x, sure, err := first(ctx, by, r.budget, r.Solver, simplestPart)
		if x == nil && !sure && err == nil { // Greater numbers take more.
			by, whole, _ := r.claims.ByTotal(f, solution, form.MostTotal)
			var known []int64
			if whole {
				known = append([]int64{by.Vars[0].Dom[0].Hi}, solution...)
			}
			if x, err = smaller(ctx, by, known, r.budget, r.Solver, simplestPart); x == nil {
				return nil, err
			}
		}
		if x != nil {
			return x[1:], nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// shorter returns a solution of a form in which one of the outermost containers has fewer elements than in a given one, and
// nothing has more elements or characters than the longest part has there. It is the first one where the question for all
// lengths can be answered, else one of the least length for which it can. It returns nil if it finds none.
func (r *run) shorter(ctx context.Context, f *form.Form, solution []int64) ([]int64, error) {
	values := make([]int64, len(f.Vars))
	if _, _, err := f.Assign(solution, values); err != nil {
		return nil, nil
	}
	longest := int64(0)
	for i := range f.Vars {
		if len(f.Vars[i].Choice) > 0 {
			longest = max(longest, values[i])
		}
	}
	f, _ = f.Shortened(longest)
	for i := range f.Vars {
		n := values[i]
		if f.Vars[i].Parent >= 0 || len(f.Vars[i].Choice) < 3 || n < 2 {
			continue
		}
		x, sure, err := first(ctx, f.Between(i, 0, n-1), r.budget, r.Solver, simplestPart)
		for k := int64(0); x == nil && !sure && err == nil && k < min(n, mostLengths); k++ {
			x, _, err = first(ctx, f.Between(i, k, k), r.budget, r.Solver, simplestPart)
		}
		if x != nil || err != nil {
			return x, err
		}
	}
	return nil, nil
}
