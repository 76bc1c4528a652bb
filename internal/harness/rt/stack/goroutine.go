package stack

import (
	"runtime"
	"runtime/debug"
)

// The goroutine that runs inputs is marked. A function input checks the mark at each call to see
// whether another goroutine calls it, without walking the stack. The mark is the setting that
// faults at addresses other than nil panic. Go keeps no other state for each goroutine that can be
// read at once and that its children do not inherit. Code that sets the same flag on its own
// goroutine, as some code does that maps files, is mistaken for the marked goroutine.

// Mark marks the current goroutine and reports whether it was marked before.
func Mark() bool { return debug.SetPanicOnFault(true) }

// Marked reports whether the current goroutine is marked.
func Marked() bool {
	if debug.SetPanicOnFault(true) {
		return true
	}
	debug.SetPanicOnFault(false)
	return false
}

// GoroutineNumber returns the number of the current goroutine.
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
