package laws

import (
	"context"
	"errors"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// A comparing compares terms.
type comparing struct {
	eval evaluator
	// partial holds the sorts whose variables do not have all values within the bounds.
	partial map[int]bool
	// without are targets that do not return for some further values: what calls them is not compared
	// for these. With noTarget among them nothing is.
	without map[int]bool
	// refuted are small equations that are false, though their sides are equal for all samples.
	refuted [][2]*terms.Term
}

// noTarget means that no call of a target was running, but, for instance, the construction of a value.
// After mostEnded calls that end the process, further values are not used any more.
const (
	noTarget  = -1
	mostEnded = 10
)

// A furtherEnded says that a call did not return for further values.
type furtherEnded struct{ call *harness.CallEnded }

func (e *furtherEnded) Error() string { return e.call.Error() }

// compareFurther compares again for assignments with further values: larger ones within the bounds,
// and values outside. It adds the outcome to that before.
func (x *explorer) compareFurther(ctx context.Context, c harness.Comparison, before harness.Outcome) (harness.Outcome, error) {
	if x.spared(c.Left) || x.spared(c.Right) || x.spared(c.Condition) {
		return before, nil
	}
	c.Further, c.Limit = true, furtherAssignments
	list, err := x.eval.Compare(ctx, []harness.Comparison{c})
	if died, ok := errors.AsType[*harness.CallEnded](err); ok {
		return before, &furtherEnded{died}
	}
	if err != nil {
		return before, err
	}
	out := list[0]
	out.Tried, out.Undefined, out.Whole = out.Tried+before.Tried, out.Undefined+before.Undefined, before.Whole
	return out, nil
}

// spared reports whether a program is not evaluated for further values.
func (x *comparing) spared(program []int) bool {
	return x.without[noTarget] || slices.ContainsFunc(program, func(step int) bool { return x.without[step] })
}

// exempt has the target of a call that ended the process called with no further values from now on. It
// returns false if that was so before.
func (f *finder) exempt(died *harness.CallEnded) bool {
	if f.without[noTarget] {
		return false
	}
	target := died.Target
	if f.without[target] || len(f.without) == mostEnded {
		target = noTarget
	}
	f.without[target] = true
	return true
}

// compare compares two terms for the assignments of their variables for which a condition
// holds; nil is none. It ends when more than most differ. Terms that are equal for these are compared for
// further values.
func (x *explorer) compare(ctx context.Context, l, r *terms.Term, condition *condition, most int64) (harness.Outcome, error) {
	c, out, err := x.compareNear(ctx, l, r, condition, most)
	if err != nil || out.Differ > 0 || len(c.Slots) == 0 || l == r && out.Undefined < out.Tried {
		return out, err
	}
	return x.compareFurther(ctx, c, out)
}

// compareNear compares two terms as compare does, without further values. It also returns the request.
func (x *explorer) compareNear(ctx context.Context, l, r *terms.Term, condition *condition, most int64) (harness.Comparison, harness.Outcome, error) {
	c := harness.Comparison{Left: x.program(l), Right: x.program(r), Limit: x.limits.Assignments, Most: most}
	sides := []*terms.Term{l, r}
	if condition != nil {
		c.Condition, c.Negated = x.program(condition.term), condition.negated
		sides = append(sides, condition.term)
	}
	for _, t := range sides {
		for _, v := range t.Vars() {
			if !slices.Contains(c.Slots, v) {
				c.Slots = append(c.Slots, v)
			}
		}
	}
	slices.Sort(c.Slots)
	list, err := x.eval.Compare(ctx, []harness.Comparison{c})
	if err != nil {
		return c, harness.Outcome{}, err
	}
	return c, list[0], nil
}

// program is a term in postfix order.
func (x *explorer) program(t *terms.Term) []int {
	var out []int
	var add func(t *terms.Term)
	add = func(t *terms.Term) {
		if t.Symbol == terms.Variable {
			out = append(out, -1-t.Slot)
			return
		}
		for _, a := range t.Args {
			add(a)
		}
		out = append(out, x.targets[t.Symbol])
	}
	add(t)
	return out
}
