package decode

import (
	"cmp"
	"go/types"
	"slices"
	"strconv"
	"time"

	"github.com/rtest-dev/rtest/internal/value"
)

// An integer is a number of any integer type.
type integer struct{ *value.Int }

func (integer) read(r *reader, n *Node) { r.take(n) }
func (integer) data() (from int)        { return 0 }

func (s integer) literal(l *Literals, n *Node, at Spot) Expr {
	v := n.Own[0]
	if text := s.duration(l, v); text != "" {
		return Expr{text, false}
	}
	text := strconv.FormatInt(v, 10)
	if value.Unsigned(s.T) {
		text = strconv.FormatUint(uint64(v), 10)
	}
	if l.Hints != nil && !at.Number {
		text = cmp.Or(l.Hints.Character(s.T, v), text)
	}
	return Expr{l.Constant(s.T, text, at), v == 0}
}

// duration writes a time.Duration with its unit. It returns "" for other types and for nanoseconds.
func (s integer) duration(l *Literals, v int64) string {
	named, ok := types.Unalias(s.T).(*types.Named)
	if !ok || named.String() != "time.Duration" || value.Duration(time.Duration(v), "") == "" {
		return ""
	}
	return value.Duration(time.Duration(v), l.Import("time"))
}

func (s integer) decode(d *Decoders) string { return d.number(s.T, ".next()") }

func (s integer) set(c *Constructors, dst string) string { return c.assign(dst, s.T, "Next") }

func (s integer) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Int)
	return slices.Equal(s.Ranges, o.Ranges)
}
