package observe

import (
	"context"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/generalize"
	"github.com/rtest-dev/rtest/internal/harness"
)

// Describe calls the function with one input in a fresh process and describes the call: as Go
// source, with its results or how it ended.
func (f *Function) Describe(ctx context.Context, stream []int64) (*event.Failure, error) {
	r, err := f.runner(ctx)
	if err != nil {
		return nil, err
	}
	defer f.of.giveBack(r)
	r.Observe = harness.ObserveAll
	rep, err := r.Report(ctx, f.Function.Index, stream)
	if err != nil {
		return nil, err
	}
	return describe.Failure(f.of.pkg.Pkg, f.Function.Contract, &f.Function.Hints, rep, rep.Failure), nil
}

// Explain sets x.General to a common property of some that the other inputs lack. If some are all inputs, it
// sets x.Always.
func (f *Function) Explain(ctx context.Context, x *event.Failure, all, some [][]int64) error {
	words := f.Function.Words
	if words == nil || len(words.Atoms) == 0 || len(some) == 0 {
		return nil
	}
	r, err := f.runner(ctx)
	if err != nil {
		return err
	}
	defer f.of.giveBack(r)
	count := func(inputs [][]int64) (generalize.Counts, bool, error) {
		until, over := f.Time.begin(f.of.unit.Binary.Clock())
		defer over()
		t, err := r.Run(ctx, harness.Job{
			Target: f.Function.Index, Streams: slices.Values(inputs), Whole: true, AfterFailure: -1,
			Timeout: f.Limits.Timeout, Atoms: words.Atoms, Live: true, Dry: true,
			Until: until,
		})
		counts := generalize.Counts{}
		for _, c := range t.Cells {
			if c.Finding == harness.AllInputs {
				counts[c.Bits] += c.Count
			}
		}
		return counts, !t.Torn && !t.Cut && len(t.Deaths) == 0, err
	}
	within, sure, err := count(all)
	if err != nil || !sure {
		return err
	}
	failing, sure, err := count(some)
	if err != nil || !sure {
		return err
	}
	one, sure, err := count(some[:1])
	if err != nil || !sure {
		return err
	}
	var example *harness.Bits
	for b := range one {
		example = &b
	}
	words.Explain(f.Function.Contract, x, example, within, failing)
	return nil
}

// Ended says how a call ended.
func Ended(x *event.Failure) string {
	if x.Report != nil && x.Report.Rejected != nil {
		return "is rejected: " + x.Report.Rejected.Text
	}
	switch x.Cause {
	case harness.CausePanic:
		return "panic: " + x.Panic
	case harness.CauseTimeout:
		return "does not return"
	case harness.CauseMemory:
		return "takes too much memory"
	case harness.CauseCrash:
		return "crashes: " + x.Panic
	}
	text := strings.Join(x.Results, ", ")
	for _, a := range x.After {
		text = strings.TrimPrefix(text+"; ", "; ") + a.Name + " becomes " + a.Value
	}
	return text
}

// Behind writes the text of an ended call, as Ended returns it, after the call.
func Behind(got string) string {
	for _, verbs := range []string{"does not return", "takes too much memory", "crashes", "is rejected"} {
		if strings.HasPrefix(got, verbs) {
			return " " + got
		}
	}
	switch panicked, ok := strings.CutPrefix(got, "panic: "); {
	case ok:
		return " panics: " + panicked
	case got == "":
		return " returns"
	case strings.Contains(strings.SplitN(got, "; ", 2)[0], " becomes "):
		return ": " + got
	}
	return " = " + got
}
