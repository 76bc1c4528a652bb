package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check/config"
	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
)

// A raceTest is what the flags of race say.
type raceTest struct {
	concurrent.Limits
	replay bool
}

func (r *raceTest) define(fs *flag.FlagSet) {
	r.Limits = race.DefaultLimits()
	fs.IntVar(&r.Prefix, "prefix", r.Prefix, "at most `n` calls before those at the same time")
	fs.IntVar(&r.Preemptions, "preemptions", r.Preemptions, "all schedules with at most `n` preemptions are run")
	fs.IntVar(&r.Random, "random", r.Random, "then `n` schedules of each case with more preemptions")
	fs.IntVar(&r.Schedules, "schedules", r.Schedules, "at most about `n` schedules a type")
	fs.BoolVar(&r.replay, "replay", false, "run the saved schedules only")
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
	status, n := report.ExitOK, 0
	r.KeepGoing = cfg.KeepGoing
	s := showing()
	err = race.Test(t.ctx, race.Request{Config: cfg, Limits: r.Limits, Replay: r.replay, Showing: s}, func(result *race.Result) bool {
		n++
		if result.Failed() || o.strict && result.Unsupported != "" {
			status = report.ExitFailed
		}
		if o.json() {
			err = t.raceJSON(result, s)
			return err == nil
		}
		t.raceText(result, s)
		return true
	})
	if list, ok := errors.AsType[race.Mistakes](err); ok {
		for _, d := range list {
			d.Pos.Filename = s.Place(d.Pos.Filename)
			fmt.Fprintln(t.stdout, d)
		}
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

// showing shows findings with files as the working folder names them.
func showing() *race.Showing {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return &race.Showing{
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
}

// raceLines are the lines of text about one type.
func raceLines(r *race.Result, s *race.Showing) (out []string) {
	for i := range r.Findings {
		out = append(out, s.Finding(r, &r.Findings[i])...)
		if i < len(r.Saved) {
			out = append(out, fmt.Sprintf("    saved: %s    again: rtest race -replay -run '^%s$'", filepath.ToSlash(s.Place(r.Saved[i])), r.Type))
		}
	}
	for _, l := range r.LeftOut {
		out = append(out, "left out: "+l)
	}
	for _, f := range r.Stale {
		out = append(out, filepath.ToSlash(s.Place(f))+": the schedule is none of this code any more: remove the file")
	}
	return append(out, r.Summary())
}

// raceText writes what came of one type.
func (t *tool) raceText(r *race.Result, s *race.Showing) {
	fmt.Fprintln(t.stdout, strings.Join(raceLines(r, s), "\n"))
}

// A raceEvent is an event of the go command's stream of test results.
type raceEvent struct {
	Action, Package, Test string
	Elapsed               float64      `json:",omitempty"`
	Output                string       `json:",omitempty"`
	Rtest                 *raceVerdict `json:",omitempty"`
}

// A raceVerdict is what came of one type.
type raceVerdict struct {
	Verdict   string        `json:"verdict"`
	Pos       string        `json:"pos"`
	Reason    string        `json:"reason,omitempty"`
	Cases     int           `json:"cases"`
	Schedules int           `json:"schedules"`
	Exhausted int           `json:"exhausted"`
	Failures  []raceFailure `json:"failures"`
}

// A raceFailure is a finding.
type raceFailure struct {
	Cause     concurrent.Cause    `json:"cause"`
	Maker     string              `json:"maker"`
	Prefix    []string            `json:"prefix"`
	Sequences [][]concurrent.Made `json:"sequences"`
	After     string              `json:"after,omitempty"`
	Results   []string            `json:"afterResults,omitempty"`
	Orders    []concurrent.Order  `json:"orders,omitempty"`
	Steps     []concurrent.Step   `json:"schedule"`
	Waiting   []concurrent.Step   `json:"waiting,omitempty"`
	Race      []concurrent.Step   `json:"race,omitempty"`
	Panic     string              `json:"panic,omitempty"`
	Replay    concurrent.Schedule `json:"replay"`
	Saved     string              `json:"saved,omitempty"`
}

// raceJSON writes what came of one type as events.
func (t *tool) raceJSON(r *race.Result, s *race.Showing) error {
	v := &raceVerdict{
		Verdict: r.Verdict(), Pos: fmt.Sprintf("%s:%d:%d", filepath.ToSlash(s.Place(r.Pos.Filename)), r.Pos.Line, r.Pos.Column), Reason: r.Unsupported,
		Cases: r.Cases, Schedules: r.Report.Schedules, Exhausted: r.Exhausted, Failures: []raceFailure{},
	}
	for i, f := range r.Findings {
		place := func(list []concurrent.Step) []concurrent.Step {
			for k := range list {
				list[k].File = filepath.ToSlash(s.Place(list[k].File))
			}
			return list
		}
		x := raceFailure{f.Cause, f.Maker, append([]string{}, f.Prefix...), f.Sequences, f.After, f.AfterResults, f.Orders, place(f.Steps), place(f.Waiting), place(f.Race), f.Panic, f.Schedule, ""}
		if i < len(r.Saved) {
			x.Saved = filepath.ToSlash(s.Place(r.Saved[i]))
		}
		v.Failures = append(v.Failures, x)
	}
	action := "pass"
	switch {
	case r.Failed():
		action = "fail"
	case r.Unsupported != "":
		action = "skip"
	}
	enc := json.NewEncoder(t.stdout)
	enc.SetEscapeHTML(false)
	events := []raceEvent{{Action: "run", Package: r.Package, Test: r.Type}}
	for _, line := range raceLines(r, s) {
		events = append(events, raceEvent{Action: "output", Package: r.Package, Test: r.Type, Output: line + "\n"})
	}
	events = append(events, raceEvent{Action: action, Package: r.Package, Test: r.Type, Elapsed: r.Elapsed.Seconds(), Rtest: v})
	for _, e := range events {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	return nil
}
