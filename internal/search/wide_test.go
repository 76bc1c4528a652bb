package search

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// TestSpreadWide checks that not only the first values of very large domains are tried, but numbers of
// all sizes, extremes and preferred values, for every variable, in the order of the form.
func TestSpreadWide(t *testing.T) {
	b := formtest.New(4, true)
	b.Variable(form.Var{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: math.MinInt64, Hi: math.MaxInt64}}})
	b.Variable(form.Var{Name: "y", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: 0, Hi: 1 << 50}}})
	f := b.Build(b.Truth(true))
	s, err := New(f)
	if err != nil {
		t.Fatal(err)
	}
	s.Options.Foci = []int64{123456789}
	var first [][]int64
	met := [2]map[int64]bool{{}, {}}
	for x := range s.Spread(0, 20000) {
		first = append(first, slices.Clone(x))
		for i, v := range x {
			met[i][v] = true
		}
	}
	if len(first) < 15000 || len(first) > 20000 {
		t.Errorf("%d solutions", len(first))
	}
	for i, want := range [2][]int64{
		{0, 1, -1, 5, math.MaxInt64, math.MinInt64, math.MinInt64 + 1, 1 << 40, -1 << 40, 123456789},
		{0, 1, 1 << 30, 1 << 50, 1<<50 - 1, 123456789},
	} {
		for _, v := range want {
			if !met[i][v] {
				t.Errorf("%d is not among the values of variable %d", v, i)
			}
		}
	}
	order := &walk{}
	for i := 1; i < len(first); i++ {
		a, b := first[i-1], first[i]
		if c := order.compare(a[0], b[0]); c > 0 || c == 0 && order.compare(a[1], b[1]) >= 0 {
			t.Fatalf("%v comes behind %v", b, a)
		}
	}
	s.Options.Foci = []int64{123456789}
	again := 0
	for x := range s.Spread(0, 20000) {
		if fmt.Sprint(x) != fmt.Sprint(first[again]) {
			t.Fatalf("solution %d is %v the second time, not %v", again, x, first[again])
		}
		again++
	}
}

// TestSpreadSparse spreads over equations between 64-bit integers, of which hardly any values are
// solutions.
func TestSpreadSparse(t *testing.T) {
	full := []form.Span{{Lo: math.MinInt64, Hi: math.MaxInt64}}
	times := func(b *formtest.Builder, x, y int32) int32 {
		return b.Add(form.Node{Op: form.Mul, Kind: form.Int64, Args: []int32{x, y}})
	}
	for _, c := range []struct {
		name string
		root func(b *formtest.Builder, x, y, z int32) int32
		most int64
	}{
		{"cents", func(b *formtest.Builder, x, y, z int32) int32 {
			return b.And(b.Eq(x, b.Sum(times(b, y, b.Num(100)), z)), b.Le(b.Num(0), z), b.Lt(z, b.Num(100)))
		}, 10_000_000},
		{"right angles", func(b *formtest.Builder, x, y, z int32) int32 {
			return b.And(b.Eq(b.Sum(times(b, x, x), times(b, y, y)), times(b, z, z)), b.Lt(b.Num(0), x), b.Lt(b.Num(0), y), b.Lt(b.Num(0), z))
		}, 10_000_000},
		{"factors", func(b *formtest.Builder, x, y, z int32) int32 {
			return b.And(b.Eq(x, times(b, y, z)), b.Lt(b.Num(1), y), b.Lt(b.Num(1), z))
		}, 1_000_000},
	} {
		b := formtest.New(0, true)
		var v [3]int32
		for i := range v {
			v[i] = b.Ref(b.Variable(form.Var{Name: string(rune('x' + i)), Kind: form.Int64, Parent: -1, Dom: full}))
		}
		s, err := New(b.Build(c.root(b, v[0], v[1], v[2])))
		if err != nil {
			t.Fatal(err)
		}
		const n = 20_000
		found, met := 0, map[int64]bool{}
		for x := range s.Spread(0, n) {
			found++
			met[x[0]] = true
		}
		if work := s.Stats().Work; found < n*9/10 || len(met) < 300 || work > c.most {
			t.Errorf("%s: %d solutions, with %d values of x, take %d steps", c.name, found, len(met), work)
		}
	}
}

// TestSeek checks that a walk that begins at a value continues like one from the beginning does after
// the values before it.
func TestSeek(t *testing.T) {
	for _, w := range []walk{
		{wide: true, dom: interval.Of(-90, 70)},
		{wide: true, dom: interval.Of(3, 100)},
		{wide: true, dom: interval.Of(-100, -3)},
		{wide: true, ascending: true, dom: interval.Of(-90, 70)},
		{wide: true, dom: interval.Of(-90, 70), spans: []interval.Interval{{Lo: -90, Hi: -50}, {Lo: -3, Hi: 4}, {Lo: 60, Hi: 70}}},
		{wide: true, dom: interval.Of(math.MinInt64, math.MinInt64+3)},
		{wide: true, dom: interval.Of(math.MaxInt64-3, math.MaxInt64)},
		{wide: true, ascending: true, dom: interval.Of(math.MinInt64, math.MinInt64+3)},
	} {
		var all []int64
		for it := w; ; {
			k, ok := it.next()
			if !ok {
				break
			}
			all = append(all, k)
		}
		for _, from := range append([]int64{0, 1, -1, 50, -55, math.MaxInt64, math.MinInt64}, all...) {
			want := slices.DeleteFunc(slices.Clone(all), func(k int64) bool { return w.compare(k, from) < 0 })
			var got []int64
			it := w
			it.seek(from)
			for {
				k, ok := it.next()
				if !ok {
					break
				}
				got = append(got, k)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%v from %d: %v, want %v", w, from, got, want)
			}
		}
	}
}
