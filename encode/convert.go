package encode

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// convert is a conversion that changes how a value is represented.
func (f *frame) convert(from, to types.Type, v ssa.Value) val {
	x := f.use(v)
	if f.pc == term.No {
		return nil
	}
	k, isInt := layout.KindOf(to)
	basic, _ := to.Underlying().(*types.Basic)
	switch x := x.(type) {
	case term.Term:
		switch {
		case isInt:
			return f.b.Conv(k, x)
		case basic != nil && basic.Info()&types.IsString != 0:
			return f.encodeRune(f.runeOf(x))
		case basic != nil && basic.Info()&types.IsFloat != 0:
			return f.toFloat(x, isSingle(to))
		}
	case *numbers:
		if isInt {
			return f.fromFloat(x, k)
		}
		if basic != nil && isSingle(to) {
			return f.mapNumbers(x, func(v complex128) complex128 { return complex128(complex64(v)) })
		}
		return x
	case *text:
		slice, ok := to.Underlying().(*types.Slice)
		if !ok {
			return x
		}
		if k, _ := layout.KindOf(slice.Elem()); k == form.Uint8 {
			return f.notNil(f.bytesOf(x))
		}
		return f.notNil(f.runesOf(x))
	case *sequence:
		if basic != nil && basic.Info()&types.IsString != 0 {
			slice := from.Underlying().(*types.Slice)
			if k, _ := layout.KindOf(slice.Elem()); k == form.Uint8 {
				return f.textOfBytes(x, slice.Elem())
			}
			return f.textOfRunes(x, slice.Elem())
		}
		return x
	case *pointer:
		if basic != nil {
			return x
		}
		// What an unsafe.Pointer points to may have another type.
	}
	f.giveUp("the conversion of " + from.String() + " to " + to.String() + " cannot be followed")
	return nil
}

// runeOf makes numbers that are no runes -1.
func (f *frame) runeOf(x term.Term) term.Term {
	k := f.b.Nodes[x].Kind
	if f.b.Keeps(form.Int32, x) {
		return f.b.Conv(form.Int32, x)
	}
	y := f.b.Conv(form.Int32, x)
	return f.b.Ite(f.b.Eq(f.b.Conv(k, y), x), y, f.b.Constant(form.Int32, -1))
}

// bytesOf returns the bytes of a string as a slice that is nil when empty.
func (f *frame) bytesOf(s *text) *sequence {
	return f.sliceOf(s.length, terms(s.bytes))
}

func (f *frame) sliceOf(n term.Term, cells aggregate) *sequence {
	o := f.newObject(f.pc, cells)
	zero := f.b.Number(0)
	return &sequence{[]window{{guard: term.Yes, obj: o, size: 1, off: zero, length: n, room: n, age: zero}}}
}

// notNil is for conversions, whose room is not defined.
func (f *frame) notNil(s *sequence) val {
	o := s.alts[0].obj
	o.grown, o.fill = true, []val{f.b.Constant(form.Int32, 0)}
	o.date(f.b)
	if len(o.cells) > 0 {
		o.fill = []val{f.b.Constant(f.b.Nodes[o.cells[0].(term.Term)].Kind, 0)}
	}
	return s
}

// runesOf decodes a string.
func (f *frame) runesOf(s *text) *sequence {
	b := f.b
	var cells aggregate
	at, n := b.Number(0), b.Number(0)
	// What is simplified holds where there were runes so far, so only all of it
	// together says that there is one more.
	more := term.Yes
	pc := f.pc
	for range s.bytes {
		more = b.And(more, b.Simplify(f.pc, b.Lt(at, s.length)))
		if f.pc = b.And(pc, more); f.pc == term.No {
			break
		}
		r, width := f.runeAt(s, at)
		cells = append(cells, r)
		n = b.Ite(more, f.sum(n, 1), n)
		at = b.Ite(more, b.Arith(form.Add, at, width), at)
	}
	f.pc = pc
	return f.sliceOf(n, cells)
}

func (f *frame) textOfBytes(x *sequence, elem types.Type) val {
	t := &text{length: f.length(x)}
	for _, v := range f.items(x, elem) {
		v := f.known(v)
		if f.pc == term.No {
			return nil
		}
		t.bytes = append(t.bytes, v.(term.Term))
	}
	return t
}

func (f *frame) textOfRunes(x *sequence, elem types.Type) val {
	t := f.str("")
	n := f.length(x)
	for i, v := range f.items(x, elem) {
		v := f.known(v)
		if f.pc == term.No {
			return nil
		}
		c := f.encodeRune(v.(term.Term))
		c.length = f.b.Ite(f.b.Lt(f.b.Number(i), n), c.length, f.b.Number(0))
		t = f.concat(t, c)
	}
	return t
}
