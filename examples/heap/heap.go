// Package heap keeps a binary min-heap in a slice.
package heap

//rtest:type Heap = {h []int | isHeap(h)}

func isHeap(h []int) bool {
	for i := range h {
		if i > 0 && h[(i-1)/2] > h[i] {
			return false
		}
	}
	return true
}

// Push adds x.
//
//rtest:sig (h Heap, x int) (Heap)
//rtest:ensures permutation(result, append(old(h), x))
func Push(h []int, x int) []int {
	h = append(h, x)
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if h[up] <= h[i] {
			break
		}
		h[up], h[i] = h[i], h[up]
		i = up
	}
	return h
}

// Pop takes the least element away.
//
//rtest:sig (h Heap) (least int, rest Heap)
//rtest:requires len(h) > 0
//rtest:ensures permutation(append(rest, least), old(h))
//rtest:ensures forall x in rest: least <= x
func Pop(h []int) (least int, rest []int) {
	least = h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	down(h, 0)
	return least, h
}

// PopWrong compares with the left child only.
//
//rtest:sig (h Heap) (least int, rest Heap)
//rtest:requires len(h) > 0
func PopWrong(h []int) (least int, rest []int) {
	least = h[0]
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	for i := 0; 2*i+1 < len(h) && h[2*i+1] < h[i]; i = 2*i + 1 {
		h[i], h[2*i+1] = h[2*i+1], h[i]
	}
	return least, h
}

func down(h []int, i int) {
	for {
		least := i
		for _, child := range []int{2*i + 1, 2*i + 2} {
			if child < len(h) && h[child] < h[least] {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
