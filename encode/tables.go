package encode

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// A table is what a map holds: entries that are there under conditions. Of
// those that are there no two have equal keys.
type table struct {
	typ     *types.Map
	entries []entry
	// lost is set when an entry could not be followed: then none is known.
	lost bool
	// changing is set when something that is not followed may change the map.
	changing bool
	// changed is how many writes there had been when it was last set.
	changed int
}

type entry struct {
	has      term.Term
	key, val val
}

func guardOfTable(r *tableRef) *term.Term { return &r.guard }

// tables returns the maps that x can be, without those that are lost.
func (f *frame) tables(x *mapping) []tableRef {
	alts := only(f.b, f.pc, x.alts, guardOfTable)
	for _, r := range alts {
		if r.table != nil && r.table.lost {
			f.giveUpIf(r.guard, "what the map holds cannot be followed")
		}
	}
	if f.pc == term.No {
		return nil
	}
	return alts
}

// changing returns those that x can be, which are set now.
func (f *frame) changing(x *mapping) []tableRef {
	alts := f.tables(x)
	f.writes++
	for _, r := range alts {
		if r.table != nil {
			r.table.changed = f.writes
		}
	}
	return alts
}

// is returns whether two keys are equal; what cannot be followed is given up.
func (f *frame) is(x, y val) term.Term {
	v := f.known(f.equal(x, y))
	if v == nil {
		return term.No
	}
	return v.(term.Term)
}

// lookup is m[k] of a map or s[i] of a string.
func (f *frame) lookup(in *ssa.Lookup) val {
	x := f.use(in.X)
	k := f.use(in.Index)
	if f.pc == term.No {
		return nil
	}
	if s, ok := x.(*text); ok {
		return f.byteAt(s, f.int64(k))
	}
	t := in.X.Type().Underlying().(*types.Map)
	if f.hashing(t.Key(), k); f.pc == term.No {
		return nil
	}
	found, v := term.No, f.zero(t.Elem())
	for _, r := range f.tables(x.(*mapping)) {
		if r.table == nil {
			continue
		}
		for _, e := range r.table.entries {
			hit := f.b.And(r.guard, e.has, f.is(e.key, k))
			v = f.merge(hit, e.val, v)
			found = f.b.Or(found, hit)
		}
	}
	if in.CommaOk {
		return tuple{v, found}
	}
	return v
}

// update is m[k] = v.
func (f *frame) update(in *ssa.MapUpdate, x *mapping) {
	k, v := f.get(in.Key), f.get(in.Value)
	f.hashing(in.Map.Type().Underlying().(*types.Map).Key(), k)
	if f.starting != nil && f.loses(x, k) {
		return
	}
	alts := f.changing(x)
	for _, r := range alts {
		if r.table == nil {
			f.panics(r.guard)
			continue
		}
		pc := f.b.And(f.pc, r.guard)
		found := term.No
		for i := range r.table.entries {
			e := &r.table.entries[i]
			hit := f.b.And(e.has, f.is(e.key, k))
			e.val = f.merge(f.b.And(pc, hit), v, e.val)
			found = f.b.Or(found, hit)
		}
		if fresh := f.b.And(pc, f.b.Not(found)); fresh != term.No {
			r.table.add(f, fresh, k, v)
		}
	}
}

// A table of more than someEntries is taken to have keys that come again, and
// gets an entry for each value when a key has at most someKeys.
const (
	someEntries = 6
	someKeys    = 16
)

// add makes an entry of a key that is not there.
func (t *table) add(f *frame, has term.Term, k, v val) {
	x, ok := k.(term.Term)
	if !ok || len(t.entries) < someEntries || f.b.Nodes[x].Kind == form.Bool {
		t.entries = append(t.entries, entry{has, k, v})
		return
	}
	kind := f.b.Nodes[x].Kind
	lo, hi := f.b.Bounds(has, x, term.DepthOfBounds)
	if uint64(hi)-uint64(lo) >= someKeys {
		t.entries = append(t.entries, entry{has, k, v})
		return
	}
	for i := lo; ; i++ {
		c := f.b.Constant(kind, i)
		if is := f.b.And(has, f.b.Eq(x, c)); is != term.No {
			t.addConstant(f, is, c, v)
		}
		if i == hi {
			return
		}
	}
}

// addConstant makes an entry of a constant key, or uses that of one before.
func (t *table) addConstant(f *frame, has, key term.Term, v val) {
	for i := range t.entries {
		if e := &t.entries[i]; e.key == val(key) {
			e.val = f.merge(has, v, e.val)
			e.has = f.b.Or(e.has, has)
			return
		}
	}
	t.entries = append(t.entries, entry{has, key, v})
}

