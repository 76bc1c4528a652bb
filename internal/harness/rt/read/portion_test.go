package read

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A question comes after choices. It has count alternatives, 0 for none, of which admits says which
// are allowed.
type question func(made []int64) (count int64, admits func(int64) bool)

// leaves runs the inputs of a solution, as an unfolding does.
func leaves(b *wire.Board, p wire.Portion, solution []int64, ask question) (all []string, runs int) {
	c := NewChoices(b, p)
	if c.share != nil {
		c.share.Open(solution)
	}
	for more := true; more; more = c.Advance() {
		c.Begin()
		var made []int64
		for {
			count, admits := ask(made)
			if count == 0 {
				break
			}
			v := c.choose(count, 0, func(from int64) int64 {
				for ; from < count; from++ {
					if admits(from) {
						return from
					}
				}
				return -1
			})
			made = append(made, v)
			if v < 0 {
				break
			}
		}
		runs++
		if c.share.Ours() {
			all = append(all, fmt.Sprint(made))
		}
	}
	return all, runs
}

// Portions have each input once, in order, whatever the questions are.
func TestPortions(t *testing.T) {
	b := wire.NewBoard(make([]int64, wire.BoardSize/8), nil, 0, 0)
	for seed := range int64(60) {
		shape := rand.New(rand.NewSource(seed))
		depth, width := 1+shape.Intn(5), 1+shape.Int63n(6)
		ask := func(made []int64) (int64, func(int64) bool) {
			if len(made) >= depth {
				return 0, nil
			}
			key := seed
			for _, v := range made {
				key = key*31 + v + 1
			}
			r := rand.New(rand.NewSource(key))
			// Some inputs are over sooner, some questions have no answer.
			if len(made) > 0 && r.Intn(8) == 0 {
				return 0, nil
			}
			bits := r.Int63() | r.Int63()
			return 1 + r.Int63n(width), func(v int64) bool { return bits>>v&1 == 1 }
		}
		solution := []int64{seed, 3}
		want, _ := leaves(b, wire.Portion{}, solution, ask)
		at := map[string]int{}
		for i, x := range want {
			at[x] = i
		}
		for _, n := range []int{1, 2, 3, 7, 16} {
			for _, rows := range []int64{1, 5, 64} {
				seen := map[string]int{}
				for i := 1; i <= n; i++ {
					got, _ := leaves(b, wire.Portion{Index: i, Of: n, Rows: rows}, solution, ask)
					for k, x := range got {
						seen[x]++
						if k > 0 && at[got[k-1]] >= at[x] {
							t.Fatalf("seed %d, part %d of %d: %s is out of order", seed, i, n, x)
						}
					}
				}
				for _, x := range want {
					if seen[x] != 1 {
						t.Fatalf("seed %d, %d parts in %d rows: %s is %d times in them", seed, n, rows, x, seen[x])
					}
				}
				if len(seen) != len(want) {
					t.Fatalf("seed %d: %d inputs, the parts have %d", seed, len(want), len(seen))
				}
			}
		}
	}
}

// If each question has equally many answers, parts are nearly equal, and cost little more than their
// inputs.
func TestPortionsAreEqual(t *testing.T) {
	b := wire.NewBoard(make([]int64, wire.BoardSize/8), nil, 0, 0)
	for _, c := range []struct{ depth, width int64 }{{4, 9}, {12, 2}, {2, 100}, {1, 5000}} {
		ask := func(made []int64) (int64, func(int64) bool) {
			if int64(len(made)) == c.depth {
				return 0, nil
			}
			return c.width, func(int64) bool { return true }
		}
		all, _ := leaves(b, wire.Portion{}, nil, ask)
		for _, n := range []int{2, 3, 7, 16} {
			least, most, cost := len(all), 0, 0
			for i := 1; i <= n; i++ {
				got, runs := leaves(b, wire.Portion{Index: i, Of: n, Rows: 64}, nil, ask)
				least, most, cost = min(least, len(got)), max(most, len(got)), max(cost, runs-len(got))
			}
			if most*10 > least*13 || cost > 64 {
				t.Errorf("%d choices of %d in %d parts: %d to %d of %d inputs, %d runs for nothing", c.depth, c.width, n, least, most, len(all), cost)
			}
		}
	}
}
