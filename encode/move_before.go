package encode

import (
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
)

// before is x < y, upTo is x <= y.
func (f *frame) before(x, y sym.Val) sym.Val {
	switch x := x.(type) {
	case term.Term:
		return f.B.Lt(x, y.(term.Term))
	case *sym.Text:
		return f.TextBefore(x, y.(*sym.Text))
	case *sym.Numbers:
		return f.Relate(x, y.(*sym.Numbers), func(v, w complex128) bool { return real(v) < real(w) })
	}
	f.giveUp("this comparison cannot be followed")
	return nil
}

func (f *frame) upTo(x, y sym.Val) sym.Val {
	switch x := x.(type) {
	case term.Term:
		return f.B.Le(x, y.(term.Term))
	case *sym.Text:
		return f.B.Not(f.TextBefore(y.(*sym.Text), x))
	case *sym.Numbers:
		return f.Relate(x, y.(*sym.Numbers), func(v, w complex128) bool { return real(v) <= real(w) })
	}
	f.giveUp("this comparison cannot be followed")
	return nil
}
