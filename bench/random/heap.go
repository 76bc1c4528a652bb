package random

import "github.com/rtest-dev/rtest/bench/heap"

func anyHeap(draw Numbers, depth int) any {
	h := &heap.HeapArray{Array: make([]int, draw(0, depth))}
	h.Size = draw(0, len(h.Array))
	for i := range h.Array {
		h.Array[i] = draw(0, depth)
	}
	return h
}

func validHeap(draw Numbers, depth int) any {
	h := &heap.HeapArray{Array: make([]int, draw(0, depth))}
	h.Size = draw(0, len(h.Array))
	for i := range h.Size {
		most := depth
		if i > 0 {
			most = h.Array[(i-1)/2]
		}
		h.Array[i] = draw(0, most)
	}
	return h
}

func preHeap(input any) bool {
	h := input.(*heap.HeapArray)
	return h.OK()
}

func callHeap(input any) bool {
	h := input.(*heap.HeapArray)
	return heap.Max(h) >= 0
}

func keyHeap(b []byte, input any) []byte {
	h := input.(*heap.HeapArray)
	b = append(b, byte(h.Size))
	for _, x := range h.Array {
		b = append(b, byte(x))
	}
	return b
}
