package decode

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// An array has as many elements as its type says.
type array struct{ *value.Array }

func (s array) read(r *reader, n *Node) { r.parts(n, int64(s.Len), s.Elem.Shape) }

func (s array) literal(l *Literals, n *Node, at Spot) Expr {
	parts := make([]string, s.Len)
	last := 0
	// Arrays of bytes are usually addresses and hashes, not texts.
	_, number := types.Unalias(s.Elem.Shape.Go()).(*types.Basic)
	for i, k := range n.Kids {
		x := l.Value(k, Spot{Elided: true, Number: number})
		if parts[i] = x.Text; !x.Zero {
			last = i + 1
		}
	}
	return Expr{l.composite(s.T, at) + "{" + strings.Join(parts[:last], ", ") + "}", last == 0}
}

func (s array) decode(d *Decoders) string {
	return d.function(s.Array, func(d *Decoders) string {
		return fmt.Sprintf("for i := range v {\nv[i] = %s\n}\nreturn v\n", d.Next(s.Elem.Shape))
	})
}

func (s array) set(c *Constructors, dst string) string {
	return c.function(dst, s.Array, func(c *Constructors) string {
		if elem := c.Set("rtestg_p[rtestg_i]", s.Elem.Shape); elem != "" {
			return "for rtestg_i := range rtestg_p {\n" + elem + "}\n"
		}
		return ""
	})
}

func (s array) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Array)
	return same(s.Elem, o.Elem)
}
