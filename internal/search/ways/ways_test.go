package ways_test

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
	"github.com/rtest-dev/rtest/internal/search/ways"
)

// lists is the form of a list of up to n lists of up to n numbers of two values.
func lists(n int64) *form.Form {
	b := formtest.New(0, true)
	length := func(parent int32, when form.Span) int32 {
		v := form.Var{Name: "len", Kind: form.Int64, Parent: parent, When: when}
		for i := range n + 1 {
			v.Choice = append(v.Choice, form.Alt{Value: i, Size: int32(i)})
		}
		return b.Variable(v)
	}
	all := length(-1, form.Span{})
	for i := range n {
		each := length(all, form.Span{Lo: i + 1, Hi: n})
		for j := range n {
			b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: each, When: form.Span{Lo: j + 1, Hi: n}, Dom: []form.Span{{Lo: 0, Hi: 1}}})
		}
	}
	return b.Build(b.Truth(true))
}

// TestSolutions counts by hand: a list of one list of k numbers has the size k + 1, and there are 2 to
// the power of k of them.
func TestSolutions(t *testing.T) {
	w := ways.New(lists(2), func() bool { return false })
	none := func(int32) (int64, bool) { return 0, false }
	// By size: the empty list; one empty list; [x], [[] []]; [x y], [[x] []], [[] [x]]; and so on.
	for size, want := range []int64{1, 1, 2 + 1, 4 + 2*2, 2*4 + 2*2, 2 * 2 * 4, 4 * 4, 0} {
		if got := w.Solutions(int32(size), none); got != want {
			t.Errorf("of size %d there are %d, want %d", size, got, want)
		}
	}
}

// TestQuit ends a long count, and starts again.
func TestQuit(t *testing.T) {
	asked, end := 0, 1
	w := ways.New(lists(60), func() bool { asked++; return asked >= end })
	none := func(int32) (int64, bool) { return 0, false }
	w.Solutions(100, none)
	if first := w.Work(); asked != 1 || first > 1<<20 {
		t.Errorf("asked %d times, %d counts were multiplied", asked, first)
	}
	if w.Solutions(100, none); asked != 2 {
		t.Errorf("asked %d times behind the end", asked)
	}
	end = 1 << 30
	if n := w.Solutions(1, none); n != 1 || asked < 10 {
		t.Errorf("%d of size 1, asked %d times", n, asked)
	}
}
