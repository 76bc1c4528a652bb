package encode

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/term"
)

// comparing panics where x == y does.
func (f *frame) comparing(in *ssa.BinOp, x, y val) {
	holds, many := layout.HoldsInterface(in.X.Type())
	if !holds {
		return
	}
	cond, exact := f.incomparable(x, y)
	if exact && !many {
		f.panics(cond)
		return
	}
	f.giveUpIf(cond, "whether this comparison panics depends on the order in which parts are compared")
}

// incomparable is the condition under which a comparison comes to values of one type
// that cannot be compared. Where it is not exact that is not sure.
func (f *frame) incomparable(x, y val) (cond term.Term, exact bool) {
	b := f.b
	cond, exact = term.No, true
	switch x := x.(type) {
	case aggregate:
		z, ok := y.(aggregate)
		if !ok {
			return term.No, true
		}
		same := term.Yes // of the parts before
		for i := range x {
			c, sure := f.incomparable(x[i], z[i])
			cond, exact = b.Or(cond, b.And(same, c)), exact && (sure || c == term.No)
			switch e := f.equal(x[i], z[i]).(type) {
			case term.Term:
				same = b.And(same, e)
			default:
				exact = false
			}
		}
	case *boxed:
		z, ok := y.(*boxed)
		if !ok {
			return term.No, true
		}
		for _, p := range x.alts {
			for _, q := range z.alts {
				both := b.And(p.guard, q.guard)
				if both == term.No || p.T == nil || q.T == nil || !types.Identical(p.T, q.T) {
					continue
				}
				c, sure := term.Yes, true
				if types.Comparable(p.T) {
					c, sure = f.incomparable(p.v, q.v)
				}
				cond, exact = b.Or(cond, b.And(both, c)), exact && (sure || c == term.No)
			}
		}
	case *unknown:
		if x.rest != nil {
			return f.incomparable(x.rest, y)
		}
	default:
		if u, ok := y.(*unknown); ok && u.rest != nil {
			return f.incomparable(x, u.rest)
		}
	}
	return cond, exact
}

// hashing panics where the key of a map cannot be compared. Go asks for that of
// empty and nil maps as well.
func (f *frame) hashing(t types.Type, k val) {
	if holds, _ := layout.HoldsInterface(t); holds {
		f.panics(f.unhashable(k))
	}
}

func (f *frame) unhashable(k val) term.Term {
	cond := term.No
	switch k := k.(type) {
	case aggregate:
		for _, x := range k {
			cond = f.b.Or(cond, f.unhashable(x))
		}
	case *boxed:
		for _, a := range k.alts {
			switch {
			case a.T == nil:
			case !types.Comparable(a.T):
				cond = f.b.Or(cond, a.guard)
			default:
				cond = f.b.Or(cond, f.b.And(a.guard, f.unhashable(a.v)))
			}
		}
	case *unknown:
		if k.rest != nil {
			return f.unhashable(k.rest)
		}
	}
	return cond
}
