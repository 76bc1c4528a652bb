package feedback

import (
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness"
)

// TestGuide checks that the smallest input of each step stays.
func TestGuide(t *testing.T) {
	g := &Guide{}
	g.Learn(tallyOf([]int64{1, 2, 3}, 7, 8))
	g.Learn(tallyOf([]int64{1}, 8))
	g.Learn(tallyOf([]int64{2, 2}, 8))
	g.Learn(tallyOf([]int64{5, 5}, 7))
	var got [][]int64
	for _, s := range g.young {
		if s.best > 0 {
			got = append(got, s.stream)
		}
	}
	if want := [][]int64{{1}, {5, 5}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func tallyOf(stream []int64, counters ...int) harness.Tally {
	return harness.Tally{Witnesses: harness.Witnesses{Covered: []harness.Covered{{Stream: stream, Counters: counters}}}}
}
