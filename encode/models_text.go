package encode

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// onBytes makes of a model on strings one whose first n arguments are []byte.
func onBytes(do model, n int) model {
	return func(f *frame, args []sym.Val) sym.Val {
		as := append([]sym.Val(nil), args...)
		for i := range n {
			t := &sym.Text{Length: f.length(as[i].(*sym.Sequence))}
			for _, v := range f.items(as[i].(*sym.Sequence), types.Typ[types.Byte]) {
				if v = f.known(v); f.pc == term.No {
					return nil
				}
				t.Bytes = append(t.Bytes, v.(term.Term))
			}
			as[i] = t
		}
		return do(f, as)
	}
}

// indexByte is the first place of a byte in a string, or -1.
func indexByte(f *frame, args []sym.Val) sym.Val {
	s, c := args[0].(*sym.Text), args[1].(term.Term)
	b := f.B
	r := b.Number(-1)
	for i := len(s.Bytes) - 1; i >= 0; i-- {
		r = b.Ite(b.And(b.Lt(b.Number(i), s.Length), b.Eq(s.Bytes[i], c)), b.Number(i), r)
	}
	return r
}

func lastIndexByte(f *frame, args []sym.Val) sym.Val {
	s, c := args[0].(*sym.Text), args[1].(term.Term)
	b := f.B
	r := b.Number(-1)
	for i, x := range s.Bytes {
		r = b.Ite(b.And(b.Lt(b.Number(i), s.Length), b.Eq(x, c)), b.Number(i), r)
	}
	return r
}

func countByte(f *frame, args []sym.Val) sym.Val {
	s, c := args[0].(*sym.Text), args[1].(term.Term)
	b := f.B
	n := b.Number(0)
	for i, x := range s.Bytes {
		hit := b.And(b.Lt(b.Number(i), s.Length), b.Eq(x, c))
		n = b.Arith(form.Add, n, b.Ite(hit, b.Number(1), b.Number(0)))
	}
	return n
}

// indexText is the first place of a string in another, or -1.
func indexText(f *frame, args []sym.Val) sym.Val {
	s, sub := args[0].(*sym.Text), args[1].(*sym.Text)
	b := f.B
	r := b.Number(-1)
	for i := len(s.Bytes); i >= 0; i-- {
		fits := b.Le(b.Arith(form.Add, sub.Length, b.Number(i)), s.Length)
		all := []term.Term{fits}
		for j, c := range sub.Bytes {
			if i+j >= len(s.Bytes) {
				all = append(all, b.Le(sub.Length, b.Number(j)))
				break
			}
			all = append(all, b.Or(b.Le(sub.Length, b.Number(j)), b.Eq(s.Bytes[i+j], c)))
		}
		r = b.Ite(b.And(all...), b.Number(i), r)
	}
	return r
}

func compareText(f *frame, args []sym.Val) sym.Val {
	x, y := args[0].(*sym.Text), args[1].(*sym.Text)
	b := f.B
	return b.Ite(f.TextBefore(x, y), b.Number(-1), b.Ite(f.SameText(x, y), b.Number(0), b.Number(1)))
}

func makeBytes(f *frame, args []sym.Val) sym.Val {
	n := args[0].(term.Term)
	return f.fresh(types.Typ[types.Byte], n, n)
}

// data is unsafe.SliceData: the address of the first element.
func (f *frame) data(s *sym.Sequence) sym.Val {
	r := &sym.Pointer{}
	for _, w := range f.windows(s) {
		if w.Obj == nil {
			r.Alts = append(r.Alts, sym.Place{Guard: w.Guard})
			continue
		}
		f.cases(w.Off, f.slots(w)+1, func(j int, is term.Term) {
			r.Alts = append(r.Alts, sym.Place{Guard: f.B.And(w.Guard, is), Obj: w.Obj, Off: w.Base + j*w.Size})
		})
	}
	return r
}

// textAt is unsafe.String: the n bytes from p on.
func (f *frame) textAt(p *sym.Pointer, n term.Term) sym.Val {
	_, most := f.B.Bounds(f.pc, n, term.DepthOfBounds)
	r := &sym.Text{Length: n}
	for i := range int(min(max(most, 0), maxText)) {
		var v sym.Val
		for _, a := range sym.Only(f.B, f.pc, p.Alts) {
			if a.Obj != nil && a.Off+i < len(a.Obj.Cells) {
				v = f.Merge(a.Guard, a.Obj.Cells[a.Off+i], v)
			}
		}
		if v == nil {
			break
		}
		if v = f.known(v); f.pc == term.No {
			return nil
		}
		r.Bytes = append(r.Bytes, v.(term.Term))
	}
	return r
}

// maxText is the number of bytes up to which strings are followed.
const maxText = 1 << 12
