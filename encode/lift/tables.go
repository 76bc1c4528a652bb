package lift

import (
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// tables returns the maps that x may be. It gives up where x is a lost one.
func (f *Frame) tables(x *sym.Mapping) []sym.TableRef {
	alts := sym.Only(f.B, f.PC, x.Alts)
	for _, r := range alts {
		if r.Table != nil && r.Table.Lost {
			f.GiveUpIf(r.Guard, "what the map holds cannot be followed")
		}
	}
	if f.PC == term.No {
		return nil
	}
	return alts
}

// changing returns the maps that x may be, and records that they are written to.
func (f *Frame) changing(x *sym.Mapping) []sym.TableRef {
	alts := f.tables(x)
	f.writes++
	for _, r := range alts {
		if r.Table != nil {
			r.Table.Changed = f.writes
		}
	}
	return alts
}

// Is returns whether two keys are equal. It gives up where that cannot be followed.
func (f *Frame) Is(x, y sym.Val) term.Term {
	v := f.Known(f.Equal(x, y))
	if v == nil {
		return term.No
	}
	return v.(term.Term)
}

// lookup executes m[k] of a map or s[i] of a string.
func (f *Frame) lookup(in *ssa.Lookup) sym.Val {
	x := f.use(in.X)
	k := f.use(in.Index)
	if f.PC == term.No {
		return nil
	}
	if s, ok := x.(*sym.Text); ok {
		return f.byteAt(s, f.int64(k))
	}
	t := in.X.Type().Underlying().(*types.Map)
	if f.hashing(t.Key(), k); f.PC == term.No {
		return nil
	}
	found, v := term.No, f.Zero(t.Elem())
	for _, r := range f.tables(x.(*sym.Mapping)) {
		if r.Table == nil {
			continue
		}
		for _, e := range r.Table.Entries {
			hit := f.B.And(r.Guard, e.Has, f.Is(e.Key, k))
			v = f.Merge(hit, e.Val, v)
			found = f.B.Or(found, hit)
		}
	}
	if in.CommaOk {
		return sym.Tuple{v, found}
	}
	return v
}

// update executes m[k] = v.
func (f *Frame) update(in *ssa.MapUpdate, x *sym.Mapping) {
	k, v := f.get(in.Key), f.get(in.Value)
	f.hashing(in.Map.Type().Underlying().(*types.Map).Key(), k)
	if f.starting != nil && f.loses(x, k) {
		return
	}
	alts := f.changing(x)
	for _, r := range alts {
		if r.Table == nil {
			f.Panics(r.Guard)
			continue
		}
		pc := f.B.And(f.PC, r.Guard)
		found := term.No
		for i := range r.Table.Entries {
			e := &r.Table.Entries[i]
			hit := f.B.And(e.Has, f.Is(e.Key, k))
			e.Val = f.Merge(f.B.And(pc, hit), v, e.Val)
			found = f.B.Or(found, hit)
		}
		if fresh := f.B.And(pc, f.B.Not(found)); fresh != term.No {
			addTo(r.Table, f, fresh, k, v)
		}
	}
}

// A table of more than someEntries entries probably has recurring keys. It then gets one entry for
// each value of a key that has at most someKeys values.
const (
	someEntries = 6
	someKeys    = 16
)

// addTo adds an entry for a key that is not present.
func addTo(t *sym.Table, f *Frame, has term.Term, k, v sym.Val) {
	x, ok := k.(term.Term)
	if !ok || f.Options.Exact || len(t.Entries) < someEntries || f.B.Nodes[x].Kind == form.Bool {
		t.Entries = append(t.Entries, sym.Entry{Has: has, Key: k, Val: v})
		return
	}
	kind := f.B.Nodes[x].Kind
	lo, hi := f.B.Bounds(has, x, term.DepthOfBounds)
	if uint64(hi)-uint64(lo) >= someKeys {
		t.Entries = append(t.Entries, sym.Entry{Has: has, Key: k, Val: v})
		return
	}
	for i := lo; ; i++ {
		c := f.B.Constant(kind, i)
		if is := f.B.And(has, f.B.Eq(x, c)); is != term.No {
			addConstantTo(t, f, is, c, v)
		}
		if i == hi {
			return
		}
	}
}

// addConstantTo adds an entry for a constant key, or reuses an earlier entry of that key.
func addConstantTo(t *sym.Table, f *Frame, has, key term.Term, v sym.Val) {
	for i := range t.Entries {
		if e := &t.Entries[i]; e.Key == sym.Val(key) {
			e.Val = f.Merge(has, v, e.Val)
			e.Has = f.B.Or(e.Has, has)
			return
		}
	}
	t.Entries = append(t.Entries, sym.Entry{Has: has, Key: key, Val: v})
}

// loses gives up a map whose initialization sets an entry that cannot be followed.
func (f *Frame) loses(x *sym.Mapping, k sym.Val) bool {
	_, lost := f.Equal(k, k).(*sym.Unknown)
	alts := sym.Only(f.B, f.PC, x.Alts)
	for _, r := range alts {
		lost = lost || r.Table != nil && r.Table.Lost
	}
	for _, r := range alts {
		if lost && r.Table != nil {
			r.Table.Lost = true
		}
	}
	return lost
}

// remove executes delete(m, k).
func (f *Frame) remove(x *sym.Mapping, k sym.Val) {
	for _, r := range f.changing(x) {
		if r.Table == nil {
			continue
		}
		for i := range r.Table.Entries {
			e := &r.Table.Entries[i]
			e.Has = f.B.And(e.Has, f.B.Not(f.B.And(f.PC, r.Guard, f.Is(e.Key, k))))
		}
	}
}

// empty executes clear(m).
func (f *Frame) empty(x *sym.Mapping) {
	for _, r := range f.changing(x) {
		if r.Table == nil {
			continue
		}
		for i := range r.Table.Entries {
			e := &r.Table.Entries[i]
			e.Has = f.B.And(e.Has, f.B.Not(f.B.And(f.PC, r.Guard)))
		}
	}
}

// entries returns len(m).
func (f *Frame) entries(x *sym.Mapping) term.Term {
	n := f.B.Number(0)
	for _, r := range f.tables(x) {
		if r.Table == nil {
			continue
		}
		count := f.B.Number(0)
		prefix := true
		for i, e := range r.Table.Entries {
			if i > 0 && prefix {
				// If each entry requires the one before it, as in inputs, the count is the number of
				// the last entry.
				prefix = f.B.And(e.Has, f.B.Not(r.Table.Entries[i-1].Has)) == term.No
			}
			if prefix {
				count = f.B.Ite(e.Has, f.B.Number(i+1), count)
			} else {
				count = f.B.Arith(form.Add, count, f.B.Ite(e.Has, f.B.Number(1), f.B.Number(0)))
			}
		}
		n = f.B.Ite(r.Guard, count, n)
	}
	return n
}

func (f *Frame) iterate(in *ssa.Range) sym.Val {
	x := f.use(in.X)
	it := &sym.Iterator{Next: f.B.Number(0), Made: f.PC}
	switch x := x.(type) {
	case *sym.Text:
		it.Text = x
	case *sym.Mapping:
		it.Tables = f.tables(x)
		it.Type = in.X.Type().Underlying().(*types.Map)
		for _, r := range it.Tables {
			n := 0
			if r.Table != nil {
				n = len(r.Table.Entries)
			}
			it.Size = append(it.Size, n)
		}
		f.order(it)
	}
	return &sym.Iteration{Iterator: it}
}

// next advances an iterator. It returns the tuple ok, key, value.
func (f *Frame) next(in *ssa.Next) sym.Val {
	x, ok := f.use(in.Iter).(*sym.Iteration)
	if !ok || f.PC == term.No {
		return nil
	}
	it := x.Iterator
	at := f.B.Simplify(f.PC, it.Next)
	var r sym.Tuple
	var after term.Term
	if it.Text != nil {
		more, found := f.nextRune(it, at)
		r = sym.Tuple{more, at, found.Value}
		after = f.B.Ite(more, f.B.Arith(form.Add, at, found.Width), at)
	} else {
		r, after = f.nextEntry(it, at)
	}
	it.Next = f.B.Ite(f.B.Simplify(it.Made, f.PC), after, it.Next)
	return r
}

// nextRune returns whether a string has another rune, which begins at byte at; and the rune with its width.
func (f *Frame) nextRune(it *sym.Iterator, at term.Term) (more term.Term, r sym.Rune) {
	s, k := it.Text, it.Turns
	it.Turns++
	switch {
	case k < len(s.Runes):
		return f.B.Simplify(f.PC, f.B.Lt(f.B.Number(k), s.Count)), s.Runes[k]
	case s.Runes != nil:
		return term.No, sym.Rune{Value: f.B.Constant(form.Int32, 0), Width: f.B.Number(1)}
	}
	pc := f.PC
	more = f.B.Simplify(pc, f.B.Lt(at, s.Length))
	f.PC = f.B.And(pc, more)
	r = f.runeAt(s, at)
	f.PC = pc
	return more, r
}

// nextEntry returns the first present entry from number at on, and the number after it.
func (f *Frame) nextEntry(it *sym.Iterator, at term.Term) (sym.Tuple, term.Term) {
	b := f.B
	f.grown(it)
	ok, key, v, after := term.No, f.Zero(it.Type.Key()), f.Zero(it.Type.Elem()), at
	for i, r := range it.Tables {
		found := term.No
		for j := it.Turns; j < max(it.Size[i], len(it.Order)); j++ {
			before := found
			for k, here := range entriesAt(f, it, i, j) {
				e := r.Table.Entries[k]
				hit := b.Simplify(f.PC, b.And(r.Guard, b.Le(at, b.Number(j)), here, e.Has, b.Not(before)))
				if hit == term.No {
					continue
				}
				key, v = f.Merge(hit, e.Key, key), f.Merge(hit, e.Val, v)
				after = b.Ite(hit, b.Number(j+1), after)
				found = b.Or(found, hit)
			}
		}
		ok = b.Or(ok, found)
	}
	it.Turns++
	return sym.Tuple{ok, key, v}, after
}

// mostOrdered is the greatest number of entries of a map whose iteration orders are all followed.
const mostOrdered = 6

// order gives an iteration over a map an arbitrary order if Options.Exact is set. Variables say which
// entry comes at which place.
func (f *Frame) order(it *sym.Iterator) {
	most := 0
	for _, n := range it.Size {
		most = max(most, n)
	}
	if !f.Options.Exact || most < 2 {
		return
	}
	if most > mostOrdered || f.starting != nil || f.making {
		why := "the order of a map with many entries cannot be followed"
		if f.making {
			why = "the order of a map in calls that build a value cannot be followed"
		}
		f.GiveUpIf(f.several(it), why)
		return
	}
	for i := range most {
		f.B.Vars = append(f.B.Vars, form.Var{
			Name: "order", Kind: form.Int64, Parent: -1, Ascending: true, Dom: []form.Span{{Lo: 0, Hi: int64(most - 1)}},
		})
		at := f.B.Ref(len(f.B.Vars) - 1)
		for j := range i {
			f.Orders = append(f.Orders, f.B.Not(f.B.Eq(it.Order[j], at)))
		}
		it.Order = append(it.Order, at)
	}
}

// several returns the condition under which a map has more than one entry.
func (f *Frame) several(it *sym.Iterator) term.Term {
	return f.B.Lt(f.B.Number(1), f.entries(&sym.Mapping{Alts: it.Tables}))
}

// entriesAt yields the entries of a table that may come at a place of an iteration, each with its
// condition.
func entriesAt(f *Frame, it *sym.Iterator, table, place int) iter.Seq2[int, term.Term] {
	return func(yield func(int, term.Term) bool) {
		if it.Order == nil {
			if place < it.Size[table] {
				yield(place, term.Yes)
			}
			return
		}
		for i := range it.Size[table] {
			if !yield(i, f.B.Eq(it.Order[place], f.B.Number(i))) {
				return
			}
		}
	}
}

// grown gives up where a map has entries that were added after the iteration began. Go does not define
// whether they are visited.
func (f *Frame) grown(it *sym.Iterator) {
	if !f.Options.Exact {
		return
	}
	for i, r := range it.Tables {
		if r.Table == nil {
			continue
		}
		for _, e := range r.Table.Entries[it.Size[i]:] {
			f.GiveUpIf(f.B.And(r.Guard, e.Has), "whether an entry that was made during the iteration is visited is not defined")
		}
	}
}
