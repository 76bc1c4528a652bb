package check

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// zeroElements puts zeros in the place of several elements together: of half of them, a
// quarter, of two.
func (s *simplifier) zeroElements(n *node) {
	switch n.shape.(type) {
	case *value.Array, *value.Slice:
	default:
		return
	}
	for part := len(n.kids); part > 1; part /= 2 {
		for at := 0; at+part <= len(n.kids); at += part {
			other := node{shape: n.shape, own: n.own, kids: slices.Clone(n.kids)}
			for i := at; i < at+part; i++ {
				other.kids[i] = zeroedElement(n.kids[i])
			}
			s.with(n, other)
		}
	}
}

// zeroedElement is a node with zeros for its numbers and texts, as far as these may be zero.
func zeroedElement(n *node) *node {
	switch x := n.shape.(type) {
	case *value.Int:
		if admits(x, 0) {
			return &node{shape: x, own: []int64{0}}
		}
	case *value.Bool, *value.Float:
		return &node{shape: x, own: []int64{0}}
	case *value.Complex:
		return &node{shape: x, own: []int64{0, 0}}
	case *value.String:
		if !x.Single {
			return &node{shape: x, own: []int64{0}}
		}
	case *value.Struct, *value.Array:
		other := &node{shape: x, own: n.own}
		for _, k := range n.kids {
			other.kids = append(other.kids, zeroedElement(k))
		}
		return other
	}
	return n
}
