package decode

import (
	"fmt"

	"github.com/rtest-dev/rtest/internal/value"
)

// calls is the kind of values built by calls.
type calls struct {
	*value.Calls
	distinct
}

func (s calls) read(r *reader, n *Node) { r.calls.read(r, n, s.Calls) }

// read takes -1, the index of the callee, and which result of the call is the value. Then come the
// inputs of the call, and the places of the inputs that are drawn.
func (find Callees) read(r *reader, n *Node, s *value.Calls) {
	r.take(n)
	index := r.take(n)
	r.take(n)
	if r.torn = r.torn || n.Own[0] != -1; r.torn {
		return
	}
	c, ok := find(s.Builder, index)
	if r.torn = !ok; r.torn {
		return
	}
	n.Callee = c
	inputs, drawn := c.Takes()
	r.parts(n, 1, inputs...)
	for range drawn {
		n.Tail = append(n.Tail, r.next())
	}
}

// read takes the class and the number of a state. It fails on a stream that already spells the
// calls out.
func (find States) read(r *reader, n *Node, s *value.Calls) {
	if r.next() < 0 {
		r.torn = true
		return
	}
	stream, ok := find(s.Builder, r.next())
	if r.torn = r.torn || !ok; !r.torn {
		n.Own = append([]int64{-1}, stream...)
	}
}

func (s calls) literal(l *Literals, n *Node, _ Spot) Expr { return l.Built(n, false) }

func (s calls) decode(d *Decoders) string {
	if PointsWithin(s.T) {
		d.Fail("a %s that calls made may point into itself, and is part of another value: Go has no expression for that", s.T)
	}
	return "*" + d.Calls(s.Calls) + "(" + d.Reader + ")"
}

func (s calls) set(c *Constructors, dst string) string {
	if MayPointWithin(s.T) {
		return fmt.Sprintf("%sMoved(rtestg_r, %d, &%s)\n", c.rt, s.Builder, dst)
	}
	return fmt.Sprintf("%s = *%sBuilt[%s](rtestg_r, %d)\n", dst, c.rt, c.Type(s.T), s.Builder)
}
