package solve

import (
	"math"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// Ranks ascend in the order of a form, and next visits every value.
func TestRanks(t *testing.T) {
	const least, most = math.MinInt64, math.MaxInt64
	for _, c := range []struct {
		name string
		v    form.Var
		want []int64
	}{
		{"by magnitude", form.Var{Kind: form.Int64, Dom: []form.Span{{Lo: -2, Hi: 3}}}, []int64{0, 1, -1, 2, -2, 3}},
		{"without zero", form.Var{Kind: form.Int8, Dom: []form.Span{{Lo: -3, Hi: -2}, {Lo: 2, Hi: 2}, {Lo: 5, Hi: 6}}}, []int64{2, -2, -3, 5, 6}},
		{"negative", form.Var{Kind: form.Int64, Dom: []form.Span{{Lo: -9, Hi: -8}, {Lo: -2, Hi: -1}}}, []int64{-1, -2, -8, -9}},
		{"extremes", form.Var{Kind: form.Int64, Dom: []form.Span{{Lo: least, Hi: least + 1}, {Lo: 0, Hi: 0}, {Lo: most - 1, Hi: most}}},
			[]int64{0, most - 1, most, least + 1, least}},
		{"ascending", form.Var{Kind: form.Int64, Ascending: true, Dom: []form.Span{{Lo: -2, Hi: -1}, {Lo: 4, Hi: 5}}}, []int64{-2, -1, 4, 5}},
		{"unsigned", form.Var{Kind: form.Uint64, Dom: []form.Span{{Lo: 1, Hi: 2}, {Lo: -2, Hi: -1}}}, []int64{1, 2, -2, -1}},
		{"one level", form.Var{Kind: form.Int64, ByMagnitude: true, Dom: []form.Span{{Lo: -9, Hi: 1}}}, []int64{0, 1, -1, -2}},
	} {
		d := newDomain(&c.v, 2)
		var got []int64
		last := uint64(0)
		for rank, ok := d.next(0); ok; rank, ok = d.next(rank + 1) {
			v := d.value(rank)
			if d.rank(v) != rank || len(got) > 0 && rank <= last || !d.any(rank, rank) {
				t.Errorf("%s: value %d has rank %d, rank %d is behind %d", c.name, v, d.rank(v), rank, last)
			}
			got, last = append(got, v), rank
			if rank == math.MaxUint64 || len(got) > len(c.want) {
				break
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
