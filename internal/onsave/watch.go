package onsave

import (
	"context"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/fault"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/unchanged"
	"github.com/rtest-dev/rtest/refine"
)

// A Config has what watching needs from its caller.
type Config struct {
	// Options returns what to test and how. It is called before each run, because rtest.toml may have
	// changed.
	Options func() (config.Config, error)
	// Run tests the packages of a configuration. It may test types as well as functions; Concurrent
	// returns the names of these types.
	Run        func(context.Context, config.Config) iter.Seq[event.Event]
	Concurrent func(*refine.Package) []string
	// Report has the options for showing results on Screen.
	Report report.Options
	Screen *Screen
}

// poll is the time between two checks of the files.
const poll = 100 * time.Millisecond

// Watch tests the packages, and tests again after changes, until ctx ends. It returns the exit code
// for the latest results.
func Watch(ctx context.Context, cfg Config) int {
	w := &watch{Config: cfg, known: map[string]*pkg{}, failed: map[unchanged.Part]bool{}, dirs: []string{"."}}
	if dir, err := os.Getwd(); err == nil {
		w.dirs = []string{dir}
	}
	for {
		w.begun, w.tested = time.Now(), nil
		if w.test(ctx) {
			w.Screen.write(w.line(w.summary()), w.text(w.events()))
		}
		if !w.wait(ctx) {
			w.Screen.end()
			return w.code()
		}
	}
}

// A watch is the state between two runs.
type watch struct {
	Config
	// known has the packages by path, paths their order.
	known map[string]*pkg
	paths []string
	// failed has the functions that failed when they were last tested.
	failed map[unchanged.Part]bool
	// err is the reason why nothing could be tested.
	err error
	// dirs and files are checked for changes. seen is their state before the last run.
	dirs, files []string
	seen        unchanged.Stamps
	// begun is the start of the last run. tested has the functions and types that it tested.
	begun  time.Time
	tested []string
}

// look returns the stamps of the files.
func (w *watch) look() unchanged.Stamps { return unchanged.StampsOf(w.dirs, w.files...) }

// changed reports whether files differ from those before the run.
func (w *watch) changed() bool { return !maps.Equal(w.seen.Files, w.look().Files) }

// wait waits for a change. It returns false if ctx ends before.
func (w *watch) wait(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(poll):
		}
		if w.changed() {
			return true
		}
		w.Screen.fit()
	}
}

// test tests the changed parts. It returns false if it was interrupted, for example by another change.
func (w *watch) test(ctx context.Context) bool {
	w.err = nil
	cfg, err := w.Options()
	var list *annotations.Listing
	before := w.look()
	if err == nil {
		list, err = prepare.ListPackages(ctx, cfg, true)
	}
	if err != nil {
		w.seen, w.err = before, err
		return ctx.Err() == nil
	}
	if w.reconfigured(before) {
		clear(w.known)
	}
	w.dirs, w.files = list.Sources()
	w.seen = w.look().ChangedSince(w.begun)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var looking fault.Group
	looking.Go(func() {
		for ctx.Err() == nil && !w.changed() {
			select {
			case <-ctx.Done():
			case <-time.After(poll):
			}
		}
		cancel()
	})
	w.run(ctx, cfg, list)
	done := ctx.Err() == nil
	cancel()
	looking.Wait()
	return done
}

// reconfigured reports whether files changed that determine how packages are loaded and tested.
func (w *watch) reconfigured(now unchanged.Stamps) bool {
	for _, files := range []map[string]unchanged.Stamp{now.Files, w.seen.Files} {
		for path := range files {
			if unchanged.Configures(filepath.Base(path)) && now.Files[path] != w.seen.Files[path] {
				return true
			}
		}
	}
	return false
}

// run tests the changed parts of the packages in a listing.
func (w *watch) run(ctx context.Context, cfg config.Config, list *annotations.Listing) {
	prints := map[string]string{}
	w.paths = nil
	for _, l := range list.Packages() {
		w.paths, prints[l.Path] = append(w.paths, l.Path), l.Fingerprint
	}
	cfg.Program = list.Load(func(l annotations.Listed) bool {
		p := w.known[l.Path]
		return p == nil || p.print == "" || p.print != l.Fingerprint
	})
	keys := unchanged.Keys(cfg, w.Concurrent)
	selected := map[unchanged.Part]bool{}
	for _, l := range cfg.Program.Packages {
		p := w.known[l.Path]
		if p == nil {
			p = &pkg{parts: map[string]*part{}}
			w.known[l.Path] = p
		}
		p.print = ""
		for _, name := range p.outdated(l, keys, w.Concurrent(l)) {
			selected[unchanged.Part{Package: l.Path, Name: name}] = true
		}
	}
	maps.DeleteFunc(w.known, func(path string, _ *pkg) bool { _, listed := prints[path]; return !listed })
	all := cfg.Run
	cfg.Run = func(pkg, name string) bool {
		return selected[unchanged.Part{Package: pkg, Name: name}] && (all == nil || all(pkg, name))
	}
	// Functions that failed come first, because the user works on them.
	cfg.First.Then = func(pkg, name string) bool { return w.failed[unchanged.Part{Package: pkg, Name: name}] }
	w.follow(ctx, cfg, keys, prints)
}

// follow processes the events of a run.
func (w *watch) follow(ctx context.Context, cfg config.Config, keys map[unchanged.Part]string, prints map[string]string) {
	var p *pkg
	var f *part
	for e := range w.Run(ctx, cfg) {
		if ctx.Err() != nil {
			return // Later events are less complete than the old results.
		}
		switch e := e.(type) {
		case event.Progress:
			w.Screen.say(w.progress(e))
		case event.Abort:
			w.err = e.Err
		case event.PackageStart:
			p, f = w.known[e.Package], nil
			p.start, p.mistakes, p.broken = e, nil, false
		case event.FunctionStart:
			f = &part{events: []event.Event{e}}
		case event.Finding:
			f.events = append(f.events, e)
		case event.FunctionEnd:
			f.events = append(f.events, e)
			id := unchanged.Part{Package: e.Package, Name: e.Function}
			w.failed[id] = len(e.Failures) > 0
			w.settle(p, e.Function, f, keys[id])
			f = nil
		case event.Concurrent:
			w.settle(p, e.Name(), &part{events: []event.Event{e}}, keys[unchanged.Part{Package: e.Package, Name: e.Name()}])
		case event.PackageEnd:
			p.end, p.print = e, prints[e.Package]
		case event.Mistake:
			p.broken = p.broken || e.Compile || e.Severity == diag.Error
			p.add(f, e)
		default:
			p.add(f, e)
		}
	}
}

// settle keeps the result of a function or type, and shows it unless it is quiet.
func (w *watch) settle(p *pkg, name string, f *part, key string) {
	f.quiet = w.text(f.events) == ""
	f.key = key
	p.parts[name] = f
	w.tested = append(w.tested, name)
	if !f.quiet {
		w.Screen.draw(w.line("testing, after "+name), w.text(w.events()))
	}
}
