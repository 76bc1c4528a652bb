package models

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// onBytes turns a model on strings into one whose first n arguments are of type []byte.
func onBytes(do lift.Model, n int) lift.Model {
	return func(f *lift.Frame, args []sym.Val) sym.Val {
		as := append([]sym.Val(nil), args...)
		for i := range n {
			t := &sym.Text{Length: f.Length(as[i].(*sym.Sequence))}
			for _, v := range f.Items(as[i].(*sym.Sequence), types.Typ[types.Byte]) {
				if v = f.Known(v); f.PC == term.No {
					return nil
				}
				t.Bytes = append(t.Bytes, v.(term.Term))
			}
			as[i] = t
		}
		return do(f, as)
	}
}

// indexByte is the model of strings.IndexByte.
func indexByte(f *lift.Frame, args []sym.Val) sym.Val {
	s, c := args[0].(*sym.Text), args[1].(term.Term)
	b := f.B
	r := b.Number(-1)
	for i := len(s.Bytes) - 1; i >= 0; i-- {
		r = b.Ite(b.And(b.Lt(b.Number(i), s.Length), b.Eq(s.Bytes[i], c)), b.Number(i), r)
	}
	return r
}

func lastIndexByte(f *lift.Frame, args []sym.Val) sym.Val {
	s, c := args[0].(*sym.Text), args[1].(term.Term)
	b := f.B
	r := b.Number(-1)
	for i, x := range s.Bytes {
		r = b.Ite(b.And(b.Lt(b.Number(i), s.Length), b.Eq(x, c)), b.Number(i), r)
	}
	return r
}

func countByte(f *lift.Frame, args []sym.Val) sym.Val {
	s, c := args[0].(*sym.Text), args[1].(term.Term)
	b := f.B
	n := b.Number(0)
	for i, x := range s.Bytes {
		hit := b.And(b.Lt(b.Number(i), s.Length), b.Eq(x, c))
		n = b.Arith(form.Add, n, b.Ite(hit, b.Number(1), b.Number(0)))
	}
	return n
}

// indexText is the model of strings.Index.
func indexText(f *lift.Frame, args []sym.Val) sym.Val {
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

func compareText(f *lift.Frame, args []sym.Val) sym.Val {
	x, y := args[0].(*sym.Text), args[1].(*sym.Text)
	b := f.B
	return b.Ite(f.TextBefore(x, y), b.Number(-1), b.Ite(f.SameText(x, y), b.Number(0), b.Number(1)))
}

func makeBytes(f *lift.Frame, args []sym.Val) sym.Val {
	n := args[0].(term.Term)
	return f.Fresh(types.Typ[types.Byte], n, n)
}
