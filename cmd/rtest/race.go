package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
)

// A raceTest is what the flags of race say.
type raceTest struct{ concurrent.Limits }

func (r *raceTest) define(fs *flag.FlagSet) {
	r.Limits = race.DefaultLimits()
	fs.IntVar(&r.Prefix, "prefix", r.Prefix, "at most `n` calls before those at the same time")
	fs.IntVar(&r.Preemptions, "preemptions", r.Preemptions, "all schedules with at most `n` preemptions are run")
	fs.IntVar(&r.Random, "random", r.Random, "then `n` schedules of each case with more preemptions")
	fs.IntVar(&r.Schedules, "schedules", r.Schedules, "at most about `n` schedules a type")
}

// race tests types that promise to be safe for concurrent use.
func (t *tool) race(args []string) int {
	r := &raceTest{}
	o, err := parse("race", args, r.define)
	if errors.Is(err, flag.ErrHelp) {
		return t.help([]string{"race"})
	}
	var cfg config.Config
	if err == nil {
		o.race = false
		cfg, err = t.config(o)
	}
	if err == nil && (r.Prefix < 0 || r.Preemptions < 0 || r.Random < 0 || r.Schedules < 1) {
		err = errors.New("-prefix, -preemptions and -random are 0 or more, -schedules 1 or more")
	}
	if err != nil {
		return t.usage("%v", err)
	}
	r.KeepGoing = cfg.KeepGoing
	status, n := report.ExitOK, 0
	err = race.Test(t.ctx, race.Request{Config: cfg, Limits: r.Limits}, func(result *race.Result) bool {
		n++
		if result.Failed() || o.strict && result.Unsupported != "" {
			status = report.ExitFailed
		}
		t.raceText(result)
		return true
	})
	if d, ok := errors.AsType[diag.Diagnostic](err); ok {
		fmt.Fprintln(t.stdout, d)
		return report.ExitFailed
	}
	if err != nil {
		return t.failed(err)
	}
	if n == 0 {
		fmt.Fprintln(t.stderr, "no type has //rtest:concurrent")
	}
	return status
}

// raceText writes what came of one type.
func (t *tool) raceText(r *race.Result) {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	s := &race.Showing{
		Place: func(file string) string {
			if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
				return rel
			}
			return file
		},
		Read: func(file string) []string {
			data, err := os.ReadFile(file)
			if err != nil {
				return nil
			}
			return strings.Split(string(data), "\n")
		},
	}
	for i := range r.Findings {
		fmt.Fprintln(t.stdout, strings.Join(s.Finding(r, &r.Findings[i]), "\n"))
	}
	for _, l := range r.LeftOut {
		fmt.Fprintf(t.stdout, "left out: %s\n", l)
	}
	fmt.Fprintln(t.stdout, r.Summary())
}
