package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// The commands that the client may execute.
const (
	commandRun      = "rtest.run"
	commandGenerate = "rtest.generate"
	// commandAdd writes tests of saved counterexamples.
	commandAdd = "rtest.addTest"
	// commandInfer proposes a contract for one function.
	commandInfer = "rtest.infer"
	// commandEdit makes the client apply an edit, which is its argument.
	commandEdit = "rtest.edit"
)

// errNever is the answer to a request for a run that the settings forbid.
const errNever = "no code is run without the setting rtest.run: set it to onDemand, for runs when you ask for them, or to onSave"

// runArguments are the arguments of the commands: a file, the contracts of its package to run, none
// for all, and the depth, 0 for the default.
type runArguments struct {
	URI       string   `json:"uri"`
	Functions []string `json:"functions,omitempty"`
	Depth     int      `json:"depth,omitempty"`
	// changed leaves out contracts whose last result is still valid.
	changed bool
}

// execute answers workspace/executeCommand when the command has ended.
func (s *server) execute(ctx context.Context, v *view, p commandParams) (any, error) {
	if p.Command == commandEdit {
		if len(p.Arguments) != 1 {
			return nil, failf(codeInvalidParams, "%s wants one argument, an edit", p.Command)
		}
		s.ask("workspace/applyEdit", applyParams{p.Arguments[0]})
		return nil, nil
	}
	var args runArguments
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &args) != nil {
		return nil, failf(codeInvalidParams, "%s wants one argument, an object with the uri of a Go file", p.Command)
	}
	path, ok := goFile(args.URI)
	if !ok {
		return nil, failf(codeInvalidParams, "%s: %q is not a Go file", p.Command, args.URI)
	}
	do := s.run
	switch {
	case p.Command == commandRun:
	case p.Command == commandGenerate && s.Generate != nil:
		do = s.generate
	case p.Command == commandAdd && s.Generate != nil:
		do = s.addTest
	case p.Command == commandInfer && s.Infer != nil:
		do = s.infer
	default:
		return nil, failf(codeInvalidParams, "there is no command %q", p.Command)
	}
	s.mu.Lock()
	allowed := s.settings.run != never
	s.mu.Unlock()
	if !allowed {
		return nil, failf(codeFailed, errNever)
	}
	return nil, do(ctx, v, filepath.Dir(path), args, p.Token)
}

// runSaved tests the package of a saved file. It cancels an earlier such run.
func (s *server) runSaved(dir string) {
	f := s.folder(dir)
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	if f.stop != nil {
		f.stop()
	}
	f.stop = cancel
	v := s.view
	s.mu.Unlock()
	s.work.Go(func() {
		defer cancel()
		err := func() (err error) {
			defer s.recoverFault("running "+dir, &err)
			return s.run(ctx, v, dir, runArguments{changed: true}, nil)
		}()
		if _, reported := errors.AsType[*wireError](err); err != nil && !reported && ctx.Err() == nil {
			s.show(messageError, err.Error())
		}
	})
}

// run tests contracts of the package in dir, and publishes each result as soon as it exists. Only one run is
// active at a time; others wait.
func (s *server) run(ctx context.Context, v *view, dir string, args runArguments, token any) error {
	p, ctx, end, err := s.alone(ctx, "rtest "+filepath.Base(dir), token)
	if err != nil {
		return err
	}
	defer end()
	snap := s.loaded(v, dir)
	if snap.err != nil {
		return failf(codeFailed, "loading %s: %v", dir, snap.err) // It is published.
	}
	v = snap.view // It may be a later one.
	cfg, clean, err := withOverlay(snap.cfg, v)
	if err != nil {
		return err
	}
	defer clean()
	if cfg.Program, err = s.takeProgram(snap); err != nil {
		return fmt.Errorf("loading %s: %w", dir, err)
	}
	if args.Depth > 0 {
		cfg.Limits.Depth, cfg.Fixed.Depth = args.Depth, true
	}
	f := s.folder(dir)
	keys := s.keysOf(cfg)
	if args.changed {
		names, any := s.changedSince(f, v, cfg.Program, keys)
		if !any {
			s.refreshLenses()
			return nil
		}
		args.Functions = names
	}
	if len(args.Functions) > 0 {
		cfg.Run = func(_, function string) bool { return slices.Contains(args.Functions, function) }
	}
	s.mu.Lock()
	f.ran = true
	s.mu.Unlock()
	defer s.background("proposing for "+dir, func() { s.preload(snap) })
	defer s.refreshLenses()
	return s.follow(ctx, cfg, v, f, p, keys)
}

