package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/report"
)

// find searches an input with which a predicate holds.
func (t *tool) find(args []string) int {
	o, cfg, code := t.options("find", args)
	if o == nil {
		return code
	}
	if n := len(o.patterns); n == 1 || n == 2 && isPackagePattern(o.patterns[1]) {
		example := "rtest find " + o.patterns[0] + " 'result < 0'"
		if n == 2 {
			example += " " + o.patterns[1]
		}
		return t.usage("find lacks the predicate, a condition over the inputs and results of " + o.patterns[0] + ": write it behind the function, as in " + example)
	}
	if len(o.patterns) < 2 || len(o.patterns) > 3 {
		return t.usage("find wants 'Function' 'predicate' [package], as in rtest find Abs 'result < 0' ./pkg")
	}
	if f := o.patterns[0]; isPackagePattern(f) || strings.ContainsAny(f, " <>=!&|") {
		return t.usage("find wants the function first, not " + f + ": 'Function' 'predicate' [package], as in rtest find Abs 'result < 0' ./pkg")
	}
	if f, _, ok := strings.Cut(o.patterns[0], "("); ok && f != "" {
		return t.usage("find wants the name of the function alone: " + f + " instead of " + o.patterns[0])
	}
	cfg.Patterns = o.patterns[2:]
	found, err := check.Find(t.ctx, cfg, o.patterns[0], o.patterns[1])
	if err != nil {
		return t.failed(err)
	}
	for _, w := range found.Warnings {
		fmt.Fprintf(t.stderr, "rtest: %v\n", w)
	}
	if found.Failure == nil {
		r := found.Result
		inputs := "inputs"
		if r.Inputs == 1 {
			inputs = "input"
		}
		fmt.Fprintf(t.stdout, "none: %d %s tried", r.Inputs, inputs)
		if r.Exhausted >= 0 {
			fmt.Fprintf(t.stdout, ", exhausted to depth %d", r.Exhausted)
		}
		switch {
		case found.Other != nil:
			fmt.Fprintf(t.stdout, " (without a result: %s)", report.Call(found.Other))
		case r.Verdict == event.Vacuous:
			fmt.Fprintf(t.stdout, " (%s)", r.Reason)
		case r.Verdict != event.Exhausted:
			fmt.Fprintf(t.stdout, " (%s: %s)", r.Verdict, r.Reason)
		}
		fmt.Fprintln(t.stdout)
		if err := t.ctx.Err(); err != nil {
			return t.failed(err)
		}
		return report.ExitFailed
	}
	fmt.Fprintln(t.stdout, report.Call(found.Failure))
	return report.ExitOK
}

// isPackagePattern tells whether an argument names packages, and is no predicate.
func isPackagePattern(arg string) bool {
	if strings.ContainsAny(arg, " \t()<>=!&|\"'`") {
		return false
	}
	first, _, path := strings.Cut(filepath.ToSlash(arg), "/")
	return arg == "." || arg == ".." || strings.Contains(arg, "...") || path && (first == "" || strings.Contains(first, "."))
}
