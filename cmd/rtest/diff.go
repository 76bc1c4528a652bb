package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"github.com/rtest-dev/rtest/internal/diff"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
	"github.com/rtest-dev/rtest/internal/report/html"
	"github.com/rtest-dev/rtest/internal/report/sheets"
)

// A versionDiff has the flags of diff.
type versionDiff struct {
	revision, allow  string
	errors, markdown bool
}

func (v *versionDiff) define(fs *flag.FlagSet) {
	fs.StringVar(&v.revision, "rev", "", "compare the packages with those of a `revision` of git, or those of two: old..new")
	fs.BoolVar(&v.errors, "errors", false, "compare also what errors and panics say")
	fs.StringVar(&v.allow, "allow", "", "a `file` of accepted differences, one a line")
	fs.BoolVar(&v.markdown, "markdown", false, "print a summary in Markdown, as for a pull request")
}

// diff compares two versions.
func (t *tool) diff(args []string) int {
	v := &versionDiff{}
	o, err := options.Parse("diff", args, v.define)
	if errors.Is(err, flag.ErrHelp) {
		return t.help([]string{"diff"})
	}
	var q diff.Request
	if err == nil {
		q, err = v.request(t, o)
	}
	var accepted []string
	if err == nil && v.allow != "" {
		accepted, err = acceptedIn(v.allow)
	}
	if err != nil {
		return t.usage("%v", err)
	}
	// Syntax and types of two versions stay in memory; garbage of twice as much would be 1 GiB.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(150)
	}
	r, err := diff.Run(t.ctx, q)
	if err != nil {
		return t.failed(err)
	}
	for _, k := range r.Allow(accepted) {
		if r.Interrupted {
			break // It may exist.
		}
		fmt.Fprintf(t.stderr, "rtest: %s: the difference %q no longer exists\n", v.allow, k)
	}
	code := report.ExitOK
	if r.Differ() {
		code = report.ExitFailed
	}
	dir := folder()
	if err := t.sheet(o, func() *html.Sheet { return sheets.Diff(r) }); err != nil {
		return t.usage("%v", err)
	}
	switch {
	case o.JSON():
		code = max(code, t.diffJSON(r, dir))
	case v.markdown:
		fmt.Fprint(t.stdout, r.Markdown())
	default:
		fmt.Fprint(t.stdout, r.Text(dir))
	}
	if r.Interrupted {
		return t.usage("interrupted")
	}
	return code
}

// request returns what to compare.
func (v *versionDiff) request(t *tool, o *options.Options) (q diff.Request, err error) {
	var modules []string
	if strings.Contains(o.Mod, "@") {
		// -mod of the go command never contains a version.
		modules, o.Mod = append([]string{o.Mod}, o.Patterns...), ""
	}
	cfg, err := t.config(o)
	if err != nil {
		return q, err
	}
	q = diff.Request{Config: cfg, Revision: v.revision, Errors: v.errors}
	var named []string
	for len(o.Patterns) > 0 && !isPackagePattern(o.Patterns[0]) && modules == nil {
		named, o.Patterns = append(named, o.Patterns[0]), o.Patterns[1:]
	}
	const usage = "diff wants two versions: rtest diff OldF NewF [package], rtest diff -rev REV [packages], or rtest diff -mod m@v1 m@v2"
	switch {
	case modules != nil && (len(modules) < 2 || v.revision != ""):
		return q, errors.New(usage)
	case modules != nil:
		q.Modules, q.Config.Patterns = modules[:2], modules[2:]
	case v.revision != "" && len(named) > 0:
		return q, fmt.Errorf("-rev compares packages, and %s is none; a folder is named as ./%s", named[0], named[0])
	case v.revision != "":
		q.Config.Patterns = o.Patterns
	case len(named) != 2:
		return q, errors.New(usage)
	case len(o.Patterns) > 1:
		return q, errors.New("both functions are of one package: rtest diff OldF NewF [package]")
	default:
		q.Functions, q.Config.Patterns = named, o.Patterns
	}
	return q, nil
}

// acceptedIn returns the keys in a file of accepted differences.
func acceptedIn(file string) (keys []string, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("-allow: %w", err)
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			keys = append(keys, line)
		}
	}
	return keys, nil
}

type foundDifference struct {
	Key      string            `json:"key"`
	Package  string            `json:"package"`
	Function string            `json:"function"`
	Pos      string            `json:"pos"`
	Kind     string            `json:"kind"`
	Call     string            `json:"call"`
	Args     map[string]string `json:"args"`
	Old      string            `json:"old"`
	New      string            `json:"new"`
	General  string            `json:"general,omitempty"`
	Always   bool              `json:"always,omitempty"`
	Beyond   bool              `json:"beyond,omitempty"`
	Count    int64             `json:"count"`
	Of       int64             `json:"of"`
}

type foundDiff struct {
	Old         string            `json:"old"`
	New         string            `json:"new"`
	Differences []foundDifference `json:"differences"`
	Removed     []string          `json:"removed"`
	Added       []string          `json:"added"`
	LeftOut     []leftOutOfIt     `json:"leftOut"`
	// Partly lists the functions that were compared for only some of their inputs.
	Partly    []leftOutOfIt `json:"partly,omitempty"`
	Functions int           `json:"functions"`
	Inputs    int64         `json:"inputs"`
	// Interrupted says that others are left out.
	Interrupted bool `json:"interrupted,omitempty"`
}

// diffJSON writes a report as one JSON object.
func (t *tool) diffJSON(r *diff.Report, dir string) int {
	out := foundDiff{
		Old: r.Old, New: r.New, Differences: []foundDifference{}, Removed: append([]string{}, r.Removed...), Added: append([]string{}, r.Added...),
		LeftOut: []leftOutOfIt{}, Functions: r.Functions, Inputs: r.Inputs, Interrupted: r.Interrupted,
	}
	for i := range r.Differences {
		d := &r.Differences[i]
		one := foundDifference{
			Key: d.Key(), Package: d.Package, Function: d.Function, Pos: place(dir, d.Pos), Kind: string(d.Kind), Call: d.Call, Args: map[string]string{},
			Old: d.Old, New: d.New, Always: d.Always, Beyond: d.Beyond, Count: d.Count, Of: d.Of,
		}
		for _, a := range d.Args {
			one.Args[a.Name] = a.Value
		}
		if d.General != nil {
			one.General = d.General.Cond
		}
		out.Differences = append(out.Differences, one)
	}
	for _, l := range r.LeftOut {
		out.LeftOut = append(out.LeftOut, leftOutOfIt{Name: l.Package + "." + l.Function, Pos: place(dir, l.Pos), Why: l.Why})
	}
	for _, l := range r.Partly {
		out.Partly = append(out.Partly, leftOutOfIt{Name: l.Package + "." + l.Function, Pos: place(dir, l.Pos), Why: l.Why})
	}
	return t.object(out)
}
