package check

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// pairs attempts changes of two integers at once, where one alone may break
// what the precondition says of both: a stored sum or length, a difference.
// Both go down by the same, or one up by what the other goes down. An element
// that is left out is taken from another number as well, or added to it.
func (s *simplifier) pairs(nodes []*node) {
	var ints []spot
	for _, n := range nodes {
		if _, ok := n.shape.(*value.Int); ok {
			ints = append(ints, spot{n, 0})
		}
	}
	s.leaveOut(nodes, ints)
	for i, p := range ints {
		for j, q := range ints {
			if s.over() {
				return
			}
			if i == j {
				continue
			}
			was, other := *p.at(), *q.at()
			for _, v := range smallerValues(p.shape, was) {
				for _, w := range [...]int64{other - (was - v), other + (was - v)} {
					if !admits(p.shape, v) || !admits(q.shape, w) {
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

// leaveOut attempts slices without one of their integers, by which another
// number gets less or greater, and without two.
func (s *simplifier) leaveOut(nodes []*node, ints []spot) {
	for _, n := range nodes {
		if x, ok := n.shape.(*value.Slice); !ok || len(n.kids) == 0 || !isInt(x.Elem.Shape) {
			continue
		}
		for i, k := range n.kids {
			if s.over() {
				return
			}
			shorter := node{shape: n.shape, own: slices.Clone(n.own), kids: slices.Delete(slices.Clone(n.kids), i, i+1)}
			shorter.own[0]--
			for _, p := range ints {
				if p.node == k {
					continue
				}
				was := *p.at()
				for _, v := range [...]int64{was - k.own[0], was + k.own[0]} {
					if *p.at() = v; admits(p.shape, v) {
						s.with(n, shorter)
					}
				}
				*p.at() = was
			}
			for j := i; j < len(shorter.kids) && !s.over(); j++ {
				s.with(n, node{shape: n.shape, own: append([]int64{shorter.own[0] - 1}, shorter.own[1:]...), kids: slices.Delete(slices.Clone(shorter.kids), j, j+1)})
			}
		}
	}
}

func isInt(s value.Shape) bool {
	_, ok := s.(*value.Int)
	return ok
}
