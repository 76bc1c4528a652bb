package host

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A Watch ends the process if a call takes too long or too much memory, and ends the job when its time is over.
// It measures a call in its own ticks and not by a clock, so no call is late while the machine is suspended.
type Watch struct {
	proc    *Process
	board   *wire.Board
	Timeout time.Duration
	memory  int64
	// Share above 1 divides what one call may take: its time, and the memory beyond twice what there is before it.
	Share int64
	// Patient gives a call of any deadline more time where it lacked the processor, as a call of a short one has it.
	Patient bool
	// until is on a clock that was lag behind the system clock when the job began.
	until time.Time
	lag   int64
	// returned are the code pointers of the functions that the call in flight returned, or nil if
	// no result is a function.
	returned atomic.Pointer[[]uintptr]
	// stop ends the job. hurry asks the worker to run the inputs found so far.
	stop, hurry atomic.Bool
	// Overdue is called if the job does not end by itself after stop.
	Overdue func()
	first   *time.Timer
	quit    chan struct{}
	ended   chan struct{}
}

// jobGoroutines is how many goroutines a job adds to the harness: the worker and the watch. All
// further goroutines belong to the code under test.
const jobGoroutines = 2

// busyTick is the time between two signs of life while the harness itself works.
const busyTick = 100 * time.Millisecond

// Busy returns signs of life until the function that it returns is called. It serves work of the
// harness itself during which no watch ticks, such as reading forms or a table of many states; on a
// busy machine that work takes long.
func (p *Process) Busy() (rest func()) {
	b := wire.NewBoard(p.words, p.flush, 0, 0)
	quit, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		ticker := time.NewTicker(busyTick)
		defer ticker.Stop()
		for {
			select {
			case <-quit:
				return
			case <-ticker.C:
				b.Watched()
			}
		}
	}()
	return func() {
		close(quit)
		<-gone
	}
}

// extraTicks is how many ticks a job may continue after its time is over.
const extraTicks = 20

// tick returns the time between two ticks.
func (w *Watch) tick() time.Duration {
	return min(max(w.deadline()/50, time.Millisecond), 10*time.Millisecond)
}

// deadline returns how long a call may take.
func (w *Watch) deadline() time.Duration { return w.Timeout / time.Duration(max(w.Share, 1)) }

// exceedsShare reports whether a call takes more than its share of memory. As much as there was when it began may be garbage.
func (w *Watch) exceedsShare(used, began int64) bool {
	return w.Share > 1 && used-2*began > w.memory/w.Share
}

// EndAt sets the end of the job, in nanoseconds since 1970, on a clock that is lag behind the
// system clock.
func (w *Watch) EndAt(until, lag int64) { w.until, w.lag = time.Unix(0, until), lag }

// Ended reports whether the job is to end.
func (w *Watch) Ended() bool { return w.stop.Load() }

// EndJob ends the job.
func (w *Watch) EndJob() { w.stop.Store(true) }

// Hurry reports whether the worker must run the inputs found so far now.
func (w *Watch) Hurry() bool { return w.hurry.Load() }

// Hurried returns what Hurry reports.
func (w *Watch) Hurried() *atomic.Bool { return &w.hurry }

// Calm notes that the inputs found so far were run.
func (w *Watch) Calm() { w.hurry.Store(false) }

// Returns notes the code pointers of the functions that the call in flight returned.
func (w *Watch) Returns(codes []uintptr) { w.returned.Store(&codes) }

// Start starts ticking. A job that is over before the first tick needs no goroutine for that.
func (w *Watch) Start() {
	w.quit, w.ended = make(chan struct{}), make(chan struct{})
	w.first = time.AfterFunc(w.tick(), w.run)
}

// End stops ticking. It returns when no tick is under way.
func (w *Watch) End() {
	if !w.first.Stop() {
		close(w.quit)
		<-w.ended
	}
}

