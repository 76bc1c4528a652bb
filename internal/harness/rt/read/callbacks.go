package read

import (
	"sync"
	"sync/atomic"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A Callbacks answers the questions to the functions among the inputs of a worker, for one input
// after another.
type Callbacks struct {
	choices *Choices
	// depth is the depth of the job. answers are by function shape and cost.
	depth   int64
	answers [][]wire.Answers
	// known has the properties of the answers that were determined so far.
	known answerFacts

	// owner is the goroutine that runs the input, and the lock that excludes others.
	owner ownerLock
	// run is the number of the input.
	run int64
	// open says that the function under test is being called.
	open bool
	// Tables are the tables of the input's functions, in the order in which they were built. Twins
	// and answers share them. inputs are those of functions that are themselves inputs, by index.
	Tables tableList
	inputs map[int]*answerTable
	// Input is the result of the questions to the functions of the input.
	Input Asking
	// Anew counts the questions to functions without parameters, over all inputs.
	Anew int64
	// misplaced counts the questions that come from other goroutines or after the call.
	misplaced struct{ strange, late atomic.Int64 }
	// Quiet is set when the input has been judged. Questions asked to describe it do not count as
	// amiss.
	Quiet bool
	// callCounters are the call counters of functions without parameters that predicates have asked
	// before the function under test is called.
	callCounters []*int
	Called       bool
	// Tell, if not nil, is called with each new answer.
	Tell func(function int, args any, results []any)
}

// An Asking is the result of the questions to the functions of one input.
type Asking struct {
	// Built are the shapes of the functions. The function with number n is at index n-1.
	Built []int
	// Level is the greatest level of the answers, Count the number of answers.
	Level, Count int64
	// Dropped says that a question had no answer.
	Dropped bool
	// Broken is the first demand on the arguments of a function that a call did not meet, by input
	// and index, or nil. Question is the arguments of that call.
	Broken   *wire.Failure
	Question any
}

// An ownerLock lets one goroutine at a time use the callbacks.
type ownerLock struct {
	// runner is the goroutine that runs the input, holder the goroutine that has the lock.
	runner, holder int64
	mu             sync.Mutex
}

// processCallbacks is the Callbacks of the process, which has only one worker. Predicates are plain
// functions and can reach it only here.
var processCallbacks atomic.Pointer[Callbacks]

// Use makes predicates and constructors ask k.
func (k *Callbacks) Use() { processCallbacks.Store(k) }

// A answerTable records what one function has been asked. Twins share it.
type answerTable struct {
	callbacks *Callbacks
	run       int64
	number    int
	// shape is the index of the function's shape, cost the cost of its place.
	shape, cost int
	entries     []*recordedAnswer
	// plain says that Go's == decides whether two questions are the same.
	plain bool
	// log is a slice of the arguments of the calls that the function under test made.
	log any
}

// An recordedAnswer is a question with a copy of its arguments, the stream of its answer, and the
// tables of functions in that answer.
type recordedAnswer struct {
	args   any
	stream []int64
	inner  tableList
	// known means that the answer is part of the input, passed that it was passed to Tell.
	known, passed bool
	// errors are the results of type error, by index, in the input and its twin.
	errors map[int]any
}

// A tableList hands out tables in the order in which functions are built. Functions that are built
// again get the same tables.
type tableList struct{ list []*answerTable }

// NewAsking returns the callbacks of a worker whose inputs have this depth. answers are by function
// shape and cost.
func NewAsking(c *Choices, depth int64, answers [][]wire.Answers) *Callbacks {
	return &Callbacks{choices: c, depth: depth, answers: answers, known: answerFacts{answerFact{}, answerFact{}}, inputs: map[int]*answerTable{}}
}

// Begin starts an input.
func (k *Callbacks) Begin() {
	if !stack.Mark() || k.owner.runner == 0 {
		k.owner.runner = stack.GoroutineNumber()
	}
	defer k.lock()()
	k.run++
	k.Tables.list = k.Tables.list[:0]
	clear(k.inputs)
	k.Input.Built, k.Quiet = k.Input.Built[:0], false
	k.Input.Level, k.Input.Count, k.Input.Dropped, k.Input.Broken, k.open = 0, 0, false, nil, false
	k.callCounters, k.Called = k.callCounters[:0], false
}

// Rewind resets the call counters of functions without parameters. So a predicate that calls one leaves its
// input unchanged, and gets the same answers when it is evaluated again.
func (k *Callbacks) Rewind() {
	for _, n := range k.callCounters {
		*n = 0
	}
	k.callCounters = k.callCounters[:0]
}

// nextNumber returns the number of the next function.
func (k *Callbacks) nextNumber(shape int) int {
	k.Input.Built = append(k.Input.Built, shape)
	return len(k.Input.Built)
}

// Call notes whether the function under test is being called.
func (k *Callbacks) Call(open bool) {
	defer k.lock()()
	k.open = open
}

// Close ends an input. Questions asked from now on are late.
func (k *Callbacks) Close() {
	defer k.lock()()
	k.open = false
	k.run++
}

// lock excludes other goroutines. The holder may lock again.
func (k *Callbacks) lock() (unlock func()) { return k.lockFor(k.self()) }

func (k *Callbacks) lockFor(id int64) (unlock func()) {
	if atomic.LoadInt64(&k.owner.holder) == id {
		return func() {}
	}
	k.owner.mu.Lock()
	atomic.StoreInt64(&k.owner.holder, id)
	return func() {
		atomic.StoreInt64(&k.owner.holder, 0)
		k.owner.mu.Unlock()
	}
}

// self returns the number of the current goroutine.
func (k *Callbacks) self() int64 {
	if stack.Marked() {
		return k.owner.runner
	}
	return stack.GoroutineNumber()
}

// place returns the index of the input if the function is itself an input. For a function within an
// input it is a negative number, from which ShapeOf gets the index of its shape.
func (t *answerTable) place() int {
	for i, other := range t.callbacks.inputs {
		if other == t {
			return i
		}
	}
	return -2 - t.shape
}

// ShapeOf returns the index of the function's shape among those of the target, for a result of place.
func ShapeOf(place int) int { return -2 - place }

// reader returns a reader of the answer, nil for none.
func (e *recordedAnswer) reader() *Reader {
	if e == nil {
		return nil
	}
	r := &Reader{Stream: e.stream, Tables: &e.inner}
	if e.known {
		r.answer = e
	}
	return r
}

// Calls returns the arguments with which the function under test called its input of this index, in
// order.
func Calls[A any](input int) []A {
	k := processCallbacks.Load()
	if k == nil || k.inputs[input] == nil {
		return nil
	}
	log, _ := k.inputs[input].log.([]A)
	return log
}

// Notes describes questions that came from other goroutines or after the call.
func (k *Callbacks) Notes() []string {
	var out []string
	if k.misplaced.strange.Load() > 0 {
		out = append(out, "a function among the inputs was called from another goroutine")
	}
	if k.misplaced.late.Load() > 0 {
		out = append(out, "a function among the inputs was called after the call was over")
	}
	return out
}
