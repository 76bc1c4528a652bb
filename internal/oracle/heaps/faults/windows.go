package faults

import "slices"

// Forward copies from the front, as is right only where dst does not begin within src.
//
//rtest:shared dst, src
//rtest:requires len(dst) == len(src)
//rtest:ensures dst == old(slices.Clone(src))
//rtest:depth 3
func Forward(dst, src []int8) {
	//lint:ignore S1001 copy is right where dst begins within src, too
	for i := range src {
		dst[i] = src[i]
	}
}

// Turn copies in the other direction.
//
//rtest:shared dst, src
//rtest:requires len(dst) == len(src)
//rtest:ensures dst == old(Turned(src))
//rtest:depth 3
func Turn(dst, src []int8) {
	for i, x := range src {
		dst[len(src)-1-i] = x
	}
}

// Turned returns a copy in the other direction.
func Turned(xs []int8) []int8 {
	xs = slices.Clone(xs)
	slices.Reverse(xs)
	return xs
}

// Extend writes behind a, where there is room.
//
//rtest:shared a, b
//rtest:ensures b == old(slices.Clone(b))
//rtest:depth 3
func Extend(a, b []int8) []int8 { return append(a, 9, 8) }

// Distinct writes each value once. It may do so in place.
//
//rtest:shared dst, src
//rtest:requires len(dst) == len(src)
//rtest:ensures result == old(Once(src))
//rtest:depth 3
func Distinct(dst, src []int8) []int8 {
	dst = dst[:0]
	for _, x := range src {
		if !slices.Contains(dst, x) {
			dst = append(dst, x)
		}
	}
	return dst
}

// Once returns the values of xs, each once.
func Once(xs []int8) []int8 {
	var once []int8
	for i, x := range xs {
		if !slices.Contains(xs[:i], x) {
			once = append(once, x)
		}
	}
	return once
}

// Accumulate adds up. It may do so in place.
//
//rtest:shared sums, xs
//rtest:requires len(sums) == len(xs)
//rtest:ensures sums == old(Sums(xs))
//rtest:depth 3
func Accumulate(sums, xs []int8) {
	total := int8(0)
	for i := range xs {
		total += xs[i]
		sums[i] = total
	}
}

// Sums returns the sums of the first elements.
func Sums(xs []int8) []int8 {
	sums := make([]int8, len(xs))
	for i, x := range xs {
		if sums[i] = x; i > 0 {
			sums[i] += sums[i-1]
		}
	}
	return sums
}

// Join is right for all windows.
//
//rtest:shared a, b
//rtest:ensures result == old(slices.Concat(a, b))
//rtest:depth 3
func Join(a, b []int8) []int8 { return append(a, b...) }

// Tally counts each index. What it writes may be an index.
//
//rtest:shared counts, at
//rtest:requires Indices(at, len(counts))
//rtest:ensures counts == old(Tallied(counts, at))
//rtest:depth 3
func Tally(counts, at []int8) {
	for _, i := range at {
		counts[i]++
	}
}

// Indices reports whether all of at are from 0 to below n.
func Indices(at []int8, n int) bool {
	return !slices.ContainsFunc(at, func(i int8) bool { return i < 0 || int(i) >= n })
}

// Tallied returns what counts are to be.
func Tallied(counts, at []int8) []int8 {
	counts = slices.Clone(counts)
	for _, i := range at {
		counts[i]++
	}
	return counts
}

// Add adds vectors. It may do so in place, but not in a part of its operands.
//
//rtest:shared sum, b
//rtest:requires len(sum) == len(a) && len(a) == len(b)
//rtest:ensures sum == old(Added(a, b))
//rtest:depth 2
func Add(sum, a, b []int8) {
	for i := range sum {
		sum[i] = a[i] + b[i]
	}
}

// Added returns the sum of vectors.
func Added(a, b []int8) []int8 {
	sum := make([]int8, len(a))
	for i := range a {
		sum[i] = a[i] + b[i]
	}
	return sum
}
