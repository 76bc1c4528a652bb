package read

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A Domain is a type over which quantifiers range.
type Domain struct {
	key   any
	build func(streams [][]int64) any // a func() []T
}

// typeKey identifies a type without reflection.
type typeKey[T any] struct{}

// DomainOf returns the domain of the type T. fill builds its values; only those for which holds
// returns true belong to it, or all if holds is nil. They are built when they are first used.
func DomainOf[T any](fill func(r *Reader, p *T), holds func(T) bool) Domain {
	return Domain{typeKey[T]{}, func(streams [][]int64) any {
		return sync.OnceValue(func() []T {
			values := make([]T, 0, len(streams))
			for _, s := range streams {
				var v T
				fill(NewReader(s), &v)
				if holds == nil || holds(v) {
					values = append(values, v)
				}
			}
			return values
		})
	}}
}

// processDomains are the values that the parent sent for the domains of the unit. Predicates are
// plain functions and can reach them only here.
var processDomains atomic.Pointer[map[any]any]

// Values returns the values of T within the bounds, in order.
func Values[T any]() []T {
	if m := processDomains.Load(); m != nil {
		if v, ok := (*m)[typeKey[T]{}]; ok {
			return v.(func() []T)()
		}
	}
	panic(fmt.Sprintf("rtest has no values for %T", typeKey[T]{}))
}

// predicateDoubt is the outcome in doubt of the predicate under evaluation; see Lacking.
var predicateDoubt atomic.Int64

// The values of doubt, as in package refine: whether the predicate holds, whether it fails.
const (
	lackHolds = 1 << iota
	lackFails
)

// Lacking notes that a quantifier over T found no value that decides. If T has values outside the
// bounds that may decide, lacks says what that leaves in doubt.
func Lacking[T any](lacks int64) {
	if m := domainDoubts.Load(); m != nil {
		predicateDoubt.Or(lacks & (*m)[typeKey[T]{}])
	}
}

// domainDoubts maps each domain with more values than were sent to the outcomes that this leaves in doubt. It is
// nil if there are no such domains.
var domainDoubts atomic.Pointer[map[any]int64]

// IsDoubtful reports whether values outside the bounds may decide predicates.
func IsDoubtful() bool { return domainDoubts.Load() != nil }

// Certain evaluates a predicate. sure is false if a value outside the bounds may decide otherwise.
func Certain(predicate func() bool) (holds, sure bool) {
	if domainDoubts.Load() == nil {
		return predicate(), true
	}
	predicateDoubt.Store(0)
	holds = predicate()
	if holds {
		return true, predicateDoubt.Load()&lackHolds == 0
	}
	return false, predicateDoubt.Load()&lackFails == 0
}

// SetDomains gives each domain its values.
func SetDomains(unit []Domain, all []wire.Range) {
	m, o := map[any]any{}, map[any]int64{}
	for i, d := range unit {
		if i < len(all) {
			m[d.key] = d.build(all[i].Streams)
			o[d.key] = all[i].Doubt
		}
	}
	processDomains.Store(&m)
	domainDoubts.Store(nil)
	if slices.ContainsFunc(all, func(r wire.Range) bool { return r.Doubt != 0 }) {
		domainDoubts.Store(&o)
	}
}
