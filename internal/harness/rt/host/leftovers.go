package host

import (
	"runtime"
	"time"
)

// Settle gives goroutines that the code under test left behind the time to fail. It waits until the only
// goroutines are those of the harness and those from before the job, whose watch has ended. It waits up to limit
// with patient, else briefly. It reports whether others still exist.
func (p *Process) Settle(limit time.Duration, before int, patient bool) (left bool) {
	const step = time.Millisecond
	base := max(p.base, before)
	if !patient {
		limit = min(limit, 50*step)
	}
	runtime.Gosched()
	for waited := time.Duration(0); waited < limit && runtime.NumGoroutine() > base; waited += step {
		time.Sleep(step)
	}
	return runtime.NumGoroutine() > base
}

// Finalize runs the finalizers and cleanups of garbage, as long as none of them takes longer than
// limit. One collection finds all garbage at once, and its finalizers run in any order. The
// finalizers of a second collection run after all of the first.
func (p *Process) Finalize(limit time.Duration) {
	for range 2 {
		done := make(chan struct{}, 2)
		leaveGarbage(done)
		runtime.GC()
		late := time.After(limit)
		for waits := 2; waits > 0 && !p.finalizerStuck; {
			select {
			case <-done:
				waits--
			case <-late:
				p.finalizerStuck = true
			}
		}
	}
}

// leaveGarbage allocates two values that nothing refers to. The finalizer of one and the cleanup of
// the other each send to done.
//
//go:noinline
func leaveGarbage(done chan<- struct{}) {
	type mark [1]*int // with a pointer, so that each has an allocation of its own
	m := &mark{}
	runtime.SetFinalizer(m, func(*mark) { done <- struct{}{} })
	c := &mark{}
	runtime.AddCleanup(c, func(done chan<- struct{}) { done <- struct{}{} }, done)
}
