package read

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// A Logged logs the calls of a function input that has code of the user.
type Logged[A any] struct{ table *answerTable }

// NewLogged returns the log of the calls of an input. The calls of its twin are not kept.
func NewLogged[A any](r *Reader, input int) *Logged[A] {
	k := processCallbacks.Load()
	if k == nil || r.building.callDepth > 0 {
		// The calls that rebuild a value are not logged.
		return &Logged[A]{}
	}
	l := &Logged[A]{&answerTable{callbacks: k, run: k.run, log: []A(nil)}}
	if k.inputs[input] == nil {
		k.inputs[input] = l.table
	}
	return l
}

// Note logs a call.
func (l *Logged[A]) Note(args A) {
	if l.table == nil {
		return
	}
	k := l.table.callbacks
	defer k.lock()()
	if k.open && l.table.run == k.run {
		l.table.log = append(l.table.log.([]A), memory.Snapshot(args))
	}
}

// NoAnswer is nil, for packages that declare another nil.
var NoAnswer *Reader
