package loop

import (
	"context"
	"fmt"
	"go/token"
	"math"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/minimize"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
)

// After mostJobs jobs, all other inputs run in one job.
const mostJobs = 64

// alike returns how many inputs at the start of the list are to be run together: all of them, or while
// strategies are measured those of one strategy.
func (o *beyondRun) alike(inputs []beyond.Input) int {
	n := slices.IndexFunc(inputs, func(f beyond.Input) bool { return o.Measure && f.By != inputs[0].By })
	if n < 0 {
		return len(inputs)
	}
	return n
}

// runAfterFailure returns how many inputs a job still runs after a failure, as harness.Job defines it. That is none at
// first, and all once so many inputs failed that a job for each takes too long.
func (o *beyondRun) runAfterFailure() int64 {
	if o.jobs < mostJobs {
		return 0
	}
	return -1
}

// all runs inputs beyond the bounds.
func (o *beyondRun) all(ctx context.Context, inputs []beyond.Input) error {
	o.left, o.jobs = inputs, 0
	for len(o.left) > 0 && o.hung < farHung {
		if o.Cut != "" {
			o.late += len(o.left)
			break
		}
		if o.heavy > farLosses {
			o.omitted += len(o.left)
			break
		}
		o.progress(event.PhaseBeyond, o.Depth)
		if err := o.runUntilFailure(ctx); err != nil {
			return err
		}
	}
	return nil
}

// failsOfBrokenText reports whether a clause failed for a text that is not UTF-8, although
// neither code nor contract treats such texts differently. Its author did not think of them. A
// failure of the call itself is still a finding.
func (o *beyondRun) failsOfBrokenText(f harness.Finding, tried []beyond.Input) bool {
	if o.Hints.InvalidUTF8 || o.Traits.Binary || len(tried) == 0 || !o.questions[tried[len(tried)-1].Question].Broken {
		return false
	}
	switch f.Cause {
	case harness.CauseEnsures, harness.CauseInvariant, harness.CauseNoPanic, harness.CauseContract:
		return true
	}
	return false
}

// validTexts tries texts of characters beyond ASCII if clauses failed for texts that are not UTF-8.
func (o *beyondRun) validTexts(ctx context.Context, drawn *beyond.Sampler) error {
	if o.broken == 0 || o.Cut != "" || !o.Keep && o.confirmed() {
		return nil
	}
	inputs, err := drawn.ValidTexts(ctx)
	if err != nil {
		return err
	}
	inputs = slices.DeleteFunc(slices.Clone(inputs), func(f beyond.Input) bool { return !o.Part.Has(nil, f.Stream) })
	o.questions = drawn.Questions
	o.farther = append(o.farther, inputs...)
	return o.measured(beyond.ValidTexts, func() error { return o.all(ctx, inputs) })
}

// tooFar reports whether an input needs at least as much as one that took too long. It is no smaller, and its
// numbers beyond the bounds are the same or farther out.
func tooFar(fm *form.Form, f, than beyond.Input, depth int) bool {
	if f.Size < than.Size || !slices.Equal(f.At, than.At) {
		return false
	}
	for i, v := range than.Data {
		size := form.Magnitude
		if fm.Vars[than.At[i]].Kind == form.Uint64 {
			size = func(v int64) uint64 { return uint64(v) }
		}
		if size(v) <= uint64(depth) || isFarState(v) && v == f.Data[i] {
			continue
		}
		if isFarState(v) {
			return false
		}
		if w := f.Data[i]; (v < 0) != (w < 0) || size(w) < size(v) {
			return false
		}
	}
	return true
}

// byStrategy sorts the inputs by strategy, in the order of the table.
func byStrategy(inputs []beyond.Input) []beyond.Input {
	at := map[string]int{}
	for i, s := range beyond.Strategies() {
		at[s.Name] = i
	}
	list := slices.Clone(inputs)
	slices.SortStableFunc(list, func(f, g beyond.Input) int { return at[f.By] - at[g.By] })
	return list
}

