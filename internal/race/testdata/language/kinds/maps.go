package kinds

import (
	"iter"
	"maps"
	"slices"
	"sync"
)

// RightBag iterates over a copy of its map.
//
//rtest:via NewRightBag(), Add, Sum, Same, Drop
//rtest:concurrent
type RightBag struct {
	mu sync.Mutex
	m  map[int]int
}

// NewRightBag returns a bag of one number.
func NewRightBag() *RightBag { return &RightBag{m: map[int]int{1: 1}} }

func (b *RightBag) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		b.mu.Lock()
		list := slices.Collect(maps.Values(b.m))
		b.mu.Unlock()
		for _, v := range list {
			if !yield(v) {
				return
			}
		}
	}
}

// Add adds a number.
func (b *RightBag) Add(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	maps.Copy(b.m, map[int]int{n: n})
}

// Drop removes the numbers below n.
func (b *RightBag) Drop(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	maps.DeleteFunc(b.m, func(k, _ int) bool { return k < n })
}

// Same reports whether the bag has one number only.
func (b *RightBag) Same(n int) bool {
	b.mu.Lock()
	c := maps.Clone(b.m)
	b.mu.Unlock()
	return maps.Equal(c, map[int]int{n: n})
}

// Sum returns the sum of the numbers.
func (b *RightBag) Sum() (n int) {
	for v := range b.all() {
		n += v
	}
	return n
}

// WrongBag makes the sequence of its values under the lock, and goes through it afterwards.
//
//rtest:via NewWrongBag(), Add, Sum
//rtest:concurrent
type WrongBag struct{ RightBag }

// NewWrongBag returns a bag of one number.
func NewWrongBag() *WrongBag { return &WrongBag{RightBag{m: map[int]int{1: 1}}} }

// Sum returns the sum of the numbers.
func (b *WrongBag) Sum() (n int) {
	b.mu.Lock()
	values := maps.Values(b.m)
	b.mu.Unlock()
	for v := range values {
		n += v
	}
	return n
}

// WrongClone copies its map before it locks.
//
//rtest:via NewWrongClone(), Add, Same
//rtest:concurrent
type WrongClone struct{ RightBag }

// NewWrongClone returns a bag of one number.
func NewWrongClone() *WrongClone { return &WrongClone{RightBag{m: map[int]int{1: 1}}} }

// Same reports whether the bag has one number only.
func (b *WrongClone) Same(n int) bool {
	c := maps.Clone(b.m)
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(c) == 1 && c[n] == n
}
