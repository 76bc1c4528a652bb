package place

import (
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// variables are the variables of an input: from start on, before stop.
type variables struct{ start, stop int }

func (v variables) count() int { return v.stop - v.start }

// aliased makes the variable for the relation of an input to earlier ones, then the variables of the
// value itself. The laws of a relation make both agree in what they share. So predicates see the
// values that the inputs have in one memory. A relation counts for the size: inputs that share nothing
// come first.
func (p *Placer) aliased(s *value.Aliased, at spot) (sym.Val, error) {
	relation := form.Var{Kind: form.Int64, Choice: []form.Alt{{Level: int32(at.cost)}}}
	if p.beyond == nil && !s.Apart {
		for _, n := range s.Numbers(p.depth) {
			relation.Choice = append(relation.Choice, form.Alt{Value: n, Level: int32(at.cost), Size: 1})
		}
	}
	named := at
	named.name += " (relation)"
	choice := p.add(named, relation)
	own := variables{start: len(p.B.Vars)}
	v, err := p.make(s.Own.Shape, at)
	if err != nil {
		return nil, err
	}
	own.stop = len(p.B.Vars)
	for _, alt := range relation.Choice[1:] {
		r, _ := s.Relation(alt.Value)
		with := s.With[r.With]
		is := p.B.Eq(p.B.Ref(int(choice)), p.B.Constant(form.Int64, alt.Value))
		p.Laws = append(p.Laws, p.B.Or(p.B.Not(is), p.B.And(p.free(with), p.agree(s.Own.Shape, p.inputs[with].variables, own, r.Offset))))
		v = p.sharing(is, s, r.Offset, p.inputs[with], v)
	}
	p.related = append(p.related, relatedInput{shape: s, choice: choice})
	return v, nil
}

// sharing returns the value that shares the memory of an earlier input where is holds. A pointer or
// map is that earlier input. A slice only has equal elements: a write through one is not seen through
// the other. So with Options.Whole such a slice is unknown.
func (p *Placer) sharing(is term.Term, s *value.Aliased, offset int, with placedInput, own sym.Val) sym.Val {
	if !s.Windows() {
		return p.Merge(is, with.value, own)
	}
	a, b := arrayOf(with.value), arrayOf(own)
	if a.Obj != nil && b.Obj != nil {
		a.Obj.MayMeet, b.Obj.MayMeet = true, true
		p.shareReferences(is, a, b, offset)
	}
	if p.Options.Whole {
		return p.Merge(is, &sym.Unknown{Guard: term.Yes, Why: "parameters that share memory are only run"}, own)
	}
	return own
}

// arrayOf returns the window of a slice that is not nil, or the zero window.
func arrayOf(v sym.Val) sym.Window {
	if s, ok := v.(*sym.Sequence); ok {
		for _, w := range s.Alts {
			if w.Obj != nil {
				return w
			}
		}
	}
	return sym.Window{}
}

// shareReferences makes the references in the elements of b equal to those in a, for elements that
// both windows contain. Numbers are equal by agree.
func (p *Placer) shareReferences(is term.Term, a, b sym.Window, offset int) {
	for k, own := range b.Obj.Cells {
		i := k + offset*b.Size
		if i < 0 || i >= len(a.Obj.Cells) {
			continue
		}
		switch own.(type) {
		case *sym.Pointer, *sym.Sequence, *sym.Mapping, *sym.Boxed:
			shared := p.B.And(is, p.B.Lt(p.B.Number(i/max(1, a.Size)), a.Length))
			b.Obj.Cells[k] = p.Merge(shared, a.Obj.Cells[i], own)
		}
	}
}

// A relatedInput is an input with the variable of its relation to an earlier one.
type relatedInput struct {
	shape  *value.Aliased
	choice int32
}

// free returns the condition that the given input is not a window of an earlier array, and that no
// other input is a window of its own. So at most two slices share an array. Inputs with the same
// pointer or map all name the first of them.
func (p *Placer) free(with int) term.Term {
	all := term.Yes
	for _, o := range p.related {
		mine := p.inputs[with].aliased == o.shape
		for _, alt := range p.B.Vars[o.choice].Choice[1:] {
			r, _ := o.shape.Relation(alt.Value)
			if mine || o.shape.Windows() && o.shape.With[r.With] == with {
				all = p.B.And(all, p.B.Not(p.B.Eq(p.B.Ref(int(o.choice)), p.B.Constant(form.Int64, alt.Value))))
			}
		}
	}
	return all
}

// agree returns the condition that two inputs may share memory, the window of y beginning at an offset
// in that of x. They are not nil, and what they share has equal values.
func (p *Placer) agree(s value.Shape, x, y variables, offset int) term.Term {
	switch s := s.(type) {
	case *value.Slice:
		room := -1
		if s.Room {
			room = 1
		}
		return p.agreeing(x, y, window{offset: offset, room: room, empty: s.EmptyToo && !s.Room})
	case *value.String:
		return p.agreeing(x, y, window{offset: offset, room: -1, empty: s.EmptyToo, bytes: !isRunes(s.T)})
	case *value.Map:
		return p.B.And(p.B.Le(p.B.Number(0), p.B.Ref(x.start)), p.equal(x.start, y.start, x.count(), y.count()))
	}
	return p.B.And(p.B.Eq(p.B.Ref(x.start), p.B.Number(1)), p.equal(x.start, y.start, x.count(), y.count()))
}

// equal returns the condition that count variables from x on equal those from y on. Variables that are
// not realized have their defaults in both.
func (p *Placer) equal(x, y, count, other int) term.Term {
	if count != other {
		return term.No // The depths of the inputs differ.
	}
	all := make([]term.Term, count)
	for i := range all {
		all[i] = p.B.Eq(p.B.Ref(x+i), p.B.Ref(y+i))
	}
	return p.B.And(all...)
}

// A window describes how two slices lie in an array.
type window struct {
	offset int
	// room is the index, among the variables of a slice, of the capacity beyond the length, or -1.
	room int
	// empty reports that the slice is nil if its length is 0, and empty if it is -1.
	empty bool
	// bytes reports that elements are characters of a []byte, each of which must be one byte.
	bytes bool
}

// agreeing returns the condition that two slices are windows of one array, which ends with the later
// of them. They overlap, or are adjacent and the first has capacity beyond its length.
func (p *Placer) agreeing(x, y variables, w window) term.Term {
	a, b := p.sliceOf(x, w), p.sliceOf(y, w)
	if a.each != b.each && len(a.parts) > 0 && len(b.parts) > 0 {
		return term.No // The depths of the inputs differ.
	}
	from, begin := p.B.Number(max(0, -w.offset)), p.B.Number(max(0, w.offset))
	to, end := p.B.Arith(form.Add, from, a.length), p.B.Arith(form.Add, begin, b.length)
	size := p.B.Ite(p.B.Le(to, end), end, to)
	first := p.B.Number(max(w.offset, -w.offset))
	all := []term.Term{a.present, b.present, p.B.Le(first, to), p.B.Le(first, end), p.B.Lt(first, size)}
	if w.room >= 0 {
		all = append(all, p.B.Eq(a.room, p.B.Arith(form.Sub, size, to)), p.B.Eq(b.room, p.B.Arith(form.Sub, size, end)))
	}
	for i, part := range a.parts {
		if k := i - w.offset; k >= 0 && k < len(b.parts) {
			both := p.B.And(p.B.Lt(p.B.Number(i), a.length), p.B.Lt(p.B.Number(k), b.length))
			all = append(all, p.B.Or(p.B.Not(both), p.equal(part, b.parts[k], a.each, b.each)))
		}
	}
	return p.B.And(all...)
}

// A placedSlice is a slice by its variables. parts has the first variable of each element, and each is
// their number.
type placedSlice struct {
	length, room, present term.Term
	parts                 []int
	each                  int
}

// sliceOf returns the slice made of the given variables. present is the condition that it is not nil
// and that no character takes several bytes.
func (p *Placer) sliceOf(v variables, w window) placedSlice {
	n := p.B.Ref(v.start)
	s := placedSlice{length: p.B.Ite(p.B.Le(p.B.Number(0), n), n, p.B.Number(0)), present: term.Yes}
	next := v.start + 1
	if w.room >= 0 {
		s.room, next = p.B.Ref(next), next+1
		s.present = p.B.Le(p.B.Number(0), n)
	}
	if w.empty {
		s.present = p.B.Not(p.B.Eq(n, p.B.Number(0)))
	}
	most := 0
	for _, alt := range p.B.Vars[v.start].Choice {
		most = max(most, int(alt.Value))
	}
	if most == 0 {
		return s
	}
	s.each = (v.stop - next) / most
	for i := range most {
		s.parts = append(s.parts, next+i*s.each)
	}
	if !w.bytes {
		return s
	}
	for i, c := range s.parts {
		char := p.B.Ref(c)
		one := p.B.Or(p.B.Lt(char, p.B.Constant(form.Int32, utf8.RuneSelf)), p.B.Le(p.B.Constant(form.Int32, int64(value.RawByte)), char))
		s.present = p.B.And(s.present, p.B.Or(p.B.Le(n, p.B.Number(i)), one))
	}
	return s
}
