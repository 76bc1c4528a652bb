package rtesting

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
)

// A run turns the events of a run of package check into subtests.
type run struct {
	*options.Options
	ctx context.Context
	// several says that the subtests are grouped by packages.
	several bool
	// chosen reports whether go test runs the subtest of a function or, without one, any of a package.
	chosen func(pkg string, function ...string) bool
	// printer writes what the command line would show to text.
	printer report.Printer
	text    bytes.Buffer
	// next and back are the events to come.
	next func() (event.Event, bool)
	back event.Event
	// over says that go test runs no more subtests, as after a failure with -failfast.
	over bool
}

// all takes the events of a run.
func (r *run) all(t *testing.T, events iter.Seq[event.Event]) {
	next, stop := iter.Pull(events)
	defer stop()
	r.next = next
	for !r.over {
		e, ok := r.take()
		if !ok {
			return
		}
		start, ok := e.(event.PackageStart)
		switch {
		case !ok:
			r.show(t, e)
		case r.several:
			r.sub(t, start.Package, func(t *testing.T) { r.group(t, start) })
		default:
			r.group(t, start)
		}
	}
}

// take returns the next event.
func (r *run) take() (event.Event, bool) {
	if e := r.back; e != nil {
		r.back = nil
		return e, true
	}
	return r.next()
}

// sub runs a subtest that take the events of its own.
func (r *run) sub(t *testing.T, name string, do func(*testing.T)) {
	ran := false
	t.Run(name, func(t *testing.T) {
		ran = true
		do(t)
	})
	r.over = r.over || !ran
}

// group takes the events of one package.
func (r *run) group(t *testing.T, start event.PackageStart) {
	r.show(t, start)
	for ended := 0; !r.over; {
		e, ok := r.take()
		if !ok {
			return
		}
		switch e := e.(type) {
		case event.Progress:
			// A subtest begins at the turn of its function, so its time is that of the function.
			if e.Function != "" && e.Package == start.Package && e.Index == ended+1 {
				ended++
				r.sub(t, e.Function, func(t *testing.T) { r.function(t, e.Function) })
			}
		case event.FunctionStart:
			ended++
			r.back = e
			r.sub(t, e.Function, func(t *testing.T) { r.function(t, e.Function) })
		case event.Concurrent:
			r.sub(t, e.Name(), func(t *testing.T) { r.end(t, e, e.Verdict) })
		case event.Mistake:
			if wrong := e.Severity == diag.Error && !e.Compile; wrong && e.Function != "" && r.chosen(e.Package, e.Function) {
				r.sub(t, e.Function, func(t *testing.T) { r.show(t, e) })
				continue
			}
			r.show(t, e)
		case event.PackageEnd:
			r.show(t, e)
			if e.Interrupted {
				fail(t, "the rest is not tested: the time of go test was nearly over; raise its -timeout, or lower -time or -depth")
			}
			return
		default:
			r.show(t, e)
		}
	}
}

// function takes the events of one function.
func (r *run) function(t *testing.T, name string) {
	for {
		e, ok := r.take()
		if !ok {
			fail(t, "the run ended before the function was tested")
			return
		}
		switch e := e.(type) {
		case event.Progress:
		case event.FunctionEnd:
			r.end(t, e, e.Verdict)
			return
		case event.FunctionStart:
			if e.Function != name {
				r.untested(t, e)
				return
			}
		case event.PackageEnd:
			r.untested(t, e)
			return
		case event.Fault:
			r.show(t, e)
			if e.Fatal {
				return
			}
		default:
			r.show(t, e)
		}
	}
}

// untested ends the subtest of a function that the run has left out, because it was interrupted. The
// event is another's.
func (r *run) untested(t *testing.T, e event.Event) {
	r.back = e
	fail(t, "the run was interrupted before the function was tested")
}

// end shows the result of a function or type, and ends its subtest.
func (r *run) end(t *testing.T, e event.Event, v event.Verdict) {
	r.show(t, e)
	switch {
	case t.Failed():
	case r.ctx.Err() != nil:
		fail(t, "the time of go test was nearly over; the function is not tested in full")
	case v == event.Skipped || v == event.Unsupported:
		t.SkipNow()
	}
}

// show writes the command line's text for an event to the output of a test. The test fails if the event makes
// the command fail.
func (r *run) show(t *testing.T, e event.Event) {
	if err := r.printer.Print(e); err != nil {
		t.Errorf("rtesting: %v", err)
	}
	if _, err := r.text.WriteTo(t.Output()); err != nil {
		t.Errorf("rtesting: %v", err)
	}
	status := report.Status{Strict: r.Strict}
	if status.Add(e); status.Code() != report.ExitOK {
		t.Fail()
	}
}

// fail makes a test fail with a message that has no place in this package.
func fail(t *testing.T, message string) {
	fmt.Fprintln(t.Output(), message)
	t.Fail()
}
