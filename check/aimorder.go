package check

import (
	"slices"

	"github.com/rtest-dev/rtest/encode"
)

// order is that in which the aims are aimed at. What comes late on a path meets what
// comes before it, but panics come first: each is a finding, and behind a long path
// there are questions on which Z3 gives up.
func (h *goalSearch) order() []int {
	list := make([]int, len(h.met))
	for i := range list {
		list[i] = len(list) - 1 - i
	}
	slices.SortStableFunc(list, func(i, j int) int { return h.panics(j) - h.panics(i) })
	return list
}

// panics is 1 for an aim that is a panic, 0 for others.
func (h *goalSearch) panics(i int) int { return truth(h.aims.List[i].Kind == encode.Faults) }
