// Package heap looks at heaps in arrays, as Korat's first example does
// (Boyapati, Khurshid, Marinov: Korat, ISSTA 2002, figure 9).
package heap

// A HeapArray is a heap in the first Size elements of an array; the other elements are 0.
type HeapArray struct {
	Size  int
	Array []int
}

//rtest:type Heap = {h *HeapArray | h.OK()}

// OK reports whether no element is greater than its parent.
func (h *HeapArray) OK() bool {
	if h == nil || h.Size < 0 || h.Size > len(h.Array) {
		return false
	}
	for i := 1; i < h.Size; i++ {
		if h.Array[i] > h.Array[(i-1)/2] {
			return false
		}
	}
	for i := h.Size; i < len(h.Array); i++ {
		if h.Array[i] != 0 {
			return false
		}
	}
	return true
}

// Max is the greatest element of a heap of numbers that are not negative, and
// 0 where there is none.
//
//rtest:sig (h Heap) (max int)
//rtest:ensures max >= 0
func Max(h *HeapArray) int {
	if h.Size == 0 {
		return 0
	}
	return h.Array[0]
}