// follow handles the events of a run. Keys are those of the contracts.
func (s *server) follow(ctx context.Context, cfg config.Config, v *view, f *folder, p *progress, keys map[string]string) error {
	g := &resultBuilder{view: v, explain: s.Explain}
	var wrong error
	var start event.FunctionStart
	for e := range s.Run(ctx, cfg) {
		switch e := e.(type) {
		case event.PackageStart, event.PackageEnd:
		case event.Concurrent:
			if ctx.Err() == nil {
				r := g.concurrent(e)
				r.key = keys[resultKey(e.Package, e.Name())]
				s.storeResult(f, v, r)
			}
		case event.Abort:
			return e.Err
		case event.Fault:
			s.show(messageError, fmt.Sprintf("a fault of rtest itself, in %s: %s", joinNonEmpty(" ", e.Package, e.Function), e.Message))
			s.log(messageError, e.Detail)
		case event.Mistake:
			if e.Severity == diag.Error {
				// The mistakes themselves are published.
				wrong = failf(codeFailed, "nothing was run: %s", firstLine(e.Message))
			}
			g.mistake(e)
		case event.Progress:
			p.report(activity(e))
		case event.FunctionStart:
			start = e
			p.report(e.Function)
		case event.Finding:
			g.finding(e, start.Pos)
		case event.FunctionEnd:
			if ctx.Err() != nil {
				continue // A cancelled run says less than the one before.
			}
			r := g.end(e)
			r.key = f.withSaved(keys[resultKey(e.Package, e.Function)], e.Function)
			s.storeResult(f, v, r)
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return wrong
}

// storeResult stores a result. If files have changed since the run began, it is stale at once.
func (s *server) storeResult(f *folder, v *view, r *result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, path := range v.edited(s.view) {
		r.stale = r.stale || f.dependsOn(filepath.Dir(path))
		r.rebase(path, s.view.docs[path].text)
	}
	f.results[resultKey(r.end.Package, r.end.Function)] = r
	s.send(f)
}

// edited returns the paths of the documents whose text differs in a later view.
func (v *view) edited(now *view) []string {
	var paths []string
	for _, path := range slices.Sorted(maps.Keys(now.docs)) {
		if old := v.docs[path]; old != nil && old.text != now.docs[path].text {
			paths = append(paths, path)
		}
	}
	return paths
}

// refreshLenses makes the client request the code lenses again.
func (s *server) refreshLenses() {
	if s.client.refresh {
		s.ask("workspace/codeLens/refresh", nil)
	}
}

// generate writes the tests of the package in dir.
func (s *server) generate(ctx context.Context, v *view, dir string, _ runArguments, token any) error {
	return s.write(ctx, v, dir, false, token)
}

// addTest writes tests of the saved counterexamples of the package in dir.
func (s *server) addTest(ctx context.Context, v *view, dir string, _ runArguments, token any) error {
	return s.write(ctx, v, dir, true, token)
}

// write writes the tests of the package in dir or, with only, tests of its saved counterexamples.
func (s *server) write(ctx context.Context, v *view, dir string, only bool, token any) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := s.begin(cancel, "rtest gen "+filepath.Base(dir), token)
	defer p.end()
	snap := s.loaded(v, dir)
	if snap.err != nil {
		return fmt.Errorf("loading %s: %w", dir, snap.err)
	}
	for _, path := range slices.Sorted(maps.Keys(snap.view.overlay())) {
		if snap.stamps.Dirs[filepath.Dir(path)] {
			return failf(codeFailed, "save %s first: tests are written for the file on disk", filepath.Base(path))
		}
	}
	select {
	case s.running <- struct{}{}:
		defer func() { <-s.running }()
	case <-ctx.Done():
		return ctx.Err()
	}
	files, err := s.Generate(ctx, snap.cfg, only)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		s.show(messageInfo, "the tests were up to date")
		return nil
	}
	var names []string
	for _, path := range files {
		names = append(names, filepath.Base(path))
	}
	s.show(messageInfo, "wrote "+strings.Join(names, ", "))
	if _, err := os.Stat(files[0]); err == nil && s.client.show {
		s.ask("window/showDocument", showParams{URI: s.current().uri(files[0]), TakeFocus: only})
	}
	return nil
}

// withOverlay replaces files on disk by unsaved documents for everything that reads the packages of
// cfg. Clean removes the temporary files.
func withOverlay(cfg config.Config, v *view) (with config.Config, clean func(), err error) {
	files := v.overlay()
	if len(files) == 0 {
		return cfg, func() {}, nil
	}
	dir, remove, err := cfg.Guard.TempDir("rtest-unsaved-")
	if err != nil {
		return cfg, nil, fmt.Errorf("a folder for unsaved files: %w", err)
	}
	replace := map[string]string{}
	for i, path := range slices.Sorted(maps.Keys(files)) {
		replace[path] = filepath.Join(dir, fmt.Sprintf("%d.go", i))
		err = os.WriteFile(replace[path], files[path], 0o600)
		if err != nil {
			break
		}
	}
	if err == nil {
		cfg.Overlay = filepath.Join(dir, "overlay.json")
		var data []byte
		if data, err = json.Marshal(map[string]any{"Replace": replace}); err == nil {
			err = os.WriteFile(cfg.Overlay, data, 0o600)
		}
	}
	if err != nil {
		return cfg, nil, fmt.Errorf("writing the unsaved files: %w", errors.Join(err, remove()))
	}
	return cfg, func() { _ = remove() }, nil
}

// activity describes the current activity of a run.
func activity(p event.Progress) string {
	switch {
	case p.Function == "":
		return p.Phase.String()
	case p.Phase == event.PhaseDepth:
		return fmt.Sprintf("%s: depth %d, %s", p.Function, p.Depth, inputs(p.Inputs))
	}
	return fmt.Sprintf("%s: %s, %s", p.Function, p.Phase, inputs(p.Inputs))
}
