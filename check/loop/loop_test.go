package loop

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"

	"go/types"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/refine"
)

// numbers is the question for an int with |x| == depth. Its form excludes numbers that are not
// multiples of step.
func numbers(step int64) func(context.Context, int) (*prepare.Problem, error) {
	return func(_ context.Context, depth int) (*prepare.Problem, error) {
		d := int64(depth)
		f := &form.Form{
			Vars: []form.Var{{Name: "x", Kind: form.Int64, Parent: -1, Dom: []form.Span{{Lo: -d, Hi: d}}, ByMagnitude: true}},
			Nodes: []form.Node{
				{Op: form.Ref, Kind: form.Int64, Val: 0},
				{Op: form.Const, Kind: form.Int64, Val: step},
				{Op: form.Rem, Kind: form.Int64, Args: []int32{0, 1}},
				{Op: form.Const, Kind: form.Int64, Val: 0},
				{Op: form.Eq, Kind: form.Bool, Args: []int32{2, 3}},
			},
			Root: 4, Level: int32(depth),
		}
		return &prepare.Problem{Form: f}, nil
	}
}

// A script is a runner over functions of one int: it takes inputs from the
// form as a process would, and says what becomes of them.
type script struct {
	t *testing.T
	// reject and fail decide the result of an input. flaky inputs fail in a job and not in a report.
	reject, fail, flaky func(x int64) bool
	// cause says in which way, and with which text, an input fails; nil: a
	// panic.
	cause func(x int64) (harness.Cause, string)
	ran   []int64
}

func (s *script) Run(_ context.Context, job harness.Job) (harness.Tally, error) {
	streams := job.Streams
	if job.Form != nil {
		solver, err := search.New(job.Form)
		if err != nil {
			return harness.Tally{}, err
		}
		solver.Options.Skip = job.Skip
		streams = solver.Solutions()
	}
	t := harness.Tally{Reached: []int64{0}, Passed: []int64{0}, Exhausted: true}
	after := int64(-1)
	for stream := range streams {
		if job.Limit > 0 && t.Called == job.Limit || after == 0 || job.Reject > 0 && t.Reached[0]-t.Passed[0] == job.Reject {
			t.Exhausted = false
			break
		}
		x := stream[0]
		t.Consumed++
		t.Reached[0]++
		if s.reject != nil && s.reject(x) {
			continue
		}
		t.Passed[0]++
		t.Called++
		s.ran = append(s.ran, x)
		if after > 0 {
			after--
		}
		if s.fail != nil && s.fail(x) || s.flaky != nil && s.flaky(x) {
			t.Findings = s.found(t.Findings, x, t.Called)
			if after < 0 && job.AfterFailure >= 0 {
				after = job.AfterFailure
			}
		}
	}
	return t, nil
}

// found files a failing input: the negative ones fail at another place.
func (s *script) found(all []harness.Finding, x, ordinal int64) []harness.Finding {
	site := "f.go:1"
	if x < 0 {
		site = "f.go:2"
	}
	for i := range all {
		if all[i].Site == site {
			all[i].Count++
			return all
		}
	}
	cause, _ := s.way(x)
	return append(all, harness.Finding{Cause: cause, Site: site, Stream: []int64{x}, Ordinal: ordinal, Count: 1})
}

func (s *script) Report(_ context.Context, _ int, stream []int64) (*harness.Report, error) {
	x := stream[0]
	site := "f.go:1"
	if x < 0 {
		site = "f.go:2"
	}
	r := &harness.Report{Args: []*tree.Value{{Kind: tree.Scalar, Text: fmt.Sprint(x)}}}
	if s.reject != nil && s.reject(x) {
		r.Rejected = &refine.Clause{}
	}
	if s.fail != nil && s.fail(x) {
		r.Failed = true
		cause, text := s.way(x)
		r.Failure = harness.Failure{Cause: cause, Site: site, Panic: text}
	}
	return r, nil
}

func (s *script) ReportTurn(ctx context.Context, target int, stream []int64, _ int) (*harness.Report, error) {
	return s.Report(ctx, target, stream)
}

// way returns how an input fails.
func (s *script) way(x int64) (harness.Cause, string) {
	if s.cause == nil {
		return harness.CausePanic, "boom"
	}
	return s.cause(x)
}

