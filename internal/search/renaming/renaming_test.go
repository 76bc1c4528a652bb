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
	n.Begin(slices.Values([]int32{0, 1, 2, 3, 4, 5, 6, 7}))
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

func TestGreatest(t *testing.T) {
	n := New(heap())
	n.Begin(slices.Values([]int32{0, 1, 2, 3, 4, 5})) // two objects
	decided := map[int32]int64{}
	value := func(v int32) (int64, bool) {
		x, known := decided[v]
		return x, known
	}
	if got := n.Greatest(0, value); got != 1 {
		t.Errorf("the first reference may be up to %d, want 1", got)
	}
	if got := n.Greatest(2, value); got >= 0 {
		t.Errorf("a number of an object that was not met may be %d", got)
	}
	decided[0], decided[7] = 1, 3 // The last object does not exist.
	if got := n.Greatest(3, value); got != 2 {
		t.Errorf("the second reference may be up to %d, want 2", got)
	}
	if got := n.Greatest(2, value); got < 1<<40 {
		t.Errorf("a number of an object may be up to %d", got)
	}
}
