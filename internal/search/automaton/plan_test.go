package automaton

import (
	"fmt"
	"testing"
)

// A clause that has all nodes of another one says nothing more.
func TestWeaker(t *testing.T) {
	p := &Plan{clauses: [][]int32{{1, 2, 3}, {2}, {4, 5}, {2, 4, 5, 6}, {4, 6}, {4, 5}}}
	p.dropImplied()
	if got, want := fmt.Sprint(p.clauses), "[[2] [4 5] [4 6]]"; got != want {
		t.Errorf("left are %s, want %s", got, want)
	}
}
