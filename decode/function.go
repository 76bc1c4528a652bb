package decode

import "github.com/rtest-dev/rtest/internal/value"

// A function answers what is chosen when it is asked.
type function struct{ *value.Func }

func (function) read(r *reader, n *Node) { r.take(n) }

func (s function) literal(l *Literals, _ *Node, _ Spot) Expr {
	return l.Fail("values of %s cannot be written as literals", s.Go())
}