// loses gives up a map whose initialization sets an entry that cannot be
// followed.
func (f *frame) loses(x *mapping, k val) bool {
	_, lost := f.equal(k, k).(*unknown)
	alts := only(f.b, f.pc, x.alts, guardOfTable)
	for _, r := range alts {
		lost = lost || r.table != nil && r.table.lost
	}
	for _, r := range alts {
		if lost && r.table != nil {
			r.table.lost = true
		}
	}
	return lost
}

// remove is delete(m, k).
func (f *frame) remove(x *mapping, k val) {
	for _, r := range f.changing(x) {
		if r.table == nil {
			continue
		}
		for i := range r.table.entries {
			e := &r.table.entries[i]
			e.has = f.b.And(e.has, f.b.Not(f.b.And(f.pc, r.guard, f.is(e.key, k))))
		}
	}
}

// empty is clear(m).
func (f *frame) empty(x *mapping) {
	for _, r := range f.changing(x) {
		if r.table == nil {
			continue
		}
		for i := range r.table.entries {
			e := &r.table.entries[i]
			e.has = f.b.And(e.has, f.b.Not(f.b.And(f.pc, r.guard)))
		}
	}
}

// entries is len(m).
func (f *frame) entries(x *mapping) term.Term {
	n := f.b.Number(0)
	for _, r := range f.tables(x) {
		if r.table == nil {
			continue
		}
		count := f.b.Number(0)
		prefix := true
		for i, e := range r.table.entries {
			if i > 0 && prefix {
				// Where entries are there one behind the other, as those of
				// inputs are, the count is the number of the last.
				prefix = f.b.And(e.has, f.b.Not(r.table.entries[i-1].has)) == term.No
			}
			if prefix {
				count = f.b.Ite(e.has, f.b.Number(i+1), count)
			} else {
				count = f.b.Arith(form.Add, count, f.b.Ite(e.has, f.b.Number(1), f.b.Number(0)))
			}
		}
		n = f.b.Ite(r.guard, count, n)
	}
	return n
}

// An iterator is the state of a range statement: how far it has come.
type iterator struct {
	s    *text
	m    []tableRef
	size []int // of m: the number of entries when the loop began
	next term.Term
	typ  *types.Map
	made term.Term
	// turns counts how often it was advanced: so many entries are behind it on
	// every path that goes on.
	turns int
}

func (f *frame) iterate(in *ssa.Range) val {
	x := f.use(in.X)
	it := &iterator{next: f.b.Number(0), made: f.pc}
	switch x := x.(type) {
	case *text:
		it.s = x
	case *mapping:
		it.m = f.tables(x)
		it.typ = in.X.Type().Underlying().(*types.Map)
		for _, r := range it.m {
			n := 0
			if r.table != nil {
				n = len(r.table.entries)
			}
			it.size = append(it.size, n)
		}
	}
	return &iteration{it}
}

func mergeIterations(x, y *iteration) val {
	if x.it == y.it {
		return x
	}
	return &unknown{guard: term.Yes, why: "an iteration that begins in two places"}
}

// next advances an iterator: it returns ok, key, value.
func (f *frame) next(in *ssa.Next) val {
	x, ok := f.use(in.Iter).(*iteration)
	if !ok || f.pc == term.No {
		return nil
	}
	it := x.it
	at := f.b.Simplify(f.pc, it.next)
	var r tuple
	var after term.Term
	if it.s != nil {
		more := f.b.Simplify(f.pc, f.b.Lt(at, it.s.length))
		pc := f.pc
		f.pc = f.b.And(pc, more)
		ch, width := f.runeAt(it.s, at)
		f.pc = pc
		r = tuple{more, at, ch}
		after = f.b.Ite(more, f.b.Arith(form.Add, at, width), at)
	} else {
		r, after = f.nextEntry(it, at)
	}
	it.next = f.b.Ite(f.b.Simplify(it.made, f.pc), after, it.next)
	return r
}

// nextEntry finds the first entry from number at on that is there.
func (f *frame) nextEntry(it *iterator, at term.Term) (tuple, term.Term) {
	b := f.b
	ok, key, v, after := term.No, f.zero(it.typ.Key()), f.zero(it.typ.Elem()), at
	for i, r := range it.m {
		found := term.No
		for j := it.turns; j < it.size[i]; j++ {
			e := r.table.entries[j]
			hit := b.Simplify(f.pc, b.And(r.guard, b.Le(at, b.Number(j)), e.has, b.Not(found)))
			if hit == term.No {
				continue
			}
			key, v = f.merge(hit, e.key, key), f.merge(hit, e.val, v)
			after = b.Ite(hit, b.Number(j+1), after)
			found = b.Or(found, hit)
		}
		ok = b.Or(ok, found)
	}
	it.turns++
	return tuple{ok, key, v}, after
}
