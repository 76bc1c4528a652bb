package minimize

import (
	"slices"
	"testing"
)

// TestChoices checks that simpler choices have the last of two choices set to the first
// alternative, and both nearer to it.
func TestChoices(t *testing.T) {
	got := Choices([]int64{2, 40})
	want := [][]int64{{0, 40}, {1, 40}}
	for n := range int64(16) {
		want = append(want, []int64{2, n})
	}
	want = append(want, []int64{2, 20}, []int64{2, 30}, []int64{2, 35}, []int64{2, 38}, []int64{2, 39})
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %v, want %v", got, want)
	}
}
