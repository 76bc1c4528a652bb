package engine

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

const (
	// CountWork is how many steps of propagation counting the solutions of a
	// depth may take; a depth for which that is too little is taken to fit.
	CountWork = 5_000_000
	// CountPace is how many times that is taken where as small a part of what
	// is left was counted.
	CountPace = 8
	// CountMany is how many solutions that were counted before the work ended
	// say that there are too many, where a domain has more than wideDomain.
	CountMany, wideDomain = 256, 1 << 40
	// CountMost is the greatest number of candidates that are counted where
	// native filters reject some.
	CountMost = 5_000_000
)

// HasWideVar tells whether a variable of a form has so many values that going through
// them does not end.
func HasWideVar(f *form.Form) bool {
	return slices.ContainsFunc(f.Vars, func(v form.Var) bool { return IsWide(&v) })
}

// IsWide tells the same of one variable.
func IsWide(v *form.Var) bool {
	return slices.ContainsFunc(v.Dom, func(s form.Span) bool { return uint64(s.Hi)-uint64(s.Lo) >= wideDomain })
}
