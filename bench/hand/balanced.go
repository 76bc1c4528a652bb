package hand

import "github.com/rtest-dev/rtest/bench/balanced"

// Balanced deletes the numbers -n..n from the weight-balanced trees of these
// numbers that are at most n high.
func Balanced(n int) (count int, err error) {
	room := make([]balanced.Tree, 1<<n)
	for size := 0; size <= 2*n+1; size++ {
		weighted(n, size, -n, n, func(t *balanced.Tree) {
			for k := -n; k <= n; k++ {
				in := copyBalanced(t, room, new(int))
				if !isSet(in) {
					err = failure(in, k)
				}
				left := balanced.Size(in)
				if balanced.Has(in, k) {
					left--
				}
				out := balanced.Delete(in, k)
				if !isSet(out) || balanced.Has(out, k) || balanced.Size(out) != left {
					err = failure(in, k)
				}
				count++
			}
		})
	}
	return count, err
}

func isSet(t *balanced.Tree) bool {
	return balanced.Ordered(t, nil, nil) && balanced.Balanced(t)
}

// weighted gives the trees of so many of the numbers lo..hi that are at most
// high.
func weighted(high, size, lo, hi int, yield func(*balanced.Tree)) {
	switch {
	case size == 0:
		yield(nil)
		return
	case high == 0 || hi-lo+1 < size:
		return
	}
	for left := 0; left < size; left++ {
		right := size - 1 - left
		if left+right > 1 && (left > balanced.Delta*right || right > balanced.Delta*left) {
			continue
		}
		for k := lo + left; k <= hi-right; k++ {
			t := balanced.Tree{Key: k}
			weighted(high-1, left, lo, k-1, func(l *balanced.Tree) {
				t.Left = l
				weighted(high-1, right, k+1, hi, func(r *balanced.Tree) {
					t.Right = r
					yield(&t)
				})
			})
		}
	}
}

// copyBalanced copies t into room, which is large enough.
func copyBalanced(t *balanced.Tree, room []balanced.Tree, used *int) *balanced.Tree {
	if t == nil {
		return nil
	}
	c := &room[*used]
	*used++
	c.Key = t.Key
	c.Left, c.Right = copyBalanced(t.Left, room, used), copyBalanced(t.Right, room, used)
	return c
}
