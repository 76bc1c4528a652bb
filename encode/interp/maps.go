package interp

import (
	"encoding/binary"
	"go/types"
	"math"

	"github.com/rtest-dev/rtest/encode/layout"
	"golang.org/x/tools/go/ssa"
)

// A Table is the content of a map. The entries of an input are unknown until it is filled.
type Table struct {
	// input gives the number of entries and their keys and values. It is nil once the table is
	// filled.
	input *Entries
	// lost says that code which is not followed may change it.
	lost bool

	keys, vals []Value
	live       []bool
	index      map[Value]int
	count      int
}

// Entries are the entries of a map that is an input: the first Count of the keys and values.
type Entries struct {
	Count      Value
	Keys, Vals []Value
	// Type is the type of the keys.
	Type types.Type
}

// Map returns a map with these entries.
func Map(e *Entries) Value { return Value{ref: &Table{input: e}} }

func (m *machine) newTable() *Table { return &Table{index: map[Value]int{}} }

// A keyer returns an index value of a key: equal keys have equal ones.
type keyer func(m *machine, v Value) (Value, bool)

// A key is the index value of a key that is not a scalar.
type key string

// keyer returns the keyer of a type of keys.
func (p *Program) keyer(t types.Type) keyer {
	if _, ok := layout.KindOf(t); ok {
		return func(m *machine, v Value) (Value, bool) { return m.resolve(v) }
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			return func(m *machine, v Value) (Value, bool) {
				s, ok := m.str(v)
				m.spend(len(s))
				return String(s), ok
			}
		}
	case *types.Pointer:
		return func(m *machine, v Value) (Value, bool) { return m.resolve(v) }
	}
	return func(m *machine, v Value) (Value, bool) {
		b, ok := m.appendKey(nil, t, v)
		return Value{ref: key(b)}, ok
	}
}

// appendKey appends bytes that distinguish a value of type t from all values not equal to it.
func (m *machine) appendKey(b []byte, t types.Type, v Value) ([]byte, bool) {
	if !layout.Aggregate(t) {
		var ok bool
		if v, ok = m.resolve(v); !ok {
			return b, false
		}
	}
	number := func(n int64) ([]byte, bool) { return binary.AppendVarint(b, n), true }
	if _, ok := layout.KindOf(t); ok {
		return number(v.number)
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			s, ok := m.str(v)
			m.spend(len(s))
			return append(binary.AppendUvarint(b, uint64(len(s))), s...), ok
		case u.Info()&types.IsFloat != 0:
			return m.appendFloat(b, v.float())
		case u.Info()&types.IsComplex != 0:
			z := v.ref.(complex128)
			b, ok := m.appendFloat(b, real(z))
			if !ok {
				return b, false
			}
			return m.appendFloat(b, imag(z))
		}
	case *types.Pointer:
		if o, ok := v.ref.(*Object); ok {
			return binary.AppendVarint(binary.AppendVarint(b, m.number(o)), v.number), true
		}
		return number(0)
	case *types.Interface:
		if c, ok := v.ref.(*content); ok {
			return m.appendContent(b, c)
		}
		return number(-1)
	case *types.Struct:
		ok := true
		for i := 0; i < u.NumFields() && ok; i++ {
			if f := u.Field(i); f.Name() != "_" {
				b, ok = m.appendKey(b, f.Type(), m.part(v.ref.(aggregate), m.lay.Field(u, i), f.Type()))
			}
		}
		return b, ok
	case *types.Array:
		a, n, ok := v.ref.(aggregate), max(1, m.lay.Size(u.Elem())), true
		m.spend(len(a))
		for i := 0; i < len(a) && ok; i += n {
			b, ok = m.appendKey(b, u.Elem(), m.part(a, i, u.Elem()))
		}
		return b, ok
	}
	m.giveUp("a key of type " + t.String() + " cannot be followed")
	return b, false
}

// appendContent is appendKey for the content of an interface.
func (m *machine) appendContent(b []byte, c *content) ([]byte, bool) {
	if c.typeID < 0 {
		m.giveUp(whyRuntimeError)
		return b, false
	}
	if !types.Comparable(c.typ) {
		m.throw("hash of unhashable type")
		return b, false
	}
	return m.appendKey(binary.AppendVarint(b, int64(c.typeID)), c.typ, c.value)
}

func (m *machine) appendFloat(b []byte, x float64) ([]byte, bool) {
	if x != x {
		m.giveUp("a key that is not a number cannot be followed")
		return b, false
	}
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x+0)), true
}

// number returns a number that identifies an object.
func (m *machine) number(o *Object) int64 {
	if o.id == 0 {
		m.objects++
		o.id = m.objects
	}
	return o.id
}

// table returns the filled table of a map; nil for a nil map.
func (m *machine) table(v Value) (*Table, bool) {
	t, ok := v.ref.(*Table)
	if !ok {
		return nil, v.ref == nil || m.giveUpOn(v)
	}
	if t.input == nil {
		return t, true
	}
	n, ok := m.resolve(t.input.Count)
	if !ok {
		return nil, false
	}
	of := m.keyer(t.input.Type)
	index := map[Value]int{}
	var keys, vals []Value
	for i := range int(n.number) {
		k, ok := of(m, t.input.Keys[i])
		if !ok {
			return nil, false
		}
		index[k] = i
		keys, vals = append(keys, t.input.Keys[i]), append(vals, t.input.Vals[i])
	}
	old := *t
	m.note(func() { *t = old })
	*t = Table{keys: keys, vals: vals, index: index, count: len(keys), live: make([]bool, len(keys))}
	for i := range t.live {
		t.live[i] = true
	}
	return t, true
}

