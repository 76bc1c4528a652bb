package minimize

import (
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// changePairs attempts changes of two integers at once. Changing one alone may violate a precondition that
// relates both, such as a stored sum or length, or a difference. Either both decrease by the same amount, or one
// increases by the decrease of the other. When it drops an element, it also subtracts the element from another
// number, or adds it.
func (s *simplifier) changePairs(nodes []*decode.Node) {
	var ints []spot
	for _, n := range nodes {
		if _, ok := n.Shape.(*value.Int); ok {
			ints = append(ints, spot{n, 0})
		}
	}
	s.dropElements(nodes, ints)
	for i, p := range ints {
		for j, q := range ints {
			if s.exhausted() {
				return
			}
			if i == j {
				continue
			}
			was, other := *p.at(), *q.at()
			for _, v := range smallerValues(p.Shape, was) {
				for _, w := range [...]int64{other - (was - v), other + (was - v)} {
					if !decode.Admits(p.Shape, v) || !decode.Admits(q.Shape, w) {
						continue
					}
					*p.at(), *q.at() = v, w
					s.attempt()
				}
			}
			*p.at(), *q.at() = was, other
		}
	}
}

// dropElements attempts slices without one of their integers, with another number decreased or
// increased to match, and slices without two.
func (s *simplifier) dropElements(nodes []*decode.Node, ints []spot) {
	for _, n := range nodes {
		if x, ok := n.Shape.(*value.Slice); !ok || len(n.Kids) == 0 || !isInt(x.Elem.Shape) {
			continue
		}
		for i, k := range n.Kids {
			if s.exhausted() {
				return
			}
			shorter := decode.Node{Shape: n.Shape, Own: slices.Clone(n.Own), Kids: slices.Delete(slices.Clone(n.Kids), i, i+1)}
			shorter.Own[0]--
			for _, p := range ints {
				if p.Node == k {
					continue
				}
				was := *p.at()
				for _, v := range [...]int64{was - k.Own[0], was + k.Own[0]} {
					if *p.at() = v; decode.Admits(p.Shape, v) {
						s.attemptWith(n, shorter)
					}
				}
				*p.at() = was
			}
			for j := i; j < len(shorter.Kids) && !s.exhausted(); j++ {
				s.attemptWith(n, decode.Node{Shape: n.Shape, Own: append([]int64{shorter.Own[0] - 1}, shorter.Own[1:]...), Kids: slices.Delete(slices.Clone(shorter.Kids), j, j+1)})
			}
		}
	}
}

func isInt(s value.Shape) bool {
	_, ok := s.(*value.Int)
	return ok
}