func is(xs ...int64) func(int64) bool {
	return func(x int64) bool {
		for _, y := range xs {
			if x == y {
				return true
			}
		}
		return false
	}
}

func TestLoop(t *testing.T) {
	for _, c := range []struct {
		name           string
		step           int64
		limits         event.Limits
		opaque, keep   bool
		runner         script
		verdict        event.Verdict
		inputs         int64
		depth, reached int
		failures       string
		reason         string
	}{
		{name: "exhausted", step: 1, limits: event.Limits{Depth: 3}, verdict: event.Exhausted, inputs: 7, depth: 3, reached: 3},
		{name: "a budget that just suffices", step: 1, limits: event.Limits{Depth: 3, Inputs: 7}, verdict: event.Exhausted, inputs: 7, depth: 3, reached: 3},
		{name: "a budget that suffices because nothing comes behind", step: 100, limits: event.Limits{Depth: 3, Inputs: 1}, verdict: event.Exhausted, inputs: 1, depth: 3, reached: 3},
		{name: "spent within a depth", step: 1, limits: event.Limits{Depth: 3, Inputs: 6}, verdict: event.Spent, inputs: 6, depth: 3, reached: 2, reason: "6 inputs"},
		{name: "spread over depths", step: 1, limits: event.Limits{Depth: 3, Inputs: 4}, verdict: event.Spent, inputs: 4, depth: 3, reached: 1, reason: "4 inputs ended, 1 of them spread over the sizes and shapes of depths 2 to 3"},
		{name: "spent between depths", step: 1, limits: event.Limits{Depth: 3, Inputs: 5}, verdict: event.Spent, inputs: 5, depth: 2, reached: 2, reason: "5 inputs"},
		{name: "spent on candidates", step: 1, limits: event.Limits{Depth: 300, Inputs: 2}, opaque: true,
			runner: script{reject: func(int64) bool { return true }}, verdict: event.Spent, depth: 100, reached: 99, reason: "200 candidates"},
		{name: "refuted, the depth is finished", step: 1, limits: event.Limits{Depth: 3}, runner: script{fail: is(2, -2, 3)},
			verdict: event.Refuted, inputs: 5, depth: 2, reached: 1, failures: "2:1/2"},
		{name: "refuted, keep going", step: 1, limits: event.Limits{Depth: 3}, keep: true, runner: script{fail: is(2, -2, 3)},
			verdict: event.Refuted, inputs: 7, depth: 3, reached: 1, failures: "2:1/2 -2:1/2"},
		{name: "flaky, the search goes on", step: 1, limits: event.Limits{Depth: 3}, runner: script{flaky: is(1)},
			verdict: event.Flaky, inputs: 7, depth: 3, reached: 0},
		{name: "a true failure behind a flaky one", step: 1, limits: event.Limits{Depth: 3}, runner: script{flaky: is(1), fail: is(-3)},
			verdict: event.Refuted, inputs: 7, depth: 3, reached: 0, failures: "-3:1/2"},
		{name: "a true failure behind a flaky one of the same group", step: 1, limits: event.Limits{Depth: 2}, runner: script{flaky: is(1, 2), fail: is(5, 7)},
			verdict: event.Refuted, inputs: 10, depth: 0, reached: -1, failures: "5:4/10"},
		{name: "as many of the same group that are flaky", step: 1, limits: event.Limits{Depth: 1}, runner: script{flaky: is(1, 2, 3)},
			verdict: event.Flaky, inputs: 20, depth: 1, reached: -1},
		{name: "a true failure of the same group, keep going", step: 1, limits: event.Limits{Depth: 0}, keep: true, runner: script{flaky: is(1, 2), fail: is(4, 5)},
			verdict: event.Refuted, inputs: 10, depth: 0, reached: -1, failures: "4:4/10"},
		{name: "vacuous, and one outside", step: 1, limits: event.Limits{Depth: 3}, runner: script{reject: func(x int64) bool { return true }}, verdict: event.Vacuous, depth: 3, reached: 3,
			reason: "one exists at depth 5"},
		{name: "vacuous by a filter", step: 1, limits: event.Limits{Depth: 2}, opaque: true, runner: script{reject: func(int64) bool { return true }},
			verdict: event.Vacuous, depth: 2, reached: 2, reason: "5 candidates"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.runner.t = t
			result, faults := runLoop(t, &c.runner, c.limits, c.keep, poseFor(c.name, c.step, c.opaque))
			if len(faults) > 0 {
				t.Errorf("faults: %v", faults)
			}
			if result.Verdict != c.verdict || result.Inputs != c.inputs || result.Depth != c.depth || result.Exhausted != c.reached {
				t.Errorf("got %v, %d inputs, depth %d, exhausted %d; want %v, %d, %d, %d", result.Verdict, result.Inputs,
					result.Depth, result.Exhausted, c.verdict, c.inputs, c.depth, c.reached)
			}
			if got := summary(result.Failures); got != c.failures {
				t.Errorf("failures %q, want %q", got, c.failures)
			}
			if !strings.Contains(result.Reason, c.reason) {
				t.Errorf("reason %q lacks %q", result.Reason, c.reason)
			}
		})
	}
}

