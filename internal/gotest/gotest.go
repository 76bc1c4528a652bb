package gotest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/annotations"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/assert"
	"github.com/rtest-dev/rtest/refine"
)

// A Request is a run of go test.
type Request struct {
	Arguments
	// Dir is the working folder of the go command; empty means the current one. Env is its environment.
	Dir string
	Env []string
	// Self is the command by which rtest runs the tools of the go command; see Tool.
	Self []string
	// Guard ends the go command when rtest is killed. It may be nil.
	Guard *process.Guard
	// Out and Err get the unchanged output of go test.
	Out, Err io.Writer
}

// A Result is the outcome of a run.
type Result struct {
	// Code is the exit code of go test.
	Code int
	// Findings are the distinct calls that break contracts, in the order of their first occurrence.
	Findings []Finding
	// Unchecked are the clauses that were not checked.
	Unchecked []codegen.Unchecked
	// Others are calls of generic functions with types for which their contracts are not checked.
	Others []assert.Finding
	// Broken are the paths of packages that do not compile, whose contracts are not checked.
	Broken []string
	// Mistakes are those in contracts. If there is an error among them, nothing was run.
	Mistakes []diag.Diagnostic
}

// Run runs go test, with the contracts of the module's packages that the tests consist of. The error is
// one of usage, or of the machine.
func Run(ctx context.Context, r Request) (*Result, error) {
	packages, err := list(ctx, r)
	if err != nil {
		return nil, err
	}
	with, err := withDirectives(packages, r)
	if err != nil {
		return nil, err
	}
	result := &Result{}
	var flags []string
	if len(with) > 0 {
		flags, err = lay(ctx, r, packages, with, result)
		if err != nil || result.Failed() {
			return result, err
		}
	}
	return result, run(ctx, r, flags, result)
}

// Failed reports whether a contract has a mistake that is an error.
func (r *Result) Failed() bool {
	return slices.ContainsFunc(r.Mistakes, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// withDirectives returns the paths of the packages that have directives.
func withDirectives(packages []*listed, r Request) (paths []string, err error) {
	read, err := build.OverlaidSource(r.Build)
	if err != nil {
		return nil, err
	}
	for _, l := range packages {
		has := slices.ContainsFunc(l.files(l.GoFiles, l.CgoFiles, l.TestGoFiles, l.XTestGoFiles), func(file string) bool {
			data, err := read(file)
			return err == nil && bytes.Contains(data, []byte("//rtest:"))
		})
		if has {
			paths = append(paths, l.ImportPath)
		}
	}
	return paths, nil
}

// lay makes the overlay with the code that checks the contracts of packages. It returns the flags that make the
// go command use it, or nil if there is nothing to check.
func lay(ctx context.Context, r Request, packages []*listed, with []string, result *Result) ([]string, error) {
	overlaid, err := build.OverlaidFiles(r.Build)
	if err != nil {
		return nil, err
	}
	program, err := annotations.Load(annotations.Config{
		Context: ctx, Dir: r.Dir, Patterns: with, BuildFlags: build.WithoutOverlay(r.Build), Env: r.Env, Overlay: overlaid,
	})
	if err != nil {
		return nil, err
	}
	w := newWeaver(packages, result)
	for _, p := range program.Packages {
		if p.Broken {
			// The go command says why.
			result.Broken = append(result.Broken, p.Path)
			continue
		}
		result.Mistakes = append(result.Mistakes, p.Diags...)
		if len(p.Contracts) == 0 {
			continue
		}
		if w.layer == nil {
			if w.layer, err = build.NewLayer(ctx, p, r.Env, r.Build); err != nil {
				return nil, err
			}
		}
		if err := w.contracts(p); err != nil {
			return nil, err
		}
	}
	if result.Failed() {
		return nil, nil
	}
	w.joints()
	if err := w.functions(); err != nil || len(w.asserted) == 0 {
		return nil, err
	}
	for _, l := range packages {
		if slices.ContainsFunc(l.tested, func(path string) bool { return w.asserted[path] != nil }) {
			if err := w.tests(l); err != nil {
				return nil, err
			}
		}
	}
	path, err := w.layer.Write()
	if err != nil {
		return nil, err
	}
	flags := []string{"-overlay=" + path}
	if r.covers() {
		flag, err := w.toolFlag(r.Self)
		if err != nil {
			return nil, err
		}
		flags = append(flags, flag)
	}
	return flags, nil
}

// contracts adds the code that checks the contracts of a package to the overlay.
func (w *weaver) contracts(p *refine.Package) error {
	code, err := codegen.NewAssertions(p, w.layer.Runtime(), func(path string) bool { return w.packages[path] != nil })
	if err != nil {
		return err
	}
	w.result.Unchecked = append(w.result.Unchecked, code.Unchecked...)
	if len(code.Funcs)+len(code.Foreign) == 0 {
		return nil
	}
	w.contracted(p, code)
	for _, f := range code.Files {
		path := filepath.Join(p.Dir, f.Name)
		w.layer.Lay(path, f.Data)
		w.weaving.Files[path] = ""
	}
	for _, path := range w.layer.LayForwards(p) {
		w.weaving.Files[path] = ""
	}
	return nil
}

// run runs the go command with the overlay's flags.
func run(ctx context.Context, r Request, laid []string, result *Result) error {
	args := append([]string{"test"}, laid...)
	flags := r.Flags
	if laid != nil {
		var err error
		if result.Code, err = vet(ctx, r); err != nil {
			return err
		}
		flags = append(build.WithoutOverlay(flags), "-vet=off")
	}
	args = slices.Concat(args, flags, r.Packages, r.Rest)
	found, err := os.CreateTemp("", "rtest-findings-")
	if err != nil {
		return fmt.Errorf("a file for findings: %w", err)
	}
	defer os.Remove(found.Name())
	defer found.Close()
	var env []string
	if laid != nil {
		// The name of the file is another one in each run.
		env = []string{assert.FileVariable + "=" + found.Name(), assert.RunVariable + "=" + filepath.Base(found.Name())}
	}
	cmd := r.goCommand(ctx, args, env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, r.Out, r.Err
	err = r.Guard.Run(cmd)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		result.Code = max(result.Code, exit.ExitCode())
	} else if err != nil {
		return fmt.Errorf("running the go command: %w", err)
	}
	result.Findings, result.Others, err = readFindings(found)
	return err
}
