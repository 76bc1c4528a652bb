package rt

import (
	"os"

	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A worker runs the inputs of a job, one after another, on a goroutine of its
// own: the code under test may end it by runtime.Goexit, then another one
// takes its place.
type worker struct {
	unit   *read.Unit
	target *read.Target
	board  *wire.Board
	c      read.Case
	job    wire.Job
	// watch ends the job, or the process, when the input in flight takes too much.
	watch *host.Watch

	// unfold makes several inputs of one solution; nil where there is one.
	unfold *unfolding
	// input and twin read the input in flight, pairs is what corresponds in both.
	input, twin read.Reader
	pairs       *memory.Counterparts
	// gives is set when functions are among the results.
	gives bool

	now   inFlight
	count progress
	on    hooks
	// cells counts inputs by what holds of them, trail finds those that do something
	// new; nil where nobody asks.
	cells *cells
	trail *trail
}

// inFlight is the state of the input that is being run.
type inFlight struct {
	stage wire.Stage
	index int
	// promised says that the call has to panic, finished that the input was judged.
	promised, finished bool
	// vague is set when a clause was not judged, failed by the first failure.
	vague, failed bool
	// pending is what ended the input without a panic value: runtime.Goexit,
	// or panic(nil) where that is allowed. It is decided by whether the
	// goroutine goes on.
	pending *ending
}

// progress is how far a worker is with its job.
type progress struct {
	// left counts down the inputs tried after the first finding, -1 before it:
	// those called, and those that a precondition ends, faults, as these take as
	// long. Tried and called are their numbers before the input in flight.
	left, called, tried, faults int64
	// repeated counts, by precondition, the inputs of which it was evaluated
	// again.
	repeated []int
	// turned counts the calls of the runs of inputs behind their first.
	turned int
}

// hooks are called while inputs are run. Each may be nil but for fault and report.
type hooks struct {
	// complete is called when an input is built, before the last of its
	// preconditions are evaluated.
	complete func()
	// fault is called when rtest itself is to blame, report with each failure.
	fault  func(string)
	report func(f wire.Failure, e *ending)
	// refused is called where an input turned out to be none.
	refused func()
	// severed tells whether descriptors of the harness were closed; asking takes
	// longer than most calls.
	severed func() bool
	// collected is called behind every input that was called, passed behind one that
	// did not fail.
	collected, passed func()
}

// at notes where the input is. A process whose descriptors are closed dies sooner or
// later, so the stage that closed them ends it.
func (w *worker) at(s wire.Stage, index int) {
	if w.on.severed != nil && w.on.severed() {
		w.board.Sever()
		os.Exit(host.ExitKilled)
	}
	w.now.stage, w.now.index = s, index
	w.board.At(s, index)
}

// listing notes that a listed value is evaluated, until the function that it returns is
// called.
func (w *worker) listing(i int) (over func()) {
	stage, index := w.now.stage, w.now.index
	w.at(wire.Listing, i)
	return func() { w.at(stage, index) }
}

// newWorker returns a worker that makes its case anew.
func newWorker(u *read.Unit, t *read.Target, b *wire.Board, j wire.Job, wt *host.Watch) *worker {
	w := &worker{unit: u, target: t, board: b, c: t.New(), job: j, count: progress{left: -1}, watch: wt}
	w.input.AtListed, w.twin.AtListed = w.listing, w.listing
	w.pairs = memory.NewCounterparts(&w.input.Blocks, &w.twin.Blocks)
	w.pairs.Use()
	if j.Failed {
		w.count.left = j.AfterFailure
	}
	w.input.Slabs, w.twin.Slabs = read.NewSlabs(), read.NewSlabs()
	w.unfold = newUnfolding(w)
	w.cells = newCells(w)
	w.gives = gives(w.c)
	return w
}

// one runs one input through all stages.
func (w *worker) one(stream []int64) {
	w.now.finished, w.now.failed, w.now.promised = false, false, false
	w.trail.begin()
	if w.unfold != nil {
		stream = w.unfold.begin(stream)
	} else {
		w.board.Begin(stream)
	}
	memory.ForgetInputs()
	read.ForgetRefusal()
	defer w.caught()
	c, t, b := w.c, w.target, w.board
	w.at(wire.Building, 0)
	w.input.Turn, w.twin.Turn = w.job.Turn, w.job.Turn
	w.input.Reset(stream, t.Pairs)
	if !c.Build(&w.input) {
		b.CountRejected()
		w.now.finished = true
		return
	}
	if !w.admissible() {
		w.now.finished = true
		return
	}
	w.admitted()
	w.cells.look()
	if w.job.Dry {
		w.now.finished = true
		return
	}
	if !w.attempt(stream) {
		w.board.CountVague()
		w.now.finished = true
		return
	}
	w.turns(stream)
	if w.on.passed != nil && !w.now.failed && !w.now.promised && w.now.pending == nil && !w.broken() {
		w.on.passed()
	}
	w.now.finished = w.now.pending == nil
}

// admissible tells whether the input in flight satisfies the preconditions.
func (w *worker) admissible() bool {
	if w.trail == nil {
		return w.admit()
	}
	return w.trail.judging(w.admit)
}

// attempt calls the function under test with the input that was built, and judges.
// Sure is false where it is not known whether the call has to panic; then nothing is
// called.
func (w *worker) attempt(stream []int64) (sure bool) {
	if w.target.Twin {
		w.second(stream)
	}
	if !w.before() {
		return false
	}
	w.at(wire.Calling, 0)
	w.open(true)
	w.c.Call()
	w.open(false)
	if read.IsRefused() {
		w.refuse()
	} else if w.now.promised {
		w.at(wire.Checking, -1)
		w.fail(wire.Failure{Clause: -1, Cause: wire.NoPanic, Stage: wire.Promise}, nil)
	} else {
		w.judge()
	}
	return true
}

// second builds the twin of the input.
func (w *worker) second(stream []int64) {
	c, t := w.c, w.target
	w.at(wire.Building, 1)
	w.twin.Reset(stream, t.Pairs)
	c.Twin(&w.twin)
	if len(t.Steps) > 0 {
		w.unfold.drawing.Again()
		c.TwinDraw(w.unfold.drawing)
	}
	if t.Pairs {
		w.pairs.Renew()
	}
}

// before evaluates what the contract asks of the input before the call. Sure is
// false where it is not known whether the call has to panic.
func (w *worker) before() (sure bool) {
	sure = true
	w.rewind()
	c, t := w.c, w.target
	for i := range t.Lets {
		w.at(wire.Let, i)
		c.Let(i)
	}
	for i := range t.Classes {
		w.at(wire.Class, i)
		if !c.Class(i) {
			continue
		}
		if w.unfold != nil && w.unfold.asking != nil {
			w.unfold.classes[i] = true
		} else {
			w.board.Classes[i]++
		}
	}
	if t.Promise {
		w.at(wire.Promise, 0)
		w.now.promised, sure = read.Certain(c.Promised)
	}
	return sure
}

// judge runs all checks. One that fails does not keep the later ones from
// being judged, unless it is an invariant: predicates rely on these.
func (w *worker) judge() {
	w.now.vague = false
	w.returned()
	for i := 0; i < len(w.target.Checks); {
		i = w.judgeFrom(i)
	}
}

func (w *worker) judgeFrom(i int) (next int) {
	defer w.judged(&next)
	checks := w.target.Checks
	for ; i < len(checks); i++ {
		w.at(wire.Checking, i)
		holds, sure := read.Certain(func() bool { return w.c.Check(i) })
		if !holds && !sure {
			w.unjudged()
		} else if !holds && !(checks[i] == wire.Mutation && w.unmoved(i)) {
			f := wire.Failure{Cause: checks[i], Stage: wire.Checking, Index: i, Clause: -1}
			if f.Cause == wire.Invariant {
				f.Clause = w.c.Broken()
			}
			w.fail(f, nil)
			if f.Cause == wire.Invariant {
				break
			}
		}
	}
	w.at(wire.Checking, -1)
	return len(checks)
}

// unjudged counts an input of which a clause is not judged.
func (w *worker) unjudged() {
	if !w.now.vague {
		w.now.vague = true
		w.board.CountVague()
	}
}

// judged catches the panic of a check; next is the one to go on with.
func (w *worker) judged(next *int) {
	if w.now.index < 0 {
		return
	}
	v := recover()
	e := &ending{v, stack.Panicking()}
	if v == nil {
		w.now.pending, *next = e, len(w.target.Checks)
		return
	}
	w.ended(e)
	*next = w.now.index + 1
}

// caught catches the panic of all other stages.
func (w *worker) caught() {
	if w.on.collected != nil {
		w.on.collected()
	}
	w.trail.tell()
	if w.now.finished {
		w.at(wire.Idle, 0)
		return
	}
	v := recover()
	if w.now.pending != nil {
		return
	}
	e := &ending{v, stack.Panicking()}
	if v == nil {
		w.now.pending = e
		return
	}
	if w.now.stage != wire.Calling || !w.now.promised {
		w.ended(e)
	}
	w.at(wire.Idle, 0)
}

// resolve decides about an input that ended without a panic value; exited
// tells whether its goroutine is gone.
func (w *worker) resolve(exited bool) {
	e := w.now.pending
	if e == nil {
		return
	}
	w.now.pending = nil
	if exited {
		e.value = exit{}
	}
	if w.now.stage != wire.Calling || !w.now.promised || exited {
		w.ended(e)
	}
	w.at(wire.Idle, 0)
}

// broken tells whether a function among the inputs was called, or answered,
// against the contract.
func (w *worker) broken() bool {
	return read.IsRefused() || w.unfold != nil && w.unfold.asking != nil && w.unfold.asking.Broken != nil
}

// refuse notes that the input in flight turned out to be none.
func (w *worker) refuse() {
	if w.unfold != nil && w.unfold.asking != nil {
		w.unfold.asking.Dropped = true
	}
	if w.on.refused != nil {
		w.on.refused()
	}
}

// admitted counts an input that is to be called.
func (w *worker) admitted() {
	if w.unfold == nil || w.unfold.asking == nil {
		w.board.CountCalled()
		return
	}
	w.unfold.called = true
	w.board.SetPending(true)
}

// open notes that the function under test is being called.
func (w *worker) open(yes bool) {
	if w.unfold != nil && w.unfold.asking != nil {
		w.rewind()
		w.unfold.asking.Called = true
		w.unfold.asking.Call(yes)
	}
}

// rewind lets functions among the inputs begin anew.
func (w *worker) rewind() {
	if w.unfold != nil && w.unfold.asking != nil {
		w.unfold.asking.Rewind()
	}
}

// over ends an input after it was resolved; it tells whether there is another
// one of the same solution.
func (w *worker) over() (again bool) { return w.unfold != nil && w.unfold.end() }

// more tells whether another input is wanted, after one was run.
func (w *worker) more() bool {
	b := w.board
	w.cells.commit(b.Called() > w.count.called)
	tried := b.Called() + w.count.faults
	if w.count.left > 0 {
		w.count.left -= tried - w.count.tried
	} else if w.now.failed && w.job.AfterFailure >= 0 {
		w.count.left = w.job.AfterFailure
	}
	w.count.called, w.count.tried = b.Called(), tried
	j := &w.job
	return w.count.left != 0 &&
		(j.Limit == 0 || tried < j.Limit) &&
		(j.Reject == 0 || b.Rejected() < j.Reject) &&
		(j.End == 0 || b.Taken() < j.End || w.unfold != nil && w.unfold.again) &&
		!w.watch.Ended()
}
