package interp

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/internal/form"
)

// An equality compares two values. If ok is false, m.stop says how to continue.
type equality func(m *machine, x, y Value) (is, ok bool)

// comparison compiles ==, or != if negated.
func (c *compiler) comparison(t, u types.Type, x, y int, negated bool) evaluator {
	_, whole := layout.KindOf(t)
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Chan:
		whole = true
	}
	if whole && types.IsInterface(u) == types.IsInterface(t) {
		return supposing(func(x, y Value) (bool, bool) {
			same := x.number == y.number && x.ref == y.ref
			return same != negated, same || !meet(x, y)
		}, x, y)
	}
	eq := c.equal(t)
	return func(m *machine, r []Value) (Value, bool) {
		is, ok := eq(m, r[x], r[y])
		return boolean(is != negated), ok
	}
}

// meet reports whether two addresses are in arrays that may be one.
func meet(x, y Value) bool {
	o, ok := x.ref.(*Object)
	if !ok || !o.mayMeet {
		return false
	}
	p, ok := y.ref.(*Object)
	return ok && p.mayMeet && o != p
}

// equal returns the equality of values of a type.
func (p *Program) equal(t types.Type) equality {
	if _, ok := layout.KindOf(t); ok {
		return scalar
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return (*machine).equalText
		case u.Info()&types.IsFloat != 0:
			return p.lazily(func(m *machine, x, y Value) (bool, bool) { return x.float() == y.float(), true })
		case u.Info()&types.IsComplex != 0:
			return p.lazily(func(m *machine, x, y Value) (bool, bool) { return x.ref.(complex128) == y.ref.(complex128), true })
		}
	case *types.Interface:
		return p.lazily((*machine).equalContents)
	case *types.Struct:
		return p.equalFields(u)
	case *types.Array:
		eq, n := p.equal(u.Elem()), p.lay.Size(u.Elem())
		_, many := layout.HoldsInterface(t)
		return func(m *machine, x, y Value) (bool, bool) {
			a, b := x.ref.(aggregate), y.ref.(aggregate)
			m.spend(len(a))
			for i := 0; i < len(a); i += max(n, 1) {
				is, ok := eq(m, p.part(a, i, u.Elem()), p.part(b, i, u.Elem()))
				if !ok && m.stop == panicking && many {
					// The compiler compares all types before it compares values.
					m.giveUp("whether this comparison panics depends on the order in which parts are compared")
				}
				if !ok || !is {
					return is, ok
				}
			}
			return true, true
		}
	case *types.Slice, *types.Map, *types.Signature:
		// One of the two is nil.
		return p.lazily(func(m *machine, x, y Value) (bool, bool) { return x.ref == nil && y.ref == nil, true })
	}
	return scalar
}

func scalar(m *machine, x, y Value) (bool, bool) {
	x, ok := m.resolve(x)
	if !ok {
		return false, false
	}
	y, ok = m.resolve(y)
	return x.number == y.number && x.ref == y.ref, ok
}

// lazily returns an equality that first resolves undecided values.
func (p *Program) lazily(eq equality) equality {
	return func(m *machine, x, y Value) (bool, bool) {
		x, ok := m.resolve(x)
		if !ok {
			return false, false
		}
		if y, ok = m.resolve(y); !ok {
			return false, false
		}
		return eq(m, x, y)
	}
}

func (p *Program) equalFields(s *types.Struct) equality {
	type part struct {
		off int
		t   types.Type
		eq  equality
	}
	var parts []part
	for i := range s.NumFields() {
		if f := s.Field(i); f.Name() != "_" {
			parts = append(parts, part{p.lay.Field(s, i), f.Type(), p.equal(f.Type())})
		}
	}
	return func(m *machine, x, y Value) (bool, bool) {
		a, b := x.ref.(aggregate), y.ref.(aggregate)
		for _, f := range parts {
			if is, ok := f.eq(m, p.part(a, f.off, f.t), p.part(b, f.off, f.t)); !ok || !is {
				return is, ok
			}
		}
		return true, true
	}
}

