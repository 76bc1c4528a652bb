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

// The comparisons of atoms, and how many of both there may be.
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

// A Cell counts inputs of a job of which the same atoms hold: those of a
// finding, by its index in the Tally, or with AllInputs all of them.
type Cell struct {
	Finding int
	Bits    Bits
	Count   int64
}

// AllInputs is the Finding of cells that count all inputs.
const AllInputs = wire.AllInputs

// A Death is an input of which a process died: it is in no cell. The stream is
// nil where it is not known.
type Death struct {
	Finding int
	Stream  []int64
}

// cells adds those of a process to the tally. Their order is that of the
// board's table, which does not matter to who sums them up.
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
