// Package overlap has functions that are right unless their parameters are the same memory.
package overlap

//rtest:import "slices"

// Remove appends to dst what of src is not zero. In an array with room behind dst it overwrites what
// it has yet to read.
//
//rtest:shared dst, src
//rtest:depth 3
//rtest:ensures result == old(append(slices.Clone(dst), nonzero(src)...))
func Remove(dst, src []int) []int {
	for _, x := range src {
		if x != 0 {
			dst = append(dst, x)
		}
	}
	return dst
}

func nonzero(xs []int) (kept []int) {
	for _, x := range xs {
		if x != 0 {
			kept = append(kept, x)
		}
	}
	return kept
}

// Sums sets dst to the sums of the elements of src so far. It reads what it has already set where dst
// begins behind src.
//
//rtest:shared dst, src
//rtest:depth 3
//rtest:requires len(dst) == len(src)
//rtest:ensures forall i in 0..<len(dst): dst[i] == old(sum(src[:i+1]))
func Sums(dst, src []int) {
	total := 0
	for i, x := range src {
		total += x
		dst[i] = total
	}
}

// Reverse sets dst to src backwards, and so is wrong for dst == src.
//
//rtest:shared dst, src
//rtest:depth 3
//rtest:requires len(dst) == len(src)
//rtest:ensures forall i in 0..<len(dst): dst[i] == old(src[len(src)-1-i])
func Reverse(dst, src []int) {
	for i, x := range src {
		dst[len(dst)-1-i] = x
	}
}

// Frame puts a length in front of text. It needs room of its own: within one array the text moves
// onto itself byte by byte.
//
//rtest:shared dst, text
//rtest:depth 3
//rtest:chars "ab"
//rtest:requires len(dst) == len(text) + 1
//rtest:ensures dst[0] == byte(len(text)) && dst[1:] == old(text)
func Frame(dst, text []byte) {
	dst[0] = byte(len(text))
	for i, b := range text {
		dst[i+1] = b
	}
}

// FrameRight moves the text first, with copy, which allows for that.
//
//rtest:shared dst, text
//rtest:depth 3
//rtest:chars "ab"
//rtest:requires len(dst) == len(text) + 1
//rtest:ensures dst[0] == byte(len(text)) && dst[1:] == old(text)
func FrameRight(dst, text []byte) {
	copy(dst[1:], text)
	dst[0] = byte(len(text))
}

// Merge moves the entries of src to dst: none is left where both are one map.
//
//rtest:shared dst, src
//rtest:depth 2
//rtest:requires dst != nil
//rtest:ensures forall k in old(src): k in dst
func Merge(dst, src map[int]bool) {
	for k, v := range src {
		dst[k] = v
		delete(src, k)
	}
}

// Transfer moves an amount between accounts. Between one account and itself it makes money.
//
//rtest:shared from, to
//rtest:depth 2
//rtest:requires from != nil && to != nil && amount > 0
//rtest:ensures *from + *to == old(*from + *to)
func Transfer(from, to *int, amount int) {
	after := *to + amount
	*from -= amount
	*to = after
}

// Swap is right for all that pointers may have in common.
//
//rtest:shared a, b
//rtest:requires a != nil && b != nil
//rtest:ensures *a == old(*b) && *b == old(*a)
func Swap(a, b *int) { *a, *b = *b, *a }

// Total adds up three counters. The last two may be one.
//
//rtest:shared a, b, c
//rtest:depth 2
//rtest:requires a != nil && b != nil && c != nil && a != b && a != c
//rtest:ensures *a == old(*a + *b + *c) && *b == 0 && *c == 0
func Total(a, b, c *int) {
	*a += *b
	*b = 0
	*a += *c
	*c = 0
}