// equalContents compares the contents of two interfaces.
func (m *machine) equalContents(x, y Value) (bool, bool) {
	if u, bad := x.ref.(*unknown); bad {
		return false, m.giveUpOn(Value{ref: u})
	}
	a, ok1 := x.ref.(*content)
	b, ok2 := y.ref.(*content)
	if !ok1 || !ok2 || a.typeID != b.typeID {
		return ok1 == ok2 && !ok1, true
	}
	if a.typeID < 0 {
		if _, text := a.value.ref.(string); text {
			m.giveUp(whyRuntimeError)
			return false, false
		}
		return a.value == b.value, true
	}
	if !types.Comparable(a.typ) {
		m.throw("comparing uncomparable type")
		return false, false
	}
	return m.equal(a.typ)(m, a.value, b.value)
}

// equalText compares two strings. It reads no more of them than necessary.
func (m *machine) equalText(x, y Value) (bool, bool) {
	x, ok := m.resolve(x)
	if !ok {
		return false, false
	}
	if y, ok = m.resolve(y); !ok {
		return false, false
	}
	a, ok1 := x.ref.(string)
	b, ok2 := y.ref.(string)
	if ok1 && ok2 {
		m.spend(min(len(a), len(b)))
		return a == b, true
	}
	if hasOpenLength(x) || hasOpenLength(y) {
		return m.equalSpelled(x, y)
	}
	n, ok1 := m.byteLength(x)
	if !ok1 {
		return false, false
	}
	k, ok2 := m.byteLength(y)
	if !ok2 || n != k {
		return false, ok2
	}
	for i := range n {
		p, ok := m.byteAt(x, i)
		if !ok {
			return false, false
		}
		q, ok := m.byteAt(y, i)
		if !ok || p != q {
			return false, ok
		}
	}
	return true, true
}

// hasOpenLength reports whether the string is given by characters and its length in bytes is open.
func hasOpenLength(v Value) bool {
	s, ok := v.ref.(*text)
	return ok && s.n < 0 && s.source.chars != nil
}

// equalSpelled compares two strings byte by byte.
func (m *machine) equalSpelled(x, y Value) (bool, bool) {
	for i := 0; ; i++ {
		end, ok := m.ends(x, i)
		if !ok {
			return false, false
		}
		other, ok := m.ends(y, i)
		if !ok || end || other {
			return end == other, ok
		}
		p, ok := m.byteAt(x, i)
		if !ok {
			return false, false
		}
		q, ok := m.byteAt(y, i)
		if !ok || p != q {
			return false, ok
		}
	}
}

// less returns the order of values of a type.
func (p *Program) less(t types.Type) equality {
	if k, ok := layout.KindOf(t); ok {
		if k < form.Uint64 {
			return func(m *machine, x, y Value) (bool, bool) { return x.number < y.number, true }
		}
		return func(m *machine, x, y Value) (bool, bool) { return uint64(x.number) < uint64(y.number), true }
	}
	if basicInfo(t)&types.IsFloat != 0 {
		return func(m *machine, x, y Value) (bool, bool) { return x.float() < y.float(), true }
	}
	return func(m *machine, x, y Value) (bool, bool) {
		a, ok := m.str(x)
		if !ok {
			return false, false
		}
		b, ok := m.str(y)
		m.spend(min(len(a), len(b)))
		return a < b, ok
	}
}

// ordered compiles x < y, or its negation, which is y <= x except for floats.
func (c *compiler) ordered(t types.Type, x, y int, negated bool) evaluator {
	if k, ok := layout.KindOf(t); ok && k < form.Uint64 {
		return supposing(func(x, y Value) (bool, bool) { return x.number < y.number != negated, true }, x, y)
	}
	if negated && basicInfo(t)&types.IsFloat != 0 {
		return func(m *machine, r []Value) (Value, bool) { return boolean(r[x].float() >= r[y].float()), true }
	}
	if _, ok := layout.KindOf(t); ok {
		return supposing(func(x, y Value) (bool, bool) { return uint64(x.number) < uint64(y.number) != negated, true }, x, y)
	}
	less := c.less(t)
	return func(m *machine, r []Value) (Value, bool) {
		is, ok := less(m, r[x], r[y])
		return boolean(is != negated), ok
	}
}
