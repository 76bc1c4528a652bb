package sched

import (
	"reflect"
	"runtime"
	"unsafe"
	"weak"
)

// A finalizer is what runs once an object is no longer used. Only those count that the first goroutine of a schedule sets: they
// have the same numbers in every schedule.
type finalizer struct {
	at uintptr
	// run runs it. It is nil while unused objects are looked for: then gone reports whether the object is one, and kept is
	// what the collector finds without it.
	run  func()
	gone func() bool
	kept []any
	// stopped means that it never runs.
	stopped bool
}

// A finalizing has the finalizers of a schedule. Looking means that unused objects are looked for.
type finalizing struct {
	finalizers []*finalizer
	looking    bool
}

// SetFinalizer stands for runtime.SetFinalizer.
func SetFinalizer(obj, f any) {
	p := (*[2]unsafe.Pointer)(unsafe.Pointer(&obj))[1]
	if f == nil {
		for _, x := range the.finalizers {
			x.stopped = x.stopped || x.at == uintptr(p)
		}
		return
	}
	of, fun := reflect.ValueOf(obj), reflect.ValueOf(f)
	setFinalizer(p, func() { fun.Call([]reflect.Value{of}) }, f)
}

// A Cleanup stands for runtime.Cleanup.
type Cleanup struct{ of *finalizer }

// Stop keeps the cleanup from running.
func (c Cleanup) Stop() {
	if c.of != nil {
		c.of.stopped = true
	}
}

// AddCleanup stands for runtime.AddCleanup.
func AddCleanup[T, S any](p *T, cleanup func(S), arg S) Cleanup {
	return Cleanup{setFinalizer(unsafe.Pointer(p), func() { cleanup(arg) }, cleanup, arg)}
}

// setFinalizer notes what runs once the object at p is no longer used. Run may refer to the object, kept is what the collector
// finds meanwhile.
func setFinalizer(p unsafe.Pointer, run func(), kept ...any) *finalizer {
	if g := Current(); p == nil || g == nil || g.id != 0 {
		return nil
	}
	x := &finalizer{at: uintptr(p), run: run}
	if the.looking {
		w := weak.Make((*byte)(p))
		x.run, x.kept, x.gone = nil, kept, func() bool { return w.Value() == nil }
	}
	the.finalizers = append(the.finalizers, x)
	return x
}

// Look has the schedules that follow find out which objects are no longer used, or ends that.
func Look(on bool) { the.looking = on }

// Unused returns the numbers of the finalizers whose objects nothing refers to but the caller. It is called by the first goroutine
// of a schedule, which then ends.
func Unused() (list []int) {
	s := the
	// What the scheduler knows of memory keeps it alive.
	s.memory.reset()
	clear(s.channels)
	for _, g := range append(s.gs, s.spare...) {
		clear(g.looked[:cap(g.looked)])
		clear(g.given[:cap(g.given)])
	}
	runtime.GC()
	for i, x := range s.finalizers {
		if !x.stopped && x.gone != nil && x.gone() {
			list = append(list, i)
		}
	}
	return list
}

// HasFinalizers reports whether the first goroutine of the last schedule has set any.
func HasFinalizers() bool { return len(the.finalizers) > 0 }

// Finalize runs some finalizers by their numbers. The collector knows of all that came before.
func Finalize(list []int) {
	s := the
	g := s.cur
	for _, o := range s.gs {
		g.clock = g.clock.join(s, o.clock)
	}
	for _, i := range list {
		if i < len(s.finalizers) && !s.finalizers[i].stopped && s.finalizers[i].run != nil {
			s.finalizers[i].run()
		}
	}
}
