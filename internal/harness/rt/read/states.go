package read

import (
	"slices"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A library is what the process knows about values built by calls: the builders of the unit, and
// the states of each that the parent sent.
type library struct {
	unit   *Unit
	states []wire.Known
}

// processStates is the library of the process. Constructors are plain functions and can reach it
// only here.
var processStates atomic.Pointer[library]

// SetUnit begins the library of a unit, without states.
func SetUnit(u *Unit) {
	processStates.Store(&library{unit: u, states: make([]wire.Known, len(u.Builders))})
}

// SetStates replaces the states of a builder, near or far.
func SetStates(t wire.Table) {
	l := processStates.Load()
	next := &library{unit: l.unit, states: slices.Clone(l.states)}
	if t.Far {
		next.states[t.Builder].Far = t.States
	} else {
		next.states[t.Builder].Near = t.States
	}
	processStates.Store(next)
}

// StateBytes estimates how many bytes of memory the states take.
func StateBytes() (n int64) {
	const each = 40 // the size of a State without its stream
	for _, k := range processStates.Load().states {
		for _, list := range [...][]wire.State{k.Near, k.Far} {
			for _, s := range list {
				n += 8*int64(len(s.Stream)) + each
			}
		}
	}
	return n
}
