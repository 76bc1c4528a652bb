package read

import "unsafe"

// heaps are the objects that references of an input may share, by the number of their kind.
type heaps [][]unsafe.Pointer

// Refer reads a reference to an object of a kind: nil, or the number of one. The objects come from
// the slab with that number, and get their content later.
func Refer[E any](r *Reader, kind, slab int) *E {
	n := r.Next()
	if n <= 0 {
		return nil
	}
	return Object[E](r, kind, slab, n)
}

// Object returns object n of a kind, from 1 on. It makes missing objects up to it.
func Object[E any](r *Reader, kind, slab int, n int64) *E {
	for len(r.heaps) <= kind {
		r.heaps = append(r.heaps, nil)
	}
	for int64(len(r.heaps[kind])) < n {
		r.heaps[kind] = append(r.heaps[kind], unsafe.Pointer(New[E](r, slab)))
	}
	return (*E)(r.heaps[kind][n-1])
}

// Settle forgets all objects when they are filled, so that the next input gets new ones.
func Settle(r *Reader) {
	for kind := range r.heaps {
		clear(r.heaps[kind])
		r.heaps[kind] = r.heaps[kind][:0]
	}
}
