package engine

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

const (
	// CountWork limits the steps of propagation for counting the solutions of a depth. If it does
	// not suffice, the depth is assumed to fit the budget.
	CountWork = 5_000_000
	// Counting may take CountPace times as much work if CountWork sufficed for at least one in
	// CountPace of the inputs that fit.
	CountPace = 8
	// If a domain has more than wideDomain values, CountMany solutions within the work already mean
	// that there are too many.
	CountMany, wideDomain = 256, 1 << 40
	// CountMost is the greatest number of candidates counted where native filters reject some.
	CountMost = 5_000_000
)

// HasWideVar reports whether a form has a variable with too many values to try them all.
func HasWideVar(f *form.Form) bool {
	return slices.ContainsFunc(f.Vars, func(v form.Var) bool { return IsWide(&v) })
}

// IsWide reports the same for one variable.
func IsWide(v *form.Var) bool {
	return slices.ContainsFunc(v.Dom, func(s form.Span) bool { return uint64(s.Hi)-uint64(s.Lo) >= wideDomain })
}
