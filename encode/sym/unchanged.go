package sym

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/term"
)

// Unchanged returns the condition under which two values, read from one place at different times, are
// equal.
func (d *Domain) Unchanged(x, y Val) term.Term {
	b := d.B
	switch x := x.(type) {
	case Aggregate:
		return d.unchangedParts(x, y.(Aggregate))
	case Tuple:
		return d.unchangedParts(x, y.(Tuple))
	}
	if _, parts := y.(Aggregate); parts || x == y {
		return b.Bool(!parts)
	}
	switch x := x.(type) {
	case *Boxed:
		if y, ok := y.(*Boxed); ok {
			return Pairwise(d, x.Alts, y.Alts, func(p, q *Content) term.Term {
				switch {
				case p.T == nil && q.T == nil:
					return b.And(p.Guard, q.Guard)
				case p.T == nil || q.T == nil || !types.Identical(p.T, q.T):
					return term.No
				}
				return b.And(p.Guard, q.Guard, d.Unchanged(p.Value, q.Value))
			})
		}
	case *Sequence:
		if y, ok := y.(*Sequence); ok {
			return Pairwise(d, x.Alts, y.Alts, func(p, q *Window) term.Term {
				if p.Obj == nil || q.Obj == nil {
					return b.And(p.Guard, q.Guard, b.Bool(p.Obj == q.Obj))
				}
				return b.And(p.Guard, q.Guard, b.Bool(p.Obj == q.Obj && p.Base == q.Base),
					b.Eq(p.Off, q.Off), b.Eq(p.Length, q.Length), b.Eq(p.Room, q.Room), b.Eq(p.Age, q.Age))
			})
		}
	case *Mapping:
		if y, ok := y.(*Mapping); ok {
			return Pairwise(d, x.Alts, y.Alts, func(p, q *TableRef) term.Term { return b.And(p.Guard, q.Guard, b.Bool(p.Table == q.Table)) })
		}
	case term.Term, *Text, *Numbers, *Float, *Pointer:
		if t, ok := d.Equal(x, y).(term.Term); ok {
			return t
		}
	}
	return term.No
}

// Pairwise returns the disjunction of both over all pairs of alternatives.
func Pairwise[A any](d *Domain, xs, ys []A, both func(p, q *A) term.Term) term.Term {
	r := term.No
	for i := range xs {
		for j := range ys {
			r = d.B.Or(r, both(&xs[i], &ys[j]))
		}
	}
	return r
}

func (d *Domain) unchangedParts(x, y []Val) term.Term {
	r := term.Yes
	for i := range x {
		r = d.B.And(r, d.Unchanged(x[i], y[i]))
	}
	return r
}
