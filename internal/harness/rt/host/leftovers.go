package host

import (
	"runtime"
	"time"
)

// Settle gives goroutines that the code under test left behind the time to fail,
// until no more are there than the harness has, or than there were before a job: a
// little, or with patient as long as a call may take. It tells whether some are there
// still. The watch is there as well.
func (p *Process) Settle(limit time.Duration, before int, patient bool) (left bool) {
	const step = time.Millisecond
	base := max(p.base, before)
	if !patient {
		limit = min(limit, 50*step)
	}
	runtime.Gosched()
	for waited := time.Duration(0); waited < limit && runtime.NumGoroutine() > base+1; waited += step {
		time.Sleep(step)
	}
	return runtime.NumGoroutine() > base+1
}

// Finalize runs the finalizers and cleanups of what is garbage, as long as none of
// them takes longer than limit. Garbage is found all at once but finalized in any
// order; what a second collection finds comes when all of the first have been run.
func (p *Process) Finalize(limit time.Duration) {
	for range 2 {
		done := make(chan struct{}, 2)
		leave(done)
		runtime.GC()
		late := time.After(limit)
		for waits := 2; waits > 0 && !p.stuck; {
			select {
			case <-done:
				waits--
			case <-late:
				p.stuck = true
			}
		}
	}
}

// leave makes allocations that nothing holds: done is told by the finalizer of one
// and by the cleanup of the other.
//
//go:noinline
func leave(done chan<- struct{}) {
	type mark [1]*int // with a pointer, so that each is allocated for itself
	m := &mark{}
	runtime.SetFinalizer(m, func(*mark) { done <- struct{}{} })
	c := &mark{}
	runtime.AddCleanup(c, func(done chan<- struct{}) { done <- struct{}{} }, done)
}
