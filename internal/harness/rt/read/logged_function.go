package read

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
)

// A Logged notes the calls of a function of the user's that is an input.
type Logged[A any] struct{ table *table }

// NewLogged returns the log of the calls of an input; only the input's own are
// kept, not those of its twin.
func NewLogged[A any](r *Reader, input int) *Logged[A] {
	k := questions.Load()
	if k == nil || r.way > 0 {
		// Of calls that are made again nobody looks at the calls.
		return &Logged[A]{}
	}
	l := &Logged[A]{&table{asking: k, run: k.run, log: []A(nil)}}
	if k.inputs[input] == nil {
		k.inputs[input] = l.table
	}
	return l
}

// Note notes a call.
func (l *Logged[A]) Note(args A) {
	if l.table == nil {
		return
	}
	k := l.table.asking
	defer k.lock()()
	if k.open && l.table.run == k.run {
		l.table.log = append(l.table.log.([]A), memory.Snapshot(args))
	}
}

// NoAnswer is nil, for packages that declare another nil.
var NoAnswer *Reader
