package encode_test

import (
	"go/types"
	"testing"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
)

// TestDepths counts the inputs up to a depth where some go less deep.
func TestDepths(t *testing.T) {
	num := &value.Int{T: types.Typ[types.Int]}
	list := &value.Slice{T: types.NewSlice(types.Typ[types.Int]), Elem: value.Ref{Shape: num, Step: 1}}
	for _, c := range []struct {
		depths []int
		want   []int
	}{
		{nil, []int{1, 4 * 3, 31 * 5}},
		{[]int{1, 2}, []int{1, 4 * 3, 4 * 5}},
		{[]int{2, 0}, []int{1, 4, 31}},
		{[]int{0, 0}, []int{1, 1, 1}},
		{[]int{9, 1}, []int{1, 4 * 3, 31 * 3}},
	} {
		total := 0
		for depth, want := range c.want {
			q, err := encode.Encode(t.Context(), encode.Inputs{Names: []string{"xs", "n"}, Shapes: []value.Shape{list, num}}, encode.Options{Depth: depth, Depths: c.depths})
			if err != nil {
				t.Fatal(err)
			}
			if err := q.Form.Check(); err != nil {
				t.Fatal(err)
			}
			if total += len(streams(t, q.Form, 1<<10)); total != want {
				t.Errorf("depths %v: %d inputs up to depth %d, want %d", c.depths, total, depth, want)
			}
		}
	}
}
