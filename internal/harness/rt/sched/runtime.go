package sched

import (
	"fmt"
	"path"
	"reflect"
	"runtime"
	"runtime/debug"
)

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

// Callers replaces runtime.Callers. The callers end at the function that the goroutine began with, because those of the
// scheduler differ from schedule to schedule.
func Callers(skip int, pcs []uintptr) int {
	n := runtime.Callers(skip+1, pcs)
	if Current() == nil {
		return n
	}
	first := runtime.FuncForPC(reflect.ValueOf((*coroutine).run).Pointer()).Entry()
	for i, pc := range pcs[:n] {
		if f := runtime.FuncForPC(pc - 1); f != nil && f.Entry() == first {
			return i
		}
	}
	return n
}

// Stack replaces runtime.Stack.
func Stack(buf []byte, all bool) int {
	if Current() == nil {
		return runtime.Stack(buf, all)
	}
	return copy(buf, StackText())
}

// StackText replaces debug.Stack. In a schedule the text has no addresses, and no folders.
func StackText() []byte {
	g := Current()
	if g == nil {
		return debug.Stack()
	}
	the.tell()
	the.step(g, mix(g.hash, uint64(g.id))) // The number is part of what it has seen.
	var pcs [64]uintptr
	out := fmt.Appendf(nil, "goroutine %d [running]:\n", g.id+1)
	for frames := runtime.CallersFrames(pcs[:Callers(1, pcs[:])]); ; {
		f, more := frames.Next()
		out = fmt.Appendf(out, "%s(...)\n\t%s:%d\n", f.Function, path.Base(f.File), f.Line)
		if !more {
			return out
		}
	}
}
