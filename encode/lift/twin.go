package lift

import (
	"math"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
)

// A twin is a second copy of inputs, with all memory that they reach at that time.
type twin struct {
	*Machine
	objects map[*sym.Object]*sym.Object
	tables  map[*sym.Table]*sym.Table
	// made and tabled are the originals in the order in which they were copied.
	made   []*sym.Object
	tabled []*sym.Table
}

func newTwin(m *Machine) *twin {
	return &twin{Machine: m, objects: map[*sym.Object]*sym.Object{}, tables: map[*sym.Table]*sym.Table{}}
}

// values returns copies of values.
func (t *twin) values(list []sym.Val) []sym.Val {
	out := make([]sym.Val, len(list))
	for i, v := range list {
		out[i] = t.value(v)
	}
	return out
}

func (t *twin) value(v sym.Val) sym.Val {
	switch v := v.(type) {
	case sym.Aggregate:
		return sym.Aggregate(t.values(v))
	case *sym.Pointer:
		return &sym.Pointer{Alts: copied(v.Alts, func(p *sym.Place) { p.Obj = t.object(p.Obj) })}
	case *sym.Sequence:
		return &sym.Sequence{Alts: copied(v.Alts, func(w *sym.Window) { w.Obj = t.object(w.Obj) })}
	case *sym.Mapping:
		return &sym.Mapping{Alts: copied(v.Alts, func(r *sym.TableRef) { r.Table = t.table(r.Table) })}
	case *sym.Boxed:
		return &sym.Boxed{Alts: copied(v.Alts, func(c *sym.Content) { c.Value = t.value(c.Value) })}
	case *sym.Unknown:
		if v.Rest != nil {
			u := *v
			u.Rest = t.value(v.Rest)
			return &u
		}
	}
	return v // It refers to no memory.
}

// copied returns a copy of the alternatives, each modified by change.
func copied[A any](alts []A, change func(*A)) []A {
	out := append([]A(nil), alts...)
	for i := range out {
		change(&out[i])
	}
	return out
}

func (t *twin) object(o *sym.Object) *sym.Object {
	if o == nil {
		return nil
	}
	if made := t.objects[o]; made != nil {
		return made
	}
	made := *o
	t.objects[o] = &made
	t.made = append(t.made, o)
	made.Cells, made.Fill = t.values(o.Cells), t.values(o.Fill)
	made.Written = append([]term.Term(nil), o.Written...)
	return &made
}

func (t *twin) table(m *sym.Table) *sym.Table {
	if m == nil {
		return nil
	}
	if made := t.tables[m]; made != nil {
		return made
	}
	made := *m
	t.tables[m] = &made
	t.tabled = append(t.tabled, m)
	made.Entries = copied(m.Entries, func(e *sym.Entry) { e.Key, e.Val = t.value(e.Key), t.value(e.Val) })
	return &made
}

// changed compares the memory that the inputs reached when they were copied with that of their twins.
// A different number, text or length is a change. Where a reference differs, it is unclear whether its
// target changed.
func (t *twin) changed(args, twins []sym.Val) (changed, unclear term.Term) {
	changed, unclear = term.No, term.No
	add := func(x, y sym.Val) {
		c, u := t.differ(x, y)
		changed, unclear = t.B.Or(changed, c), t.B.Or(unclear, u)
	}
	for i := range args {
		add(args[i], twins[i])
	}
	for _, o := range t.made {
		for i, was := range t.objects[o].Cells {
			add(o.Cells[i], was)
		}
	}
	for _, m := range t.tabled {
		copy := t.tables[m]
		for i, e := range copy.Entries {
			now := m.Entries[i]
			unclear = t.B.Or(unclear, t.B.Not(t.B.Eq(now.Has, e.Has)))
			add(now.Val, e.Val)
		}
		for _, e := range m.Entries[len(copy.Entries):] {
			unclear = t.B.Or(unclear, e.Has)
		}
	}
	return changed, unclear
}

