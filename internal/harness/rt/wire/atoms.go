package wire

// MaxTerms is the greatest number of terms of a target, MaxAtoms that of atoms.
const (
	MaxTerms = 64
	MaxAtoms = 64 * len(Bits{})
)

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
