package encode

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/form"
)

// onBytes makes of a model on strings one whose first n arguments are []byte.
func onBytes(do model, n int) model {
	return func(f *frame, args []val) val {
		as := append([]val(nil), args...)
		for i := range n {
			t := &text{length: f.length(as[i].(*sequence))}
			for _, v := range f.items(as[i].(*sequence), types.Typ[types.Byte]) {
				if v = f.known(v); f.pc == no {
					return nil
				}
				t.bytes = append(t.bytes, v.(term))
			}
			as[i] = t
		}
		return do(f, as)
	}
}

// indexByte is the first place of a byte in a string, or -1.
func indexByte(f *frame, args []val) val {
	s, c := args[0].(*text), args[1].(term)
	b := f.b
	r := b.number(-1)
	for i := len(s.bytes) - 1; i >= 0; i-- {
		r = b.ite(b.and(b.lt(b.number(i), s.length), b.eq(s.bytes[i], c)), b.number(i), r)
	}
	return r
}

func lastIndexByte(f *frame, args []val) val {
	s, c := args[0].(*text), args[1].(term)
	b := f.b
	r := b.number(-1)
	for i, x := range s.bytes {
		r = b.ite(b.and(b.lt(b.number(i), s.length), b.eq(x, c)), b.number(i), r)
	}
	return r
}

func countByte(f *frame, args []val) val {
	s, c := args[0].(*text), args[1].(term)
	b := f.b
	n := b.number(0)
	for i, x := range s.bytes {
		hit := b.and(b.lt(b.number(i), s.length), b.eq(x, c))
		n = b.arith(form.Add, n, b.ite(hit, b.number(1), b.number(0)))
	}
	return n
}

// indexText is the first place of a string in another, or -1.
func indexText(f *frame, args []val) val {
	s, sub := args[0].(*text), args[1].(*text)
	b := f.b
	r := b.number(-1)
	for i := len(s.bytes); i >= 0; i-- {
		fits := b.le(b.arith(form.Add, sub.length, b.number(i)), s.length)
		all := []term{fits}
		for j, c := range sub.bytes {
			if i+j >= len(s.bytes) {
				all = append(all, b.le(sub.length, b.number(j)))
				break
			}
			all = append(all, b.or(b.le(sub.length, b.number(j)), b.eq(s.bytes[i+j], c)))
		}
		r = b.ite(b.and(all...), b.number(i), r)
	}
	return r
}

func compareText(f *frame, args []val) val {
	x, y := args[0].(*text), args[1].(*text)
	b := f.b
	return b.ite(f.textBefore(x, y), b.number(-1), b.ite(f.sameText(x, y), b.number(0), b.number(1)))
}

func makeBytes(f *frame, args []val) val {
	n := args[0].(term)
	return f.fresh(types.Typ[types.Byte], n, n)
}

// data is unsafe.SliceData: the address of the first element.
func (f *frame) data(s *sequence) val {
	r := &pointer{}
	for _, w := range f.windows(s) {
		if w.obj == nil {
			r.alts = append(r.alts, place{guard: w.guard})
			continue
		}
		f.cases(w.off, f.slots(w)+1, func(j int, is term) {
			r.alts = append(r.alts, place{f.b.and(w.guard, is), w.obj, w.base + j*w.size})
		})
	}
	return r
}

// textAt is unsafe.String: the n bytes from p on.
func (f *frame) textAt(p *pointer, n term) val {
	_, most := f.b.bounds(f.pc, n, depthOfBounds)
	r := &text{length: n}
	for i := range int(min(max(most, 0), maxText)) {
		var v val
		for _, a := range only(f.b, f.pc, p.alts, guardOfPlace) {
			if a.obj != nil && a.off+i < len(a.obj.cells) {
				v = f.merge(a.guard, a.obj.cells[a.off+i], v)
			}
		}
		if v == nil {
			break
		}
		if v = f.known(v); f.pc == no {
			return nil
		}
		r.bytes = append(r.bytes, v.(term))
	}
	return r
}
