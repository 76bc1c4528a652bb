package loop

import (
	"context"
	"fmt"
	"go/types"
	"math"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/states"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

func TestDivide(t *testing.T) {
	for _, c := range []struct {
		counts []int64
		budget int64
		want   string
	}{
		{nil, 5, "[]"},
		{[]int64{10, 10}, 6, "[3 3]"},
		{[]int64{1, 10, 10}, 11, "[1 5 5]"},
		{[]int64{10, 0, 2, 10}, 11, "[4 0 2 5]"},
		{[]int64{1, 2}, 100, "[1 2]"},
		{[]int64{9, 9, 9}, 2, "[0 1 1]"},
	} {
		got := divide(c.counts, c.budget)
		if fmt.Sprint(got) != c.want {
			t.Errorf("%d among %v: %v, want %s", c.budget, c.counts, got, c.want)
		}
	}
}

// TestAssignments compares the bound with the number of solutions of forms
// without constraints.
func TestAssignments(t *testing.T) {
	alts := func(sizes ...int64) (list []form.Alt) {
		for _, s := range sizes {
			list = append(list, form.Alt{Value: s})
		}
		return list
	}
	data := func(parent int32, from, n int64) form.Var {
		return form.Var{Kind: form.Int64, Parent: parent, When: form.Span{Lo: from, Hi: 9}, Dom: []form.Span{{Lo: 0, Hi: n - 1}}}
	}
	f := &form.Form{
		Vars: []form.Var{
			{Kind: form.Int64, Parent: -1, Choice: alts(0, 1, 2)},
			data(0, 1, 3), data(0, 2, 3),
			data(-1, 0, 5),
		},
		Nodes: []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}}, Below: true,
	}
	s, err := search.New(f)
	if err != nil {
		t.Fatal(err)
	}
	n := int64(0)
	for range s.Solutions() {
		n++
	}
	if got := assignments(f, 1000); got != n || n != 65 {
		t.Errorf("%d assignments, %d solutions, want 65", got, n)
	}
	if got := assignments(f, 64); got <= 64 {
		t.Errorf("%d assignments where there are more than 64", got)
	}
}

// farNumbers is the question for one int outside a depth.
func farNumbers(_ context.Context, opt encode.Options) (*beyond.Problem, error) {
	d := int64(opt.Beyond.Within)
	spans := []form.Span{{Lo: -4 * d, Hi: -d - 1}, {Lo: d + 1, Hi: 4 * d}, {Lo: 4711, Hi: 4711}, {Lo: math.MaxInt64 - 1, Hi: math.MaxInt64}}
	return &beyond.Problem{Form: &form.Form{
		Vars:  []form.Var{{Name: "x", Kind: form.Int64, Parent: -1, Dom: spans, Default: d + 1}},
		Nodes: []form.Node{{Op: form.Const, Kind: form.Bool, Val: 1}},
		Below: true,
	}}, nil
}

