package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/report"
)

var update = flag.Bool("update", false, "write the golden files")

func at(line, col int) token.Position {
	return token.Position{Filename: "/src/scores/scores.go", Line: line, Column: col}
}

func rescale() *event.Failure {
	return &event.Failure{
		Cause: harness.CauseEnsures, Pos: at(21, 42), Kind: "ensures", Clause: "Rng(r2)", Unfolded: "0 <= v && v < r2",
		Call: "Rescale(1, 0, 0)", Args: []event.Arg{{Name: "r1", Value: "1"}, {Name: "r2", Value: "0"}, {Name: "s", Value: "0"}}, Results: []string{"0"},
		Details: []string{"v < r2 is 0 < 0", `name is "a; b"`}, Depth: 1, Count: 2, Of: 5, Saved: "/src/scores/testdata/rtest/Rescale-1.txt",
	}
}

// end returns the last event of a function of the package example.com/scores.
func end(name string, line int, r event.Result) event.FunctionEnd {
	if r.Limits.Depth == 0 {
		r.Limits = event.Limits{Depth: 4}
	}
	return event.FunctionEnd{Package: "example.com/scores", Function: name, Pos: at(line, 6), Result: r}
}

func function(name string, line int, r event.Result) []event.Event {
	events := []event.Event{event.FunctionStart{Package: "example.com/scores", Function: name, Pos: at(line, 6)}}
	for _, f := range r.Failures {
		events = append(events, event.Finding{Package: "example.com/scores", Function: name, Failure: f})
	}
	return append(events, end(name, line, r))
}

// concurrent returns the event of a type.
func concurrent(name, verdict string, findings ...event.ConcurrentFinding) event.Concurrent {
	e := event.Concurrent{Package: "example.com/scores", Type: name, Pos: at(60, 9), Findings: findings, Counts: "2 cases, 30 schedules"}
	for e.Verdict.String() != verdict {
		e.Verdict++
	}
	if verdict == "unsupported" || verdict == "spent" {
		e.Reason, e.Notes = "for a reason", []string{"left out: Do: there are no values of T"}
	}
	e.Detail = map[string]any{
		"verdict": verdict, "concurrent": name, "pos": "scores.go:60:9", "reason": e.Reason, "counts": e.Counts, "notes": e.Notes, "failures": findings,
	}
	return e
}

