package decode

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// A mapping is a map: nil, or entries in ascending order of their keys.
type mapping struct{ *value.Map }

func (s mapping) read(r *reader, n *Node) { r.parts(n, r.take(n), s.Key.Shape, s.Elem.Shape) }

func (s mapping) literal(l *Literals, n *Node, at Spot) Expr {
	if n.Own[0] < 0 {
		return l.ZeroValue(s.T, at)
	}
	var parts []string
	for i := 0; i+1 < len(n.Kids); i += 2 {
		key := l.Value(n.Kids[i], Spot{Elided: true})
		parts = append(parts, key.Text+": "+l.Value(n.Kids[i+1], Spot{Elided: true}).Text)
	}
	return Expr{Text: l.composite(s.T, at) + "{" + strings.Join(parts, ", ") + "}"}
}

func (s mapping) decode(d *Decoders) string {
	return d.function(s.Map, func(d *Decoders) string {
		return fmt.Sprintf("n := r.length()\nif n < 0 {\nreturn nil\n}\nv = %s{}\nfor ; n > 0; n-- {\nk := %s\nv[k] = %s\n}\nreturn v\n",
			d.Type(s.T), d.Next(s.Key.Shape), d.Next(s.Elem.Shape))
	})
}
