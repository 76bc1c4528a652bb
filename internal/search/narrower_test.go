package search

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// heaps is the arrays of n numbers 0..most whose first few numbers, as many as a number before them
// says, form a heap; the others are 0.
func heaps(n int, most int64) *form.Form {
	b := formtest.New(0, true)
	size := b.Ref(b.Variable(form.Var{Name: "size", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: int64(n)}}}))
	var elems, all []int32
	for range n {
		elems = append(elems, b.Ref(b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: most}}})))
	}
	for i, x := range elems {
		in := b.Lt(b.Num(int64(i)), size)
		all = append(all, b.Or(in, b.Eq(x, b.Num(0))))
		if i > 0 {
			all = append(all, b.Or(b.Not(in), b.Le(x, elems[(i-1)/2])))
		}
	}
	return b.Build(b.And(all...))
}

// What a number among the data decides is not propagated again for each solution.
func TestNarrower(t *testing.T) {
	compareAll(t, heaps(4, 2))
	stats := statsOf(t, heaps(8, 5), Options{})
	t.Logf("%+v", stats)
	if stats.Solutions != 51_185 || stats.Work > stats.Solutions {
		t.Errorf("%d solutions in %d steps", stats.Solutions, stats.Work)
	}
	checkShards(t, heaps(4, 2), 3)
	for i := 1; i <= 2; i++ {
		shard := statsOf(t, heaps(8, 5), Options{Shard: form.Shard{Index: i, Of: 2}, Joint: true})
		t.Logf("%+v", shard)
		if shard.Work > stats.Work {
			t.Errorf("shard %d takes %d steps, all %d", i, shard.Work, stats.Work)
		}
	}
}
