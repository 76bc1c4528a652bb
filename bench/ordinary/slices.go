package ordinary

import "slices"

//rtest:ensures slices.IsSorted(xs)
func InsertionSort(xs []int) {
	for i := 1; i < len(xs); i++ {
		for j := i; j > 0 && xs[j] < xs[j-1]; j-- {
			xs[j], xs[j-1] = xs[j-1], xs[j]
		}
	}
}

//rtest:requires slices.IsSorted(xs)
//rtest:ensures found ==> xs[i] == x
//rtest:ensures !found ==> !slices.Contains(xs, x)
func Find(xs []int, x int) (i int, found bool) {
	lo, hi := 0, len(xs)
	for lo < hi {
		mid := (lo + hi) / 2
		if xs[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(xs) && xs[lo] == x
}

//rtest:requires slices.IsSorted(a) && slices.IsSorted(b)
//rtest:ensures slices.IsSorted(result) && len(result) == len(a)+len(b)
func Merge(a, b []int) []int {
	var out []int
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

//rtest:ensures len(result) == len(xs)
//rtest:ensures forall i in 0..<len(xs): result[i] == xs[len(xs)-1-i]
func Reversed(xs []int) []int {
	out := make([]int, len(xs))
	for i, x := range xs {
		out[len(xs)-1-i] = x
	}
	return out
}

//rtest:ensures len(result) <= len(xs)
//rtest:ensures forall i in 0..<len(xs): slices.Contains(result, xs[i])
func Unique(xs []int) []int {
	seen := map[int]bool{}
	var out []int
	for _, x := range xs {
		if !seen[x] {
			seen[x] = true
			out = append(out, x)
		}
	}
	return out
}

// Chunks has a fault: a size of zero.
//
//rtest:requires size >= 0
//rtest:ensures forall c in result: len(c) <= size
func Chunks(xs []int, size int) [][]int {
	var out [][]int
	for i := 0; i < len(xs); i += size {
		out = append(out, xs[i:min(i+size, len(xs))])
		if len(out) > len(xs) {
			panic("no progress")
		}
	}
	return out
}

//rtest:requires len(xs) > 0
//rtest:ensures slices.Contains(xs, result)
//rtest:ensures forall i in 0..<len(xs): xs[i] <= result
func Largest(xs []int) int {
	m := xs[0]
	for _, x := range xs {
		m = max(m, x)
	}
	return m
}

// SecondLargest has a fault: the greatest one comes twice.
//
//rtest:requires len(xs) >= 2
//rtest:ensures result == slices.Sorted(slices.Values(xs))[len(xs)-2]
func SecondLargest(xs []int) int {
	a, b := xs[0], xs[1]
	if a < b {
		a, b = b, a
	}
	for _, x := range xs[2:] {
		if x > a {
			a, b = x, a
		} else if x > b && x != a {
			b = x
		}
	}
	return b
}

//rtest:ensures len(result) == len(xs)
//rtest:ensures len(xs) > 0 ==> result[0] == int(xs[0])
func Sums(xs []int8) []int {
	out := make([]int, len(xs))
	sum := 0
	for i, x := range xs {
		sum += int(x)
		out[i] = sum
	}
	return out
}

//rtest:requires 0 <= k && k <= len(xs)
//rtest:ensures len(result) == len(xs)
func Rotate(xs []int, k int) []int { return append(slices.Clone(xs[k:]), xs[:k]...) }

//rtest:ensures forall i in 0..<len(result): slices.Contains(a, result[i]) && slices.Contains(b, result[i])
func Common(a, b []int) []int {
	var out []int
	for _, x := range a {
		if slices.Contains(b, x) && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// Remove has a fault: two in a row.
//
//rtest:ensures !slices.Contains(result, x)
func Remove(xs []int, x int) []int {
	out := slices.Clone(xs)
	for i := 0; i < len(out); i++ {
		if out[i] == x {
			out = slices.Delete(out, i, i+1)
		}
	}
	return out
}
