package read

import (
	"reflect"
	"runtime"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An Asked is a function input with arguments A. It has no code of its own: its answers are chosen
// when it is asked.
type Asked[A any] struct {
	table *answerTable
	// calls counts the calls of a function without parameters; its answers are by the number of the
	// call.
	calls int
	// Require returns the index of the first demand on the arguments that does not hold, or -1. Ensure reports
	// whether an answer is admitted. Each is nil if the contract has none.
	Require func(A) int
	Ensure  func(A, *Reader) bool
	// Valid reports whether the invariants hold for an answer. It is nil if there are none.
	Valid func(*Reader) bool
	// Zero is set for functions without parameters. It reports whether an answer is the zero value.
	// When the depth is used up, the function gives the zero value without being asked; with strict
	// set, only if the zero value is among the answers.
	Zero             func(*Reader) bool
	zeroMayBeMissing bool
	// given are the results that were given before.
	given map[part]any
}

// NewAsked returns the next function that is built. shape is the index of its shape among those of
// the target, cost the cost of its place.
func NewAsked[A any](r *Reader, shape int, cost int64) *Asked[A] {
	k := processCallbacks.Load()
	if k == nil || r.Tables == nil {
		panic("a function is built where nothing answers for it")
	}
	if r.functionsBuilt == len(r.Tables.list) {
		t := &answerTable{callbacks: k, run: k.run, number: k.nextNumber(shape), shape: shape, cost: int(cost), plain: memory.ByValue(reflect.TypeFor[A]()), log: []A(nil)}
		r.Tables.list = append(r.Tables.list, t)
	}
	t := r.Tables.list[r.functionsBuilt]
	r.functionsBuilt++
	return &Asked[A]{table: t}
}

// Made notes that *p is the function. input is the index of the input if the function is itself an
// input, or -1.
func Made[A, F any](q *Asked[A], p *F, input int) {
	t := q.table
	defer t.callbacks.lock()()
	memory.NumberInput(*(*unsafe.Pointer)(unsafe.Pointer(p)), t.number)
	if input >= 0 && t.callbacks.inputs[input] == nil {
		t.callbacks.inputs[input] = t
	}
}

// Ask asks the function and returns the stream of its answer, or nil for the zero value. If there
// is no answer, the input is dropped and the goroutine ends.
func (q *Asked[A]) Ask(args A) *Reader {
	t, k := q.table, q.table.callbacks
	id := k.self()
	defer k.lockFor(id)()
	late := t.run != k.run
	strange := !late && id != k.owner.runner
	switch {
	case k.Quiet:
	case late:
		k.misplaced.late.Add(1)
		k.choices.board.CountLate()
	case strange:
		k.misplaced.strange.Add(1)
		k.choices.board.CountStrange()
	}
	e, known := q.find(args, late)
	if !late && k.open {
		t.log = append(t.log.([]A), memory.Snapshot(args))
	}
	switch {
	case known && e == nil:
		return q.defaultAnswer(args, late || strange).reader()
	case known:
		return e.reader()
	case late:
		return q.first(args).reader()
	case q.Require != nil && k.open:
		if i := q.Require(args); i >= 0 {
			if k.Input.Broken == nil {
				k.Input.Broken = &wire.Failure{Cause: wire.Callback, Stage: wire.Calling, Index: t.place(), Clause: i}
				k.Input.Question = memory.Snapshot(args)
				k.choices.board.Breach(k.Input.Broken)
			}
			return q.first(args).reader()
		}
	}
	return q.answer(args, strange).reader()
}

// find returns what the function answered to the same question before. For a function without
// parameters each call is a new question; only as many as the depth have answers other than zero.
func (q *Asked[A]) find(args A, late bool) (e *recordedAnswer, known bool) {
	t := q.table
	if q.Zero != nil {
		n := q.calls
		q.table.callbacks.Anew++
		if k := t.callbacks; n == 0 && !k.Called {
			k.callCounters = append(k.callCounters, &q.calls)
		}
		if !late {
			q.calls++
		}
		switch {
		case n < len(t.entries):
			return t.entries[n], true
		case int64(n) >= t.callbacks.depth:
			return nil, true
		}
		return nil, false
	}
	for _, e := range t.entries {
		if t.plain && e.args == any(args) || !t.plain && memory.Alike(e.args.(A), args) {
			return e, true
		}
	}
	return nil, false
}

// first returns the first valid answer, without making it a part of the input.
func (q *Asked[A]) first(A) *recordedAnswer {
	a := q.table.answers()
	for i, s := range a.Streams {
		if q.holds(a, i) {
			return &recordedAnswer{stream: s}
		}
	}
	return nil
}

// answer chooses the answer to a new question. Questions of other goroutines have no fixed order,
// so their answers are not varied.
func (q *Asked[A]) answer(args A, strange bool) *recordedAnswer {
	t, k := q.table, q.table.callbacks
	a := t.answers()
	find := func(from int64) int64 {
		for i := from; i < int64(t.within(a)); i++ {
			if q.admits(args, a, int(i)) {
				return i
			}
		}
		return -1
	}
	var i int64
	if strange {
		i = find(0)
	} else {
		i = k.choices.choose(int64(t.within(a)), int64(a.Far), find)
	}
	if i < 0 {
		if strange {
			return q.first(args)
		}
		k.Input.Dropped = true
		runtime.Goexit()
	}
	e := &recordedAnswer{args: memory.Snapshot(args), stream: a.Streams[i], known: true}
	t.entries = append(t.entries, e)
	k.Input.Count++
	k.Input.Level = max(k.Input.Level, q.level(a, i, e))
	k.choices.board.AnsweredAt(k.Input.Level)
	return e
}

// Telling reports whether the answer that r reads has not yet been passed to Callbacks.Tell.
func (q *Asked[A]) Telling(r *Reader) bool {
	return q.table.callbacks.Tell != nil && r.answer != nil && !r.answer.passed
}

// Tell passes the answer to Callbacks.Tell; results are pointers to its values.
func (q *Asked[A]) Tell(r *Reader, results []any) {
	r.answer.passed = true
	q.table.callbacks.Tell(q.table.number, r.answer.args, results)
}

// Again sets *p to the value that it had when the same answer was given before, because Go compares
// some values by their addresses. Each answer has one such value, however often it is given. The
// twin of an input has the same errors as the input.
func Again[A, R any](q *Asked[A], r *Reader, result int, p *R, isError bool) {
	e := r.answer
	if e == nil {
		return
	}
	defer q.table.callbacks.lock()()
	if isError {
		if old, ok := e.errors[result]; ok {
			*p, _ = old.(R)
			return
		}
		if e.errors == nil {
			e.errors = map[int]any{}
		}
		e.errors[result] = *p
		return
	}
	if old, ok := q.given[part{e, result}]; ok {
		*p, _ = old.(R)
		return
	}
	if q.given == nil {
		q.given = map[part]any{}
	}
	q.given[part{e, result}] = *p
}

// A part is one result of an answer.
type part struct {
	of     *recordedAnswer
	result int
}
