package heaps_test

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/oracle/heaps"
)

type pair struct{ L, R *pair }

// TestEach checks that no two heaps differ only by renaming, and counts them in another way: the
// assignments of all pointers of n numbered objects that are all reached, divided by the numberings
// that keep the root.
func TestEach(t *testing.T) {
	for n := 1; n <= 4; n++ {
		seen := map[string]bool{}
		got := 0
		heaps.Each(heaps.Scope{Objects: n}, func(root **pair) {
			if *root == nil {
				return
			}
			text, objects := numbering(*root)
			if seen[text] {
				t.Errorf("%s twice", text)
			}
			if seen[text] = true; objects == n {
				got++
			}
		})
		if want := assigned(n); got != want {
			t.Errorf("%d heaps of %d objects, want %d", got, n, want)
		}
	}
}

// numbering returns the pointers of a heap by the numbers of objects in preorder.
func numbering(root *pair) (text string, objects int) {
	numbers := map[*pair]byte{nil: '-'}
	var walk func(p *pair)
	walk = func(p *pair) {
		n, known := numbers[p]
		if !known {
			n = byte('a' + len(numbers) - 1)
			numbers[p] = n
		}
		if text += string(n); !known {
			walk(p.L)
			walk(p.R)
		}
	}
	walk(root)
	return text, len(numbers) - 1
}

// assigned counts the assignments of two pointers in each of n objects by which all are reached from
// the first, and divides by the numberings of the others.
func assigned(n int) int {
	to := make([]int, 2*n)
	count := 0
	for {
		reached := make([]bool, n+1)
		reached[0] = true
		for todo := []int{1}; len(todo) > 0; todo = todo[1:] {
			if o := todo[0]; !reached[o] {
				reached[o] = true
				todo = append(todo, to[2*o-2], to[2*o-1])
			}
		}
		all := true
		for _, r := range reached {
			all = all && r
		}
		if all {
			count++
		}
		i := 0
		for ; i < len(to) && to[i] == n; i++ {
			to[i] = 0
		}
		if i == len(to) {
			break
		}
		to[i]++
	}
	for i := 2; i < n; i++ {
		count /= i
	}
	return count
}
