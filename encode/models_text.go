package encode

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// onBytes makes of a model on strings one whose first n arguments are []byte.
func onBytes(do model, n int) model {
	return func(f *frame, args []val) val {
		as := append([]val(nil), args...)
		for i := range n {
			t := &text{length: f.length(as[i].(*sequence))}
			for _, v := range f.items(as[i].(*sequence), types.Typ[types.Byte]) {
				if v = f.known(v); f.pc == term.No {
					return nil
				}
				t.bytes = append(t.bytes, v.(term.Term))
			}
			as[i] = t
		}
		return do(f, as)
	}
}

// indexByte is the first place of a byte in a string, or -1.
func indexByte(f *frame, args []val) val {
	s, c := args[0].(*text), args[1].(term.Term)
	b := f.b
	r := b.Number(-1)
	for i := len(s.bytes) - 1; i >= 0; i-- {
		r = b.Ite(b.And(b.Lt(b.Number(i), s.length), b.Eq(s.bytes[i], c)), b.Number(i), r)
	}
	return r
}

func lastIndexByte(f *frame, args []val) val {
	s, c := args[0].(*text), args[1].(term.Term)
	b := f.b
	r := b.Number(-1)
	for i, x := range s.bytes {
		r = b.Ite(b.And(b.Lt(b.Number(i), s.length), b.Eq(x, c)), b.Number(i), r)
	}
	return r
}

func countByte(f *frame, args []val) val {
	s, c := args[0].(*text), args[1].(term.Term)
	b := f.b
	n := b.Number(0)
	for i, x := range s.bytes {
		hit := b.And(b.Lt(b.Number(i), s.length), b.Eq(x, c))
		n = b.Arith(form.Add, n, b.Ite(hit, b.Number(1), b.Number(0)))
	}
	return n
}

// indexText is the first place of a string in another, or -1.
func indexText(f *frame, args []val) val {
	s, sub := args[0].(*text), args[1].(*text)
	b := f.b
	r := b.Number(-1)
	for i := len(s.bytes); i >= 0; i-- {
		fits := b.Le(b.Arith(form.Add, sub.length, b.Number(i)), s.length)
		all := []term.Term{fits}
		for j, c := range sub.bytes {
			if i+j >= len(s.bytes) {
				all = append(all, b.Le(sub.length, b.Number(j)))
				break
			}
			all = append(all, b.Or(b.Le(sub.length, b.Number(j)), b.Eq(s.bytes[i+j], c)))
		}
		r = b.Ite(b.And(all...), b.Number(i), r)
	}
	return r
}

func compareText(f *frame, args []val) val {
	x, y := args[0].(*text), args[1].(*text)
	b := f.b
	return b.Ite(f.textBefore(x, y), b.Number(-1), b.Ite(f.sameText(x, y), b.Number(0), b.Number(1)))
}

func makeBytes(f *frame, args []val) val {
	n := args[0].(term.Term)
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
		f.cases(w.off, f.slots(w)+1, func(j int, is term.Term) {
			r.alts = append(r.alts, place{f.b.And(w.guard, is), w.obj, w.base + j*w.size})
		})
	}
	return r
}

// textAt is unsafe.String: the n bytes from p on.
func (f *frame) textAt(p *pointer, n term.Term) val {
	_, most := f.b.Bounds(f.pc, n, term.DepthOfBounds)
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
		if v = f.known(v); f.pc == term.No {
			return nil
		}
		r.bytes = append(r.bytes, v.(term.Term))
	}
	return r
}
