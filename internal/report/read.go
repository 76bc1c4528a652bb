package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// Read returns the events that the Printer of JSON wrote, without Progress and the streams of
// inputs. File names are those of the report. It fails if the input is no such report, or ends
// before the end of a package.
func Read(r io.Reader) ([]event.Event, error) {
	rd := &reader{dec: json.NewDecoder(r)}
	for {
		var e readEvent
		err := rd.dec.Decode(&e)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = rd.event(e)
		}
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", rd.n+1, err)
		}
		rd.n++
	}
	switch {
	case rd.pkg != "":
		return nil, fmt.Errorf("the report breaks off in package %s", rd.pkg)
	case rd.n == 0:
		return nil, errors.New("it holds no events: was it written by rtest -json?")
	}
	return rd.events, nil
}

type readEvent struct {
	record
	Rtest json.RawMessage
}

// A reader turns the lines of a report into events.
type reader struct {
	dec    *json.Decoder
	n      int
	events []event.Event
	// pkg is the package that has begun. functions and inputs are counted as package check counts
	// them.
	pkg       string
	functions int
	inputs    int64
	broken    bool
}

// event handles one line of the report.
func (r *reader) event(e readEvent) error {
	if e.Package == "" {
		return errors.New("it names no package")
	}
	switch e.Action {
	case "start":
		*r = reader{dec: r.dec, n: r.n, events: r.events, pkg: e.Package}
		r.add(event.PackageStart{Package: e.Package})
		return nil
	case "output":
		if e.Test == "" {
			r.output(e)
		}
		return nil
	case "pass", "fail", "skip":
	default:
		return nil
	}
	if e.Package != r.pkg {
		return fmt.Errorf("package %s ends and has not begun", e.Package)
	}
	if e.Test == "" {
		r.add(event.PackageEnd{
			Package: e.Package, Elapsed: lasted(e.Elapsed), Functions: r.functions, Inputs: r.inputs, Broken: r.broken,
		})
		r.pkg = ""
		return nil
	}
	return r.function(e)
}

func (r *reader) add(e event.Event) { r.events = append(r.events, e) }

// output handles a line of the package's own: a warning, or a message of the compiler. The last
// line of a package is generated again.
func (r *reader) output(e readEvent) {
	line := strings.TrimSuffix(e.Output, "\n")
	for _, word := range [...]string{"ok  \t", "FAIL\t", "?   \t"} {
		if strings.HasPrefix(line, word) {
			r.broken = strings.HasSuffix(line, "[build failed]")
			return
		}
	}
	if strings.HasSuffix(line, dutyMark) {
		return // This line is generated again as well.
	}
	m := event.Mistake{Package: e.Package, Diagnostic: diag.Diagnostic{Message: line}}
	if at, text, ok := strings.Cut(line, ": warning: "); ok {
		m.Pos, m.Message, m.Severity = position(at), text, diag.Warning
	} else {
		m.Compile = true
	}
	r.add(m)
}

// function handles the last event of a function.
func (r *reader) function(e readEvent) error {
	if e.Rtest == nil {
		return fmt.Errorf("the last event of %s does not bear the field Rtest", e.Test)
	}
	var kind struct{ Verdict, Concurrent string }
	if err := json.Unmarshal(e.Rtest, &kind); err != nil {
		return err
	}
	if kind.Concurrent != "" {
		return r.concurrent(e)
	}
	switch kind.Verdict {
	case "error":
		var m mistake
		if err := json.Unmarshal(e.Rtest, &m); err != nil {
			return err
		}
		name, _, _ := strings.Cut(e.Test, "#")
		r.add(event.Mistake{Package: e.Package, Function: name, Diagnostic: diag.Diagnostic{Pos: position(m.Pos), Message: m.Message, Code: m.Code}})
		return nil
	case "fault":
		var f faultLine
		if err := json.Unmarshal(e.Rtest, &f); err != nil {
			return err
		}
		r.add(event.Fault{Package: e.Package, Function: e.Test, Fatal: true, Message: f.Message, Detail: f.Detail})
		return nil
	}
	var v verdict
	if err := json.Unmarshal(e.Rtest, &v); err != nil {
		return err
	}
	result, err := v.result()
	if err != nil {
		return fmt.Errorf("%s: %w", e.Test, err)
	}
	result.Elapsed = lasted(e.Elapsed)
	r.functions++
	r.inputs += result.Inputs
	pos := position(v.Pos)
	r.add(event.FunctionStart{Package: e.Package, Function: e.Test, Pos: pos})
	for _, f := range result.Failures {
		r.add(event.Finding{Package: e.Package, Function: e.Test, Failure: f, Bare: result.Bare})
	}
	r.add(event.FunctionEnd{Package: e.Package, Function: e.Test, Pos: pos, Result: result})
	return nil
}

