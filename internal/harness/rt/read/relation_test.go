package read

import (
	"go/types"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/value"
)

// TestShareArray compares what a relation makes of two slices with their places in one array.
func TestShareArray(t *testing.T) {
	shape := &value.Aliased{Own: value.Ref{Shape: &value.Slice{T: types.NewSlice(types.Typ[types.Int])}}, With: []int{0, 1}}
	array := []int{10, 11, 12, 13, 14}
	for from := range array {
		for to := from; to <= len(array); to++ {
			for begin := range array {
				for end := begin; end <= len(array); end++ {
					r := NewReader([]int64{shape.Number(value.Relation{With: 1, Offset: begin - from})})
					if r.Relate(); r.RelatedTo(0, 2) || !r.RelatedTo(1, 2) {
						t.Fatalf("relation %d is not to the second input", r.building.relation.number)
					}
					p, q := slices.Clone(array[from:to]), slices.Clone(array[begin:end])
					ShareArray(r, &p, &q, 2)
					if !slices.Equal(p, array[from:to]) || !slices.Equal(q, array[begin:end]) {
						t.Fatalf("[%d:%d] and [%d:%d] become %v and %v", from, to, begin, end, p, q)
					}
					last := max(to, end)
					shares := max(from, begin) < last && max(from, begin) <= min(to, end)
					if shares && (cap(p) != last-from || cap(q) != last-begin || &p[:last-from][last-from-1] != &q[:last-begin][last-begin-1]) {
						t.Errorf("[%d:%d] and [%d:%d] do not end where their array does", from, to, begin, end)
					}
					if !shares && (cap(p) > 0 && cap(q) > 0 && &p[:1][0] == &q[:1][0]) {
						t.Errorf("[%d:%d] and [%d:%d] share memory", from, to, begin, end)
					}
				}
			}
		}
	}
}
