package rt

// MaxTerms is the greatest number of terms of a target, MaxAtoms that of atoms.
const (
	MaxTerms = 64
	MaxAtoms = 64 * len(Bits{})
)

// Terms are the values of what conditions about an input speak of: its
// numbers, lengths and truths, in the order of the target's terms. A term may
// be unknown where it has no meaning, like a field of what nil points to.
type Terms struct {
	values [MaxTerms]int64
	known  uint64
	n      int
}

// Int notes the next term, a signed integer.
func (t *Terms) Int(v int64) {
	t.values[t.n] = v
	t.known |= 1 << t.n
	t.n++
}

// Bool notes the next term, 1 where b holds.
func (t *Terms) Bool(b bool) {
	v := int64(0)
	if b {
		v = 1
	}
	t.Int(v)
}

// None notes that the next term is unknown.
func (t *Terms) None() { t.n++ }

func (t *Terms) reset() { t.known, t.n = 0, 0 }

// An Op is a comparison.
type Op uint8

// The comparisons.
const (
	OpEqual Op = iota
	OpLess
	OpGreater
	OpNotEqual
	OpLessOrEqual
	OpGreaterOrEqual
)

// An Atom is a condition about an input: the term X compared with K, or where
// Y is not negative with the term Y plus K. It is false where a term is unknown.
// Unsigned terms are the two's complements of their values.
type Atom struct {
	X, Y     int
	Op       Op
	K        int64
	Unsigned bool
}

// Bits are the truth values of atoms, by index.
type Bits [4]uint64

// Has tells whether the atom i holds.
func (b Bits) Has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// bits evaluates the atoms.
func (t *Terms) bits(atoms []Atom) (b Bits) {
	for i := range atoms {
		if t.holds(&atoms[i]) {
			b[i/64] |= 1 << (i % 64)
		}
	}
	return b
}

func (t *Terms) holds(a *Atom) bool {
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
	case OpEqual:
		return x == y
	case OpLess:
		return less
	case OpGreater:
		return !less && x != y
	case OpNotEqual:
		return x != y
	case OpLessOrEqual:
		return less || x == y
	}
	return !less
}
