package wire

// MaxTerms bounds the number of terms of a target, MaxAtoms the number of atoms of a job.
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

// An Atom is a condition on an input. It compares the term X with K, or with the term Y plus K
// where Y is not negative. An atom with an unknown term is false. Unsigned terms are given as two's
// complement.
type Atom struct {
	X, Y     int
	Op       Op
	K        int64
	Unsigned bool
}

// Bits holds the truth values of atoms, by index.
type Bits [4]uint64

// Has reports whether atom i holds.
func (b Bits) Has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
