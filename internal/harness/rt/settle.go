package rt

import (
	"runtime"
	"time"
)

// settle gives goroutines that the code under test left behind the time to fail,
// until no more are there than the harness has (base and the watch): a little, or
// with collect, for finalizers too, and as long as a call may take. It tells
// whether some are there still.
func settle(limit time.Duration, base int, collect bool) (left bool) {
	const step = time.Millisecond
	for i := 0; collect && i < 2; i++ {
		runtime.GC()
		time.Sleep(5 * step)
	}
	if !collect {
		limit = min(limit, 50*step)
	}
	runtime.Gosched()
	for waited := time.Duration(0); waited < limit && runtime.NumGoroutine() > base+1; waited += step {
		time.Sleep(step)
	}
	return runtime.NumGoroutine() > base+1
}
