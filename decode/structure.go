package decode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// A structure is the product of its fields.
type structure struct{ *value.Struct }

func (s structure) read(r *reader, n *Node) {
	for _, f := range s.Fields {
		n.Kids = append(n.Kids, r.node(f.Shape))
	}
}

func (s structure) literal(l *Literals, n *Node, at Spot) Expr {
	var parts []string
	for i, f := range s.Fields {
		if x := l.Value(n.Kids[i], Spot{}); !x.Zero {
			parts = append(parts, f.Name+": "+x.Text)
		}
	}
	return Expr{l.composite(s.T, at) + "{" + strings.Join(parts, ", ") + "}", len(parts) == 0}
}

func (s structure) decode(d *Decoders) string {
	return d.function(s.Struct, func(d *Decoders) string {
		var b strings.Builder
		for _, f := range s.Fields {
			if _, zero := f.Shape.(*value.Zero); !zero {
				fmt.Fprintf(&b, "v.%s = %s\n", f.Name, d.Next(f.Shape))
			}
		}
		return b.String() + "return v\n"
	})
}

func (s structure) set(c *Constructors, dst string) string {
	return c.function(dst, s.Struct, func(c *Constructors) string { return c.fields("rtestg_p", s.Struct) })
}

func (s structure) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Struct)
	return slices.EqualFunc(s.Fields, o.Fields, func(f, g value.Field) bool { return same(f.Ref, g.Ref) })
}
