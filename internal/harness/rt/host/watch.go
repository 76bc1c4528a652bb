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

// A Watch ends the process when a call takes too long or too much memory, and
// the job when its time is over. It counts its own ticks and reads no clock
// for a call: on a machine that stands still no call is late.
type Watch struct {
	proc    *Process
	board   *wire.Board
	Timeout time.Duration
	memory  int64
	// until is on a clock that was lag behind that of the system when the job began.
	until time.Time
	lag   int64
	// returned are the functions, by their code, that the call in flight returned; nil
	// where no results are functions.
	returned atomic.Pointer[[]uintptr]
	// stop ends the job, slow hands over what the search found so far.
	stop, slow atomic.Bool
	// Overdue is called when the job does not end by itself after stop.
	Overdue func()
	quit    chan struct{}
	gone    chan struct{}
}

// ours is how many goroutines the harness has more while a job runs: the worker
// and the watch. Others are the code's own.
const ours = 2

// busyTick is the distance of two signs of life while the harness itself works.
const busyTick = 100 * time.Millisecond

// Busy gives signs of life while the harness itself works, as at the forms of
// arguments or at a table of many states, where no watch looks; on a machine that
// has much else to do this lasts. It does so until the function that it returns
// is called.
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

// grace is how many ticks a job may go on after its time is over.
const grace = 20

// tick is the distance of two looks.
func (w *Watch) tick() time.Duration {
	return min(max(w.Timeout/50, time.Millisecond), 10*time.Millisecond)
}

// EndAt ends the job at a time, in nanoseconds since 1970, on a clock that is lag behind
// that of the system.
func (w *Watch) EndAt(until, lag int64) { w.until, w.lag = time.Unix(0, until), lag }

// Ended tells whether the job is to end.
func (w *Watch) Ended() bool { return w.stop.Load() }

// EndJob ends the job.
func (w *Watch) EndJob() { w.stop.Store(true) }

// Hurry tells whether what was found so far is to be run.
func (w *Watch) Hurry() bool { return w.slow.Load() }

// Calm notes that what was found was run.
func (w *Watch) Calm() { w.slow.Store(false) }

// Returns notes which functions, by their code, the call in flight returned.
func (w *Watch) Returns(codes []uintptr) { w.returned.Store(&codes) }

// Start begins to look.
func (w *Watch) Start() {
	w.quit, w.gone = make(chan struct{}), make(chan struct{})
	go w.run()
}

// End ends the looks, and returns when none is under way.
func (w *Watch) End() {
	close(w.quit)
	<-w.gone
}

func (w *Watch) run() {
	defer close(w.gone)
	ticker := time.NewTicker(w.tick())
	defer ticker.Stop()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}}
	need := int(w.Timeout/w.tick()) + 1
	seq, same, late, due, before, began, alone := int64(-1), 0, 0, need, int64(0), int64(0), true
	var worked time.Duration
	for {
		select {
		case <-w.quit:
			return
		case <-ticker.C:
		}
		w.board.Watched()
		w.slow.Store(true)
		used := w.used(sample)
		if w.memory > 0 && used > w.memory+w.proc.held {
			w.kill(wire.Killed{Failure: wire.Failure{Cause: wire.Memory}, Own: alone && w.board.Seq() == seq && used-began > w.memory/2})
		}
		debug.SetMaxStack(stackLimit) // The code under test may have changed it.
		if now := w.board.Seq(); now != seq || w.board.Idle() {
			seq, same, due, before, began = now, 0, need, used, used
			worked, _ = processorTime()
			alone = runtime.NumGoroutine() <= w.proc.base+ours
		} else if same++; same >= due {
			if !w.grows(used-before, same/need, sample) && !w.starved(worked, same/need) {
				w.kill(wire.Killed{Failure: wire.Failure{Cause: wire.Timeout}, Own: alone})
			}
			due, before = due+need, used
		}
		if lag := time.Duration(max(w.lag, w.board.Lag())); !w.until.IsZero() && time.Now().Add(-lag).After(w.until) {
			w.stop.Store(true)
			if late++; late > grace && w.board.Idle() {
				w.Overdue()
			}
		}
	}
}

// A call that is about to run out of memory or stack has a few deadlines more:
// on a busy machine it must not be called slow. In each of them it takes at
// least a share of the memory that it may have.
const (
	memoryPatience = 12
	memoryShare    = 64
	stackPatience  = 5
)

// deepStack is what the stacks have of a call that is about to exceed its limit.
const deepStack = 16 << 20

// grows tells whether a call that has had its deadline a number of times took
// more bytes of memory since it last had it than a call that will come to an end
// of it, or has much of its stack.
func (w *Watch) grows(more int64, times int, sample []metrics.Sample) bool {
	return times < memoryPatience && w.memory > 0 && more > w.memory/memoryShare ||
		times < stackPatience && sample[1].Value.Uint64() > deepStack
}

// starvedPatience is how many deadlines more these are.
const starvedPatience = 8

// starved tells whether a call that has had its deadline a number of times, and
// began when the process had worked so long, lacked the processor. Where the system
// does not tell what threads do, a call that waits for something else cannot be told
// from it.
func (w *Watch) starved(began time.Duration, times int) bool {
	if w.Timeout > wire.ShortDeadline || times >= starvedPatience {
		return false
	}
	if now, known := processorTime(); !known || now-began >= w.Timeout/2 {
		return false
	}
	wants, known := ready()
	return wants || !known
}

// used is the greater of the live heap and what is resident.
func (w *Watch) used(sample []metrics.Sample) int64 {
	metrics.Read(sample)
	heap := int64(sample[0].Value.Uint64())
	if raceEnabled {
		return heap // the shadow memory is resident, too
	}
	return max(heap, resident())
}

// kill tells the parent why the process must end, and ends it; the place of the
// failure in k is yet unknown.
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

// hasReturned tells whether the frames, which are those of a predicate, lead through
// a function that the call in flight returned.
func (w *Watch) hasReturned(all []stack.Frame) bool {
	codes := w.returned.Load()
	return codes != nil && stack.Through(all, *codes)
}
