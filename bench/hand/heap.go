package hand

import "github.com/rtest-dev/rtest/bench/heap"

// Heaps looks at the heaps of the numbers 0..n in arrays of at most n places.
func Heaps(n int) (count int, err error) {
	room := make([]int, n)
	in := new(heap.HeapArray)
	test := func(h *heap.HeapArray) {
		in.Size, in.Array = h.Size, room[:copy(room, h.Array)]
		if !in.OK() || heap.Max(in) < 0 {
			err = failure(in)
		}
		count++
	}
	for length := 0; length <= n; length++ {
		h := heap.HeapArray{Array: make([]int, length)}
		var fill func(i int)
		fill = func(i int) {
			if i == h.Size {
				test(&h)
				return
			}
			most := n
			if i > 0 {
				most = h.Array[(i-1)/2]
			}
			for h.Array[i] = 0; ; h.Array[i]++ {
				fill(i + 1)
				if h.Array[i] == most {
					break
				}
			}
			h.Array[i] = 0
		}
		for h.Size = 0; h.Size <= length; h.Size++ {
			fill(0)
		}
	}
	return count, err
}
