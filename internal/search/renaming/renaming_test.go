package renaming

import (
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// heap has one reference, then up to three objects of a number and a reference.
func heap() *form.Form {
	f := &form.Form{Vars: []form.Var{{Parent: -1}, {Parent: -1}}, Renaming: &form.Renaming{Kinds: []form.Objects{{Count: 1, Each: 2, References: []int32{0, 3, 5, 7}}}}}
	for n := range int64(4) {
		f.Vars[1].Choice = append(f.Vars[1].Choice, form.Alt{Value: n})
	}
	for range 6 {
		f.Vars = append(f.Vars, form.Var{Parent: 1})
	}
	return f
}

func TestOrder(t *testing.T) {
	n := New(heap())
	n.Begin(slices.Values([]int32{0, 1, 2, 3, 4, 5, 6, 7}), func(int32) (int64, bool) { return 3, true })
	for _, c := range []struct{ in, want []int64 }{
		// 2 → 3 → 1 → 3, with the numbers 10, 20, 30 in 1, 2, 3
		{[]int64{2, 3, 10, 3, 20, 3, 30, 1}, []int64{1, 3, 20, 2, 30, 3, 10, 2}},
		{[]int64{1, 3, 10, 2, 20, 3, 30, 0}, []int64{1, 3, 10, 2, 20, 3, 30, 0}},
		// Nothing refers to 2.
		{[]int64{3, 3, 10, 0, 20, 1, 30, 1}, nil},
		{[]int64{0, 3, 10, 2, 20, 3, 30, 1}, nil},
	} {
		got, ok := n.Order(c.in)
		if ok != (c.want != nil) || ok && !slices.Equal(got, c.want) {
			t.Errorf("Order(%v) = %v, %v, want %v", c.in, got, ok, c.want)
		}
	}
}

func TestValues(t *testing.T) {
	n := New(heap())
	decided := map[int32]int64{1: 2} // two objects
	value := func(v int32) (int64, bool) {
		x, known := decided[v]
		return x, known
	}
	n.Begin(slices.Values([]int32{0, 1, 2, 3, 4, 5}), value)
	has := func(v int32, want ...int64) {
		t.Helper()
		for x := range int64(4) {
			if got := n.Values(v, value).Has(x); got != slices.Contains(want, x) {
				t.Errorf("variable %d may be %d: %v", v, x, got)
			}
		}
	}
	has(0, 0, 1)
	has(2)                        // Of an object that was not reached.
	decided[0], decided[7] = 1, 3 // The last object does not exist.
	has(3, 0, 1, 2)
	has(2, 0, 1, 2, 3)
	decided[3] = 2
	has(5, 0, 1, 2)
}
