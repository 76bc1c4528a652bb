package encode

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/place"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// A partly makes the interpreter's inputs from the symbolic ones. A value of an input is known once
// the variables are on which it depends.
type partly struct {
	prog *interp.Program
	// terms has the terms of the symbolic inputs.
	terms *term.Builder
	// cells and entries are the content of memory before a predicate is executed.
	cells   map[*sym.Object][]sym.Val
	entries map[*sym.Table][]sym.Entry

	made   map[*sym.Object]*interp.Object
	tables map[*sym.Table]interp.Value
}

// interpreted returns a function that makes the inputs for the interpreter, or nil if nothing is
// interpreted. It must be called before a predicate changes the memory of the inputs.
func interpreted(m *lift.Machine, args []sym.Val, preds []Predicate) func() []interp.Value {
	if m.Options.Interp == nil || len(preds) == 0 {
		return nil
	}
	m.Options.Interp.Vars = m.Vars
	p := &partly{
		prog:  m.Options.Interp,
		terms: &term.Builder{Nodes: slices.Clone(m.B.Nodes), Vars: m.B.Vars},
		cells: map[*sym.Object][]sym.Val{}, entries: map[*sym.Table][]sym.Entry{},
	}
	params := preds[0].Fn.Params
	if len(params) != len(args) {
		return nil
	}
	build := func() []interp.Value {
		p.made, p.tables = map[*sym.Object]*interp.Object{}, map[*sym.Table]interp.Value{}
		var out []interp.Value
		for i, a := range args {
			out = append(out, p.value(a, params[i].Type()))
		}
		return out
	}
	build() // It keeps the current content of memory.
	return build
}

// testOf makes the test of the predicates that the form lacks. It includes earlier ones that may
// panic, because after a panic later predicates do not matter.
func testOf(m *lift.Machine, preds []Predicate, inputs func() []interp.Value, faults []term.Term) (*interp.Test, []int) {
	tested := make([]bool, len(preds))
	last := -1
	for _, g := range m.Gaps {
		if !slices.Contains([]string{place.WhyCalls, place.WhyDrawn, place.WhyAsked}, g.Why) {
			tested[g.Pred] = true
			last = max(last, g.Pred)
		}
	}
	if inputs == nil || last < 0 {
		return nil, nil
	}
	var fns []*ssa.Function
	var given, at []int
	for i := range last + 1 {
		if tested[i] || faults[i] != term.No {
			fns, given, at = append(fns, preds[i].Fn), append(given, m.Given[i]), append(at, i)
		}
	}
	t, why := m.Options.Interp.Test(fns, given, inputs)
	if t == nil {
		return nil, nil
	}
	t.Strict = preds[last].Strict && why[len(why)-1] == ""
	t.Smooth = t.Strict && preds[last].Smooth
	var of []int
	for i, w := range why {
		if w == "" {
			of = append(of, at[i])
		}
	}
	return t, of
}

// object returns the interpreter's object for o, whose cells have the types ts.
func (p *partly) object(o *sym.Object, ts []types.Type) *interp.Object {
	if made := p.made[o]; made != nil {
		return made
	}
	held, seen := p.cells[o]
	if !seen {
		held = slices.Clone(o.Cells)
		p.cells[o] = held
	}
	cells := make([]interp.Value, len(held))
	made := interp.NewObject(cells)
	if o.MayMeet {
		made = interp.NewMeeting(cells)
	}
	p.made[o] = made
	for i, c := range held {
		if len(ts) > 0 {
			cells[i] = p.value(c, ts[i%len(ts)])
		}
	}
	return made
}

// scalars returns the types of the scalar parts of a value.
func scalars(list []types.Type, t types.Type) []types.Type {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			list = scalars(list, u.Field(i).Type())
		}
		return list
	case *types.Array:
		for range u.Len() {
			list = scalars(list, u.Elem())
		}
		return list
	}
	return append(list, t)
}

