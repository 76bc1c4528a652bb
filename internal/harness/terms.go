package harness

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An Atom compares terms of a target, by index.
type Atom = wire.Atom

// An Op is the comparison of an atom.
type Op = wire.Op

// Bits are the truth values of the atoms of a Job.
type Bits = wire.Bits

// The comparisons of atoms, and the greatest numbers of terms and atoms.
const (
	OpEqual          = wire.OpEqual
	OpLess           = wire.OpLess
	OpGreater        = wire.OpGreater
	OpNotEqual       = wire.OpNotEqual
	OpLessOrEqual    = wire.OpLessOrEqual
	OpGreaterOrEqual = wire.OpGreaterOrEqual
	MaxTerms         = wire.MaxTerms
	MaxAtoms         = wire.MaxAtoms
)

// A Cell counts the inputs of a job with the same truth values of atoms: those of a finding, by its
// index in the Tally, or all inputs if Finding is AllInputs.
type Cell struct {
	Finding int
	Bits    Bits
	Count   int64
}

// AllInputs is the Finding of cells that count all inputs.
const AllInputs = wire.AllInputs

// A Death is an input that ended its process. It is in no cell. Stream is nil if it is not known.
type Death struct {
	Finding int
	Stream  []int64
}

// cells adds the cells of a process to the tally. Their order is that of the board's hash table;
// users sum them up.
func (u *run) cells(b *wire.Board) {
	if len(u.job.Atoms) == 0 {
		return
	}
	t := &u.tally
	torn := b.Cells(func(slot int, bits wire.Bits, count int64) {
		finding := AllInputs
		if slot >= 0 {
			if slot >= len(u.slots) || u.slots[slot] < 0 {
				return
			}
			finding = u.slots[slot]
		}
		t.Cells = append(t.Cells, Cell{Finding: finding, Bits: bits, Count: count})
	})
	t.Torn = t.Torn || torn
}
