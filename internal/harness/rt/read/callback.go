package read

import (
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A Callbacks is what the functions among the inputs of a worker are asked, one
// input after another.
type Callbacks struct {
	choices *Choices
	// depth is that of the job, answers are by function shape and cost.
	depth   int64
	answers [][]wire.Answers

	// run is the number of the input, worker the goroutine that runs it.
	run    int64
	worker int64
	// open says that the function under test is being called.
	open bool
	// Tables are those of the input's functions in the order in which they were
	// built; twins and answers have the same.
	Tables tableList
	// valid says of the answers by function shape and cost whether they are values
	// of their type: unknown is 0.
	valid map[[2]int][]int8
	// Built are the shapes of the functions, by their number less one.
	Built  []int
	inputs map[int]*table
	// Level is the greatest of the answers, asked how many there are.
	Level, Asked int64
	// Anew counts the questions to functions without parameters, of all inputs.
	Anew int64
	// Dropped says that a question had no answer; broken is the first demand
	// on the arguments of a function that was not met, by input and index.
	Dropped bool
	Broken  *wire.Failure
	// strange and late count the calls from other goroutines and those of
	// inputs before this one.
	strange, late atomic.Int64
	// Quiet is set when the input was judged: what is asked for its description
	// is not strange.
	Quiet bool
	// counts are those of the calls that predicates make, before the function under
	// test is called, of functions without parameters.
	counts []*int
	Called bool
	// Question is that which broke the demand.
	Question any
	// Tell is called with each new answer, where it is not nil.
	Tell func(function int, args any, results []any)

	mu     sync.Mutex
	holder int64
}

// questions is the asking of the process, which has but one worker. Predicates
// are plain functions and reach it from here only.
var questions atomic.Pointer[Callbacks]

// Use makes predicates and constructors ask these.
func (k *Callbacks) Use() { questions.Store(k) }

// A table is what one function has been asked: twins share it.
type table struct {
	asking *Callbacks
	run    int64
	number int
	// shape is the index of its shape, cost that of its place.
	shape, cost int
	entries     []*answered
	// plain says that Go's == tells whether two questions are the same.
	plain bool
	// log has the arguments of the calls that the function under test made, a
	// slice of their type.
	log any
}

// An answered question has a copy of its arguments, the stream of its answer
// and the tables of functions in that.
type answered struct {
	args   any
	stream []int64
	inner  tableList
	// known says that it is part of the input, told that somebody was told.
	known, told bool
	// errors are the results of type error, by index, in the input and its twin.
	errors map[int]any
}

// A tableList hands out tables in the order in which functions are built; what
// is built again gets them again.
type tableList struct{ list []*table }

// NewAsking returns the callbacks of a worker whose inputs have this depth, with the
// answers by function shape and cost.
func NewAsking(c *Choices, depth int64, answers [][]wire.Answers) *Callbacks {
	return &Callbacks{choices: c, depth: depth, answers: answers, valid: map[[2]int][]int8{}, inputs: map[int]*table{}}
}

// Begin starts an input.
func (k *Callbacks) Begin() {
	if !stack.Mark() || k.worker == 0 {
		k.worker = stack.GoroutineNumber()
	}
	defer k.lock()()
	k.run++
	k.Tables.list = k.Tables.list[:0]
	clear(k.inputs)
	k.Built, k.Quiet = k.Built[:0], false
	k.Level, k.Asked, k.Dropped, k.Broken, k.open = 0, 0, false, nil, false
	k.counts, k.Called = k.counts[:0], false
}

// Rewind makes functions without parameters what they were: a predicate that calls
// one leaves its input as it was, and asks the same when it is evaluated again.
func (k *Callbacks) Rewind() {
	for _, n := range k.counts {
		*n = 0
	}
	k.counts = k.counts[:0]
}

// count numbers the next function.
func (k *Callbacks) count(shape int) int {
	k.Built = append(k.Built, shape)
	return len(k.Built)
}

// Call begins and ends the call of the function under test.
func (k *Callbacks) Call(open bool) {
	defer k.lock()()
	k.open = open
}

// Close ends an input: what is asked from now on is late.
func (k *Callbacks) Close() {
	defer k.lock()()
	k.open = false
	k.run++
}

// lock excludes other goroutines; the holder may lock again.
func (k *Callbacks) lock() (unlock func()) { return k.lockFor(k.self()) }

func (k *Callbacks) lockFor(id int64) (unlock func()) {
	if atomic.LoadInt64(&k.holder) == id {
		return func() {}
	}
	k.mu.Lock()
	atomic.StoreInt64(&k.holder, id)
	return func() {
		atomic.StoreInt64(&k.holder, 0)
		k.mu.Unlock()
	}
}

// self is the number of the present goroutine.
func (k *Callbacks) self() int64 {
	if stack.Marked() {
		return k.worker
	}
	return stack.GoroutineNumber()
}

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
	strange := !late && id != k.worker
	switch {
	case k.Quiet:
	case late:
		k.late.Add(1)
		k.choices.board.CountLate()
	case strange:
		k.strange.Add(1)
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
			if k.Broken == nil {
				k.Broken = &wire.Failure{Cause: wire.Callback, Stage: wire.Calling, Index: t.place(), Clause: i}
				k.Question = memory.Snapshot(args)
				k.choices.board.Breach(k.Broken)
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
		k.Dropped = true
		runtime.Goexit()
	}
	e := &answered{args: memory.Snapshot(args), stream: a.Streams[i], known: true}
	t.entries = append(t.entries, e)
	k.Asked++
	k.Level = max(k.Level, q.level(a, i, e))
	k.choices.board.AnsweredAt(k.Level)
	return e
}

// place is the index of the input that the function is; for one within an input a
// negative number, of which ShapeOf makes the index of its shape.
func (t *table) place() int {
	for i, other := range t.asking.inputs {
		if other == t {
			return i
		}
	}
	return -2 - t.shape
}

// ShapeOf is the index of a function's shape among those of the target.
func ShapeOf(place int) int { return -2 - place }

// reader returns a reader of the answer, nil for none.
func (e *answered) reader() *Reader {
	if e == nil {
		return nil
	}
	r := &Reader{Stream: e.stream, Tables: &e.inner}
	if e.known {
		r.answer = e
	}
	return r
}

// Calls returns the arguments with which the function under test called its
// input of this index, in order.
func Calls[A any](input int) []A {
	k := questions.Load()
	if k == nil || k.inputs[input] == nil {
		return nil
	}
	log, _ := k.inputs[input].log.([]A)
	return log
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

// Notes says what was strange about the questions of an input.
func (k *Callbacks) Notes() []string {
	var out []string
	if k.strange.Load() > 0 {
		out = append(out, "a function among the inputs was called from another goroutine")
	}
	if k.late.Load() > 0 {
		out = append(out, "a function among the inputs was called after the call was over")
	}
	return out
}
