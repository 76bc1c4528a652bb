package value_test

import (
	"go/types"
	"testing"

	"github.com/rtest-dev/rtest/internal/value"
)

// TestRelations has each number mean one relation, and each relation have one number.
func TestRelations(t *testing.T) {
	slice := types.NewSlice(types.Typ[types.Int])
	for _, s := range []*value.Aliased{
		{Own: value.Ref{Shape: &value.Slice{T: slice}}, With: []int{0}},
		{Own: value.Ref{Shape: &value.Slice{T: slice}}, With: []int{0, 2, 3}},
		{Own: value.Ref{Shape: &value.Pointer{T: types.NewPointer(slice)}}, With: []int{1, 2}},
	} {
		const most = 3
		seen := map[value.Relation]bool{}
		for i, n := range s.Numbers(most) {
			r, ok := s.Relation(n)
			if !ok || s.Number(r) != n || seen[r] || r.With >= len(s.With) || r.Offset > most || r.Offset < -most {
				t.Errorf("relation %d of %v is %v (%t), whose number is %d", n, s.With, r, ok, s.Number(r))
			}
			if int(n) != i+1 {
				t.Errorf("the numbers of %v are %v: not all from 1 on", s.With, s.Numbers(most))
			}
			seen[r] = true
		}
		want := len(s.With)
		if s.Windows() {
			want *= 2*most + 1
		}
		if len(seen) != want {
			t.Errorf("%d relations to %v, want %d", len(seen), s.With, want)
		}
	}
}
