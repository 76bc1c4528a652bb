package check

import (
	"math"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/search"
)

// lists is the question for slices of up to three numbers, behind a pointer.
func lists(ascending bool) *search.Form {
	f := &search.Form{
		Vars: []search.Var{
			{Name: "p", Kind: search.Int64, Parent: -1, Choice: []search.Alt{{Value: 0}, {Value: 1, Size: 1}}},
			{Name: "len", Kind: search.Int64, Parent: 0, When: search.Span{Lo: 1, Hi: 1}, Default: 0,
				Choice: []search.Alt{{Value: 0}, {Value: -1}, {Value: 1, Size: 1}, {Value: 2, Size: 2}}},
		},
		Nodes: []search.Node{{Op: search.Const, Kind: search.Bool, Val: 1}},
		Level: 9, Below: true,
	}
	for i := range int64(2) {
		f.Vars = append(f.Vars, search.Var{Name: "x", Kind: search.Int64, Parent: 1, When: search.Span{Lo: i + 1, Hi: 2},
			Dom: []search.Span{{Lo: -3, Hi: 2}}, Ascending: ascending})
	}
	f.Vars = append(f.Vars, search.Var{Name: "y", Kind: search.Uint64, Parent: -1, Dom: []search.Span{{Lo: 0, Hi: 1}, {Lo: math.MinInt64, Hi: math.MinInt64}}})
	return f
}

// TestRankIsTheOrderOfTheSearch compares every solution with the one after it.
func TestRankIsTheOrderOfTheSearch(t *testing.T) {
	for _, ascending := range []bool{false, true} {
		form := lists(ascending)
		s, err := search.New(form)
		if err != nil {
			t.Fatal(err)
		}
		var all [][]int64
		for x := range s.Solutions() {
			all = append(all, slices.Clone(x))
		}
		if want := (1 + 2 + 6 + 36) * 3; len(all) != want {
			t.Fatalf("%d solutions, want %d", len(all), want)
		}
		for i := 1; i < len(all); i++ {
			if compareStreams(form, all[i-1], all[i]) >= 0 || compareStreams(form, all[i], all[i-1]) <= 0 {
				t.Errorf("%v does not come before %v", all[i-1], all[i])
			}
		}
	}
}

func TestRank(t *testing.T) {
	form := lists(false)
	found := []harness.Finding{
		{Site: "c", Ordinal: 1}, {Site: "b", Ordinal: 2, Stream: []int64{1, 1, -1, 0}}, {Site: "a", Ordinal: 9, Stream: []int64{0, 1}},
	}
	rank(form, found)
	for i, want := range []string{"a", "b", "c"} {
		if found[i].Site != want || found[i].Ordinal != int64(i+1) {
			t.Errorf("finding %d is %s with ordinal %d, want %s", i, found[i].Site, found[i].Ordinal, want)
		}
	}
}
