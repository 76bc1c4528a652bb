package states

import (
	"github.com/rtest-dev/rtest/internal/value"
)

// Number is how many states up to a depth the types in the shapes have, as far as they
// were looked for.
func (b *Types) Number(shapes []value.Shape, depth int) (n int64) {
	b.states.mu.Lock()
	defer b.states.mu.Unlock()
	for _, s := range shapes {
		for _, i := range CallsIn(s) {
			if f := b.states.of[i]; f != nil {
				n += f.upTo(depth)
			}
		}
	}
	return n
}

// upTo is how many of the states are of a level up to a depth.
func (f *found) upTo(depth int) (n int64) {
	for _, c := range f.classes {
		if c.Level <= depth {
			n += c.Last - c.First + 1
		}
	}
	return n
}
