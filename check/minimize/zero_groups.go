package minimize

import (
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// zeroGroupsFrom is the least number of nonzero numbers for which groups of them are set to zero.
// With fewer, changes of single numbers find the simplest input as fast.
const zeroGroupsFrom = 8

// zeroGroups sets several numbers and flags to zero at once, anywhere in the input: all of them,
// then halves, quarters, and so on. lowerValues does the same for single numbers.
func (s *simplifier) zeroGroups(nodes []*decode.Node) {
	list := nonzeroPlaces(nodes)
	if len(list) < zeroGroupsFrom {
		return
	}
	for part := len(list); part > 1; part /= 2 {
		for at := 0; at < len(list) && !s.exhausted(); at += part {
			s.attemptZeros(list[at:min(at+part, len(list))])
		}
	}
}

// zeroPairs sets two numbers or flags to zero at once. A single change may break a property of all
// of them, such as an even number of flags.
func (s *simplifier) zeroPairs(nodes []*decode.Node) {
	list := nonzeroPlaces(nodes)
	if len(list) < zeroGroupsFrom/2 {
		return
	}
	for gap := 1; gap < len(list); gap++ {
		for i := 0; i+gap < len(list) && !s.exhausted(); i++ {
			s.attemptZeros([]spot{list[i], list[i+gap]})
		}
	}
}

// attemptZeros attempts the input with zeros at the given places.
func (s *simplifier) attemptZeros(places []spot) {
	var was []int64
	for _, p := range places {
		was = append(was, *p.at())
		*p.at() = 0
	}
	s.attempt()
	for i, p := range places {
		*p.at() = was[i]
	}
}

// nonzeroPlaces returns the places of numbers and flags that are not zero but may be.
func nonzeroPlaces(nodes []*decode.Node) []spot {
	var list []spot
	for _, n := range nodes {
		switch n.Shape.(type) {
		case *value.Int, *value.Bool, *value.Float, *value.Listed:
			if n.Own[0] != 0 && slices.Contains(smallerValues(n.Shape, n.Own[0]), 0) && decode.Admits(n.Shape, 0) {
				list = append(list, spot{n, 0})
			}
		}
	}
	return list
}
