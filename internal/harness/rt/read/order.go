package read

import (
	"slices"
)

// An Order puts entries into a map, in an order that depends on the turn of the reader.
type Order[K comparable, V any] struct {
	m       map[K]V
	r       *Reader
	entries []entry[K, V]
}

type entry[K comparable, V any] struct {
	key   K
	value V
}

// InOrder returns an Order for the empty map m.
func InOrder[K comparable, V any](r *Reader, m map[K]V) Order[K, V] { return Order[K, V]{m: m, r: r} }

// Put adds an entry.
func (o *Order[K, V]) Put(key K, value V) {
	o.m[key] = value
	if o.r.Turn > 0 {
		o.entries = append(o.entries, entry[K, V]{key, value})
	}
}

// End inserts all entries again if the turn asks for an order other than that of the calls of Put.
func (o *Order[K, V]) End() {
	if len(o.m) < 2 {
		return
	}
	o.r.Several = true
	if o.r.Turn == 0 {
		return
	}
	clear(o.m)
	for _, i := range permutation(len(o.entries), o.r.Turn) {
		o.m[o.entries[i].key] = o.entries[i].value
	}
}

// permutation returns the order of n entries in a turn. Turns come in pairs: the second has the
// reverse order of the first, and each pair begins with another entry.
func permutation(n, turn int) []int {
	rest := make([]int, n)
	for i := range rest {
		rest[i] = i
	}
	order := make([]int, 0, n)
	for number := turn / 2; len(rest) > 0; {
		i := number % len(rest)
		number /= len(rest)
		order = append(order, rest[i])
		rest = slices.Delete(rest, i, i+1)
	}
	if turn%2 == 1 {
		slices.Reverse(order)
	}
	return order
}
