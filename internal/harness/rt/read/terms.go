package read

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Terms are the values that conditions on an input refer to: its numbers, lengths and booleans, in
// the order of the target's terms. A term is unknown if it has no meaning, like a field behind a
// nil pointer.
type Terms struct {
	values [wire.MaxTerms]int64
	known  uint64
	n      int
}

// Int sets the next term to a signed integer.
func (t *Terms) Int(v int64) {
	t.values[t.n] = v
	t.known |= 1 << t.n
	t.n++
}

// Bool sets the next term to 1 if b holds, else to 0.
func (t *Terms) Bool(b bool) {
	v := int64(0)
	if b {
		v = 1
	}
	t.Int(v)
}

// None leaves the next term unknown.
func (t *Terms) None() { t.n++ }

// Reset makes all terms unknown.
func (t *Terms) Reset() { t.known, t.n = 0, 0 }

// Bits evaluates the atoms.
func (t *Terms) Bits(atoms []wire.Atom) (b wire.Bits) {
	for i := range atoms {
		if t.holds(&atoms[i]) {
			b[i/64] |= 1 << (i % 64)
		}
	}
	return b
}

func (t *Terms) holds(a *wire.Atom) bool {
	if t.known>>a.X&1 == 0 || a.Y >= 0 && t.known>>a.Y&1 == 0 {
		return false
	}
	x, y := t.values[a.X], a.K
	if a.Y >= 0 {
		y += t.values[a.Y]
	}
	less := x < y
	if a.Unsigned {
		less = uint64(x) < uint64(y)
	}
	switch a.Op {
	case wire.OpEqual:
		return x == y
	case wire.OpLess:
		return less
	case wire.OpGreater:
		return !less && x != y
	case wire.OpNotEqual:
		return x != y
	case wire.OpLessOrEqual:
		return less || x == y
	}
	return !less
}
