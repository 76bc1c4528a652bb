package read

import (
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// refused is set when a function that an expression gives answers against what the
// contract demands of it, or is called so on the way to a value: then the input in
// flight is none.
var refused atomic.Bool

// IsRefused tells whether the input in flight is none, because of one of its functions.
func IsRefused() bool { return refused.Load() }

// ForgetRefusal begins another input.
func ForgetRefusal() { refused.Store(false) }

// A Guard looks after what a contract demands of a function that is an input.
type Guard struct {
	asking *Callbacks
	run    int64
	input  int
}

// NewGuard returns that of the next function that is built.
func NewGuard(r *Reader, input int) *Guard {
	k := questions.Load()
	if k == nil || r.way > 0 {
		return &Guard{}
	}
	return &Guard{k, k.run, input}
}

// Refuse notes that the function gave an answer that it must not give.
func (g *Guard) Refuse() { refused.Store(true) }

// Demand notes that the clause-th demand on the arguments is not met.
func (g *Guard) Demand(clause int, args any) {
	if k := g.asking; k == nil || !k.demand(g, clause, args) {
		refused.Store(true)
	}
}

// demand blames the call in flight, where it is one.
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
