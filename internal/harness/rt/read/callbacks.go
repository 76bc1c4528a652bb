package read

import (
	"sync"
	"sync/atomic"

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
	// valid says of the answers by function shape and cost whether they are values
	// of their type: unknown is 0.
	valid map[[2]int][]int8

	// lane is the goroutine that runs the input, and the lock against others.
	lane lane
	// run is the number of the input.
	run int64
	// open says that the function under test is being called.
	open bool
	// Tables are those of the input's functions in the order in which they were
	// built; twins and answers have the same. inputs are those of functions that are
	// inputs themselves, by index.
	Tables tableList
	inputs map[int]*table
	// Input is what came of the questions to the functions of the input.
	Input Asking
	// Anew counts the questions to functions without parameters, of all inputs.
	Anew int64
	// amiss counts questions that nobody should ask.
	amiss struct{ strange, late atomic.Int64 }
	// Quiet is set when the input was judged: what is asked for its description
	// is not strange.
	Quiet bool
	// counts are those of the calls that predicates make, before the function under
	// test is called, of functions without parameters.
	counts []*int
	Called bool
	// Tell is called with each new answer, where it is not nil.
	Tell func(function int, args any, results []any)
}

// An Asking is what came of the questions to the functions of one input.
type Asking struct {
	// Built are the shapes of the functions, by their number less one.
	Built []int
	// Level is the greatest of the answers, Count how many there are.
	Level, Count int64
	// Dropped says that a question had no answer.
	Dropped bool
	// Broken is the first demand on the arguments of a function that was not met, by
	// input and index, nil for none; Question is that which broke it.
	Broken   *wire.Failure
	Question any
}

// A lane lets one goroutine at a time use the callbacks.
type lane struct {
	// worker is the goroutine that runs the input, holder the one that has the lock.
	worker, holder int64
	mu             sync.Mutex
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
	if !stack.Mark() || k.lane.worker == 0 {
		k.lane.worker = stack.GoroutineNumber()
	}
	defer k.lock()()
	k.run++
	k.Tables.list = k.Tables.list[:0]
	clear(k.inputs)
	k.Input.Built, k.Quiet = k.Input.Built[:0], false
	k.Input.Level, k.Input.Count, k.Input.Dropped, k.Input.Broken, k.open = 0, 0, false, nil, false
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
	k.Input.Built = append(k.Input.Built, shape)
	return len(k.Input.Built)
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
	if atomic.LoadInt64(&k.lane.holder) == id {
		return func() {}
	}
	k.lane.mu.Lock()
	atomic.StoreInt64(&k.lane.holder, id)
	return func() {
		atomic.StoreInt64(&k.lane.holder, 0)
		k.lane.mu.Unlock()
	}
}

// self is the number of the present goroutine.
func (k *Callbacks) self() int64 {
	if stack.Marked() {
		return k.lane.worker
	}
	return stack.GoroutineNumber()
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

// Notes says what was strange about the questions of an input.
func (k *Callbacks) Notes() []string {
	var out []string
	if k.amiss.strange.Load() > 0 {
		out = append(out, "a function among the inputs was called from another goroutine")
	}
	if k.amiss.late.Load() > 0 {
		out = append(out, "a function among the inputs was called after the call was over")
	}
	return out
}