// run is called at the first tick.
func (w *Watch) run() {
	defer close(w.ended)
	ticker := time.NewTicker(w.tick())
	defer ticker.Stop()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	need := int(w.deadline()/w.tick()) + 1
	seq, same, late, due, before, began, alone := int64(-1), 0, 0, need, int64(0), int64(0), true
	var worked time.Duration
	for {
		w.board.Watched()
		w.hurry.Store(true)
		used := w.used(sample)
		if w.memory > 0 && (used > w.memory+w.proc.tableBytes || w.board.Seq() == seq && w.exceedsShare(used, began)) {
			w.kill(wire.Killed{Failure: wire.Failure{Cause: wire.Memory}, Own: alone && w.board.Seq() == seq && used-began > w.memory/2})
		}
		debug.SetMaxStack(stackLimit) // The code under test may have changed it.
		if now := w.board.Seq(); now != seq || w.board.Idle() {
			seq, same, due, before, began = now, 0, need, used, used
			worked, _ = processorTime()
			alone = runtime.NumGoroutine() <= w.proc.base+jobGoroutines
		} else if same++; same >= due {
			switch {
			case w.nearLimit(used-before, same/need, sample):
				due, before = due+need, used
			case w.lacksProcessor(worked, same/need):
				due++
			default:
				w.kill(wire.Killed{Failure: wire.Failure{Cause: wire.Timeout}, Own: alone})
			}
		}
		if lag := time.Duration(max(w.lag, w.board.Lag())); !w.until.IsZero() && time.Now().Add(-lag).After(w.until) {
			w.stop.Store(true)
			if late++; late > extraTicks && w.board.Idle() {
				w.Overdue()
			}
		}
		select {
		case <-w.quit:
			return
		case <-ticker.C:
		}
	}
}

// A call that is about to run out of memory or stack gets more deadlines, so that a busy machine does not make
// it count as slow. In each of them it must allocate at least a share of its memory limit.
const (
	memoryPatience = 12
	memoryShare    = 64
	stackPatience  = 5
)

// deepStack is how many bytes of stacks mean that a call is about to exceed its stack limit.
const deepStack = 16 << 20

// nearLimit reports whether a call that missed its deadline times times is about to run out of
// memory or stack. It is if it took more than its share of memory since the last deadline, or if
// its stack is deep.
func (w *Watch) nearLimit(more int64, times int, sample []metrics.Sample) bool {
	return times < memoryPatience && w.memory > 0 && more > w.memory/memoryShare ||
		times < stackPatience && sample[1].Value.Uint64() > deepStack
}

// starvedPatience is how many deadlines a call without the processor has.
const starvedPatience = 8

// lacksProcessor reports whether a call that missed its deadline times times lacked the processor: it wants it, and had it for less than
// the deadline. began is the processor time of the process at the start of the call. On systems that do not report the state of threads, a
// call that waits for something else counts as well.
func (w *Watch) lacksProcessor(began time.Duration, times int) bool {
	if w.deadline() > wire.ShortDeadline && !w.Patient || times >= starvedPatience {
		return false
	}
	if now, known := processorTime(); !known || now-began >= w.deadline() {
		return false
	}
	wants, known := threadReady()
	return wants || !known
}

// used returns the size of the live heap or of the resident memory, whichever is greater.
func (w *Watch) used(sample []metrics.Sample) int64 {
	metrics.Read(sample)
	heap := int64(sample[0].Value.Uint64())
	if raceEnabled {
		return heap // the shadow memory is resident, too
	}
	return max(heap, residentBytes())
}

// kill reports to the parent why the process must end, and ends it. It fills in the place of the failure in k.
func (w *Watch) kill(k wire.Killed) {
	stage, index := w.board.Stage()
	if stage == wire.Idle {
		return // the input has just ended
	}
	k.Stage, k.Index, k.Clause = stage, index, -1
	w.locate(&k)
	if k.Stage != wire.Calling && k.Stage != wire.Building {
		k.Cause = wire.Contract
	}
	w.proc.Conn.SendJSON(wire.KindKilled, k)
	os.Exit(ExitKilled)
}

// ExitKilled is the exit status of a process that ended itself.
const ExitKilled = 86

// hasReturned reports whether the frames of a predicate lead through a function that the call in
// flight returned.
func (w *Watch) hasReturned(all []stack.Frame) bool {
	codes := w.returned.Load()
	return codes != nil && stack.Through(all, *codes)
}
