package decode

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// An aliased value is an input that may be the same memory as an earlier one.
type aliased struct{ *value.Aliased }

func (s aliased) read(r *reader, n *Node) {
	r.take(n)
	r.parts(n, 1, s.Own.Shape)
}

// literal writes the value by itself. What shares memory has no literal; see Union.
func (s aliased) literal(l *Literals, n *Node, at Spot) Expr { return l.Value(n.Kids[0], at) }

func (s aliased) decode(d *Decoders) string {
	return d.function(s.Aliased, func(d *Decoders) string {
		return fmt.Sprintf("r.next()\nreturn %s\n", d.Next(s.Own.Shape))
	})
}

// set reads the relation, which Related applies later, and sets dst to a value in separate memory.
func (s aliased) set(c *Constructors, dst string) string {
	return "rtestg_r.Relate()\n" + c.Set(dst, s.Own.Shape)
}

func (s aliased) alike(other value.Shape, same func(a, b value.Ref) bool) bool {
	o := other.(*value.Aliased)
	return slices.Equal(s.With, o.With) && same(s.Own, o.Own)
}

// rootOf returns an input without the objects of its heap, ownOf also without its relation.
func rootOf(n *Node) *Node {
	if _, ok := n.Shape.(*value.Heap); ok {
		return n.Kids[0]
	}
	return n
}

func ownOf(n *Node) *Node {
	if n = rootOf(n); value.AliasedOf(n.Shape) != nil {
		return n.Kids[0]
	}
	return n
}

// RelationOf returns the index of the earlier input whose memory an input is, and, for slices, where
// its window begins in that one's. Ok is false if its memory is its own.
func RelationOf(n *Node) (with, offset int, ok bool) {
	n = rootOf(n)
	s, is := n.Shape.(*value.Aliased)
	if !is {
		return 0, 0, false
	}
	r, ok := s.Relation(n.Own[0])
	if !ok {
		return 0, 0, false
	}
	return s.With[r.With], r.Offset, true
}

// Length returns the number of elements of a slice, or of characters of a text.
func Length(n *Node) int {
	return int(max(0, ownOf(n).Own[0]))
}

// Union returns the common array of two slices, as a slice, and the offsets at which they begin in it. The
// second begins offset elements after the first. It returns nil for other values, and for slices that are the
// same.
func Union(p, q *Node, offset int) (array *Node, from, begin int) {
	p, q = ownOf(p), ownOf(q)
	_, windows := p.Shape.Go().Underlying().(*types.Slice)
	if !windows || offset == 0 && Length(p) == Length(q) {
		return nil, 0, 0
	}
	from, begin = max(0, -offset), max(0, offset)
	size := max(from+Length(p), begin+Length(q))
	array = &Node{Shape: p.Shape, Own: []int64{int64(size)}}
	if s, ok := p.Shape.(*value.Slice); ok {
		if s.Room {
			array.Own = append(array.Own, 0)
		}
		array.Kids = make([]*Node, size)
		copy(array.Kids[begin:], q.Kids)
		copy(array.Kids[from:], p.Kids)
		return array, from, begin
	}
	array.Own = append(array.Own, make([]int64, size)...)
	copy(array.Own[1+begin:], q.Own[1:])
	copy(array.Own[1+from:], p.Own[1:])
	return array, from, begin
}

// Related writes statements that make the input dst, which is set, share the memory of an earlier one as the
// stream requires. field returns the operand of an input by its index.
func (c *Constructors) Related(s *value.Aliased, dst string, field func(int) string) string {
	share := "ShareArray"
	switch s.Go().Underlying().(type) {
	case *types.Pointer:
		share = "SharePointer"
	case *types.Map:
		share = "ShareMap"
	}
	text := ""
	for i, with := range s.With {
		text += fmt.Sprintf("if rtestg_r.RelatedTo(%d, %d) {\n%s%s(rtestg_r, &%s, &%s, %d)\n}\n", i, len(s.With), c.rt, share, field(with), dst, len(s.With))
	}
	return text
}
