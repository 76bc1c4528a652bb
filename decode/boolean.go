package decode

import (
	"go/types"
	"strconv"

	"github.com/rtest-dev/rtest/internal/value"
)

// A boolean is false or true.
type boolean struct {
	*value.Bool
	number
}

func (s boolean) literal(l *Literals, n *Node, at Spot) Expr {
	is := n.Own[0] != 0
	return Expr{l.Constant(s.T, strconv.FormatBool(is), at), !is}
}

func (s boolean) decode(d *Decoders) string {
	if types.Identical(s.T, types.Typ[types.Bool]) {
		return d.Reader + ".next() != 0"
	}
	return d.number(s.T, ".next() != 0")
}

func (s boolean) set(c *Constructors, dst string) string { return c.assign(dst, s.T, "Bool") }
