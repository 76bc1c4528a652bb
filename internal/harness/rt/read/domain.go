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

// typeKey tells types apart without reflection.
type typeKey[T any] struct{}

// DomainOf returns the domain of the type T, whose values fill builds: those of
// which holds is true, all where it is nil. The first who asks has them built.
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

// domains are the values that the parent sent for the domains of the unit.
// Predicates are plain functions and reach them from here only.
var domains atomic.Pointer[map[any]any]

// Values returns the values of T within the bounds, in order.
func Values[T any]() []T {
	if m := domains.Load(); m != nil {
		if v, ok := (*m)[typeKey[T]{}]; ok {
			return v.(func() []T)()
		}
	}
	panic(fmt.Sprintf("rtest has no values for %T", typeKey[T]{}))
}

// doubt is what is in doubt of the predicate that is being evaluated: see Lacking.
var doubt atomic.Int64

// What can be in doubt of a predicate, as in package refine: that it holds, that
// it fails.
const (
	lackHolds = 1 << iota
	lackFails
)

// Lacking notes that a quantifier over T found no value that decides, which
// leaves the lacks in doubt where T has values that matter outside the bounds.
func Lacking[T any](lacks int64) {
	if m := opened.Load(); m != nil {
		doubt.Or(lacks & (*m)[typeKey[T]{}])
	}
}

// opened says what the domains leave in doubt of which there are more values than
// those sent; nil where there are none.
var opened atomic.Pointer[map[any]int64]

// Certain evaluates a predicate; sure is false where a value outside the bounds
// may decide otherwise.
func Certain(predicate func() bool) (holds, sure bool) {
	if opened.Load() == nil {
		return predicate(), true
	}
	doubt.Store(0)
	holds = predicate()
	if holds {
		return true, doubt.Load()&lackHolds == 0
	}
	return false, doubt.Load()&lackFails == 0
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
	domains.Store(&m)
	opened.Store(nil)
	if slices.ContainsFunc(all, func(r wire.Range) bool { return r.Doubt != 0 }) {
		opened.Store(&o)
	}
}
