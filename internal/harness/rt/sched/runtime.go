package sched

// processors is the number of processors that code under test sees, on every machine.
const processors = 2

// NumCPU replaces runtime.NumCPU.
func NumCPU() int { return processors }

// GOMAXPROCS replaces runtime.GOMAXPROCS. It changes nothing.
func GOMAXPROCS(int) int { return processors }

// LockOSThread replaces runtime.LockOSThread, and does nothing.
func LockOSThread() {}

// UnlockOSThread replaces runtime.UnlockOSThread, and does nothing.
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

// OnOutside sets the function to call when code runs outside the schedule. That function does not return.
func OnOutside(f func(why string)) { refused = f }
