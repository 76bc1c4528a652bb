package judge

import (
	"os"

	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A Worker runs the inputs of a job, one after another, on a goroutine of its own. If the code
// under test ends that goroutine by runtime.Goexit, another takes its place.
type Worker struct {
	unit   *read.Unit
	Target *read.Target
	Board  *wire.Board
	C      read.Case
	job    wire.Job
	// watch ends the job or the process if the input in flight takes too much.
	watch *host.Watch

	// Unfold makes several inputs of one solution. It is nil if each solution is one input.
	Unfold *unfolding
	// Input and twin read the input in flight. Pairs maps the memory of the twin to that of the
	// input.
	Input, twin read.Reader
	Pairs       *memory.Counterparts
	// returnsFunctions is set if functions are among the results.
	returnsFunctions bool

	Now   inFlight
	count progress
	On    hooks
	// cells counts inputs by their atoms, trail finds inputs that do something new. Each is nil if the job does
	// not ask for it.
	cells *cells
	trail *trail
}

// at notes the stage of the input. A process without its descriptors dies sooner or later, so the
// process ends at once at the stage that closed them.
func (w *Worker) at(s wire.Stage, index int) {
	if w.On.Severed != nil && w.On.Severed() {
		w.Board.Sever()
		os.Exit(host.ExitKilled)
	}
	w.Now.Stage, w.Now.index = s, index
	w.Board.At(s, index)
}

// listing notes that a listed value is being evaluated, until the function that it returns is
// called.
func (w *Worker) listing(i int) (over func()) {
	stage, index := w.Board.Stage()
	w.at(wire.Listing, i)
	return func() { w.at(stage, index) }
}

// NewWorker returns a worker with a new case of target t.
func NewWorker(u *read.Unit, t *read.Target, b *wire.Board, j wire.Job, wt *host.Watch) *Worker {
	w := &Worker{unit: u, Target: t, Board: b, C: t.New(), job: j, count: progress{remaining: -1}, watch: wt}
	w.Input.AtListed, w.twin.AtListed = w.listing, w.listing
	w.Pairs = memory.NewCounterparts(&w.Input.Blocks, &w.twin.Blocks)
	w.Pairs.Use()
	if j.Failed {
		w.count.remaining = j.AfterFailure
	}
	w.Input.Slabs, w.twin.Slabs = read.NewSlabs(), read.NewSlabs()
	w.Unfold = newUnfolding(w)
	w.cells = newCells(w)
	w.returnsFunctions = returnsFunctions(w.C)
	return w
}

// runInput runs one input through all stages.
func (w *Worker) runInput(stream []int64) {
	w.Now.finished, w.Now.failed, w.Now.promised = false, false, false
	w.trail.begin()
	if w.Unfold != nil {
		stream = w.Unfold.begin(stream)
	} else {
		w.Board.Begin(stream)
	}
	memory.ForgetInputs()
	read.ForgetRefusal()
	w.On.observer.begin()
	defer w.On.observer.report()
	defer w.recoverStage()
	c, t, b := w.C, w.Target, w.Board
	w.at(wire.Building, 0)
	w.Input.Turn, w.twin.Turn = w.job.Turn, w.job.Turn
	w.Input.Reset(stream, t.Pairs)
	if !c.Build(&w.Input) {
		b.CountRejected()
		w.Now.finished = true
		return
	}
	if !w.admissible() {
		w.Now.finished = true
		return
	}
	w.admitted()
	w.On.observer.admit()
	w.cells.beforeCall()
	if w.job.Dry {
		w.Now.finished = true
		return
	}
	if !w.attempt(stream) {
		w.Board.CountVague()
		w.Now.finished = true
		return
	}
	w.repeatInTurns(stream)
	if w.On.Passed != nil && !w.Now.failed && !w.Now.promised && w.Now.pending == nil && !w.broken() {
		w.On.Passed()
	}
	w.Now.finished = w.Now.pending == nil
}

// admissible reports whether the input in flight satisfies the preconditions.
func (w *Worker) admissible() bool {
	if w.trail == nil {
		return w.admit()
	}
	return w.trail.evaluatePreconditions(w.admit)
}

// attempt calls the function under test with the input that was built, and judges the call. If it
// is not known whether the call has to panic, attempt returns false and does not call.
func (w *Worker) attempt(stream []int64) (sure bool) {
	if w.Target.Twin {
		w.Second(stream)
	}
	w.On.mutation.begin(stream)
	defer w.On.mutation.end()
	if !w.evaluateBefore() {
		return false
	}
	w.at(wire.Calling, 0)
	w.setCalling(true)
	w.C.Call()
	w.On.mutation.back()
	w.setCalling(false)
	w.On.observer.back()
	if read.IsRefused() {
		w.refuse()
	} else if w.Now.promised {
		w.at(wire.Checking, -1)
		w.fail(wire.Failure{Clause: -1, Cause: wire.NoPanic, Stage: wire.Promise}, nil)
	} else {
		w.judge()
	}
	return true
}

// Second builds the twin of the input.
func (w *Worker) Second(stream []int64) {
	c, t := w.C, w.Target
	w.at(wire.Building, 1)
	w.twin.Reset(stream, t.Pairs)
	c.Twin(&w.twin)
	if len(t.Steps) > 0 {
		w.Unfold.Drawing.Again()
		c.TwinDraw(w.Unfold.Drawing)
	}
	if t.Pairs {
		w.Pairs.Renew()
	}
}

// evaluateBefore evaluates what the contract needs of the input before the call. sure is false if
// it is not known whether the call has to panic.
func (w *Worker) evaluateBefore() (sure bool) {
	sure = true
	w.rewind()
	c, t := w.C, w.Target
	for i := range t.Lets {
		w.at(wire.Let, i)
		c.Let(i)
	}
	for i := range t.Classes {
		w.at(wire.Class, i)
		if !c.Class(i) {
			continue
		}
		if w.Unfold != nil && w.Unfold.Asking != nil {
			w.Unfold.classes[i] = true
		} else {
			w.Board.Classes[i]++
		}
	}
	if t.Promise {
		w.at(wire.Promise, 0)
		w.Now.promised, sure = read.Certain(c.Promised)
	}
	return sure
}

// judge runs all checks. A check that fails does not stop the later ones, unless it is an
// invariant, because predicates rely on invariants.
func (w *Worker) judge() {
	w.Now.vague = false
	w.tellReturned()
	for i := 0; i < len(w.Target.Checks); {
		i = w.judgeFrom(i)
	}
}

func (w *Worker) judgeFrom(i int) (next int) {
	defer w.recoverCheck(&next)
	checks := w.Target.Checks
	for ; i < len(checks); i++ {
		w.at(wire.Checking, i)
		holds, sure := read.Certain(func() bool { return w.C.Check(i) })
		if !holds && !sure {
			w.unjudged()
		} else if !holds && w.checkFailed(i) {
			break
		}
	}
	w.at(wire.Checking, -1)
	return len(checks)
}

// checkFailed records that check i does not hold. It reports whether later checks mean nothing.
func (w *Worker) checkFailed(i int) (last bool) {
	cause := w.Target.Checks[i]
	if cause == wire.Mutation && w.inputUnchanged(i) {
		return false
	}
	f := wire.Failure{Cause: cause, Stage: wire.Checking, Index: i, Clause: -1}
	if cause == wire.Invariant {
		f.Clause = w.C.Broken()
	}
	w.fail(f, nil)
	return cause == wire.Invariant
}

// unjudged counts an input with a clause that is not judged.
func (w *Worker) unjudged() {
	if !w.Now.vague {
		w.Now.vague = true
		w.Board.CountVague()
	}
}

// recoverCheck recovers from the panic of a check. next is the check to go on with.
func (w *Worker) recoverCheck(next *int) {
	if w.Now.index < 0 {
		return
	}
	v := recover()
	e := &Ending{v, stack.Panicking()}
	if v == nil {
		w.Now.pending, *next = e, len(w.Target.Checks)
		return
	}
	w.ended(e)
	*next = w.Now.index + 1
}

// recoverStage recovers from the panic of any other stage.
func (w *Worker) recoverStage() {
	if w.On.called != nil {
		w.On.called()
	}
	w.trail.report()
	if w.Now.finished {
		w.at(wire.Idle, 0)
		return
	}
	v := recover()
	if w.Now.pending != nil {
		return
	}
	e := &Ending{v, stack.Panicking()}
	if v == nil {
		w.Now.pending = e
		return
	}
	w.On.observer.ended(e)
	if w.Now.Stage != wire.Calling || !w.Now.promised {
		w.ended(e)
	}
	w.at(wire.Idle, 0)
}

// resolvePending decides about an input that ended without a panic value. exited means that its goroutine is
// gone.
func (w *Worker) resolvePending(exited bool) {
	e := w.Now.pending
	if e == nil {
		return
	}
	w.Now.pending = nil
	if exited {
		e.Value = goexitValue{}
	}
	w.On.observer.ended(e)
	if w.Now.Stage != wire.Calling || !w.Now.promised || exited {
		w.ended(e)
	}
	w.On.observer.report()
	w.at(wire.Idle, 0)
}

// broken reports whether a function input was called, or answered, against its contract.
func (w *Worker) broken() bool {
	return read.IsRefused() || w.Unfold != nil && w.Unfold.Asking != nil && w.Unfold.Asking.Input.Broken != nil
}

// refuse records that the input in flight turned out not to be one.
func (w *Worker) refuse() {
	if w.Unfold != nil && w.Unfold.Asking != nil {
		w.Unfold.Asking.Input.Dropped = true
	}
	if w.On.Refused != nil {
		w.On.Refused()
	}
}

// admitted counts an input that is about to be called.
func (w *Worker) admitted() {
	if w.Unfold == nil || w.Unfold.Asking == nil {
		w.Board.CountCalled()
		return
	}
	w.Unfold.called = true
	w.Board.SetPending(true)
}

// setCalling notes whether the function under test is being called.
func (w *Worker) setCalling(yes bool) {
	if w.Unfold != nil && w.Unfold.Asking != nil {
		w.rewind()
		w.Unfold.Asking.Called = true
		w.Unfold.Asking.Call(yes)
	}
}

// rewind resets the functions among the inputs.
func (w *Worker) rewind() {
	if w.Unfold != nil && w.Unfold.Asking != nil {
		w.Unfold.Asking.Rewind()
	}
}

// endInput ends an input after it was resolved. It reports whether there is another one of the same
// solution.
func (w *Worker) endInput() (again bool) { return w.Unfold != nil && w.Unfold.end() }

// wantsMore reports whether another input is wanted after one was run.
func (w *Worker) wantsMore() bool {
	b := w.Board
	w.cells.commit(b.Called() > w.count.called)
	tried := b.Called() + w.count.faults
	if w.count.remaining > 0 {
		w.count.remaining -= tried - w.count.tried
	} else if w.Now.failed && w.job.AfterFailure >= 0 {
		w.count.remaining = w.job.AfterFailure
	}
	w.count.called, w.count.tried = b.Called(), tried
	j := &w.job
	return w.count.remaining != 0 &&
		(j.Limit == 0 || tried < j.Limit) &&
		(j.Reject == 0 || b.Rejected() < j.Reject) &&
		(j.End == 0 || b.Taken() < j.End || w.Unfold != nil && w.Unfold.again) &&
		!w.watch.Ended()
}
