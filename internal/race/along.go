package race

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
)

// Along passes on the events of a run that tests functions. Before the end of each package it tests
// the types of the package that promise concurrent use. These results are never cached.
//
// With shards, the first one tests all types.
func Along(ctx context.Context, q Request, events iter.Seq[event.Event]) iter.Seq[event.Event] {
	if q.Config.Limits.Prove == event.ProveOnly || q.Shard > 1 {
		return events
	}
	q.BuildFlags = slices.DeleteFunc(slices.Clone(q.BuildFlags), func(f string) bool { return f == "-race" })
	return func(yield func(event.Event) bool) {
		a := &companion{Request: q, yield: yield}
		for e := range events {
			if !a.pass(ctx, e) {
				return
			}
		}
	}
}

// A companion adds the types of one package after the other to a run.
type companion struct {
	Request
	yield func(event.Event) bool
	dir   string
	// mistaken means that the package has errors, so nothing in it is run.
	mistaken bool
}

// pass passes on an event. It returns false if the consumer has stopped.
func (a *companion) pass(ctx context.Context, e event.Event) bool {
	switch e := e.(type) {
	case event.PackageStart:
		a.dir, a.mistaken = e.Dir, false
	case event.Mistake:
		a.mistaken = a.mistaken || e.Compile || e.Severity == diag.Error
	case event.PackageEnd:
		if !a.mistaken && !e.Broken && !e.Interrupted && a.concerns() {
			return a.test(ctx, e)
		}
	}
	return a.yield(e)
}

// test tests the types of a package, and ends it.
func (a *companion) test(ctx context.Context, end event.PackageEnd) bool {
	if ctx.Err() != nil {
		end.Interrupted = true
		return a.yield(end)
	}
	if !a.yield(event.Progress{Package: end.Package, Phase: event.PhaseCompiling}) {
		return false
	}
	q := a.Request
	q.Package, q.Patterns = end.Package, []string{a.dir}
	start, stopped := time.Now(), false
	err := Test(ctx, q, func(r *Result) bool {
		if r.Replayed && r.Unsupported == "" && len(r.Saved)+len(r.Stale)+r.Passed == 0 {
			return true
		}
		end.Cached = false
		stopped = !a.yield(a.Showing.Event(r))
		return !stopped
	})
	end.Elapsed += time.Since(start)
	_, mistaken := errors.AsType[Mistakes](err)
	switch {
	case stopped:
		return false
	case ctx.Err() != nil:
		end.Interrupted = true
	case err != nil && !mistaken: // The run has shown the mistakes already.
		f := event.Fault{Package: end.Package, Message: "testing concurrent use: " + err.Error()}
		f.Detail, f.Machine = prepare.MachineHelp(err)
		if !a.yield(f) {
			return false
		}
	}
	return a.yield(end)
}

// concerns reports whether the package may have something to test: a file that has the directive
// or, for a replay, a saved schedule. It spares the others a second load.
func (a *companion) concerns() bool {
	if a.Replay {
		names, err := filepath.Glob(filepath.Join(savedDir(a.dir), "*.txt"))
		return err == nil && len(names) > 0
	}
	if a.Overlay != "" {
		return true
	}
	names, err := filepath.Glob(filepath.Join(a.dir, "*.go"))
	return err != nil || slices.ContainsFunc(names, func(name string) bool {
		data, err := os.ReadFile(name)
		return err != nil || bytes.Contains(data, []byte("rtest:concurrent"))
	})
}