// result is the inverse of format.verdict.
func (v *verdict) result() (event.Result, error) {
	r := event.Result{
		Reason: v.Reason, Help: v.Help, Blame: position(v.Blame), Inputs: v.Inputs, Beyond: v.Beyond, Depth: v.Depth, Exhausted: v.Exhausted,
		Bare: v.NoContract, Declined: v.Declined, Duties: v.Duties, Cut: v.Cut, Cached: v.Cached, Notes: v.Notes, Times: event.Times{Waited: lasted(&v.Waited)}, Shard: v.Shard, Tried: v.Tried, KeepGoing: v.KeepGoing,
	}
	known := false
	for r.Verdict = event.Skipped; r.Verdict <= event.Exhausted; r.Verdict++ {
		if known = r.Verdict.String() == v.Verdict; known {
			break
		}
	}
	if !known {
		return r, fmt.Errorf("%q is not a verdict", v.Verdict)
	}
	var err error
	if r.Limits, err = parseLimits(v.Bounds); err != nil {
		return r, err
	}
	if a := v.Aimed; a != nil {
		r.Aimed = event.Aimed{Aims: a.Branches, Met: a.Reached, Alone: a.Alone}
		for _, m := range a.Missed {
			r.Aimed.Missed = append(r.Aimed.Missed, event.Missed{Pos: position(m.Pos), Side: m.Side})
		}
	}
	r.Proof = v.proof.proof()
	if e := v.Edited; e != nil {
		r.Edited = event.Edited{Inputs: e.Inputs, Seeds: e.Seeds}
	}
	for i := range v.Failures {
		r.Failures = append(r.Failures, v.Failures[i].failure())
	}
	for i := range v.Flaky {
		r.Unconfirmed = append(r.Unconfirmed, v.Flaky[i].failure())
	}
	for _, o := range v.Opaque {
		r.Opaque = append(r.Opaque, event.Opaque{
			Clause: o.Clause, Pos: position(o.Pos), Why: o.Why, Passed: o.Passed, Reached: o.Reached,
			Interpreted: o.Interpreted, Alike: o.Alike, Unclear: o.Unclear, Unclearly: o.Unclearly,
		})
	}
	for _, l := range v.Unreached {
		r.Unreached = append(r.Unreached, event.Lines{Start: position(l.Pos), End: l.End, Branches: l.Branches})
	}
	for _, u := range v.Untested {
		r.Untested = append(r.Untested, event.Untested{Clause: u.Clause, Pos: position(u.Pos), Why: u.Why})
	}
	for _, c := range v.Classes {
		r.Classes = append(r.Classes, event.Class{Label: c.Label, Count: c.Count, Beyond: c.Beyond})
	}
	return r, nil
}

// proof is the inverse of format.proof.
func (p *proof) proof() event.Proof {
	out := event.Proof{Proved: event.Claim(p.Proved), Calls: p.Calls, Disagreed: p.Disagreed}
	if p.Said {
		out.Proved = event.ForSaid
	}
	for _, o := range p.Open {
		out.Open = append(out.Open, event.Open{Pos: position(o.Pos), Why: o.Why})
	}
	for _, g := range p.Goals {
		out.Goals = append(out.Goals, event.Goal{Pos: position(g.Pos), Kind: g.Kind, State: g.State, Input: g.Input, Why: g.Why, Space: g.Of})
	}
	return out
}

