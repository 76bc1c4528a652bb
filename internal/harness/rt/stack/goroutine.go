package stack

import (
	"runtime"
	"runtime/debug"
)

// A goroutine on which inputs run is marked, so that a function that is an input
// knows at each call, without walking the stack, that it is not called from
// another one. The mark is the only thing that Go keeps of a goroutine alone,
// that its children do not get, and that is read at once: that a fault at an
// address which is not nil panics, as other faults do. What marks a goroutine of
// its own in this way, code that maps files, is taken for the marked one.

// Mark marks the present goroutine and tells whether it was.
func Mark() bool { return debug.SetPanicOnFault(true) }

// Marked tells whether the present goroutine is.
func Marked() bool {
	if debug.SetPanicOnFault(true) {
		return true
	}
	debug.SetPanicOnFault(false)
	return false
}

// GoroutineNumber returns the number of the present goroutine.
func GoroutineNumber() int64 {
	var buf [40]byte
	n := runtime.Stack(buf[:], false)
	id := int64(0)
	for _, c := range buf[len("goroutine "):n] {
		if c < '0' || c > '9' {
			break
		}
		id = id*10 + int64(c-'0')
	}
	return id
}
