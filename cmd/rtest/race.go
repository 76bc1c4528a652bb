package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
	"github.com/rtest-dev/rtest/internal/options"
	"github.com/rtest-dev/rtest/internal/race"
	"github.com/rtest-dev/rtest/internal/report"
)

// A raceTest has the flags of race.
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
	o, cfg, code := t.options("race", args, r.define)
	if o == nil {
		return code
	}
	if r.Prefix < 0 || r.Preemptions < 0 || r.Random < 0 || r.Schedules < 1 {
		return t.usage("-prefix, -preemptions and -random are 0 or more, -schedules 1 or more")
	}
	pages, err := t.pages(o)
	if err != nil {
		return t.usage("%v", err)
	}
	status, n := report.ExitOK, 0
	r.KeepGoing = cfg.KeepGoing
	s := race.ShowingIn(folder())
	var unwritten error
	err = race.Test(t.ctx, race.Request{Config: cfg, Limits: r.Limits, Replay: r.replay, Showing: s}, func(result *race.Result) bool {
		n++
		if result.Failed() || o.Strict && result.Unsupported != "" {
			status = report.ExitFailed
		}
		if unwritten = pages.add(s.Event(result)); unwritten != nil {
			return false
		}
		if o.JSON() {
			unwritten = t.raceJSON(result, s)
			return unwritten == nil
		}
		t.raceText(result, s)
		return true
	})
	if unwritten != nil {
		return max(status, t.unwritten(unwritten))
	}
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
	if err := pages.write(); err != nil {
		return t.usage("%v", err)
	}
	if n == 0 {
		fmt.Fprintln(t.stderr, "no type has //rtest:concurrent")
	}
	return status
}

// raceText prints the result of one type.
func (t *tool) raceText(r *race.Result, s *race.Showing) {
	fmt.Fprint(t.stdout, raceLines(r, s.Event(r)))
}

// raceLines returns the text about one type.
func raceLines(r *race.Result, e event.Concurrent) string {
	var b strings.Builder
	for _, f := range e.Findings {
		b.WriteString(f.Text)
	}
	for _, n := range e.Notes {
		b.WriteString(n + "\n")
	}
	return b.String() + r.Summary() + "\n"
}

// A raceEvent is an event of the go command's stream of test results.
type raceEvent struct {
	Action, Package, Test string
	Elapsed               float64 `json:",omitempty"`
	Output                string  `json:",omitempty"`
	Rtest                 any     `json:",omitempty"`
}

// raceJSON writes the result of one type as events.
func (t *tool) raceJSON(r *race.Result, s *race.Showing) error {
	e := s.Event(r)
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
	for line := range strings.Lines(raceLines(r, e)) {
		events = append(events, raceEvent{Action: "output", Package: r.Package, Test: r.Type, Output: line})
	}
	events = append(events, raceEvent{Action: action, Package: r.Package, Test: r.Type, Elapsed: r.Elapsed.Seconds(), Rtest: e.Detail})
	for _, e := range events {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	return nil
}

// racePages writes pages about types that are used concurrently. A nil *racePages writes none.
type racePages struct {
	file report.File
	report.Printer
	pkg string
}

// pages begins the pages of race. It returns nil if -html is not set.
func (t *tool) pages(o *options.Options) (*racePages, error) {
	if *o.Reports.File("html") == "" {
		return nil, nil
	}
	if err := o.Writable(); err != nil {
		return nil, err
	}
	none := report.Text(io.Discard, report.Options{})
	printer, files := o.Reports.Begin(io.Discard, report.Options{Strict: o.Strict, Dir: folder(), Version: version(), Now: time.Now}, none)
	for _, f := range files {
		if f.Flag == "html" {
			return &racePages{file: f, Printer: printer}, nil
		}
	}
	return nil, nil
}

// add adds a type.
func (p *racePages) add(e event.Concurrent) error {
	if p == nil {
		return nil
	}
	var events []event.Event
	if p.pkg != e.Package {
		events = append(p.end(), event.PackageStart{Package: e.Package})
		p.pkg = e.Package
	}
	for _, x := range append(events, e) {
		if err := p.Print(x); err != nil {
			return err
		}
	}
	return nil
}

// end returns the event that ends the current package, if one has begun.
func (p *racePages) end() []event.Event {
	if p.pkg == "" {
		return nil
	}
	return []event.Event{event.PackageEnd{Package: p.pkg}}
}

// write writes the pages.
func (p *racePages) write() error {
	if p == nil {
		return nil
	}
	for _, e := range p.end() {
		if err := p.Print(e); err != nil {
			return err
		}
	}
	return p.file.Save()
}
