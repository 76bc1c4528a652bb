package rt

import (
	"runtime"
	"time"
)

// settle gives goroutines that the code under test left behind, and
// finalizers, the time to fail: until no more goroutines are there than the
// harness has (base and the watch), but at most limit.
func settle(limit time.Duration, base int, collect bool) {
	const step = time.Millisecond
	for i := 0; collect && i < 2; i++ {
		runtime.GC()
		time.Sleep(5 * step)
	}
	runtime.Gosched()
	for waited := time.Duration(0); waited < min(limit, 50*step) && runtime.NumGoroutine() > base+1; waited += step {
		time.Sleep(step)
	}
}
