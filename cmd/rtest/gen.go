package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/emit"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/report/html"
	"github.com/rtest-dev/rtest/refine"
)

// A generation has the flags of gen.
type generation struct {
	selection string
	n         int
	fuzz      bool
	mutate    bool
	check     bool
}

func (g *generation) define(fs *flag.FlagSet) {
	fs.StringVar(&g.selection, "select", "cover", "which inputs become tests: "+choices())
	fs.BoolVar(&g.mutate, "mutate", false, "say which mutants of the functions the tests kill")
	fs.IntVar(&g.n, "n", 100, "with -select all: the first `n` inputs, spread over sizes")
	fs.BoolVar(&g.fuzz, "fuzz", false, "write fuzz tests too")
	fs.BoolVar(&g.check, "check", false, "write nothing, fail when a file is not up to date")
}

// choices describes the ways to choose inputs.
func choices() string {
	all := check.Criteria()
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

func criterion(selection string) bool {
	_, ok := check.ParseCriterion(selection)
	return ok
}

// gen writes ordinary Go tests.
func (t *tool) gen(args []string) int {
	g := &generation{}
	o, cfg, code := t.options("gen", args, g.define)
	switch {
	case o == nil:
		return code
	case !criterion(g.selection):
		return t.usage("-select %s: %s", g.selection, choices())
	case g.n < 1:
		return t.usage("-n %d: 1 or more", g.n)
	case *o.Reports.File("html") != "" && !g.mutate:
		return t.usage("-html shows what became of mutants: add -mutate")
	}
	return t.generate(g, o, cfg)
}

// generate chooses inputs, writes the files, and returns the exit code.
func (t *tool) generate(g *generation, o *options.Options, cfg config.Config) int {
	code := report.ExitOK
	by, _ := check.ParseCriterion(g.selection)
	sel := check.Selection{By: by, Spread: g.n, Mutate: g.mutate, Blank: emit.Blank}
	var mutated []*check.Chosen
	var pkgs []*refine.Package
	var files []emit.File
	for c, err := range check.Inputs(t.ctx, cfg, sel) {
		if err != nil {
			return t.failed(err)
		}
		t.diagnostics(c.Diags)
		code = max(code, generationCode(c))
		if c.Failed() {
			continue
		}
		fs, diags, err := emit.Files(c, emit.Options{Fuzz: g.fuzz})
		if err != nil {
			fmt.Fprintf(t.stderr, "rtest: %v\n", err)
			return report.ExitFault
		}
		t.diagnostics(diags)
		text, notes, err := race.ChanceTests(c.Pkg)
		if err != nil {
			return t.failed(err)
		}
		if t.diagnostics(notes); text != "" {
			fs = append(fs, emit.Concurrent(c.Pkg, text))
		}
		pkgs, files = append(pkgs, c.Pkg), append(files, fs...)
		mutated = append(mutated, c)
	}
	changes, err := emit.Changes(pkgs, files)
	if err == nil && !g.check {
		err = emit.Apply(changes)
	}
	if err != nil {
		return t.usage("%v", err)
	}
	code = max(code, t.changes(g, changes))
	if !g.mutate {
		return code
	}
	var pages []func() *html.Sheet
	for _, c := range mutated {
		t.mutants(c)
		pages = append(pages, func() *html.Sheet { return mutantSheet(c) })
	}
	if err := t.sheet(o, pages...); err != nil {
		return t.usage("%v", err)
	}
	return code
}

// generationCode returns the exit code for the result of one package.
func generationCode(c *check.Chosen) int {
	code := report.ExitOK
	for _, d := range c.Diags {
		switch {
		case d.Code == check.FaultCode:
			return report.ExitFault
		case d.Code == check.MachineCode:
			code = max(code, report.ExitUsage)
		case d.Severity == diag.Error:
			code = max(code, report.ExitFailed)
		}
	}
	if c.Pkg.Broken {
		code = max(code, report.ExitUsage)
	}
	return code
}

// changes prints which files were written or are out of date, and returns the exit code.
func (t *tool) changes(g *generation, changes []emit.Change) int {
	for _, c := range changes {
		word := "wrote"
		switch {
		case c.Data == nil && g.check:
			word = "to be removed:"
		case c.Data == nil:
			word = "removed"
		case g.check:
			word = "not up to date:"
		}
		fmt.Fprintf(t.stdout, "%s %s\n", word, relative(c.Path))
	}
	if g.check && len(changes) > 0 {
		fmt.Fprintln(t.stderr, "rtest: run go generate, or rtest gen")
		return report.ExitFailed
	}
	return report.ExitOK
}

func (t *tool) diagnostics(ds []diag.Diagnostic) {
	for _, d := range ds {
		d.Pos.Filename = relative(d.Pos.Filename)
		fmt.Fprintln(t.stderr, d.Error())
	}
}

// relative returns a path relative to the working folder, if it is inside that.
func relative(path string) string {
	dir, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(dir, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}