// value returns the interpreter's value for a value of type t.
func (p *partly) value(v sym.Val, t types.Type) interp.Value {
	switch v := v.(type) {
	case term.Term:
		return p.number(v)
	case sym.Aggregate:
		parts := make([]interp.Value, len(v))
		ts := scalars(nil, t)
		for i, x := range v {
			parts[i] = p.value(x, ts[i])
		}
		return interp.Aggregate(parts)
	case *sym.Numbers:
		float := t.Underlying().(*types.Basic).Info()&types.IsComplex == 0
		return p.choose(len(v.Alts), func(i int) term.Term { return v.Alts[i].Guard }, func(i int) interp.Value {
			if float {
				return interp.Float(real(v.Alts[i].Value))
			}
			return interp.Complex(v.Alts[i].Value)
		})
	case *sym.Text:
		return p.text(v)
	case *sym.Pointer:
		of, ok := t.Underlying().(*types.Pointer)
		return p.choose(len(v.Alts), func(i int) term.Term { return v.Alts[i].Guard }, func(i int) interp.Value {
			switch a := v.Alts[i]; {
			case a.Obj == nil:
				return interp.Value{}
			case !ok:
				return interp.Unknown("an unsafe pointer cannot be followed")
			default:
				return interp.Pointer(p.object(a.Obj, scalars(nil, of.Elem())), a.Off)
			}
		})
	case *sym.Sequence:
		return p.sequence(v, t)
	case *sym.Mapping:
		return p.choose(len(v.Alts), func(i int) term.Term { return v.Alts[i].Guard }, func(i int) interp.Value { return p.table(v.Alts[i].Table) })
	case *sym.Boxed:
		return p.choose(len(v.Alts), func(i int) term.Term { return v.Alts[i].Guard }, func(i int) interp.Value {
			if a := v.Alts[i]; a.T != nil {
				return p.prog.Interface(a.T, p.value(a.Value, a.T))
			}
			return interp.Value{}
		})
	case *sym.Callable:
		return p.choose(len(v.Alts), func(i int) term.Term { return v.Alts[i].Guard }, func(i int) interp.Value {
			if v.Alts[i].IsNil() {
				return interp.Value{}
			}
			return interp.Unknown(place.WhyAsked) // It is a function among the inputs.
		})
	case *sym.Unknown:
		rest := interp.Value{}
		if v.Rest != nil {
			rest = p.value(v.Rest, t)
		}
		return p.either(v.Guard, interp.Unknown(v.Why), rest)
	}
	return interp.Value{}
}

// text returns the interpreter's value for a string.
func (p *partly) text(v *sym.Text) interp.Value {
	parts := v.Bytes
	if v.Chars != nil {
		parts = v.Chars
	}
	list := make([]interp.Value, len(parts))
	for i, x := range parts {
		list[i] = p.number(x)
	}
	if v.Chars != nil {
		return interp.Spelled(p.number(v.Count), list)
	}
	return interp.Text(p.number(v.Length), list)
}

// number returns the interpreter's value for a term. It is read once its variables are decided.
func (p *partly) number(t term.Term) interp.Value {
	switch n := &p.terms.Nodes[t]; n.Op {
	case form.Const:
		return interp.Int(n.Val)
	case form.Ref:
		return interp.Variable(int32(n.Val))
	}
	return interp.Lazy(func(r interp.Reader) (interp.Value, bool) {
		x, ok := readTerm(p.terms, t, r)
		return interp.Int(x), ok
	})
}

// choose returns the one of n values whose guard is true. If that value is lazy, it is read too.
func (p *partly) choose(n int, guard func(i int) term.Term, of func(i int) interp.Value) interp.Value {
	values := make([]interp.Value, n)
	guards := make([]term.Term, n)
	for i := range n {
		values[i], guards[i] = of(i), guard(i)
		if guards[i] == term.Yes {
			return values[i]
		}
	}
	return interp.Lazy(func(r interp.Reader) (interp.Value, bool) {
		for i, g := range guards {
			is, ok := readTerm(p.terms, g, r)
			if !ok {
				return interp.Value{}, false
			}
			if is != 0 {
				return values[i], true
			}
		}
		return interp.Unknown("a value that is not among its alternatives cannot be followed"), true
	})
}