// entries returns the length of a map.
func (m *machine) entries(t *Table) (Value, bool) {
	if t.input != nil {
		return m.resolve(t.input.Count)
	}
	return Int(int64(t.count)), true
}

// setEntry sets an entry.
func (m *machine) setEntry(t *Table, k, orig, v Value) {
	if i, ok := t.index[k]; ok {
		old := t.vals[i]
		m.note(func() { t.vals[i] = old })
		t.vals[i] = v
		return
	}
	i := len(t.keys)
	t.keys, t.vals, t.live = append(t.keys, orig), append(t.vals, v), append(t.live, true)
	t.index[k] = i
	t.count++
	m.note(func() {
		t.keys, t.vals, t.live = t.keys[:i], t.vals[:i], t.live[:i]
		delete(t.index, k)
		t.count--
	})
}

func (m *machine) deleteEntry(t *Table, k Value) {
	i, ok := t.index[k]
	if !ok {
		return
	}
	delete(t.index, k)
	t.live[i] = false
	t.count--
	m.note(func() {
		t.index[k], t.live[i] = i, true
		t.count++
	})
}

func (m *machine) clearTable(t *Table) {
	old := *t
	m.note(func() { *t = old })
	*t = Table{index: map[Value]int{}}
}

func (c *compiler) update(in *ssa.MapUpdate, next outcome) op {
	x, y, z := c.reg(in.Map), c.reg(in.Key), c.reg(in.Value)
	of := c.keyer(in.Map.Type().Underlying().(*types.Map).Key())
	return func(m *machine, r []Value) outcome {
		t, ok := m.table(r[x])
		if !ok {
			return m.stop
		}
		if t == nil {
			return m.throw("assignment to entry in nil map")
		}
		k, ok := of(m, r[y])
		if !ok {
			return m.stop
		}
		m.setEntry(t, k, r[y], r[z])
		return next
	}
}

// lookupOf compiles m[k] for a map and s[i] for a string.
func (c *compiler) lookupOf(in *ssa.Lookup) evaluator {
	x, y := c.reg(in.X), c.reg(in.Index)
	t, ok := in.X.Type().Underlying().(*types.Map)
	if !ok {
		return indexText(x, y)
	}
	of, zero, commaOk := c.keyer(t.Key()), c.zero(t.Elem()), in.CommaOk
	whole := layout.Aggregate(t.Elem())
	hashed, _ := layout.HoldsInterface(t.Key())
	return func(m *machine, r []Value) (Value, bool) {
		t, ok := m.table(r[x])
		if !ok {
			return zero, false
		}
		v, found := zero, false
		if t == nil && hashed {
			if _, ok := of(m, r[y]); !ok {
				return zero, false
			}
		}
		if t != nil {
			k, ok := of(m, r[y])
			if !ok {
				return zero, false
			}
			var i int
			if i, found = t.index[k]; found {
				v = t.vals[i]
			}
		}
		if !whole {
			if v, ok = m.resolve(v); !ok {
				return zero, false
			}
		}
		if commaOk {
			return Value{ref: aggregate{v, boolean(found)}}, true
		}
		return v, true
	}
}

// An iteration is the state of a range over a map or a string.
type iteration struct {
	table    *Table
	text     Value
	position int
}

func (c *compiler) ranging(in *ssa.Range) evaluator {
	x := c.reg(in.X)
	if _, ok := in.X.Type().Underlying().(*types.Map); ok {
		return func(m *machine, r []Value) (Value, bool) {
			t, ok := m.table(r[x])
			return Value{ref: &iteration{table: t}}, ok
		}
	}
	return func(m *machine, r []Value) (Value, bool) {
		s, ok := m.resolve(r[x])
		return Value{ref: &iteration{text: s}}, ok
	}
}

// next compiles a Next, whose value says whether there is a next entry, and which.
func (c *compiler) next(in *ssa.Next) evaluator {
	x := c.reg(in.Iter)
	if in.IsString {
		return func(m *machine, r []Value) (Value, bool) {
			it := r[x].ref.(*iteration)
			end, ok := m.ends(it.text, it.position)
			if !ok {
				return Value{}, false
			}
			if end {
				return Value{ref: aggregate{{}, {}, {}}}, true
			}
			c, n, ok := m.runeAt(it.text, it.position)
			if !ok {
				return Value{}, false
			}
			at := it.position
			m.note(func() { it.position = at })
			it.position += n
			return Value{ref: aggregate{Int(1), Int(int64(at)), Int(int64(c))}}, true
		}
	}
	t := in.Type().(*types.Tuple)
	whole := [2]bool{layout.Aggregate(t.At(1).Type()), layout.Aggregate(t.At(2).Type())}
	return func(m *machine, r []Value) (Value, bool) {
		it := r[x].ref.(*iteration)
		at := it.position
		for it.table != nil && at < len(it.table.keys) {
			if !it.table.live[at] {
				m.left--
				at++
				continue
			}
			k, v, ok := it.table.keys[at], it.table.vals[at], true
			if !whole[0] {
				if k, ok = m.resolve(k); !ok {
					return Value{}, false
				}
			}
			if _, is := v.ref.(*lazy); is && !whole[1] && used(in, 2) {
				if v, ok = m.resolve(v); !ok {
					return Value{}, false
				}
			}
			old := it.position
			m.note(func() { it.position = old })
			it.position = at + 1
			return Value{ref: aggregate{Int(1), k, v}}, true
		}
		return Value{ref: aggregate{{}, {}, {}}}, true
	}
}

// used reports whether part i of a tuple is extracted.
func used(v ssa.Value, i int) bool {
	for _, r := range *v.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == i {
			return true
		}
	}
	return false
}
