package lift

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// comparing panics where the comparison x == y does.
func (f *Frame) comparing(in *ssa.BinOp, x, y sym.Val) {
	f.addresses(in.X.Type(), x, y)
	holds, many := layout.HoldsInterface(in.X.Type())
	if !holds || f.PC == term.No {
		return
	}
	cond, exact := f.incomparable(x, y)
	if exact && !many {
		f.Panics(cond)
		return
	}
	f.GiveUpIf(cond, "whether this comparison panics depends on the order in which parts are compared")
}

// addresses gives up where the addresses of two variables of size zero are compared. Go does not
// define whether they are equal.
func (f *Frame) addresses(t types.Type, values ...sym.Val) {
	if !f.Options.Exact {
		return
	}
	for _, v := range values {
		switch v := v.(type) {
		case *sym.Pointer:
			if f.sizeless(t) && !slices.ContainsFunc(values, isNilPointer) {
				f.GiveUp(whySizeless)
			}
		case *sym.Boxed:
			for _, a := range v.Alts {
				if a.T != nil && f.sizeless(a.T) {
					f.GiveUpIf(a.Guard, whySizeless)
				}
			}
		}
	}
}

const whySizeless = "whether the addresses of variables without size are equal is not defined"

func isNilPointer(v sym.Val) bool { return v == sym.Val(sym.NilPointer) }

// sizeless reports whether t is a pointer to a type of size zero.
func (f *Frame) sizeless(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	return ok && f.Layout.Size(p.Elem()) == 0
}

// incomparable returns the condition under which comparing x and y compares values of one dynamic type
// that is not comparable. If exact is false, the condition is only an estimate.
func (f *Frame) incomparable(x, y sym.Val) (cond term.Term, exact bool) {
	b := f.B
	cond, exact = term.No, true
	switch x := x.(type) {
	case sym.Aggregate:
		z, ok := y.(sym.Aggregate)
		if !ok {
			return term.No, true
		}
		same := term.Yes // whether the parts before are equal
		for i := range x {
			c, sure := f.incomparable(x[i], z[i])
			cond, exact = b.Or(cond, b.And(same, c)), exact && (sure || c == term.No)
			switch e := f.Equal(x[i], z[i]).(type) {
			case term.Term:
				same = b.And(same, e)
			default:
				exact = false
			}
		}
	case *sym.Boxed:
		z, ok := y.(*sym.Boxed)
		if !ok {
			return term.No, true
		}
		for _, p := range x.Alts {
			for _, q := range z.Alts {
				both := b.And(p.Guard, q.Guard)
				if both == term.No || p.T == nil || q.T == nil || !types.Identical(p.T, q.T) {
					continue
				}
				c, sure := term.Yes, true
				if types.Comparable(p.T) {
					c, sure = f.incomparable(p.Value, q.Value)
				}
				cond, exact = b.Or(cond, b.And(both, c)), exact && (sure || c == term.No)
			}
		}
	case *sym.Unknown:
		if x.Rest != nil {
			return f.incomparable(x.Rest, y)
		}
	default:
		if u, ok := y.(*sym.Unknown); ok && u.Rest != nil {
			return f.incomparable(x, u.Rest)
		}
	}
	return cond, exact
}

// hashing panics where the key of a map is not comparable. Go panics even if the map is empty or nil.
func (f *Frame) hashing(t types.Type, k sym.Val) {
	f.addresses(t, k)
	if holds, _ := layout.HoldsInterface(t); holds {
		f.Panics(f.unhashable(k))
	}
}

func (f *Frame) unhashable(k sym.Val) term.Term {
	cond := term.No
	switch k := k.(type) {
	case sym.Aggregate:
		for _, x := range k {
			cond = f.B.Or(cond, f.unhashable(x))
		}
	case *sym.Boxed:
		for _, a := range k.Alts {
			switch {
			case a.T == nil:
			case !types.Comparable(a.T):
				cond = f.B.Or(cond, a.Guard)
			default:
				cond = f.B.Or(cond, f.B.And(a.Guard, f.unhashable(a.Value)))
			}
		}
	case *sym.Unknown:
		if k.Rest != nil {
			return f.unhashable(k.Rest)
		}
	}
	return cond
}

// before returns x < y, upTo returns x <= y.
func (f *Frame) before(x, y sym.Val) sym.Val {
	if is, ok := f.CompareFloats(form.FLt, x, y); ok {
		return is
	}
	switch x := x.(type) {
	case term.Term:
		return f.B.Lt(x, y.(term.Term))
	case *sym.Text:
		return f.TextBefore(x, y.(*sym.Text))
	case *sym.Numbers:
		return f.Relate(x, y.(*sym.Numbers), func(v, w complex128) bool { return real(v) < real(w) })
	}
	f.GiveUp("this comparison cannot be followed")
	return nil
}

func (f *Frame) upTo(x, y sym.Val) sym.Val {
	if is, ok := f.CompareFloats(form.FLe, x, y); ok {
		return is
	}
	switch x := x.(type) {
	case term.Term:
		return f.B.Le(x, y.(term.Term))
	case *sym.Text:
		return f.B.Not(f.TextBefore(y.(*sym.Text), x))
	case *sym.Numbers:
		return f.Relate(x, y.(*sym.Numbers), func(v, w complex128) bool { return real(v) <= real(w) })
	}
	f.GiveUp("this comparison cannot be followed")
	return nil
}
