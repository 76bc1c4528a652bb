// Package sched runs concurrent code under a schedule of its own: one goroutine runs at a time, and before each
// step that others may notice the scheduler decides who runs next.
//
// It takes the calls of a case, and returns their outcome under each schedule within a bound of preemptions. The
// packages below it replace sync, sync/atomic, time and context in rewritten code. The package knows nothing of
// contracts and of the parent process.
//
// A process has one scheduler, because rewritten code calls functions and has no handle.
package sched
