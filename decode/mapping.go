package decode

import (
	"fmt"
	"go/types"
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

func (s mapping) set(c *Constructors, dst string) string { return c.function(dst, s.Map, s.setEntries) }

func (s mapping) setEntries(c *Constructors) string {
	m := s.T.Underlying().(*types.Map)
	key, elem := c.Type(m.Key()), c.Type(m.Elem())
	return fmt.Sprintf("rtestg_n := rtestg_r.Next()\nif rtestg_n < 0 {\nreturn\n}\nrtestg_m := %sMakeMap[%s, %s](rtestg_n)\nrtestg_o := %sInOrder(rtestg_r, rtestg_m)\nfor range rtestg_n {\nvar rtestg_k %s\n%svar rtestg_e %s\n%srtestg_o.Put(rtestg_k, rtestg_e)\n}\nrtestg_o.End()\n%s*rtestg_p = rtestg_m\n",
		c.rt, key, elem, c.rt, key, c.Set("rtestg_k", s.Key.Shape), elem, c.Set("rtestg_e", s.Elem.Shape), s.distinct(c))
}

// distinct writes a check that no two keys are equal. It is needed for keys that the search cannot
// compare: those built by calls, and listed ones that are not constants.
func (s mapping) distinct(c *Constructors) string {
	found := false
	value.Walk(s.Key.Shape, func(s value.Shape) {
		_, calls := s.(*value.Calls)
		l, listed := s.(*value.Listed)
		found = found || calls || listed && l.Ints == nil && l.Strings == nil
	})
	if !found {
		return ""
	}
	return fmt.Sprintf("%sDistinct(%sCount(rtestg_m), rtestg_n)\n", c.rt, c.rt)
}

func (s mapping) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Map)
	return same(s.Key, o.Key) && same(s.Elem, o.Elem)
}
