package rt

import (
	"encoding/json"
	"fmt"
	"sync/atomic"
)

// A Domain is a type over which quantifiers range.
type Domain struct {
	key   any
	build func(streams [][]int64) any
}

// typeKey tells types apart without reflection.
type typeKey[T any] struct{}

// DomainOf returns the domain of the type T, whose values fill builds.
func DomainOf[T any](fill func(r *Reader, p *T)) Domain {
	return Domain{typeKey[T]{}, func(streams [][]int64) any {
		values := make([]T, len(streams))
		for i, s := range streams {
			fill(NewReader(s), &values[i])
		}
		return values
	}}
}

// domains are the values that the parent sent for the domains of the unit.
// Predicates are plain functions and reach them from here only.
var domains atomic.Pointer[map[any]any]

// Values returns the values of T within the bounds, in order.
func Values[T any]() []T {
	if m := domains.Load(); m != nil {
		if v, ok := (*m)[typeKey[T]{}]; ok {
			return v.([]T)
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