// measured runs try, which tries inputs of a strategy, and records its effect if that is asked
// for.
func (o *beyondRun) measured(by string, try func() error) error {
	if !o.Measure {
		return try()
	}
	inputs, failures := o.Beyond, o.failures()
	o.firstFailure, o.heavy, o.hung = math.MaxInt, 0, 0
	if err := try(); err != nil || o.Beyond == inputs {
		return err
	}
	failed := o.failures() > failures
	i := slices.IndexFunc(o.Strategies, func(r event.StrategyRun) bool { return r.Name == by })
	if i < 0 {
		i = len(o.Strategies)
		o.Strategies = append(o.Strategies, event.StrategyRun{Name: by, First: math.MaxInt})
	}
	r := &o.Strategies[i]
	r.Inputs, r.Failed, r.First = r.Inputs+o.Beyond-inputs, r.Failed || failed, min(r.First, o.firstFailure)
	return nil
}

// failures returns how many inputs beyond the bounds failed.
func (o *beyondRun) failures() (n int64) {
	for _, count := range o.failed {
		n += count
	}
	return n
}

// placeFailure records the index of the last input tried, which failed.
func (o *beyondRun) placeFailure(tried []beyond.Input) {
	if len(tried) > 0 {
		o.firstFailure = min(o.firstFailure, tried[len(tried)-1].Place)
	}
}

// strategyOf returns the strategy that chose the input with a stream: the last input tried, or
// one of the inputs of the same job.
func (o *beyondRun) strategyOf(stream []int64, tried []beyond.Input) string {
	if len(tried) > 0 {
		return tried[len(tried)-1].By
	}
	for _, f := range o.farther {
		if slices.Equal(f.Stream, stream) {
			return f.By
		}
	}
	return ""
}

// unjudged counts failures that are none.
type unjudged struct {
	// wrapped counts those with which arithmetic of the contract itself wraps around.
	wrapped int
	// broken counts those of clauses for texts that are not UTF-8, where neither code
	// nor contract mentions such texts.
	broken int
	// vague counts the inputs for which some clause was not judged.
	vague int
}

// notes returns remarks on what remains unknown.
func (o *beyondRun) notes() []string {
	var notes []string
	say := func(n int, one, many string) {
		switch {
		case n == 1:
			notes = append(notes, "beyond the bounds "+one)
		case n > 1:
			notes = append(notes, "beyond the bounds "+fmt.Sprintf(many, n))
		}
	}
	say(o.heavy, "one call took too much time or memory", "%d calls took too much time or memory")
	say(o.makes, "one call asked make for an impossible length", "%d calls asked make for impossible lengths")
	say(o.wrapped, "the contract's own arithmetic overflowed for one input, which was not judged",
		"the contract's own arithmetic overflowed for %d inputs, which were not judged")
	say(o.broken, "the contract fails for one text that is not valid UTF-8, and nothing in it mentions that (as utf8.ValidString does)",
		"the contract fails for %d texts that are not valid UTF-8, and nothing in it mentions that (as utf8.ValidString does)")
	say(o.late, "one input was not tried: the time ended", "%d inputs were not tried: the time ended")
	if o.hasty {
		say(1, "not all inputs were looked for: the time ended", "")
	}
	say(o.omitted, "one input that asks for as much was left out", "%d inputs that ask for as much were left out")
	say(o.vague, "one input was not judged by a quantifier that found no value within the bounds",
		"%d inputs were not judged by a quantifier that found no value within the bounds")
	return notes
}

// An Outside is the result of the inputs beyond the bounds.
type Outside struct {
	// Tried are the inputs in order. Failures are those that failed twice, one of each cause.
	Tried    []beyond.Input
	Failures []*event.Failure
	// Cut is set when the time ended before all were tried.
	Cut bool
}

// TryBeyond tries only the inputs beyond the bounds.
func (s *Subject) TryBeyond(ctx context.Context, run engine.Runner) (Outside, error) {
	l := newLoop(s, run)
	l.ended, l.Depth = ctx.Done(), s.Limits.Depth
	if err := l.testBeyond(ctx); err != nil {
		return Outside{}, err
	}
	out := Outside{Tried: l.farther, Cut: l.Cut != ""}
	for _, g := range l.groups {
		if g.confirmed {
			out.Failures = append(out.Failures, g.failure)
		}
	}
	return out, nil
}

