package decode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/value"
)

// An inhabitant is the value of an interface: nil, or a value of one of several types.
type inhabitant struct{ *value.Interface }

func (s inhabitant) read(r *reader, n *Node) {
	if i := r.take(n); i >= 0 && i < int64(len(s.Alts)) {
		r.parts(n, 1, s.Alts[i].Shape)
	}
}

func (s inhabitant) literal(l *Literals, n *Node, at Spot) Expr {
	if n.Own[0] < 0 {
		return l.ZeroValue(s.T, at)
	}
	if len(n.Kids) == 0 {
		return l.Fail("%s has no inhabitant of number %d", s.T, n.Own[0])
	}
	x := l.Value(n.Kids[0], Spot{Typed: true})
	if at.Typed {
		return Expr{Text: l.Convert(s.T, x.Text)}
	}
	return Expr{Text: x.Text}
}

func (s inhabitant) decode(d *Decoders) string {
	return d.function(s.Interface, func(d *Decoders) string {
		head := fmt.Sprintf("switch r.choice(%d) {\n", max(len(s.Alts), 1))
		if s.Nil {
			head = fmt.Sprintf("i := r.next()\nif i < 0 {\nreturn nil\n}\nswitch i %% %d {\n", max(len(s.Alts), 1))
		}
		var values []string
		for _, a := range s.Alts {
			values = append(values, d.Next(a.Shape))
		}
		return cases(head, values)
	})
}

func (s inhabitant) set(c *Constructors, dst string) string {
	return c.function(dst, s.Interface, s.setInhabitant)
}

func (s inhabitant) setInhabitant(c *Constructors) string {
	var b strings.Builder
	b.WriteString("switch rtestg_r.Next() {\n")
	for i, a := range s.Alts {
		fmt.Fprintf(&b, "case %d:\nvar rtestg_v %s\n%s*rtestg_p = rtestg_v\n", i, c.Type(a.T), c.Set("rtestg_v", a.Shape))
	}
	b.WriteString("}\n")
	return b.String()
}

func (s inhabitant) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Interface)
	return s.Nil == o.Nil && slices.EqualFunc(s.Alts, o.Alts, func(f, g value.Alt) bool { return same(f.Ref, g.Ref) })
}
