package laws

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/laws/terms"
)

// An outcome is that of several comparisons. larger is for how many assignments with further values the terms were compared, wide for how
// many of these with values up to twice the depth.
type outcome struct {
	harness.Outcome
	larger, wide int64
}

// reach counts the laws that were compared for values up to twice the depth, and those that were not, though a variable has such.
func (x *explorer) reach() (wide, narrow int) {
	larger := func(v *terms.Term) bool { return x.larger[v.Sort] }
	for _, l := range slices.Concat(x.laws, x.conditionals) {
		switch {
		case isFailing(l):
		case l.outcome.wide > 0:
			wide++
		case slices.ContainsFunc(order(l.terms()...), larger):
			narrow++
		}
	}
	return wide, narrow
}

// supported reports whether a condition holds for enough assignments, also for larger values where there are any. That it holds for
// one value of a variable alone is supported by all for which it does not.
func (c *conditions) supported(a candidate, out outcome) bool {
	if out.Tried == 0 || out.Tried < conditionHolds && !out.Whole {
		return false
	}
	names := func(l, r *terms.Term) bool { return l.Symbol == terms.Variable && r.Symbol >= 0 && len(r.Vars()) == 0 }
	larger := func(t *terms.Term) bool { return c.larger[t.Sort] }
	return out.larger >= conditionHolds || names(a.left, a.right) || names(a.right, a.left) || !slices.ContainsFunc(order(a.term, a.left, a.right), larger)
}