// failure is the inverse of format.failure.
func (f *failure) failure() *event.Failure {
	var general *event.General
	if f.General != "" {
		general = &event.General{Cond: f.General, Not: f.Requires, Irrelevant: f.Irrelevant, Simple: f.Simple, Failing: 1}
		if f.Requires != "" {
			general.Covered = 1
		}
	}
	details := f.Details
	if details == nil {
		details = detailsOf(f.Detail)
	}
	var varies []refine.Chance
	for _, c := range f.Varies {
		if kind, ok := refine.ParseChanceKind(c.What); ok {
			varies = append(varies, refine.Chance{Kind: kind, Pos: position(c.Pos)})
		}
	}
	return &event.Failure{
		Varies: varies, General: general, Always: f.Always, Made: f.Made,
		Cause: f.Cause, Clause: f.Clause, Pos: position(cmp.Or(f.ClausePos, f.Pos)), Kind: f.Kind, Unfolded: f.Unfolded,
		Call: f.Call, Args: arguments(f.Args), Results: f.Results, First: f.First, After: arguments(f.After),
		Panic: f.Panic, Site: f.Site, Stack: f.Stack, Output: f.Output, Details: details,
		Depth: f.Depth, Beyond: f.Beyond, Strategy: f.Strategy, Count: f.Count, Of: f.Of, Partial: f.Partial, FromSaved: f.FromSaved, Saved: f.Saved, Order: f.Order,
	}
}

// more has the fields of a failure that are needed to print it again.
type more struct {
	// Pos is the position to blame if that is no clause.
	Pos       string `json:"pos,omitempty"`
	Kind      string `json:"kind,omitempty"`
	Unfolded  string `json:"unfolded,omitempty"`
	Of        int64  `json:"of,omitempty"`
	Partial   bool   `json:"partial,omitempty"`
	FromSaved bool   `json:"fromSaved,omitempty"`
	// Simple means that Requires is shown, Always that all inputs fail.
	Simple bool `json:"simple,omitempty"`
	Always bool `json:"always,omitempty"`
	// Order is, for a shard, the position of the first such input among all of its depth.
	Order []int64 `json:"order,omitempty"`
}

func arguments(m map[string]string) []event.Arg {
	var as []event.Arg
	for _, name := range slices.Sorted(maps.Keys(m)) {
		as = append(as, event.Arg{Name: name, Value: m[name]})
	}
	return as
}

func lasted(seconds *float64) time.Duration {
	if seconds == nil {
		return 0
	}
	return time.Duration(*seconds * float64(time.Second)).Round(time.Millisecond)
}

// position is the inverse of token.Position.String.
func position(s string) token.Position {
	var p token.Position
	rest, last := cutNumber(s)
	file, line := cutNumber(rest)
	switch {
	case last < 0:
		p.Filename = s
	case line < 0:
		p.Filename, p.Line = rest, last
	default:
		p.Filename, p.Line, p.Column = file, line, last
	}
	return p
}

// cutNumber cuts off the number after the last colon. The number is -1 if there is none.
func cutNumber(s string) (string, int) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return s, -1
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil || n < 0 {
		return s, -1
	}
	return s[:i], n
}

// parseLimits is the inverse of event.Limits.String.
func parseLimits(s string) (event.Limits, error) {
	var l event.Limits
	if s == "" {
		return l, nil
	}
	depth, ints, some := strings.Cut(s, ", ints ")
	if _, err := fmt.Sscanf(depth, "depth %d", &l.Depth); err != nil {
		return l, fmt.Errorf("%q are not bounds", s)
	}
	if !some {
		return l, nil
	}
	if ints == "full" {
		l.IntsFull = true
		return l, nil
	}
	for part := range strings.SplitSeq(ints, ", ") {
		var r value.Range
		if _, err := fmt.Sscanf(part, "%d..%d", &r.Lo, &r.Hi); err != nil {
			return l, fmt.Errorf("%q are not integers", part)
		}
		l.Ints = append(l.Ints, r)
	}
	return l, nil
}
