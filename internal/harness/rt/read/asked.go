package read

import (
	"reflect"
	"runtime"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An Asked is a function of arguments A that is an input: it has no code of its
// own, and its answers are chosen when it is asked.
type Asked[A any] struct {
	table *table
	// calls counts those of a function without parameters, whose answers are
	// by their number.
	calls int
	// Require returns the index of the first demand on the arguments that is
	// not met, -1 for none; Ensure tells whether an answer is admitted. Nil
	// for no demands.
	Require func(A) int
	Ensure  func(A, *Reader) bool
	// Valid tells whether the invariants hold of an answer; nil for none.
	Valid func(*Reader) bool
	// Zero is set for functions without parameters. It tells whether an answer
	// is the zero value, which the function gives without being asked when the
	// depth is used up; with strict only where that is among the answers.
	Zero   func(*Reader) bool
	strict bool
	// given are results that were given before.
	given map[part]any
}

// NewAsked returns the next function that is built; shape is the index of its
// shape among those of the target, cost that of its place.
func NewAsked[A any](r *Reader, shape int, cost int64) *Asked[A] {
	k := questions.Load()
	if k == nil || r.Tables == nil {
		panic("a function is built where nothing answers for it")
	}
	if r.made == len(r.Tables.list) {
		t := &table{asking: k, run: k.run, number: k.count(shape), shape: shape, cost: int(cost), plain: memory.ByValue(reflect.TypeFor[A]()), log: []A(nil)}
		r.Tables.list = append(r.Tables.list, t)
	}
	t := r.Tables.list[r.made]
	r.made++
	return &Asked[A]{table: t}
}

// Made notes that *p is the function; input is the index of the input that it
// is, -1 for none.
func Made[A, F any](q *Asked[A], p *F, input int) {
	t := q.table
	defer t.asking.lock()()
	memory.NumberInput(*(*unsafe.Pointer)(unsafe.Pointer(p)), t.number)
	if input >= 0 && t.asking.inputs[input] == nil {
		t.asking.inputs[input] = t
	}
}

// Ask asks the function and returns the stream of its answer, nil for the zero
// value. Where there is no answer it ends the goroutine: the input is dropped.
func (q *Asked[A]) Ask(args A) *Reader {
	t, k := q.table, q.table.asking
	id := k.self()
	defer k.lockFor(id)()
	late := t.run != k.run
	strange := !late && id != k.lane.worker
	switch {
	case k.Quiet:
	case late:
		k.amiss.late.Add(1)
		k.choices.board.CountLate()
	case strange:
		k.amiss.strange.Add(1)
		k.choices.board.CountStrange()
	}
	e, known := q.find(args, late)
	if !late && k.open {
		t.log = append(t.log.([]A), memory.Snapshot(args))
	}
	switch {
	case known && e == nil:
		return q.rest(args, late || strange).reader()
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

// find returns what the function answered to the same question before. To what
// has no parameters each call is a question, of which only as many as the depth
// have answers other than zero.
func (q *Asked[A]) find(args A, late bool) (e *answered, known bool) {
	t := q.table
	if q.Zero != nil {
		n := q.calls
		q.table.asking.Anew++
		if k := t.asking; n == 0 && !k.Called {
			k.counts = append(k.counts, &q.calls)
		}
		if !late {
			q.calls++
		}
		switch {
		case n < len(t.entries):
			return t.entries[n], true
		case int64(n) >= t.asking.depth:
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

// first returns the first answer, which becomes no part of the input.
func (q *Asked[A]) first(A) *answered {
	a := q.table.answers()
	for i, s := range a.Streams {
		if q.holds(a, i) {
			return &answered{stream: s}
		}
	}
	return nil
}

// answer chooses an answer to a new question. What other goroutines ask is not
// varied: it comes in no order.
func (q *Asked[A]) answer(args A, strange bool) *answered {
	t, k := q.table, q.table.asking
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
	e := &answered{args: memory.Snapshot(args), stream: a.Streams[i], known: true}
	t.entries = append(t.entries, e)
	k.Input.Count++
	k.Input.Level = max(k.Input.Level, q.level(a, i, e))
	k.choices.board.AnsweredAt(k.Input.Level)
	return e
}

// Telling tells whether the answer that r reads is new and to be told.
func (q *Asked[A]) Telling(r *Reader) bool {
	return q.table.asking.Tell != nil && r.answer != nil && !r.answer.told
}

// Tell tells the answer whose values results point to.
func (q *Asked[A]) Tell(r *Reader, results []any) {
	r.answer.told = true
	q.table.asking.Tell(q.table.number, r.answer.args, results)
}

// Again sets *p to the value that it had when the same answer was given before:
// what Go compares by its address is one value, however often it is asked for.
// Errors are so in the twin of the input as well.
func Again[A, R any](q *Asked[A], r *Reader, result int, p *R, isError bool) {
	e := r.answer
	if e == nil {
		return
	}
	defer q.table.asking.lock()()
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
	of     *answered
	result int
}
