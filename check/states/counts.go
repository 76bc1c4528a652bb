package states

import (
	"github.com/rtest-dev/rtest/internal/value"
)

// Number returns how many states of at most the given depth have been found for the types in
// shapes. It does not search for more.
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

// upTo returns the number of states whose level is at most depth.
func (f *typeStates) upTo(depth int) (n int64) {
	for _, c := range f.classes {
		if c.Level <= depth {
			n += c.Last - c.First + 1
		}
	}
	return n
}
