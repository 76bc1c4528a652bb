package rt

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
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

// domains takes the streams of the values of each domain.
func (p *process) domains(data []byte) error {
	var all [][][]int64
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	m := map[any]any{}
	for i, d := range p.unit.Domains {
		if i < len(all) {
			m[d.key] = d.build(all[i])
		}
	}
	domains.Store(&m)
	return nil
}
