package decode

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// A slice has elements, and possibly room after them.
type slice struct{ *value.Slice }

func (s slice) read(r *reader, n *Node) {
	count := r.take(n)
	if s.Room && count >= 0 {
		r.take(n)
	}
	r.parts(n, count, s.Elem.Shape)
}

// literal writes a slice. As in rtest's runs, the room after its length holds values other than
// zero; it is cut off.
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
		parts = append(parts, l.junk(elem, 0))
	}
	cut := ""
	if room > 0 {
		at.Elided = false
		cut = fmt.Sprintf("[:%d]", len(n.Kids))
	}
	return Expr{Text: l.composite(s.T, at) + "{" + strings.Join(parts, ", ") + "}" + cut}
}

func (s slice) decode(d *Decoders) string { return d.function(s.Slice, s.decodeElements) }

func (s slice) decodeElements(d *Decoders) string {
	var b strings.Builder
	b.WriteString("n := r.length()\n")
	if s.Room {
		b.WriteString("room := 0\nif n >= 0 {\nroom = r.length()\n}\n")
	}
	if s.EmptyToo {
		fmt.Fprintf(&b, "if n < 0 {\nv = %s{}\n}\n", d.Type(s.T))
	}
	fmt.Fprintf(&b, "for i := 0; i < n; i++ {\nv = append(v, %s)\n}\n", d.Next(s.Elem.Shape))
	if !s.Room {
		return b.String() + "return v\n"
	}
	junk := d.junk(s.T.Underlying().(*types.Slice).Elem(), 0)
	fmt.Fprintf(&b, "if room <= 0 {\nreturn v\n}\nfor i := 0; i < room; i++ {\nv = append(v, %s)\n}\nreturn v[:len(v)-room:len(v)]\n", junk)
	return b.String()
}

func (s slice) set(c *Constructors, dst string) string {
	return c.function(dst, s.Slice, s.setElements)
}

func (s slice) setElements(c *Constructors) string {
	elem := s.T.Underlying().(*types.Slice).Elem()
	room := "0"
	if s.Room {
		room = "rtestg_r.RoomAfter(rtestg_n)"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "rtestg_n := rtestg_r.Next()\nrtestg_v := %sMakeSlice[%s](rtestg_r, %d, rtestg_n, %s)\n", c.rt, c.Type(elem), c.slab(elem), room)
	b.WriteString(c.elements(s.Elem.Shape))
	if junk := c.junk(elem, 0); s.Room && junk != "" {
		fmt.Fprintf(&b, "for rtestg_i := range %sRoom(rtestg_v) {\n%s(&%sRoom(rtestg_v)[rtestg_i])\n}\n", c.rt, junk, c.rt)
	}
	b.WriteString("*rtestg_p = rtestg_v\n")
	return b.String()
}

func (s slice) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Slice)
	return s.EmptyToo == o.EmptyToo && s.Room == o.Room && same(s.Elem, o.Elem)
}