// poseFor is numbers, without 0..4 where the name says vacuous by the form.
func poseFor(name string, step int64, opaque bool) func(context.Context, int) (*prepare.Problem, error) {
	return func(ctx context.Context, depth int) (*prepare.Problem, error) {
		p, err := numbers(step)(ctx, depth)
		if err != nil {
			return nil, err
		}
		if strings.Contains(name, "of the same group") {
			// Ten inputs of one depth that fail at one place.
			p.Form.Vars[0].Dom, p.Form.Vars[0].ByMagnitude = []form.Span{{Lo: 0, Hi: 9}}, false
			p.Form.Vars[0].Level = int32(depth)
		}
		if opaque {
			p.Opaque = map[int]string{0: "a map"}
		}
		if strings.Contains(name, "outside") && depth < 5 {
			p.Form.Nodes[1].Val, p.Form.Nodes[3].Val = 1, 1
		}
		return p, nil
	}
}

// TestPosedAhead checks that the loop uses the problems that were made ahead, makes those that were not, and drops
// the one behind a failure.
func TestPosedAhead(t *testing.T) {
	for _, c := range []struct {
		name         string
		fail         func(int64) bool
		no           int // the depth whose problem is not made ahead
		posed, ahead []int
		inputs       int64
	}{
		{name: "exhausted", posed: []int{0}, ahead: []int{1, 2, 3}, inputs: 7},
		{name: "one that is not made ahead", no: 2, posed: []int{0, 2}, ahead: []int{1, 2, 3}, inputs: 7},
		{name: "refuted", fail: is(1), posed: []int{0}, ahead: []int{1, 2}, inputs: 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			var posed, ahead []int
			pose := numbers(1)
			s := testSubject(event.Limits{Depth: 3})
			s.Pre, s.Emit = []codegen.Precondition{{Func: "pre", Clause: &refine.Clause{Kind: refine.Requires}}}, func(event.Event) {}
			s.Pose = func(ctx context.Context, depth int) (*prepare.Problem, error) {
				posed = append(posed, depth)
				return pose(ctx, depth)
			}
			s.PoseAhead = func(ctx context.Context, depth int) *prepare.Problem {
				if ahead = append(ahead, depth); c.no == depth {
					return nil
				}
				p, err := pose(ctx, depth)
				if err != nil {
					t.Error(err)
				}
				return p
			}
			result, err := s.Test(t.Context(), &script{t: t, fail: c.fail})
			if err != nil || result.Inputs != c.inputs || !slices.Equal(posed, c.posed) || !slices.Equal(ahead, c.ahead) {
				t.Errorf("%d inputs, posed %v, ahead %v, %v; want %d, %v, %v", result.Inputs, posed, ahead, err, c.inputs, c.posed, c.ahead)
			}
		})
	}
}

