package read

import (
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// inputRefused is set when the input in flight does not count: a function that an expression yields answered
// against its contract, or was called against it while a value was built.
var inputRefused atomic.Bool

// IsRefused reports whether the input in flight does not count because of one of its functions.
func IsRefused() bool { return inputRefused.Load() }

// ForgetRefusal resets IsRefused for the next input.
func ForgetRefusal() {
	if inputRefused.Load() { // To store takes much longer.
		inputRefused.Store(false)
	}
}

// A Guard checks what a contract demands of calls to a function input and of its answers.
type Guard struct {
	callbacks *Callbacks
	run       int64
	input     int
}

// NewGuard returns the guard of the next function that is built.
func NewGuard(r *Reader, input int) *Guard {
	k := processCallbacks.Load()
	if k == nil || r.building.callDepth > 0 {
		return &Guard{}
	}
	return &Guard{k, k.run, input}
}

// Refuse notes that the function gave an answer that its contract forbids.
func (g *Guard) Refuse() { inputRefused.Store(true) }

// Demand notes that a call did not meet the clause-th demand on the arguments.
func (g *Guard) Demand(clause int, args any) {
	if k := g.callbacks; k == nil || !k.demand(g, clause, args) {
		inputRefused.Store(true)
	}
}

// demand blames the call in flight. It returns false if there is none to blame.
func (k *Callbacks) demand(g *Guard, clause int, args any) bool {
	defer k.lock()()
	if k.run != g.run || !k.open {
		return k.Quiet
	}
	if k.Input.Broken == nil {
		k.Input.Broken = &wire.Failure{Cause: wire.Callback, Stage: wire.Calling, Index: g.input, Clause: clause}
		k.Input.Question = memory.Snapshot(args)
		k.choices.board.Breach(k.Input.Broken)
	}
	return true
}
