package sym

import (
	"fmt"
	"go/types"

	"github.com/rtest-dev/rtest/encode/term"
)

// Merge returns the value that is x if c is true, and otherwise y.
func (d *Domain) Merge(c term.Term, x, y Val) Val {
	d.B.Pass(1)
	switch {
	case c == term.Yes || y == nil:
		return x
	case c == term.No || x == nil:
		return y
	}
	if u, ok := x.(*Unknown); ok {
		return d.mergeUnknown(c, u, y)
	}
	if u, ok := y.(*Unknown); ok {
		return d.mergeUnknown(d.B.Not(c), u, x)
	}
	switch x := x.(type) {
	case term.Term:
		return d.B.Ite(c, x, y.(term.Term))
	case Aggregate:
		return Aggregate(d.MergeAll(c, x, y.(Aggregate)))
	case Tuple:
		return Tuple(d.MergeAll(c, x, y.(Tuple)))
	case *Text:
		return d.mergeText(c, x, y.(*Text))
	case *Iteration:
		return mergeIterations(x, y.(*Iteration))
	}
	if x == y {
		return x
	}
	if v, w, ok := d.Floats(x, y); ok {
		return &Float{d.B.Ite(c, v, w)}
	}
	return d.mergeAlternatives(c, x, y)
}

func (d *Domain) mergeAlternatives(c term.Term, x, y Val) Val {
	switch x := x.(type) {
	case *Pointer:
		return &Pointer{mergeAlts(d.B, c, x.Alts, y.(*Pointer).Alts, mergeRule[Place]{
			same: func(p, q *Place) bool { return p.Obj == q.Obj && p.Off == q.Off },
		})}
	case *Sequence:
		return &Sequence{mergeAlts(d.B, c, x.Alts, y.(*Sequence).Alts, mergeRule[Window]{
			same: func(p, q *Window) bool {
				return p.Obj == q.Obj && p.Base == q.Base && p.Size == q.Size && p.Count == q.Count
			},
			join: func(p, q *Window) { d.mergeWindow(c, p, q) },
		})}
	case *Mapping:
		return &Mapping{mergeAlts(d.B, c, x.Alts, y.(*Mapping).Alts, mergeRule[TableRef]{
			same: func(p, q *TableRef) bool { return p.Table == q.Table },
		})}
	case *Boxed:
		return &Boxed{mergeAlts(d.B, c, x.Alts, y.(*Boxed).Alts, mergeRule[Content]{
			same: func(p, q *Content) bool {
				return p.T == q.T || p.T != nil && q.T != nil && types.Identical(p.T, q.T)
			},
			join: func(p, q *Content) { p.Value = d.Merge(c, p.Value, q.Value) },
		})}
	case *Callable:
		return &Callable{mergeAlts(d.B, c, x.Alts, y.(*Callable).Alts, mergeRule[Callee]{
			same: func(p, q *Callee) bool {
				return p.Fn == q.Fn && p.Do == nil && q.Do == nil && p.Why == "" && q.Why == ""
			},
			join: func(p, q *Callee) { p.Binds = d.MergeAll(c, p.Binds, q.Binds) },
		})}
	case *Numbers:
		return &Numbers{mergeAlts(d.B, c, x.Alts, y.(*Numbers).Alts, mergeRule[Number]{
			same: func(p, q *Number) bool { return sameNumber(p.Value, q.Value) },
		})}
	}
	panic(fmt.Sprintf("merge of %T", x))
}

// MergeAll merges two lists of the same length element by element.
func (d *Domain) MergeAll(c term.Term, x, y []Val) []Val {
	r := make([]Val, len(x))
	for i := range x {
		r[i] = d.Merge(c, x[i], y[i])
	}
	return r
}

// mergeUnknown returns the value that is u if c is true, and otherwise y.
func (d *Domain) mergeUnknown(c term.Term, u *Unknown, y Val) Val {
	if v, ok := y.(*Unknown); ok {
		guard := d.B.Ite(c, u.Guard, v.Guard)
		return &Unknown{guard, u.Why, u.Pos, d.Merge(c, u.Rest, v.Rest)}
	}
	return &Unknown{d.B.And(c, u.Guard), u.Why, u.Pos, d.Merge(c, u.Rest, y)}
}

// A mergeRule says how alternatives of a kind of value are merged. same reports whether two
// alternatives become one. join merges what else they hold; it is nil if that is nothing.
type mergeRule[A any] struct {
	same func(p, q *A) bool
	join func(p, q *A)
}

// mergeAlts merges the alternatives of two values: those of x if c is true, and otherwise those of
// y.
func mergeAlts[A any, P alternative[A]](b *term.Builder, c term.Term, x, y []A, of mergeRule[A]) []A {
	out := make([]A, 0, len(x)+1)
	used := make([]bool, len(y))
	for i := range x {
		p := x[i]
		other := term.No
		for j := range y {
			if !used[j] && of.same(&p, &y[j]) {
				used[j] = true
				other = *P(&y[j]).guard()
				if of.join != nil {
					of.join(&p, &y[j])
				}
				break
			}
		}
		if g := b.Ite(c, *P(&p).guard(), other); g != term.No {
			*P(&p).guard() = g
			out = append(out, p)
		}
	}
	for j := range y {
		if used[j] {
			continue
		}
		q := y[j]
		if g := b.And(b.Not(c), *P(&q).guard()); g != term.No {
			*P(&q).guard() = g
			out = append(out, q)
		}
	}
	return out
}

func (d *Domain) mergeWindow(c term.Term, p, q *Window) {
	if p.Obj == nil {
		return
	}
	p.Off = d.B.Ite(c, p.Off, q.Off)
	p.Length = d.B.Ite(c, p.Length, q.Length)
	p.Room = d.B.Ite(c, p.Room, q.Room)
	p.Age = d.B.Ite(c, p.Age, q.Age)
}

func (d *Domain) mergeText(c term.Term, x, y *Text) Val {
	if x == y {
		return x
	}
	r := &Text{Length: d.B.Ite(c, x.Length, y.Length), Bytes: make([]term.Term, max(len(x.Bytes), len(y.Bytes)))}
	for i := range r.Bytes {
		switch {
		case i >= len(x.Bytes):
			r.Bytes[i] = y.Bytes[i]
		case i >= len(y.Bytes):
			r.Bytes[i] = x.Bytes[i]
		default:
			r.Bytes[i] = d.B.Ite(c, x.Bytes[i], y.Bytes[i])
		}
	}
	return r
}

// Only returns the alternatives that are possible if the condition pc is true, with their guards
// simplified.
func Only[A any, P alternative[A]](b *term.Builder, pc term.Term, alts []A) []A {
	if len(alts) == 1 {
		return alts
	}
	out := make([]A, 0, len(alts))
	for _, a := range alts {
		g := b.Simplify(pc, *P(&a).guard())
		if g == term.No || b.And(pc, g) == term.No {
			continue
		}
		*P(&a).guard() = g
		if g == term.Yes {
			return []A{a}
		}
		out = append(out, a)
	}
	return out
}

func mergeIterations(x, y *Iteration) Val {
	if x.Iterator == y.Iterator {
		return x
	}
	return &Unknown{Guard: term.Yes, Why: "an iteration that begins in two places"}
}
