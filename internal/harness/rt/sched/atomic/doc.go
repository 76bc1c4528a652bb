// Package atomic replaces the standard package sync/atomic in rewritten code.
package atomic

import (
	"unsafe"

	"github.com/rtest-dev/rtest/internal/harness/rt/sched"
)

// load takes a step that reads a variable, and returns its value.
func load[T any](p *T) T {
	if g := sched.Point(sched.Load, nil); g != nil {
		looked(g, p)
	}
	return *p
}

func looked[T any](g *sched.Goroutine, p *T) {
	o := sched.Atomic(unsafe.Pointer(p), unsafe.Sizeof(*p), sched.Read)
	o.Looked(g)
	o.Acquire(g)
}

// store takes a step that sets a variable.
func store[T any](p *T, val T) {
	if g := sched.Point(sched.Store, nil); g != nil {
		o := sched.Atomic(unsafe.Pointer(p), unsafe.Sizeof(*p), sched.Write)
		o.Changed(g)
		o.Release(g)
	}
	*p = val
}

// A number is what the operations on numbers and bits take.
type number interface {
	int32 | int64 | uint32 | uint64 | uintptr
}

// add adds delta to a variable and returns the new value.
func add[T number](p *T, delta T) T {
	change(p)
	*p += delta
	return *p
}

// and keeps the bits of a variable that are set in mask, and returns the old value.
func and[T number](p *T, mask T) (old T) {
	change(p)
	old = *p
	*p &= mask
	return old
}

// or sets the bits of mask in a variable, and returns the old value.
func or[T number](p *T, mask T) (old T) {
	change(p)
	old = *p
	*p |= mask
	return old
}

// swap sets a variable and returns the old value.
func swap[T any](p *T, val T) (old T) {
	change(p)
	old, *p = *p, val
	return old
}

// change takes a step that reads and sets a variable.
func change[T any](p *T) {
	if g := sched.Point(sched.ReadModifyWrite, nil); g != nil {
		changed(g, p)
	}
}

func changed[T any](g *sched.Goroutine, p *T) {
	o := sched.Atomic(unsafe.Pointer(p), unsafe.Sizeof(*p), sched.Write)
	o.Changed(g)
	o.Acquire(g)
	o.Release(g)
}

// compareAndSwap takes a step that sets a variable if it is old, and reports whether it was.
func compareAndSwap[T comparable](p *T, old, new T) bool {
	g := sched.Point(sched.ReadModifyWrite, nil)
	ok := *p == old
	switch {
	case ok:
		if g != nil {
			changed(g, p)
		}
		*p = new
	case g != nil:
		looked(g, p)
	}
	return ok
}