func TestBeyond(t *testing.T) {
	asks := func(cause harness.Cause, text string) func(x int64) (harness.Cause, string) {
		return func(x int64) (harness.Cause, string) {
			if x < 1<<32 {
				return harness.CausePanic, "boom"
			}
			return cause, text
		}
	}
	for _, c := range []struct {
		name    string
		limits  event.Limits
		fail    func(int64) bool
		cause   func(x int64) (harness.Cause, string)
		verdict event.Verdict
		beyond  int64
		found   string
		notes   string
	}{
		{name: "none wanted", limits: event.Limits{Depth: 2}, fail: is(4711), verdict: event.Exhausted, notes: "[]"},
		{name: "nothing fails", limits: event.Limits{Depth: 2, Beyond: 100}, verdict: event.Exhausted, beyond: 15, notes: "[]"},
		{name: "fewer", limits: event.Limits{Depth: 2, Beyond: 6}, verdict: event.Exhausted, beyond: 6, notes: "[]"},
		{name: "found", limits: event.Limits{Depth: 2, Beyond: 100}, fail: is(4711, 5), verdict: event.Refuted, beyond: 15, found: "5:2/15", notes: "[]"},
		{name: "not behind a failure within", limits: event.Limits{Depth: 2, Beyond: 100}, fail: is(2, 5), verdict: event.Refuted, found: "2:1/2", notes: "[]"},
		{name: "spent", limits: event.Limits{Depth: 2, Inputs: 3, Beyond: 100}, fail: is(4711), verdict: event.Refuted, beyond: 15, found: "4711:1/15", notes: "[]"},
		{name: "too long", limits: event.Limits{Depth: 2, Beyond: 100}, fail: func(x int64) bool { return x > 1<<32 },
			cause: asks(harness.CauseTimeout, ""), verdict: event.Exhausted, beyond: 14,
			notes: "[beyond the bounds one call took too much time or memory beyond the bounds one input that asks for as much was left out]"},
		{name: "too large", limits: event.Limits{Depth: 2, Beyond: 100}, fail: is(math.MaxInt64),
			cause: asks(harness.CauseMemory, ""), verdict: event.Exhausted, beyond: 15,
			notes: "[beyond the bounds one call took too much time or memory]"},
		{name: "too deep", limits: event.Limits{Depth: 2, Beyond: 100}, fail: is(math.MaxInt64),
			cause: asks(harness.CauseCrash, "fatal error: stack overflow"), verdict: event.Exhausted, beyond: 15,
			notes: "[beyond the bounds one call took too much time or memory]"},
		{name: "impossible", limits: event.Limits{Depth: 2, Beyond: 100}, fail: is(math.MaxInt64, math.MaxInt64-1),
			cause: asks(harness.CausePanic, "runtime error: makeslice: len out of range"), verdict: event.Exhausted, beyond: 14,
			notes: "[beyond the bounds one call asked make for an impossible length beyond the bounds one input that asks for as much was left out]"},
		{name: "impossible for a clause", limits: event.Limits{Depth: 2, Beyond: 100}, fail: is(math.MaxInt64),
			cause: asks(harness.CauseContract, "runtime error: makeslice: len out of range"), verdict: event.Exhausted, beyond: 15,
			notes: "[beyond the bounds one call asked make for an impossible length]"},
		{name: "another crash", limits: event.Limits{Depth: 2, Beyond: 100}, fail: is(math.MaxInt64),
			cause: asks(harness.CauseCrash, "exit status 3"), verdict: event.Refuted, beyond: 15, found: "9223372036854775807:1/15", notes: "[]"},
		{name: "a clause that panics", limits: event.Limits{Depth: 2, Beyond: 100}, fail: is(math.MaxInt64),
			cause: asks(harness.CauseContract, "boom"), verdict: event.Refuted, beyond: 15, found: "9223372036854775807:1/15", notes: "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := testSubject(c.limits)
			s.Pose, s.Far.Pose = numbers(1), farNumbers
			s.Parse = func(stream []int64) []*decode.Node {
				return (&states.Types{}).Parse([]value.Shape{&value.Int{T: types.Typ[types.Int]}}, stream)
			}
			s.Free = func(context.Context, int) (*form.Form, error) { return nil, nil }
			s.Pre = []codegen.Precondition{{Func: "pre", Clause: &refine.Clause{Kind: refine.Requires, Text: "true"}}}
			s.Emit = func(e event.Event) {
				if f, ok := e.(event.Fault); ok {
					t.Errorf("fault: %v", f)
				}
			}
			run := &script{t: t, fail: c.fail, cause: c.cause}
			result, err := s.Test(t.Context(), run)
			if err != nil {
				t.Fatal(err)
			}
			if result.Verdict != c.verdict || result.Beyond != c.beyond || summary(result.Failures) != c.found || fmt.Sprint(result.Notes) != c.notes {
				t.Errorf("%v, %d beyond, %q, notes %v; want %v, %d, %q, %s", result.Verdict, result.Beyond,
					summary(result.Failures), result.Notes, c.verdict, c.beyond, c.found, c.notes)
			}
			if c.found == "5:2/15" {
				if f := result.Failures[0]; !f.Beyond || f.Depth != 2 {
					t.Errorf("found at depth %d, beyond %v", f.Depth, f.Beyond)
				}
			}
		})
	}
}

// TestLate checks that inputs not tried are reported if the time ended.
func TestLate(t *testing.T) {
	for late, want := range map[int][]string{
		0: nil,
		1: {"beyond the bounds one input was not tried: the time ended"},
		7: {"beyond the bounds 7 inputs were not tried: the time ended"},
	} {
		if got := (&beyondRun{loop: &loop{}, late: late}).notes(); !slices.Equal(got, want) {
			t.Errorf("%d late: %q, want %q", late, got, want)
		}
	}
	want := []string{"beyond the bounds not all inputs were looked for: the time ended"}
	if got := (&beyondRun{loop: &loop{deadline: deadline{hasty: true}}}).notes(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
