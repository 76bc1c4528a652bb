package decode

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// A slice has elements, and perhaps room behind them.
type slice struct{ *value.Slice }

func (s slice) read(r *reader, n *Node) {
	count := r.take(n)
	if s.Room && count >= 0 {
		r.take(n)
	}
	r.parts(n, count, s.Elem.Shape)
}

// literal writes a slice; the room behind it holds values other than zero, as in
// the runs of rtest, and is cut off.
func (s slice) literal(l *Literals, n *Node, at Spot) Expr {
	room := int64(0)
	if len(n.Own) > 1 {
		room = n.Own[1]
	}
	if n.Own[0] == 0 && room <= 0 {
		return l.ZeroValue(s.T, at)
	}
	var parts []string
	for _, k := range n.Kids {
		parts = append(parts, l.Value(k, Spot{Elided: true}).Text)
	}
	elem := s.T.Underlying().(*types.Slice).Elem()
	for range room {
		parts = append(parts, l.Junk(elem))
	}
	cut := ""
	if room > 0 {
		at.Elided = false
		cut = fmt.Sprintf("[:%d]", len(n.Kids))
	}
	return Expr{Text: l.composite(s.T, at) + "{" + strings.Join(parts, ", ") + "}" + cut}
}
