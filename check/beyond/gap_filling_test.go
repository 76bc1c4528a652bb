package beyond

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestNumbersOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	if list := numbersOf([2]int64{3, 9}, 10, r); !slices.Equal(list, []int64{4, 5, 6, 7, 8}) {
		t.Error("a narrow gap:", list)
	}
	for _, gap := range [][2]int64{{7, 8}, {7, 7}} {
		if list := numbersOf(gap, 10, r); len(list) > 0 {
			t.Error("no gap:", list)
		}
	}
	for _, gap := range [][2]int64{{1583, 4099}, {-4099, 1}, {math.MinInt64, math.MaxInt64}, {1 << 46, math.MaxInt64}} {
		list := numbersOf(gap, 100, r)
		if len(list) < 50 {
			t.Error(gap, "has only", list)
		}
		for _, n := range list {
			if n <= gap[0] || n >= gap[1] || large(n) {
				t.Error(gap, "has no", n)
			}
		}
	}
}
