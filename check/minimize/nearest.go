package minimize

import (
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// Nearest returns at most most inputs that lack a single part of roots: a call of those that build a value, the last one
// first, an element, an entry or a character, or in which one integer is one closer to zero. They need not satisfy the precondition.
func Nearest(roots []*decode.Node, most int) [][]int64 {
	s := &simplifier{preferPositive: true, roots: roots, seen: map[string]bool{}, baseline: complexityOf(roots), limit: most}
	var nodes []*decode.Node
	collect(roots, &nodes)
	s.size = len(nodes)
	for _, chain := range callChains(nodes) {
		for at := 0; at+1 < len(chain); at++ {
			s.attemptWith(chain[at], *chain[at+1])
		}
	}
	for _, n := range nodes {
		s.dropParts(n, 1)
	}
	for _, n := range nodes {
		if _, ok := n.Shape.(*value.Int); ok && n.Own[0] != 0 {
			less := *n
			less.Own = []int64{n.Own[0] - 1}
			if n.Own[0] < 0 {
				less.Own[0] += 2
			}
			s.attemptWith(n, less)
		}
	}
	return s.found
}