// beyondTarget describes the function to the strategies. Answered says that functions among
// the inputs have answers beyond the bounds.
func (l *loop) beyondTarget(answered bool) *beyond.Target {
	return &beyond.Target{
		Hints: &l.Hints, Traits: l.Traits, Depth: l.Limits.Depth, Beyond: l.Limits.Beyond, Seed: l.Limits.Seed,
		Functional: l.Answers != nil, Answered: answered, Conditions: len(l.Pre), Forms: l.Far, Solver: l.Engine.Solver,
		Clock: beyond.Clock{Expired: l.expired, Within: l.timed, Hasten: l.hasten},
		Parse: l.Parse, Texts: l.Texts, Hopes: l.Hopes, Admitted: l.admitted, Runs: beyond.Runs{Answers: l.Given, Seeds: l.guide.Streams, Failed: l.FailedCalls}, Own: l.ownPlace,
	}
}

// ownPlace returns a position in a file of the user's module, or false for generated and
// foreign code.
func (l *loop) ownPlace(pos token.Pos) (token.Position, bool) {
	if !pos.IsValid() {
		return token.Position{}, false
	}
	at := l.Pkg.Fset.PositionFor(pos, false)
	if l.Pkg.ModuleDir == "" {
		return at, false
	}
	rel, err := filepath.Rel(l.Pkg.ModuleDir, at.Filename)
	return at, err == nil && filepath.IsLocal(rel)
}

// admitted counts the inputs that compiled code does not reject, without calling the function. It tries one
// input of each solution. Ok is false if one of them does not end, or if the time is over.
func (l *loop) admitted(ctx context.Context, list []beyond.Input) (n int, ok bool, err error) {
	streams := func(yield func([]int64) bool) {
		for _, f := range list {
			if !yield(f.Stream) {
				return
			}
		}
	}
	t, err := l.run.Run(ctx, harness.Job{
		Target: l.Index, Streams: streams, Dry: true, AfterFailure: 0, Until: l.until, Sample: l.Limits.Seed | 1,
		Timeout: min(l.Limits.Timeout, FarTimeout), Memory: min(l.Limits.Memory, FarMemory),
	})
	if err != nil {
		return 0, false, fmt.Errorf("inputs outside the bounds: %w", err)
	}
	return min(len(list), int(t.Called+t.Vague)), len(t.Findings) == 0 && !t.Cut, nil
}

// Limits of the inputs beyond the bounds that are examined for a call that never returns. Such an input has at most smallParts
// parts and numbers up to smallNumber, so that no search through subsets of its parts takes long. It is called
// endless if one with a part less, or with an integer one closer to zero, takes at most 1/suddenly of the time allowed.
// Of a function mostSudden inputs are examined.
const (
	smallParts  = 20
	smallNumber = 1 << 8
	suddenly    = 200
	mostSudden  = 4
	mostNearest = 16
)

// sudden reports whether a call with an input beyond the bounds took too much although the input is small and
// one like it that is a little less takes next to nothing.
func (o *beyondRun) sudden(ctx context.Context, f harness.Finding, tried []beyond.Input) (bool, error) {
	if f.Stream == nil || len(tried) == 0 || o.Parse == nil || o.Chooses || o.suddens >= mostSudden || tried[len(tried)-1].Size > smallParts {
		return false, nil
	}
	roots := o.Parse(f.Stream)
	if roots == nil || minimize.Greatest(roots) > smallNumber {
		return false, nil
	}
	o.suddens++
	near := minimize.Nearest(roots, mostNearest)
	for len(near) > 0 {
		t, err := o.run.Run(ctx, harness.Job{
			Target: o.Index, Streams: slices.Values(near), Until: o.until,
			Timeout: o.Limits.Timeout / suddenly, Memory: min(o.Limits.Memory, FarMemory),
		})
		if err != nil {
			return false, fmt.Errorf("inputs like one that takes too much: %w", err)
		}
		if t.Called > int64(len(t.Findings)) {
			return true, nil
		}
		if t.Cut || t.Exhausted || t.Consumed == 0 {
			return false, nil
		}
		near = near[t.Consumed:]
	}
	return false, nil
}

// endless reports whether a call with such an input never returns: it stays in a loop, or calls itself
// until the stack is full.
func endless(f *event.Failure) bool {
	return f.Report != nil && f.Report.Loops || prepare.ExhaustsStack(f.Cause, f.Panic)
}
