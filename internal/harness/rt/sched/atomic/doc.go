// Package atomic replaces the standard package sync/atomic in rewritten code.
package atomic

import (
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// look takes a step that reads a variable.
func look[T any](p *T) {
	if g := sched.Point(sched.Load, nil); g != nil {
		o := sched.Atomic(unsafe.Pointer(p), unsafe.Sizeof(*p), sched.Read)
		o.Looked(g)
		o.Acquire(g)
	}
}

// store takes a step that sets a variable.
func store[T any](p *T) {
	if g := sched.Point(sched.Store, nil); g != nil {
		o := sched.Atomic(unsafe.Pointer(p), unsafe.Sizeof(*p), sched.Write)
		o.Changed(g)
		o.Release(g)
	}
}

// change takes a step that reads and sets a variable.
func change[T any](p *T) {
	if g := sched.Point(sched.ReadModifyWrite, nil); g != nil {
		note(g, p)
	}
}

func note[T any](g *sched.Goroutine, p *T) {
	o := sched.Atomic(unsafe.Pointer(p), unsafe.Sizeof(*p), sched.Write)
	o.Changed(g)
	o.Acquire(g)
	o.Release(g)
}

// compare takes a step that sets a variable if it is old, and reports whether it was.
func compare[T comparable](p *T, old, new T) bool {
	g := sched.Point(sched.ReadModifyWrite, nil)
	ok := *p == old
	switch {
	case ok:
		if g != nil {
			note(g, p)
		}
		*p = new
	case g != nil:
		o := sched.Atomic(unsafe.Pointer(p), unsafe.Sizeof(*p), sched.Read)
		o.Looked(g)
		o.Acquire(g)
	}
	return ok
}
