package sym

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// Equal returns x == y: a term, or an Unknown.
func (d *Domain) Equal(x, y Val) Val {
	b := d.B
	if u, ok := x.(*Unknown); ok {
		return d.lift(u, func(v Val) Val { return d.Equal(v, y) })
	}
	if u, ok := y.(*Unknown); ok {
		return d.lift(u, func(v Val) Val { return d.Equal(x, v) })
	}
	if is, ok := d.CompareFloats(form.FEq, x, y); ok {
		return is
	}
	switch x := x.(type) {
	case term.Term:
		return b.Eq(x, y.(term.Term))
	case *Text:
		return d.SameText(x, y.(*Text))
	case *Numbers:
		return d.Relate(x, y.(*Numbers), func(v, w complex128) bool { return v == w })
	case Aggregate:
		return d.equalParts(x, y.(Aggregate))
	case *Pointer:
		return pairs(d, x.Alts, y.(*Pointer).Alts, func(p, q *Place) Val {
			both := b.And(p.Guard, q.Guard)
			if p.Obj != q.Obj && p.Obj != nil && q.Obj != nil && p.Obj.MayMeet && q.Obj.MayMeet {
				return &Unknown{Guard: both, Why: whyMeet, Rest: term.No}
			}
			return b.And(both, b.Bool(p.Obj == q.Obj && p.Off == q.Off))
		})
	case *Boxed:
		return pairs(d, x.Alts, y.(*Boxed).Alts, func(p, q *Content) Val { return d.equalBoxed(p, q) })
	case *Sequence:
		// Here, and in the next two cases, x or y is nil.
		return pairs(d, x.Alts, y.(*Sequence).Alts, func(p, q *Window) Val {
			return b.And(p.Guard, q.Guard, b.Bool(p.Obj == nil && q.Obj == nil))
		})
	case *Mapping:
		return pairs(d, x.Alts, y.(*Mapping).Alts, func(p, q *TableRef) Val {
			return b.And(p.Guard, q.Guard, b.Bool(p.Table == nil && q.Table == nil))
		})
	case *Callable:
		return pairs(d, x.Alts, y.(*Callable).Alts, func(p, q *Callee) Val {
			return b.And(p.Guard, q.Guard, b.Bool(p.IsNil() && q.IsNil()))
		})
	}
	return &Unknown{Guard: term.Yes, Why: "this comparison cannot be followed"}
}

// whyMeet is the reason for giving up on addresses in slices that may share an array.
const whyMeet = "whether slices share an array is known only when they are built"

// lift applies do to the known part of u.
func (d *Domain) lift(u *Unknown, do func(v Val) Val) Val {
	if u.Rest == nil {
		return &Unknown{Guard: term.Yes, Why: u.Why, Pos: u.Pos}
	}
	return &Unknown{u.Guard, u.Why, u.Pos, do(u.Rest)}
}

// pairs returns the disjunction of both over all pairs of alternatives.
func pairs[A any](d *Domain, xs, ys []A, both func(p, q *A) Val) Val {
	var r Val = term.No
	for i := range xs {
		for j := range ys {
			r = d.either(r, both(&xs[i], &ys[j]))
		}
	}
	return r
}

// either returns x || y and both returns x && y, for terms and Unknowns.
func (d *Domain) either(x, y Val) Val {
	if x == term.Yes || y == term.Yes {
		return term.Yes
	}
	return d.Negation(d.both(d.Negation(x), d.Negation(y)))
}

func (d *Domain) both(x, y Val) Val {
	if x == term.No || y == term.No {
		return term.No
	}
	if u, ok := x.(*Unknown); ok {
		return d.lift(u, func(v Val) Val { return d.both(v, y) })
	}
	if u, ok := y.(*Unknown); ok {
		return d.lift(u, func(v Val) Val { return d.both(x, v) })
	}
	return d.B.And(x.(term.Term), y.(term.Term))
}

func (d *Domain) equalParts(x, y Aggregate) Val {
	d.B.Spend(len(x) / CellsOfWork)
	var r Val = term.Yes
	for i := range x {
		r = d.both(r, d.Equal(x[i], y[i]))
	}
	return r
}

func (d *Domain) equalBoxed(p, q *Content) Val {
	b := d.B
	both := b.And(p.Guard, q.Guard)
	switch {
	case both == term.No:
		return term.No
	case p.T == nil || q.T == nil:
		return b.And(both, b.Bool(p.T == q.T))
	case p.T == RuntimeError && foreign(q.T) || q.T == RuntimeError && foreign(p.T):
		return term.No
	case p.T == Panicked || q.T == Panicked || p.T == RuntimeError || q.T == RuntimeError:
		return &Unknown{Guard: both, Why: WhyPanicked, Rest: term.No}
	case !types.Identical(p.T, q.T) || !types.Comparable(p.T):
		return term.No // The lifter handles the panic; see comparing.
	}
	return d.both(both, d.Equal(p.Value, q.Value))
}

// foreign reports whether a type is not that of a panic value of the runtime.
func foreign(t types.Type) bool {
	_, known := RuntimeErrorIs(t)
	return known && t != Panicked && t != RuntimeError
}

// SameText returns the condition that two strings have the same length and the same bytes in it.
func (d *Domain) SameText(x, y *Text) term.Term {
	b := d.B
	if x == y {
		return term.Yes
	}
	all := []term.Term{b.Eq(x.Length, y.Length)}
	for i := range min(len(x.Bytes), len(y.Bytes)) {
		outside := b.Le(x.Length, b.Number(i))
		all = append(all, b.Or(outside, b.Eq(x.Bytes[i], y.Bytes[i])))
	}
	return b.And(all...)
}

// TextBefore returns x < y in the order of strings: by the first byte that differs, else by length.
func (d *Domain) TextBefore(x, y *Text) term.Term {
	b := d.B
	r := b.Lt(x.Length, y.Length)
	for i := min(len(x.Bytes), len(y.Bytes)) - 1; i >= 0; i-- {
		inside := b.And(b.Lt(b.Number(i), x.Length), b.Lt(b.Number(i), y.Length))
		v, w := x.Bytes[i], y.Bytes[i]
		r = b.Ite(inside, b.Or(b.Lt(v, w), b.And(b.Eq(v, w), r)), b.Lt(x.Length, y.Length))
	}
	return r
}

// Sum returns x + y.
func (d *Domain) Sum(x term.Term, y int) term.Term {
	return d.B.Arith(form.Add, x, d.B.Number(y))
}

// Negation returns !v, for a term or an Unknown.
func (d *Domain) Negation(v Val) Val {
	if u, ok := v.(*Unknown); ok {
		if u.Rest == nil {
			return u
		}
		return &Unknown{u.Guard, u.Why, u.Pos, d.Negation(u.Rest)}
	}
	return d.B.Not(v.(term.Term))
}
