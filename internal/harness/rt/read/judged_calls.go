package read

import (
	"reflect"
	"slices"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// begunCall prepares a call that no exploration judged. It makes the second copy of its inputs from the same
// stream, and evaluates the expressions of the contract from before the call. It panics with a Lost if the
// contract does not admit the call, or promises that it panics.
func (r *Reader) begunCall(c Case, t *Target, start int) {
	if !preconditionsHold(c, t.Pre) {
		panic(Lost{"a call does not satisfy its precondition"})
	}
	if !judgedAlone(c, t) {
		return
	}
	if t.Twin {
		again := &Reader{Stream: r.Stream, i: start, building: building{explored: true}}
		c.Twin(again)
	}
	if !evaluatesBefore(c, t) {
		panic(Lost{"what the contract of a call names cannot be evaluated, or promises that it panics"})
	}
}

// judgedAlone reports whether a call can be judged without the records of a worker: drawn values, and the
// questions to functions among the inputs.
func judgedAlone(c Case, t *Target) bool {
	return !t.Chooses() && !slices.ContainsFunc(c.Inputs(), func(in any) bool {
		return reflect.TypeOf(in).Elem().Kind() == reflect.Func
	})
}

// evaluatesBefore evaluates what the contract of a call needs before it.
func evaluatesBefore(c Case, t *Target) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	for i := range t.Lets {
		c.Let(i)
	}
	if !t.Promise {
		return true
	}
	promised, sure := Certain(c.Promised)
	return sure && !promised
}

// keepsContract reports whether a call that was made keeps its contract, as far as that can be
// judged alone: whether it changed its inputs is not.
func keepsContract(c Case, t *Target) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	if !judgedAlone(c, t) {
		return true
	}
	for i, cause := range t.Checks {
		if cause == wire.Mutation {
			continue
		}
		if holds, sure := Certain(func() bool { return c.Check(i) }); !holds && sure {
			return false
		}
	}
	return true
}