func runLoop(t *testing.T, run engine.Runner, limits event.Limits, keep bool, pose func(context.Context, int) (*prepare.Problem, error)) (event.Result, []event.Fault) {
	t.Helper()
	clause := &refine.Clause{Kind: refine.Requires, Text: "ok(x)", Pos: token.Position{Filename: "f.go", Line: 1}}
	var faults []event.Fault
	s := testSubject(limits)
	s.Pre, s.Keep, s.Pose = []codegen.Precondition{{Func: "pre", Clause: clause}}, keep, pose
	s.Wide = func(ctx context.Context, depth int, _ prepare.Widening) (*prepare.Problem, error) {
		return pose(ctx, depth)
	}
	s.Free = func(ctx context.Context, depth int) (*form.Form, error) {
		p, err := numbers(1)(ctx, depth)
		return p.Form, err
	}
	s.Emit = func(e event.Event) {
		if f, ok := e.(event.Fault); ok {
			faults = append(faults, f)
		}
	}
	result, err := s.Test(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	return result, faults
}

// summary lists failures as input:count/of.
func summary(fs []*event.Failure) string {
	var parts []string
	for _, f := range fs {
		parts = append(parts, fmt.Sprintf("%d:%d/%d", f.Stream[0], f.Count, f.Of))
	}
	return strings.Join(parts, " ")
}

// TestWrongLifting checks that an input which the form admits and the compiled precondition rejects is
// reported as a fault of rtest, and that the run continues.
func TestWrongLifting(t *testing.T) {
	result, faults := runLoop(t, &script{t: t, reject: is(2)}, event.Limits{Depth: 3}, false, numbers(1))
	if len(faults) != 1 || !strings.Contains(faults[0].Message, "requires ok(x)") || faults[0].Fatal ||
		!strings.Contains(faults[0].Detail, "stream [2]\nx = 2\n") {
		t.Errorf("faults: %+v", faults)
	}
	if result.Verdict != event.Exhausted || result.Inputs != 6 {
		t.Errorf("got %v after %d inputs", result.Verdict, result.Inputs)
	}
}

// TestFormWithoutEnd checks that the time of a function, and an interrupt, end the
// making of a form.
func TestFormWithoutEnd(t *testing.T) {
	endless := func(ctx context.Context, _ int) (*prepare.Problem, error) {
		<-ctx.Done()
		return nil, fmt.Errorf("encode: %w", context.Cause(ctx))
	}
	result, _ := runLoop(t, &script{t: t}, event.Limits{Depth: 3, Time: 1}, false, endless)
	if result.Verdict != event.Spent || result.Cut != "time" || result.Reason != "the time of 1ns ended" {
		t.Errorf("when the time ends: %v, %s, %s", result.Verdict, result.Cut, result.Reason)
	}
	s := testSubject(event.Limits{Depth: 3})
	s.Emit = func(event.Event) {}
	ctx, cancel := context.WithCancel(t.Context())
	s.Pose = func(ctx context.Context, depth int) (*prepare.Problem, error) {
		cancel()
		return endless(ctx, depth)
	}
	result, err := s.Test(ctx, &script{t: t})
	if result.Verdict != event.Spent || result.Cut != "interrupt" || !errors.Is(err, context.Canceled) {
		t.Errorf("when it is interrupted: %v, %s, %v", result.Verdict, result.Cut, err)
	}
}

// TestWronglyVacuous checks that an input which the compiled precondition
// admits and the form does not know is a fault of rtest.
func TestWronglyVacuous(t *testing.T) {
	pose := poseFor("outside", 1, false)
	result, faults := runLoop(t, &script{t: t, reject: is(0, 1, -1)}, event.Limits{Depth: 3}, false, pose)
	if len(faults) != 1 || !strings.Contains(faults[0].Message, "an input of depth 2") {
		t.Errorf("faults: %+v", faults)
	}
	if result.Verdict != event.Vacuous {
		t.Errorf("got %v", result.Verdict)
	}
}

// TestOrderOfInputs checks that inputs are run by ascending depth.
func TestOrderOfInputs(t *testing.T) {
	s := &script{t: t}
	runLoop(t, s, event.Limits{Depth: 2}, false, numbers(1))
	if got := fmt.Sprint(s.ran); got != "[0 1 -1 2 -2]" {
		t.Errorf("ran %s", got)
	}
}

// testSubject is a function func(x int) of a package p.
func testSubject(limits event.Limits) *Subject {
	pkg := types.NewPackage("example.com/p", "p")
	x := &refine.Variable{Name: "x", Type: types.Typ[types.Int]}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(types.NewVar(token.NoPos, pkg, "x", x.Type)), nil, false)
	target := prepare.Target{
		Pkg: &refine.Package{Path: "example.com/p", Types: pkg},
		Contract: &refine.Contract{
			Name: "F", Pos: token.Position{Filename: "f.go", Line: 2, Column: 6},
			Func: types.NewFunc(token.NoPos, pkg, "F", sig), Params: []*refine.Variable{x},
		},
		Limits: limits,
	}
	return &Subject{Function: &prepare.Function{Target: target, Engine: engine.Engine{Kind: engine.Search}}}
}
