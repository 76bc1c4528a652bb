package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/report"
)

// find searches for an input for which a predicate holds, or that reaches a line.
func (t *tool) find(args []string) int {
	var at reachedLine
	o, cfg, code := t.options("find", args, at.define)
	if o == nil {
		return code
	}
	if at != "" {
		return t.reach(o, cfg, string(at))
	}
	if wrong := wrongFind(o.Patterns); wrong != "" {
		return t.usage("%s", wrong)
	}
	cfg.Patterns = o.Patterns[2:]
	found, err := check.Find(t.ctx, cfg, o.Patterns[0], o.Patterns[1])
	if err != nil {
		return t.failed(err)
	}
	for _, w := range found.Warnings {
		fmt.Fprintf(t.stderr, "rtest: %v\n", w)
	}
	if found.Failure == nil {
		fmt.Fprintln(t.stdout, "none: "+searched(&found))
		if err := t.ctx.Err(); err != nil {
			return t.failed(err)
		}
		return report.ExitFailed
	}
	fmt.Fprintln(t.stdout, report.Call(found.Failure))
	return report.ExitOK
}

// wrongFind returns what is wrong with the arguments of find, or "".
func wrongFind(args []string) string {
	if n := len(args); n == 1 || n == 2 && isPackagePattern(args[1]) {
		example := "rtest find " + args[0] + " 'result < 0'"
		if n == 2 {
			example += " " + args[1]
		}
		return "find lacks the predicate, a condition over the inputs and results of " + args[0] + ": write it after the function, as in " + example
	}
	if len(args) < 2 || len(args) > 3 {
		return "find wants 'Function' 'predicate' [package], as in rtest find Abs 'result < 0' ./pkg"
	}
	if f := args[0]; isPackagePattern(f) || strings.ContainsAny(f, " <>=!&|") {
		return "find wants the function first, not " + f + ": 'Function' 'predicate' [package], as in rtest find Abs 'result < 0' ./pkg"
	}
	if f, _, ok := strings.Cut(args[0], "("); ok && f != "" {
		return "find wants the name of the function alone: " + f + " instead of " + args[0]
	}
	return ""
}

// searched describes the extent of a search that found nothing.
func searched(found *check.Found) string {
	r := found.Result
	inputs := "inputs"
	if r.Inputs == 1 {
		inputs = "input"
	}
	text := fmt.Sprintf("%d %s tried", r.Inputs, inputs)
	if r.Exhausted >= 0 {
		text += fmt.Sprintf(", exhausted to depth %d", r.Exhausted)
	}
	switch {
	case found.Other != nil && found.Other.IsUnevaluated():
		text += fmt.Sprintf(" (the predicate cannot be evaluated after %s: %s)", report.Call(found.Other), found.Other.Panic)
	case found.Other != nil:
		text += fmt.Sprintf(" (without a result: %s)", report.Call(found.Other))
	case r.Verdict == event.Vacuous:
		text += fmt.Sprintf(" (%s)", r.Reason)
	case r.Verdict != event.Exhausted:
		text += fmt.Sprintf(" (%s: %s)", r.Verdict, r.Reason)
	}
	return text
}

// A reachedLine is the flag -reach of find.
type reachedLine string

func (l *reachedLine) define(fs *flag.FlagSet) {
	fs.StringVar((*string)(l), "reach", "", "search for an input whose call reaches the `line`, such as file.go:31")
}

// reach searches for an input that reaches a line.
func (t *tool) reach(o *options.Options, cfg config.Config, at string) int {
	const usage = "find -reach wants a line, and perhaps a condition over the variables there and a package: rtest find -reach pkg/file.go:31 'n > 3'"
	file, number, _ := strings.Cut(at, ":")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || !strings.HasSuffix(file, ".go") || len(o.Patterns) > 2 {
		return t.usage(usage)
	}
	predicate, patterns := "", o.Patterns
	if len(patterns) > 0 && !isPackagePattern(patterns[0]) {
		predicate, patterns = patterns[0], patterns[1:]
	}
	if len(patterns) > 1 {
		return t.usage(usage)
	}
	cfg.Patterns = patterns
	all, err := check.Reach(t.ctx, cfg, check.Line{File: file, Number: n}, predicate)
	if err != nil {
		return t.failed(err)
	}
	if last := all[len(all)-1]; last.Failure != nil {
		fmt.Fprintln(t.stdout, last.Failure.Call)
		return report.ExitOK
	}
	for _, r := range all {
		fmt.Fprintf(t.stdout, "none by %s: %s\n", r.Function, searched(&r.Found))
	}
	if err := t.ctx.Err(); err != nil {
		return t.failed(err)
	}
	return report.ExitFailed
}

// isPackagePattern reports whether an argument names packages rather than being a predicate.
func isPackagePattern(arg string) bool {
	if strings.ContainsAny(arg, " \t()<>=!&|\"'`") {
		return false
	}
	first, _, path := strings.Cut(filepath.ToSlash(arg), "/")
	return arg == "." || arg == ".." || strings.Contains(arg, "...") || path && (first == "" || strings.Contains(first, "."))
}
