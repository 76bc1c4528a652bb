package decode

import (
	"go/types"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/internal/value"
)

// A text is a sequence of characters: a string, bytes or runes.
type text struct{ *value.String }

func (text) read(r *reader, n *Node) {
	for count := r.take(n); count > 0 && !r.torn; count-- {
		r.take(n)
	}
}

func (text) data() (from int) { return 1 }

func (s text) literal(l *Literals, n *Node, at Spot) Expr {
	quoted := strconv.Quote(n.Text())
	_, list := s.T.Underlying().(*types.Slice)
	switch {
	case !list:
		return Expr{l.Constant(s.T, quoted, at), n.Own[0] == 0}
	case n.Own[0] == 0:
		return l.ZeroValue(s.T, at)
	}
	return Expr{Text: l.Convert(s.T, quoted)}
}

func (s text) decode(d *Decoders) string {
	if list, ok := s.T.Underlying().(*types.Slice); ok && types.Identical(list.Elem().Underlying(), types.Typ[types.Int32]) {
		if t := d.Type(s.T); t == "[]rune" || t == "[]int32" {
			return d.Reader + ".runes()"
		}
		return d.number(s.T, ".runes()")
	}
	if types.Identical(s.T, types.Typ[types.String]) {
		return d.Reader + ".text()"
	}
	return d.number(s.T, ".text()")
}

func (s text) set(c *Constructors, dst string) string {
	list, ok := s.T.Underlying().(*types.Slice)
	if !ok {
		return c.assign(dst, s.T, "String")
	}
	if b, ok := list.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Byte {
		return c.assign(dst, s.T, "Bytes")
	}
	return c.assign(dst, s.T, "Runes")
}

func (s text) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.String)
	return s.Fixed == o.Fixed && s.Single == o.Single && s.EmptyToo == o.EmptyToo && (!s.Fixed || slices.Equal(s.Alphabet, o.Alphabet))
}