// sameNumber returns the condition under which a number has the bits of its twin, or both are NaN.
func (t *twin) sameNumber(x, y sym.Val) term.Term {
	if v, w, ok := t.Floats(x, y); ok {
		return t.B.Or(t.B.Eq(v, w), t.B.And(t.B.IsNaN(v), t.B.IsNaN(w)))
	}
	v, listed := x.(*sym.Numbers)
	w, also := y.(*sym.Numbers)
	if !listed || !also {
		return term.No
	}
	return t.Relate(v, w, sameFloats)
}

// differ compares a value with its twin.
func (t *twin) differ(x, y sym.Val) (differ, unclear term.Term) {
	b := t.B
	no := func(same term.Term) (term.Term, term.Term) { return b.Not(same), term.No }
	references := func(same term.Term) (term.Term, term.Term) { return term.No, b.Not(same) }
	switch x := x.(type) {
	case term.Term:
		if y, ok := y.(term.Term); ok {
			return no(b.Eq(x, y))
		}
	case *sym.Text:
		if y, ok := y.(*sym.Text); ok {
			return no(t.SameText(x, y))
		}
	case *sym.Numbers, *sym.Float:
		return no(t.sameNumber(x, y))
	case sym.Aggregate:
		if y, ok := y.(sym.Aggregate); ok && len(x) == len(y) {
			differ, unclear = term.No, term.No
			for i := range x {
				d, u := t.differ(x[i], y[i])
				differ, unclear = b.Or(differ, d), b.Or(unclear, u)
			}
			return differ, unclear
		}
	case *sym.Pointer:
		if y, ok := y.(*sym.Pointer); ok {
			return references(sym.Pairwise(t.Domain, x.Alts, y.Alts, func(p, q *sym.Place) term.Term {
				return b.And(p.Guard, q.Guard, b.Bool(t.counterparts(p.Obj, q.Obj) && p.Off == q.Off))
			}))
		}
	case *sym.Sequence:
		if y, ok := y.(*sym.Sequence); ok {
			return references(sym.Pairwise(t.Domain, x.Alts, y.Alts, t.sameWindow))
		}
	case *sym.Mapping:
		if y, ok := y.(*sym.Mapping); ok {
			return references(sym.Pairwise(t.Domain, x.Alts, y.Alts, func(p, q *sym.TableRef) term.Term {
				return b.And(p.Guard, q.Guard, b.Bool((p.Table == nil) == (q.Table == nil) && t.tables[p.Table] == q.Table))
			}))
		}
	case *sym.Boxed:
		if y, ok := y.(*sym.Boxed); ok {
			return references(sym.Pairwise(t.Domain, x.Alts, y.Alts, t.sameContent))
		}
	case *sym.Callable:
		if x == y {
			return term.No, term.No
		}
	case *sym.Unknown:
		if x == y {
			return term.No, term.No
		}
	}
	return term.No, term.Yes
}

// counterparts reports whether an object of the inputs has this twin.
func (t *twin) counterparts(o, twin *sym.Object) bool {
	return (o == nil) == (twin == nil) && t.objects[o] == twin
}

// sameWindow returns the condition under which a slice equals its twin.
func (t *twin) sameWindow(p, q *sym.Window) term.Term {
	b := t.B
	if p.Obj == nil || q.Obj == nil {
		return b.And(p.Guard, q.Guard, b.Bool(p.Obj == nil && q.Obj == nil))
	}
	return b.And(p.Guard, q.Guard, b.Bool(t.counterparts(p.Obj, q.Obj) && p.Base == q.Base),
		b.Eq(p.Off, q.Off), b.Eq(p.Length, q.Length), b.Eq(p.Room, q.Room))
}

// sameContent returns the condition under which an interface has the same content as its twin.
func (t *twin) sameContent(p, q *sym.Content) term.Term {
	b := t.B
	if p.T == nil || q.T == nil || p.T != q.T {
		return b.And(p.Guard, q.Guard, b.Bool(p.T == nil && q.T == nil))
	}
	d, u := t.differ(p.Value, q.Value)
	return b.And(p.Guard, q.Guard, b.Not(d), b.Not(u))
}

// sameFloats compares numbers as the pure directive does: a NaN equals itself.
func sameFloats(v, w complex128) bool {
	same := func(v, w float64) bool { return v == w || math.IsNaN(v) && math.IsNaN(w) }
	return same(real(v), real(w)) && same(imag(v), imag(w))
}
