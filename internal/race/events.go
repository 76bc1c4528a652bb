package race

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness/rt/concurrent"
)

// A detail is what came of one type, as the field Rtest of the event stream.
type detail struct {
	Verdict    string    `json:"verdict"`
	Concurrent string    `json:"concurrent"`
	Pos        string    `json:"pos"`
	Reason     string    `json:"reason,omitempty"`
	Cases      int       `json:"cases"`
	Schedules  int       `json:"schedules"`
	Exhausted  int       `json:"exhausted"`
	Notes      []string  `json:"notes,omitempty"`
	Counts     string    `json:"counts,omitempty"`
	Failures   []failure `json:"failures"`
}

// A failure is a finding.
type failure struct {
	Cause     concurrent.Cause    `json:"cause"`
	Title     string              `json:"title"`
	Text      string              `json:"text"`
	Maker     string              `json:"maker"`
	Prefix    []string            `json:"prefix"`
	Sequences [][]concurrent.Made `json:"sequences"`
	After     string              `json:"after,omitempty"`
	Results   []string            `json:"afterResults,omitempty"`
	Rang      bool                `json:"rang,omitempty"`
	Orders    []concurrent.Order  `json:"orders,omitempty"`
	Steps     []concurrent.Step   `json:"schedule"`
	Waiting   []concurrent.Step   `json:"waiting,omitempty"`
	Race      []concurrent.Step   `json:"race,omitempty"`
	Panic     string              `json:"panic,omitempty"`
	Replay    concurrent.Schedule `json:"replay"`
	Saved     string              `json:"saved,omitempty"`
}

// Event returns what came of a type as an event.
func (s *Showing) Event(r *Result) event.Concurrent {
	e := event.Concurrent{
		Package: r.Package, Type: r.Type, Pos: r.Pos, Verdict: r.Verdict(), Reason: r.reason(), Counts: r.counts(), Elapsed: r.Elapsed,
	}
	e.Notes = r.notes()
	for _, f := range r.Stale {
		e.Notes = append(e.Notes, s.slashed(f)+": the schedule is none of this code any more: remove the file")
	}
	d := &detail{
		Verdict: e.Verdict.String(), Concurrent: r.Type, Pos: fmt.Sprintf("%s:%d:%d", s.slashed(r.Pos.Filename), r.Pos.Line, r.Pos.Column),
		Reason: e.Reason, Cases: r.Cases, Schedules: r.Report.Schedules, Exhausted: r.Exhausted, Notes: e.Notes, Counts: e.Counts, Failures: []failure{},
	}
	for i := range r.Findings {
		f := s.failure(r, i)
		d.Failures = append(d.Failures, f)
		e.Findings = append(e.Findings, event.ConcurrentFinding{Cause: string(f.Cause), Title: f.Title, Text: f.Text, Schedule: s.lanes(&r.Findings[i])})
	}
	e.Detail = d
	return e
}

// notes says what is not tested, and what was seen that is no fault of concurrent use.
func (r *Result) notes() (out []string) {
	for _, l := range r.LeftOut {
		out = append(out, "left out: "+l)
	}
	for _, b := range r.Breaches {
		out = append(out, "a postcondition does not hold where the calls are made one after the other, which rtest tests: "+b)
	}
	return out
}

// failure returns a finding with its text.
func (s *Showing) failure(r *Result, i int) failure {
	f := &r.Findings[i]
	x := failure{
		Cause: f.Cause, Title: title(f), Maker: f.Maker, Prefix: append([]string{}, f.Prefix...), Sequences: f.Sequences, After: f.After,
		Results: f.AfterResults, Rang: f.Rang, Orders: f.Orders, Steps: s.steps(f.Steps), Waiting: s.steps(f.Waiting), Race: s.steps(f.Race), Panic: f.Panic, Replay: f.Schedule,
	}
	lines := s.Finding(r, f)
	if i < len(r.Saved) {
		x.Saved = s.slashed(r.Saved[i])
		lines = append(lines, fmt.Sprintf("    saved: %s    again: rtest race -replay -run '^%s$'%s", x.Saved, r.Type, s.below(r)))
	}
	x.Text = strings.Join(lines, "\n") + "\n"
	return x
}

// lanes returns the steps of a finding, one for each line of source that a goroutine executes before
// another one continues. It returns nil if there are none.
func (s *Showing) lanes(f *concurrent.Finding) *event.Schedule {
	out := &event.Schedule{}
	known := map[int]int{}
	lane := func(n int) int {
		if i, ok := known[n]; ok {
			return i
		}
		name := goroutine(n)
		if n == 0 {
			name = "time"
		}
		if n > 0 && n <= len(f.Sequences) {
			var calls []string
			for _, m := range f.Sequences[n-1] {
				calls = append(calls, m.Call)
			}
			name += ": " + strings.Join(calls, "; ")
		}
		known[n] = len(out.Lanes)
		out.Lanes = append(out.Lanes, name)
		return known[n]
	}
	for i := range f.Sequences {
		lane(i + 1)
	}
	add := func(st concurrent.Step, what string, blamed bool) {
		x := event.ScheduleStep{Lane: lane(st.Goroutine), File: s.slashed(st.File), Line: st.Line, What: what, Blamed: blamed}
		if lines := s.Read(st.File); st.Line > 0 && st.Line <= len(lines) {
			x.Source = strings.TrimSpace(lines[st.Line-1])
		}
		out.Steps = append(out.Steps, x)
	}
	shown := map[int]int{} // lines by the index of a step that they show
	eachLine(f.Steps, func(first, n int, whats []string) {
		st := f.Steps[first]
		add(st, strings.Join(whats, ", "), slices.ContainsFunc(f.Race, func(a concurrent.Step) bool {
			return a.Goroutine == st.Goroutine && a.File == st.File && a.Line == st.Line
		}))
		line := len(out.Steps) - 1
		for i := first; i < first+n; i++ {
			for _, k := range f.Steps[i].After {
				if from, ok := shown[k]; ok && !slices.Contains(out.Steps[line].After, from) {
					out.Steps[line].After = append(out.Steps[line].After, from)
				}
			}
			shown[i] = line
		}
	})
	for _, w := range f.Waiting {
		if w.File != "" {
			add(w, w.What, true)
		}
	}
	if len(out.Steps) == 0 {
		return nil
	}
	return out
}

// steps returns steps with files as users name them.
func (s *Showing) steps(list []concurrent.Step) []concurrent.Step {
	out := append([]concurrent.Step(nil), list...)
	for i := range out {
		out[i].File = s.slashed(out[i].File)
	}
	return out
}

func (s *Showing) slashed(file string) string { return filepath.ToSlash(s.Place(file)) }

// below returns how the package of a type is named in the user's working folder, with a space before it; it is empty
// for the package there.
func (s *Showing) below(r *Result) string {
	dir := path.Dir(s.slashed(r.Pos.Filename))
	if dir == "." || !filepath.IsLocal(filepath.FromSlash(dir)) {
		return ""
	}
	return " ./" + dir
}
