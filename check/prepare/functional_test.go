package prepare

import (
	"context"
	"testing"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/internal/form"
)

// TestProvingEnds asks whether several fields together are derived if this is not decided. The
// questions end at their limit, and no further one is asked.
func TestProvingEnds(t *testing.T) {
	product := func(fields int) *Problem {
		f := &form.Form{}
		add := func(n form.Node) int32 {
			f.Nodes = append(f.Nodes, n)
			return int32(len(f.Nodes) - 1)
		}
		q := &Problem{Form: f}
		all := form.Node{Op: form.And, Kind: form.Bool}
		for i := range fields {
			for range 2 {
				f.Vars = append(f.Vars, form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 2, Hi: 1 << 31}}, Default: 2, Ascending: true})
			}
			q.derived = append(q.derived, int32(2*i))
			x := add(form.Node{Op: form.Ref, Kind: form.Int64, Val: int64(2 * i)})
			y := add(form.Node{Op: form.Ref, Kind: form.Int64, Val: int64(2*i + 1)})
			xy := add(form.Node{Op: form.Mul, Kind: form.Int64, Args: []int32{x, y}})
			n := add(form.Node{Op: form.Const, Kind: form.Int64, Val: 1_000_000_016_000_000_063})
			all.Args = append(all.Args, add(form.Node{Op: form.Eq, Kind: form.Bool, Args: []int32{xy, n}}))
		}
		if f.Root = all.Args[0]; fields > 1 {
			f.Root = add(all)
		}
		return q
	}
	r := &Package{Config: config.Config{Engine: engine.Search}}
	for _, c := range []struct{ fields, left, halves int64 }{
		{1, proofMost, 2}, {3, proofMost, 4}, {3, 1, 2}, {3, proofLimit, 2}, {3, proofLimit * 5 / 4, 3}, {3, 0, 0},
	} {
		b := &proofBudget{left: c.left}
		a, err := r.findDifferingPair(context.Background(), product(int(c.fields)), b)
		if taken := c.left - b.left; a != engine.Unknown || err != nil || taken/(proofLimit/2) != c.halves {
			t.Errorf("%d fields with an effort of %d: answer %d, %v, it took %d, want %d halves", c.fields, c.left, a, err, taken, c.halves)
		}
	}
}
