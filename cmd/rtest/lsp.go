package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/emit"
	"github.com/rtest-dev/rtest/internal/infer"
	"github.com/rtest-dev/rtest/internal/lsp"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/refine"
)

// typing is how long the language server waits for further keystrokes.
const typing = 200 * time.Millisecond

// lsp serves an editor on standard input and output. It ignores --stdio, which many editors pass to
// every server.
func (t *tool) lsp(args []string) int {
	for _, a := range args {
		switch a {
		case "-stdio", "--stdio":
		case "-h", "-help", "--help":
			return t.help([]string{"lsp"})
		default:
			return t.usage("lsp takes no arguments: an editor speaks with it on standard input and output")
		}
	}
	err := lsp.Serve(t.ctx, os.Stdin, t.stdout, lsp.Config{
		Options: t.configure, Explain: explain, Generate: rewrite, Infer: infer.Propose, Run: along, Concurrent: race.Names, Delay: typing, Version: version(),
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintf(t.stderr, "rtest: lsp: %v\n", err)
		return report.ExitFailed
	}
	return report.ExitOK
}

// along tests contracts, and types that promise concurrent use.
func along(ctx context.Context, cfg config.Config) iter.Seq[event.Event] {
	q := race.Request{Config: cfg, Limits: race.DefaultLimits(), Showing: race.ShowingIn(folder())}
	q.Limits.KeepGoing = cfg.KeepGoing
	q.Program = nil // A program is good for one run only.
	return race.Along(ctx, q, check.Run(ctx, cfg))
}

// explain returns the text of a finding without its position.
func explain(e event.Finding) string {
	x := *e.Failure
	x.Pos.Filename, x.Pos.Line, x.Saved = "", 0, ""
	e.Failure = &x
	var b strings.Builder
	// Writing to a strings.Builder never fails.
	_ = report.Text(&b, report.Options{}).Print(e)
	text := strings.TrimPrefix(b.String(), ": ")
	return strings.ReplaceAll(strings.TrimSpace(text), "\n    ", "\n")
}

// configure returns the configuration with which rtest would run in a folder, including the rtest.toml
// of its module. Relative paths are relative to that folder.
func (t *tool) configure(dir string) (config.Config, error) {
	o, err := options.ParseIn(dir, "lsp", nil)
	if err != nil {
		return config.Config{}, err
	}
	if o.Overlay != "" {
		return config.Config{}, errors.New("rtest.toml: an editor cannot use overlay, because its unsaved files are one")
	}
	return t.config(o)
}

// rewrite writes the tests of the packages of cfg and returns the files that it
// changed. With only set these are tests of saved counterexamples, unless the
// package has tests of other inputs already: then they are all kept up to date.
func rewrite(ctx context.Context, cfg config.Config, only bool) ([]string, error) {
	sel := check.Selection{By: check.ByCover, Blank: emit.Blank}
	if only {
		sel.By = check.BySpread // It selects none.
	}
	var pkgs []*refine.Package
	var files []emit.File
	for c, err := range check.Inputs(ctx, cfg, sel) {
		if err != nil {
			return nil, err
		}
		for _, d := range c.Diags {
			if d.Severity == diag.Error {
				return nil, d
			}
		}
		if only && emit.Complete(c.Pkg) {
			return rewrite(ctx, cfg, false)
		}
		if only {
			c.Functions = slices.DeleteFunc(c.Functions, func(f *check.ChosenInputs) bool { return len(f.Saved) == 0 })
		}
		fs, _, err := emit.Files(c, emit.Options{Partial: only})
		if err != nil {
			return nil, err
		}
		pkgs, files = append(pkgs, c.Pkg), append(files, fs...)
	}
	changes, err := emit.Changes(pkgs, files)
	if err == nil {
		err = emit.Apply(changes)
	}
	var paths []string
	for _, c := range changes {
		paths = append(paths, c.Path)
	}
	return paths, err
}