// runs are the runs whose reports are golden.
func runs() map[string][]event.Event {
	start := event.PackageStart{Package: "example.com/scores", Dir: "/src/scores"}
	stop := func(functions int, inputs int64) event.PackageEnd {
		return event.PackageEnd{Package: "example.com/scores", Elapsed: 310 * time.Millisecond, Functions: functions, Inputs: inputs}
	}
	join := func(parts ...[]event.Event) []event.Event {
		var all []event.Event
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	one := func(e ...event.Event) []event.Event { return e }
	return map[string][]event.Event{
		"ok": join(one(start),
			function("Best", 30, event.Result{Verdict: event.Exhausted, Inputs: 14000, Depth: 4, Exhausted: 4, Times: event.Times{Elapsed: time.Second},
				Classes: []event.Class{{Label: "empty", Count: 12}}}),
			function("Worst", 40, event.Result{Verdict: event.Exhausted, Inputs: 1, Depth: 3, Exhausted: 3}),
			one(event.Progress{Package: "example.com/scores", Function: "Worst", Depth: 2}),
			one(stop(2, 14001))),
		"refuted": join(one(start),
			function("Rescale", 23, event.Result{Verdict: event.Refuted, Inputs: 5, Depth: 1, Exhausted: 0,
				Times: event.Times{Elapsed: 20 * time.Millisecond}, Failures: []*event.Failure{rescale()}}),
			one(stop(1, 5))),
		"causes": join(one(start),
			function("Tree.Insert", 50, event.Result{Verdict: event.Refuted, Inputs: 9, Depth: 1, Exhausted: 0, Failures: []*event.Failure{
				{Cause: harness.CausePanic, Pos: at(50, 6), Call: "(&Tree{Key: 1}).Insert(3)", Panic: "runtime error: index out of range [3] with length 2",
					Site: "/src/scores/tree.go:57", Stack: []string{"scores.insert /src/scores/tree.go:57", "scores.(*Tree).Insert /src/scores/tree.go:51"},
					Depth: 1, Count: 1, Of: 3, After: []event.Arg{{Name: "t", Value: "&Tree{Key: 3}"}}},
				{Cause: harness.CauseTimeout, Pos: at(50, 6), Call: "(&Tree{}).Insert(0)", Depth: 1, Count: 1, Of: 3},
				{Cause: harness.CauseCrash, Pos: at(50, 6), Call: "(&Tree{}).Insert(1)", Panic: "exit status 3", Output: "bye\n", Depth: 1, Count: 1, Of: 3, Partial: true},
				{Cause: harness.CauseMutation, Pos: at(48, 3), Kind: "pure", Call: "(&Tree{}).Insert(-1)", Depth: 1, Count: 1, Of: 1},
				{Cause: harness.CauseContract, Pos: at(47, 20), Kind: "ensures", Clause: "result[0] == 1", Call: "(&Tree{}).Insert(2)", Results: []string{"nil"},
					Panic: "runtime error: index out of range [0] with length 0", FromSaved: true},
				{Cause: harness.CauseContract, Pos: at(47, 20), Kind: "ensures", Clause: "spin(result)", Call: "(&Tree{}).Insert(3)", Depth: 1, Count: 1, Of: 1},
				{Cause: harness.CauseEnsures, Pos: at(60, 6), Kind: "returns", Clause: "true", Call: "PropNeg(-1)", Results: []string{"false"}, Depth: 1, Count: 1, Of: 2},
				{Cause: harness.CauseCrash, Pos: at(1, 1), Panic: "exit status 2", Output: "panic: no database"},
			}}),
			one(stop(1, 9))),
		"concurrent": join(one(start),
			function("Best", 30, event.Result{Verdict: event.Exhausted, Inputs: 14, Depth: 4, Exhausted: 4}),
			one(concurrent("Board", "refuted", event.ConcurrentFinding{Cause: "race", Title: "data race", Text: "scores.go:60:9: Board: data race\n    c := New()\n"}),
				concurrent("Log", "unsupported"), concurrent("List", "spent"), concurrent("Set", "exhausted"), stop(1, 14))),
		"verdicts": join(one(start),
			function("A", 1, event.Result{Verdict: event.Skipped, Reason: "needs a network", Depth: -1, Exhausted: -1}),
			function("B", 2, event.Result{Verdict: event.Unsupported, Reason: "c is a channel", Help: "write a wrapper", Depth: -1, Exhausted: -1, Blame: at(2, 10)}),
			function("C", 3, event.Result{Verdict: event.Flaky, Reason: "an input failed and did not fail when it was run again",
				Unconfirmed: []*event.Failure{{Cause: harness.CausePanic, Pos: at(3, 6), Panic: "boom", Depth: 0, Count: 1},
					{Cause: harness.CauseEnsures, Pos: at(3, 6), Kind: "ensures", Clause: "result == 0", Call: "C(1)", Results: []string{"0", "nil"}, Count: 1}}}),
			function("D", 4, event.Result{Verdict: event.Undecided, Reason: "the native search gave up on 1 parts of depth 3", Help: "install Z3", Inputs: 7, Depth: 3, Exhausted: 2}),
			function("E", 5, event.Result{Verdict: event.Spent, Reason: "the budget of 100 inputs ended", Inputs: 100, Depth: 0, Exhausted: -1, Cut: "time"}),
			function("F", 6, event.Result{Verdict: event.Vacuous, Reason: "no input up to depth 4 satisfies the precondition", Depth: 4, Exhausted: 4}),
			function("G", 7, event.Result{Verdict: event.Exhausted, Inputs: 3, Beyond: 12, Depth: 4, Exhausted: 4, Times: event.Times{Waited: 41 * time.Second},
				Opaque: []event.Opaque{{Clause: "requires ok(m)", Pos: at(7, 3), Why: "a map", Passed: 3, Reached: 30}}}),
			function("H", 8, event.Result{Verdict: event.Spent, Reason: "the budget of 100 inputs ended", Inputs: 100, Beyond: 10, Depth: 4, Exhausted: 2, Proof: event.Proof{Proved: event.ForAll}}),
			one(stop(8, 210))),
		"mistakes": one(start,
			event.Mistake{Package: "example.com/scores", Function: "Best", Diagnostic: diag.Diagnostic{Pos: at(9, 18), Code: "unknown-name", Message: "undefined: kk", Fix: "k"}},
			event.Mistake{Package: "example.com/scores", Function: "Best", Diagnostic: diag.Diagnostic{Pos: at(10, 18), Code: "syntax", Message: "missing operand"}},
			event.Mistake{Package: "example.com/scores", Diagnostic: diag.Diagnostic{Pos: at(11, 18), Code: "recursive-alias", Message: "T refers to itself"}},
			event.Mistake{Package: "example.com/scores", Function: "Worst", Diagnostic: diag.Diagnostic{Pos: at(12, 18), Severity: diag.Warning, Code: "range", Message: "..< was meant"}},
			stop(0, 0)),
		// The second package uses an alias of the first.
		"several": one(start,
			event.Mistake{Package: "example.com/scores", Diagnostic: diag.Diagnostic{Pos: at(11, 18), Code: "recursive-alias", Message: "T refers to itself"}},
			stop(0, 0),
			event.PackageStart{Package: "example.com/club", Dir: "/src/club"},
			event.Mistake{Package: "example.com/club", Diagnostic: diag.Diagnostic{Pos: at(11, 18), Code: "recursive-alias", Message: "T refers to itself"}},
			event.Mistake{Package: "example.com/club", Diagnostic: diag.Diagnostic{Message: "testdata/rtest is no folder"}},
			event.PackageEnd{Package: "example.com/club"}),
		"broken": one(start,
			event.Mistake{Package: "example.com/scores", Compile: true, Diagnostic: diag.Diagnostic{Pos: at(3, 1), Code: "compile", Message: "undefined: x"}},
			event.PackageEnd{Package: "example.com/scores", Broken: true}),
		"empty": one(start, stop(0, 0)),
		"fault": one(start,
			event.FunctionStart{Package: "example.com/scores", Function: "Best", Pos: at(1, 6)},
			event.Fault{Package: "example.com/scores", Function: "Best", Message: "solutions do not satisfy requires k > 0", Detail: "form level 0\nv0 k"},
			end("Best", 1, event.Result{Verdict: event.Exhausted, Inputs: 1, Depth: 4, Exhausted: 4}),
			event.FunctionStart{Package: "example.com/scores", Function: "Worst", Pos: at(9, 6)},
			event.Fault{Package: "example.com/scores", Function: "Worst", Fatal: true, Message: "testing the function: broken pipe"},
			stop(1, 0)),
		"abort": one(event.Abort{Err: errors.New("no Go packages match ./nothing")}),
	}
}

// TestGolden compares the reports of each run with testdata/NAME.txtar: plain
// text, verbose text, the stream, and the exit codes.
func TestGolden(t *testing.T) {
	for name, events := range runs() {
		t.Run(name, func(t *testing.T) {
			got := &txtar.Archive{}
			add := func(file, text string) {
				got.Files = append(got.Files, txtar.File{Name: file, Data: []byte(text)})
			}
			opt := report.Options{Dir: "/src/scores", Version: "v1.0.0"}
			add("text", printed(t, events, opt, report.Text))
			opt.Verbose, opt.Strict = true, true
			add("verbose and strict", printed(t, events, opt, report.Text))
			opt.Verbose, opt.Strict = false, false
			for _, f := range report.Formats() {
				switch {
				case f.Start != nil:
					add(f.Flag, printed(t, events, opt, f.Start))
				case f.Collect != nil:
					add(f.Flag, collected(t, events, f.Collect(opt)))
				}
			}
			add("exit", exit(events, false)+" "+exit(events, true)+"\n")
			golden := filepath.Join("testdata", name+".txtar")
			if *update {
				if err := os.WriteFile(golden, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if s := string(txtar.Format(got)); s != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", s, want)
			}
		})
	}
}

func printed(t *testing.T, events []event.Event, opt report.Options, printer func(io.Writer, report.Options) report.Printer) string {
	t.Helper()
	var b bytes.Buffer
	p := printer(&b, opt)
	for _, e := range events {
		if err := p.Print(e); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// collected is the report of a printer that writes all at the end.
func collected(t *testing.T, events []event.Event, p report.Document) string {
	t.Helper()
	var b strings.Builder
	for _, e := range events {
		if err := p.Print(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func exit(events []event.Event, strict bool) string {
	s := report.Status{Strict: strict}
	for _, e := range events {
		s.Add(e)
	}
	return string(rune('0'+s.Code()/10)) + string(rune('0'+s.Code()%10))
}

// TestStreamIsAStream checks the rules of the stream for every run: each
// package has one start and one last event, each test begins with run and ends
// once, and the last event of a function bears its verdict.
func TestStreamIsAStream(t *testing.T) {
	type line struct {
		Action, Package, Test string
		Rtest                 *struct{ Verdict string }
	}
	for name, events := range runs() {
		if name == "abort" || name == "several" {
			continue // not one package
		}
		t.Run(name, func(t *testing.T) {
			state := map[string]string{}
			ended := false
			text := printed(t, events, report.Options{}, report.JSON)
			for i, l := range strings.Split(strings.TrimSpace(text), "\n") {
				var e line
				if err := json.Unmarshal([]byte(l), &e); err != nil {
					t.Fatal(err)
				}
				if ended {
					t.Errorf("line %d stands behind the last event: %s", i, l)
				}
				if strings.ContainsAny(e.Test, "/ ") {
					t.Errorf("the name %q holds a slash or a space", e.Test)
				}
				before := state[e.Test]
				switch e.Action {
				case "start":
					if i != 0 {
						t.Errorf("start stands on line %d", i)
					}
				case "run":
					if before != "" {
						t.Errorf("%s runs twice", e.Test)
					}
					state[e.Test] = "run"
				case "pass", "fail", "skip":
					if e.Test == "" {
						ended = true
						continue
					}
					if before != "run" {
						t.Errorf("%s ends in state %q", e.Test, before)
					}
					if e.Rtest == nil || e.Rtest.Verdict == "" {
						t.Errorf("%s ends without a verdict", e.Test)
					}
					state[e.Test] = "ended"
				case "output":
				default:
					t.Errorf("unknown action %q", e.Action)
				}
			}
			if !ended {
				t.Error("the package has no last event")
			}
			for test, s := range state {
				if test != "" && s != "ended" {
					t.Errorf("%s does not end", test)
				}
			}
		})
	}
}

func TestCutOnlyInText(t *testing.T) {
	f := rescale()
	f.Call = "Rescale(" + strings.Repeat("1", 5000) + ")"
	events := function("Rescale", 23, event.Result{Verdict: event.Refuted, Failures: []*event.Failure{f}})
	if text := printed(t, events, report.Options{}, report.Text); strings.Contains(text, f.Call) || !strings.Contains(text, "characters more") {
		t.Errorf("the text is not cut:\n%s", text)
	}
	if text := printed(t, events, report.Options{}, report.JSON); !strings.Contains(text, `"call":"`+f.Call) {
		t.Errorf("the stream is cut:\n%s", text)
	}
}

func TestProgressDisappears(t *testing.T) {
	events := []event.Event{
		event.Progress{},
		event.Progress{Package: "p", Phase: event.PhaseCompiling},
		event.Progress{Package: "p", Function: "F", Index: 3, Of: 7, Phase: event.PhaseDepth, Depth: 2, Inputs: 10},
		event.Progress{Package: "p", Function: "F", Index: 3, Of: 7, Phase: event.PhaseBeyond, Depth: 4, Inputs: 1},
		event.PackageEnd{Package: "p"},
		event.PackageEnd{Package: "q"},
	}
	got := printed(t, events, report.Options{}, func(w io.Writer, _ report.Options) report.Printer { return report.Progress(w) })
	const line = "\r\x1b[K"
	want := line + "loading packages" + line + "p: compiling" + line + "p: function 3 of 7, F: depth 2, 10 inputs" +
		line + "p: function 3 of 7, F: beyond the bounds, 1 input" + line
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
