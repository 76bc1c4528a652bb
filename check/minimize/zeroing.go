package minimize

import (
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// zeroElements replaces several adjacent elements by zeros: all of them, then half, down to two.
func (s *simplifier) zeroElements(n *decode.Node) {
	switch n.Shape.(type) {
	case *value.Array, *value.Slice:
	default:
		return
	}
	for part := len(n.Kids); part > 1; part /= 2 {
		for at := 0; at+part <= len(n.Kids); at += part {
			other := decode.Node{Shape: n.Shape, Own: n.Own, Kids: slices.Clone(n.Kids)}
			for i := at; i < at+part; i++ {
				other.Kids[i] = zeroedElement(n.Kids[i])
			}
			s.attemptWith(n, other)
		}
	}
}

// zeroedElement returns a copy of a node in which numbers and texts are zero where they may be.
func zeroedElement(n *decode.Node) *decode.Node {
	switch x := n.Shape.(type) {
	case *value.Int:
		if decode.Admits(x, 0) {
			return &decode.Node{Shape: x, Own: []int64{0}}
		}
	case *value.Bool, *value.Float:
		return &decode.Node{Shape: x, Own: []int64{0}}
	case *value.Complex:
		return &decode.Node{Shape: x, Own: []int64{0, 0}}
	case *value.String:
		if !x.Single {
			return &decode.Node{Shape: x, Own: []int64{0}}
		}
	case *value.Struct, *value.Array:
		other := &decode.Node{Shape: x, Own: n.Own}
		for _, k := range n.Kids {
			other.Kids = append(other.Kids, zeroedElement(k))
		}
		return other
	}
	return n
}
