package sync

import "github.com/rtest-dev/rtest/internal/harness/rt/sched"

// A Once does one action.
type Once struct {
	object sched.Object
	// busy means that the first call is on its way.
	done, busy bool
}

func (o *Once) fresh() {
	if o.object.Fresh() {
		o.busy = false
	}
}

// A doing waits until no call is running.
type doing Once

// Ready implements sched.Waiter.
func (d *doing) Ready(*sched.Goroutine) bool {
	(*Once)(d).fresh()
	return !d.busy
}

// Awaits reports whether d waits for the end of a call.
func (d *doing) Awaits(o *sched.Object, _ bool) bool { return o == &d.object }

// Do calls f if it is the first call, and returns when the first call has.
func (o *Once) Do(f func()) {
	g := sched.Point(sched.Do, (*doing)(o))
	if o.done {
		if g != nil {
			o.object.Looked(g)
			o.object.Acquire(g)
		}
		return
	}
	if g != nil {
		o.object.Changed(g)
		o.object.Hold()
	}
	o.busy = true
	defer o.finish()
	f()
}

func (o *Once) finish() {
	if g := sched.Release(sched.DoDone, false, &o.object); g != nil {
		o.object.Changed(g)
		o.object.Release(g)
	}
	o.done, o.busy = true, false
}

// OnceFunc returns a function that calls f once.
func OnceFunc(f func()) func() {
	value := OnceValue(func() struct{} {
		f()
		return struct{}{}
	})
	return func() { value() }
}

// OnceValue returns a function that calls f once, and returns its result.
func OnceValue[T any](f func() T) func() T {
	var once Once
	var valid bool
	var panicked any
	var result T
	return func() T {
		once.Do(func() {
			defer func() {
				if !valid {
					panicked = recover()
					panic(panicked)
				}
			}()
			result = f()
			valid = true
		})
		if !valid {
			panic(panicked)
		}
		return result
	}
}

// OnceValues returns a function that calls f once, and returns its results.
func OnceValues[A, B any](f func() (A, B)) func() (A, B) {
	type both struct {
		a A
		b B
	}
	value := OnceValue(func() both {
		a, b := f()
		return both{a, b}
	})
	return func() (A, B) {
		r := value()
		return r.a, r.b
	}
}
