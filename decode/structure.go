package decode

import (
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
