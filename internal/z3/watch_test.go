package z3

import (
	"fmt"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/smt"
)

// TestWatch finds all ways to choose one of three Bools in each of four rows,
// so that none is chosen in the same column as in the row before.
func TestWatch(t *testing.T) {
	c, err := Open()
	if err != nil {
		t.Skip(err)
	}
	defer c.Close()
	var b smt.Store
	const rows, columns = 4, 3
	var vars, asserts []*smt.Term
	for i := range rows {
		var row []*smt.Term
		for j := range columns {
			row = append(row, b.Var(fmt.Sprint(i, j), smt.Bool))
		}
		asserts = append(asserts, b.Or(row...))
		for j := range columns {
			for k := range j {
				asserts = append(asserts, b.Not(b.And(row[j], row[k])))
			}
			if i > 0 {
				asserts = append(asserts, b.Not(b.And(row[j], vars[(i-1)*columns+j])))
			}
		}
		vars = append(vars, row...)
	}
	w, err := c.Watch(Config{}, vars, asserts)
	if err != nil {
		t.Fatal(err)
	}
	if w == nil {
		t.Skip("this version of libz3 has no user propagator that is known")
	}
	for _, test := range []struct {
		assume []*smt.Term
		most   int
		want   int
		status Status
	}{
		{nil, 100, 24, Unsat},
		{[]*smt.Term{vars[0]}, 100, 8, Unsat},
		{[]*smt.Term{vars[0], vars[3]}, 100, 0, Unsat},
		{nil, 10, 10, Unknown},
		{[]*smt.Term{b.Not(vars[0])}, 16, 16, Unsat},
	} {
		all, status, err := w.All(test.most, test.assume...)
		if err != nil || status != test.status || len(all) != test.want {
			t.Errorf("All(%d, %v) = %v, %v, %v; want %d, %v", test.most, test.assume, all, status, err, test.want, test.status)
		}
		slices.SortFunc(all, slices.Compare)
		if n := len(slices.CompactFunc(all, slices.Equal)); n != test.want {
			t.Errorf("All(%d, %v): only %d are different", test.most, test.assume, n)
		}
	}
}