// either returns x if the guard is true, otherwise y, which may be lazy.
func (p *partly) either(guard term.Term, x, y interp.Value) interp.Value {
	if guard == term.Yes {
		return x
	}
	return interp.Lazy(func(r interp.Reader) (interp.Value, bool) {
		is, ok := readTerm(p.terms, guard, r)
		if !ok {
			return interp.Value{}, false
		}
		if is != 0 {
			return x, true
		}
		return y.Read(r)
	})
}

// sequence returns the interpreter's value for a slice.
func (p *partly) sequence(v *sym.Sequence, t types.Type) interp.Value {
	elem := t.Underlying().(*types.Slice).Elem()
	ts := scalars(nil, elem)
	objects := make([]*interp.Object, len(v.Alts))
	for i, w := range v.Alts {
		if w.Obj != nil {
			objects[i] = p.object(w.Obj, ts)
		}
	}
	return interp.Lazy(func(r interp.Reader) (interp.Value, bool) {
		for i, w := range v.Alts {
			is, ok := readTerm(p.terms, w.Guard, r)
			if !ok {
				return interp.Value{}, false
			}
			if is == 0 {
				continue
			}
			if w.Obj == nil {
				return interp.Value{}, true
			}
			var n [3]int64
			for j, t := range [3]term.Term{w.Off, w.Length, w.Room} {
				if n[j], ok = readTerm(p.terms, t, r); !ok {
					return interp.Value{}, false
				}
			}
			return interp.Slice(objects[i], w.Base+int(n[0])*w.Size, w.Size, int(n[1]), int(n[2])), true
		}
		return interp.Unknown("a slice that is not among its alternatives cannot be followed"), true
	})
}

// table returns the interpreter's value for the content of a map.
func (p *partly) table(t *sym.Table) interp.Value {
	if t == nil {
		return interp.Value{}
	}
	if made, ok := p.tables[t]; ok {
		return made
	}
	entries, seen := p.entries[t]
	if !seen {
		entries = slices.Clone(t.Entries)
		p.entries[t] = entries
	}
	e := &interp.Entries{Type: t.Type.Key()}
	for _, x := range entries {
		e.Keys = append(e.Keys, p.value(x.Key, t.Type.Key()))
		e.Vals = append(e.Vals, p.value(x.Val, t.Type.Elem()))
	}
	e.Count = interp.Lazy(func(r interp.Reader) (interp.Value, bool) {
		for i, x := range entries {
			has, ok := readTerm(p.terms, x.Has, r)
			if !ok || has == 0 {
				return interp.Int(int64(i)), ok
			}
		}
		return interp.Int(int64(len(entries))), true
	})
	made := interp.Map(e)
	p.tables[t] = made
	return made
}

// readTerm evaluates a term. It reads no more variables than necessary.
func readTerm(b *term.Builder, t term.Term, r interp.Reader) (int64, bool) {
	n := &b.Nodes[t]
	switch n.Op {
	case form.Const:
		return n.Val, true
	case form.Ref:
		return r.Var(int32(n.Val))
	case form.And, form.Or:
		absorbing := int64(0)
		if n.Op == form.Or {
			absorbing = 1
		}
		for _, a := range n.Args {
			if x, ok := readTerm(b, a, r); !ok || x == absorbing {
				return x, ok
			}
		}
		return 1 - absorbing, true
	case form.Ite:
		c, ok := readTerm(b, n.Args[0], r)
		switch {
		case !ok:
			return 0, false
		case c != 0:
			return readTerm(b, n.Args[1], r)
		}
		return readTerm(b, n.Args[2], r)
	}
	x, ok := readTerm(b, n.Args[0], r)
	if !ok {
		return 0, false
	}
	switch n.Op {
	case term.OpHold:
		return x, true
	case term.OpIn:
		for i := range b.Count(n.Args[0]) {
			if b.At(n.Args[0], i) == x {
				return n.Val >> i & 1, true
			}
		}
		return 0, true
	}
	y := int64(0)
	if len(n.Args) > 1 {
		if y, ok = readTerm(b, n.Args[1], r); !ok {
			return 0, false
		}
	}
	return form.EvalOp(n.Op, n.Kind, b.Nodes[n.Args[0]].Kind, x, y, 0), true
}
