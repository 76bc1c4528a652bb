package sched

// processors is the number of processors that code under test sees, on every machine.
const processors = 2

// NumCPU stands for runtime.NumCPU.
func NumCPU() int { return processors }

// GOMAXPROCS stands for runtime.GOMAXPROCS. It changes nothing.
func GOMAXPROCS(int) int { return processors }

// NumGoroutine stands for runtime.NumGoroutine. It counts the goroutines of the schedule.
func NumGoroutine() int {
	n := 0
	for _, g := range the.gs {
		if !g.done {
			n++
		}
	}
	return max(n, 1)
}

// LockOSThread stands for runtime.LockOSThread, and does nothing.
func LockOSThread() {}

// UnlockOSThread stands for runtime.UnlockOSThread, and does nothing.
func UnlockOSThread() {}

// Outside is called before a function is used that runs outside the schedule, and returns it. Why names it.
func Outside[F any](f F, why string) F {
	if Current() != nil && refused != nil {
		refused(why)
	}
	return f
}

// refused is called when code runs outside the schedule.
var refused func(why string)

// OnOutside sets what is called when code runs outside the schedule. It does not return.
func OnOutside(f func(why string)) { refused = f }
