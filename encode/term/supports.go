package term

import (
	"encoding/binary"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A support is what determines the value of a term: variables, by their indices, and terms that
// count as variables because too many variables determine them, by their complements. rows is the
// number of assignments; the values of the last part change fastest. wide are the indices of the
// parts with more than one value. Supports whose wide parts have the same numbers of values have
// the same shape.
type support struct {
	parts []int32
	rows  int
	wide  []uint16
	shape int32
}

// tooMany is the index of the support of terms with too many values.
const tooMany = -1

// support returns the index of the support of a term, or tooMany.
func (l *lister) support(t Term) int32 {
	for len(l.supportOf) < len(l.builder.Nodes) {
		l.supportOf = append(l.supportOf, 0)
	}
	if s := l.supportOf[t]; s != 0 {
		return s - 2
	}
	s := l.findSupport(t)
	l.supportOf[t] = s + 2
	return s
}

func (l *lister) findSupport(t Term) int32 {
	n := &l.builder.Nodes[t]
	switch n.Op {
	case form.Const:
		return 0
	case form.Ref:
		return l.singlePart(int32(n.Val))
	}
	s := l.arguments(t)
	switch {
	case s != tooMany && (l.supports[s].rows <= l.above || n.Kind != form.Bool || connects(n.Op)):
		return s
	case n.Kind == form.Bool || l.builder.Count(t) > 0:
		return l.singlePart(^int32(t))
	}
	return tooMany
}

// connects reports whether an operation of kind Bool combines other terms of that kind.
func connects(op form.Op) bool {
	switch op {
	case form.And, form.Or, form.Not, form.Ite, OpHold:
		return true
	}
	return false
}

// arguments returns the union of the supports of the arguments.
func (l *lister) arguments(t Term) int32 {
	s := int32(0)
	for _, a := range l.builder.Nodes[t].Args {
		if s = l.union(s, l.support(a)); s == tooMany {
			break
		}
	}
	return s
}

func (l *lister) singlePart(part int32) int32 {
	if n := len(l.values(part)); n > 0 {
		return l.intern([]int32{part}, n)
	}
	return tooMany
}

// values returns the values of a part of a support, or nil if there are too many.
func (l *lister) values(part int32) []int64 {
	list, ok := l.parts[part]
	if !ok {
		list = l.valuesOf(part)
		l.parts[part] = list
	}
	return list
}

func (l *lister) valuesOf(part int32) []int64 {
	b := l.builder
	var list []int64
	if part < 0 {
		t := Term(^part)
		if b.Nodes[t].Kind == form.Bool {
			return []int64{0, 1}
		}
		for i := range b.Count(t) {
			list = append(list, b.At(t, i))
		}
		return list
	}
	v := &b.Vars[part]
	if len(v.Choice) > 0 {
		for _, a := range v.Choice {
			list = append(list, a.Value)
		}
		return list
	}
	for _, s := range v.Dom {
		if uint64(s.Hi)-uint64(s.Lo) >= manyRows || len(list) > manyRows {
			return nil
		}
		for x := s.Lo; ; x++ {
			list = append(list, x)
			if x == s.Hi {
				break
			}
		}
	}
	return list
}

// intern returns the index of the support with these parts, which it copies.
func (l *lister) intern(parts []int32, rows int) int32 {
	l.key = l.key[:0]
	for _, p := range parts {
		l.key = binary.LittleEndian.AppendUint32(l.key, uint32(p))
	}
	if i, ok := l.index[string(l.key)]; ok {
		return i
	}
	i := int32(len(l.supports))
	s := support{parts: slices.Clone(parts), rows: rows}
	l.index[string(l.key)] = i
	s.wide, s.shape = l.shape(parts)
	l.supports = append(l.supports, s)
	return i
}

// shape returns the indices of the parts with more than one value, and the shape of a support with
// these parts.
func (l *lister) shape(parts []int32) (wide []uint16, shape int32) {
	l.key = l.key[:0]
	for i, p := range parts {
		if n := len(l.values(p)); n > 1 {
			wide = append(wide, uint16(i))
			l.key = binary.LittleEndian.AppendUint32(l.key, uint32(n))
		}
	}
	shape, ok := l.shapes[string(l.key)]
	if !ok {
		shape = int32(len(l.widths))
		l.shapes[string(l.key)] = shape
		widths := make([]int32, len(wide))
		for i, at := range wide {
			widths[i] = int32(len(l.values(parts[at])))
		}
		l.widths = append(l.widths, widths)
	}
	return wide, shape
}

func (l *lister) union(x, y int32) int32 {
	switch {
	case x == y || y == 0:
		return x
	case x == tooMany || y == tooMany:
		return tooMany
	case x == 0:
		return y
	}
	key := pairOf(min(x, y), max(x, y))
	if s, ok := l.unions.get(key); ok {
		return s
	}
	l.builder.Spend(8 + len(l.supports[x].parts) + len(l.supports[y].parts))
	l.both = append(append(l.both[:0], l.supports[x].parts...), l.supports[y].parts...)
	slices.Sort(l.both)
	parts := slices.Compact(l.both)
	rows := 1
	for _, p := range parts {
		if rows *= len(l.values(p)); rows > manyRows {
			break
		}
	}
	s := int32(tooMany)
	if rows <= manyRows {
		s = l.intern(parts, rows)
	}
	l.unions.set(key, s)
	return s
}
