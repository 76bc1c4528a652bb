package rt

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Of a map of three entries each order is that in which they are put in, in as many
// turns; of more, each entry is the first and the last.
func TestPermutation(t *testing.T) {
	seen := map[string]int{}
	for turn := range 12 {
		seen[fmt.Sprint(permutation(3, turn))]++
	}
	if len(seen) != 6 {
		t.Errorf("12 turns have %d orders of 3 entries: %v", len(seen), seen)
	}
	for n := range 9 {
		first := map[int]bool{}
		for turn := range 32 {
			order := permutation(n, turn)
			if turn == 0 && !slices.IsSorted(order) {
				t.Errorf("the first order of %d is %v", n, order)
			}
			if n > 0 {
				first[order[0]] = true
			}
			slices.Sort(order)
			for i, at := range order {
				if i != at {
					t.Fatalf("turn %d of %d entries is no permutation", turn, n)
				}
			}
		}
		if len(first) != n {
			t.Errorf("of %d entries %d come first", n, len(first))
		}
	}
}

// An order keeps all entries of its map.
func TestOrder(t *testing.T) {
	for turn := range 4 {
		r := NewReader(nil)
		r.turn = turn
		m := map[int]int{}
		o := InOrder(r, m)
		for i := range 5 {
			o.Put(i, i*i)
		}
		o.End()
		for i := range 5 {
			if len(m) != 5 || m[i] != i*i {
				t.Fatalf("turn %d: %v", turn, m)
			}
		}
		if !r.several {
			t.Error("it is not noted that the map has several entries")
		}
	}
}

// A countedCase counts its calls. Its input is made by a number of calls.
type countedCase struct {
	Case
	made, called int
}

func (c *countedCase) Build(r *Reader) bool { r.nested += c.made; return true }
func (c *countedCase) Call()                { c.called++ }
func (c *countedCase) Inputs() []any        { return nil }
func (c *countedCase) Results() []any       { return nil }

// Runs of a job are bounded by the calls that they take, however long these are.
func TestTurnRuns(t *testing.T) {
	const inputs, turns = 2000, 32
	for _, made := range []int{0, 3, 31} {
		c := &countedCase{made: made}
		target := &Target{New: func() Case { return c }}
		b := wire.NewBoard(make([]int64, wire.BoardSize/8), nil, 0, 0)
		w := newWorker(&Unit{Targets: []Target{*target}}, target, b, wire.Job{AfterFailure: -1, Turns: turns, TurnAll: true}, &watch{})
		for range inputs {
			w.one(nil)
		}
		each := (turns - 1) * (1 + made)
		whole := (TurnRuns + each - 1) / each
		if want := inputs + whole*(turns-1) + (inputs-whole)*(turnsBehind-1); c.called != want {
			t.Errorf("with %d calls for an input: %d calls of the function, want %d", made, c.called, want)
		}
	}
}
