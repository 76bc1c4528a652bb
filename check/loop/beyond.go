package loop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
)

// Limits of calls with inputs beyond the bounds.
const (
	FarTimeout = 100 * time.Millisecond
	FarMemory  = 128 << 20
	farDeaths  = 2       // then inputs with large numbers are left out
	farLess    = 1 << 12 // how much less they have to be
	farLosses  = 12      // then all
	// farHung is the number of findings that hang or use up memory after which no more inputs
	// are tried, because the user waits for each of them.
	farHung = Wear / harness.HeavyDeath
	// farSamples is the greatest number of inputs drawn where functions among the inputs
	// answer. For each drawn input that counts, at most farDraws are drawn, because the
	// answers are random and often equal.
	farSamples, farDraws = 10_000, 4
	// beyondProof is the greatest number of inputs if the contract is proved for all inputs before, and no others
	// are solved for, unless they reach more of the code. They test the proof.
	beyondProof = 100
	// farWraps is the number of failures of one kind that are examined although arithmetic in
	// the contract itself wrapped around.
	farWraps = 12
)

// A beyondRun tests a function with inputs beyond the bounds.
type beyondRun struct {
	*loop
	questions []*beyond.Question
	// left are the inputs that were not tried yet.
	left []beyond.Input
	// turns is how often each input is run where chance may decide, 0 otherwise.
	turns int
	// samples is the greatest number of inputs of each solution, where functions answer; 0
	// means one.
	samples int64
	// heavy counts the calls that took too much time or memory, which depends on the machine. makes counts the
	// calls that requested a slice or map of an impossible length.
	heavy, makes, omitted int
	// jobs counts the jobs for inputs that run together.
	jobs int
	// hung counts the heavy calls that are findings, suddens the heavy calls that were compared with others.
	hung, suddens int
	// late counts the inputs that were not tried because the time ended.
	late int
	unjudged
	// wraps counts the failures with which arithmetic of the contract itself wraps around and that were examined, by
	// kind of failure.
	wraps map[failureKey]int
	// failed counts the failures beyond the bounds by group.
	failed map[*group]int64
	// firstFailure is the index of the first failing input of the strategy that is being
	// measured, or -1.
	firstFailure int
}

// looksBeyond reports whether the loop tries inputs beyond the bounds.
func (l *loop) looksBeyond() bool { return l.Limits.Beyond > 0 && l.Far.Pose != nil }

// testBeyond tries inputs beyond the bounds. It tries none when the time has ended, or when a
// failure was confirmed and not all failures are asked for.
func (l *loop) testBeyond(ctx context.Context) error {
	if l.Cut != "" || !l.Keep && l.confirmed() || !l.looksBeyond() {
		return nil
	}
	l.progress(event.PhaseBeyond, l.Depth)
	answered, err := l.answersBeyond(ctx)
	if err != nil {
		return fmt.Errorf("inputs outside the bounds: %w", err)
	}
	target := l.beyondTarget(answered)
	if l.Proof.Proved != event.ForAll {
		return l.tryDrawn(ctx, target, beyond.Draw)
	}
	few := *target
	few.Beyond, few.Forms.Follow, few.Integers = min(few.Beyond, beyondProof), nil, 0
	if err := l.tryDrawn(ctx, &few, beyond.Draw); err != nil || l.Cut != "" || len(l.groups) > 0 || l.UnreachedLines == nil || len(l.UnreachedLines()) == 0 {
		return err
	}
	return l.tryDrawn(ctx, target, beyond.DrawGoals)
}

// tryDrawn draws inputs beyond the bounds and runs them.
func (l *loop) tryDrawn(ctx context.Context, target *beyond.Target, draw func(context.Context, *beyond.Target) (*beyond.Sampler, error)) error {
	drawn, err := draw(ctx, target)
	l.Aimed = drawn.Aimed
	if err != nil {
		return fmt.Errorf("inputs outside the bounds: %w", err)
	}
	err = l.bindTo(ctx, site{l.Limits.Depth, l.Limits.Depth, true})
	if _, ok := errors.AsType[*prepare.TooMany](err); ok {
		return nil // The depth reports it.
	}
	if err != nil {
		return err
	}
	if err := drawn.Refill(ctx); err != nil {
		return err
	}
	inputs := drawn.InOrder()
	o := &beyondRun{loop: l, questions: drawn.Questions, turns: l.farTurns(), failed: map[*group]int64{}, wraps: map[failureKey]int{}}
	if l.Answers != nil {
		o.samples = min(l.Limits.Beyond, farSamples) / max(1, int64(len(inputs)))
	}
	inputs = slices.DeleteFunc(inputs, func(f beyond.Input) bool { return !l.Part.Has(nil, f.Stream) })
	l.farther = append(l.farther, inputs...)
	if l.Measure {
		inputs = byStrategy(inputs)
	}
	for len(inputs) > 0 {
		n := o.alike(inputs)
		if err := o.measured(inputs[0].By, func() error { return o.all(ctx, inputs[:n]) }); err != nil {
			return err
		}
		inputs = inputs[n:]
	}
	if err := o.validTexts(ctx, drawn); err != nil {
		return fmt.Errorf("texts of characters beyond ASCII: %w", err)
	}
	if err := o.measured(beyond.Edits, func() error { return o.feedback(ctx) }); err != nil {
		return fmt.Errorf("inputs made of others: %w", err)
	}
	if why := drawn.Untried(l.Cut == "" && !l.hasty); why != "" {
		l.Notes = append(l.Notes, "beyond the bounds "+why)
	}
	if l.hasty && l.Cut == "" {
		l.Cut = "time"
	}
	for g, n := range o.failed {
		if g.confirmed && g.failure.Beyond {
			g.failure.Count, g.failure.Of = n, l.Beyond
		}
	}
	l.Notes = append(l.Notes, o.notes()...)
	l.doubts = cmp.Or(l.doubts, o.doubt())
	return nil
}

// runUntilFailure runs the inputs up to the next one that fails.
func (o *beyondRun) runUntilFailure(ctx context.Context) error {
	streams := func(yield func([]int64) bool) {
		for _, f := range o.left {
			if !yield(f.Stream) {
				return
			}
		}
	}
	job := harness.Job{
		Target: o.Index, Streams: streams, AfterFailure: o.runAfterFailure(), Until: o.until,
		Sample: o.Limits.Seed | 1, Samples: o.samples, Draws: o.samples * farDraws, Turns: o.turns,
		Timeout: min(o.Limits.Timeout, FarTimeout), Memory: min(o.Limits.Memory, FarMemory),
	}
	o.watch(&job)
	t, err := o.run.Run(ctx, job)
	if err != nil {
		return err
	}
	o.guide.Learn(t)
	o.Beyond += t.Called
	for i, n := range t.Classes {
		o.farClasses[i] += n
	}
	o.vague += int(t.Vague)
	o.changed |= t.Changed
	if t.Cut {
		o.Cut = "time"
		o.left = o.left[t.Consumed:]
		return nil
	}
	if err := o.checkFar(ctx, t); err != nil {
		return err
	}
	tried := o.left[:t.Consumed]
	if o.runAfterFailure() != 0 {
		tried = nil // Which of them failed is not known.
	}
	o.jobs++
	o.left = o.left[t.Consumed:]
	if t.Exhausted {
		o.left = nil
	}
	if len(t.Findings) == 0 && len(o.left) > 0 && !t.Exhausted {
		return fmt.Errorf("the job outside the bounds ended after %d inputs without a reason", t.Called)
	}
	for i, f := range t.Findings {
		died := slices.ContainsFunc(t.Deaths, func(d harness.Death) bool { return d.Finding == i })
		if err := o.judgeFinding(ctx, f, died, tried); err != nil {
			return err
		}
	}
	return nil
}

// judgeFinding judges a failure, and whether the process died of it. It is a finding unless the input only needs
// too much time or memory.
func (o *beyondRun) judgeFinding(ctx context.Context, f harness.Finding, died bool, tried []beyond.Input) error {
	g := o.groupOf(failureKeyOf(f))
	if g.confirmed {
		o.failed[g] += f.Count
		o.placeFailure(tried)
		if prepare.Exhausting(g.failure) {
			o.hung++
		}
		return nil
	}
	if g.excused >= dutyRuns {
		return nil
	}
	modest, sudden := o.modest(f, tried), false
	if !modest && (askedTooMuch(f, died) || prepare.ExhaustsStack(f.Cause, f.Panic)) {
		var err error
		if sudden, err = o.sudden(ctx, f, tried); err != nil {
			return err
		}
	}
	switch {
	case askedTooMuch(f, died) && !modest && !sudden:
		o.heavy++
		o.omitAsDemanding(tried)
	case o.failsOfBrokenText(f, tried):
		o.broken += int(f.Count)
	default:
		if g.runs >= unconfirmedRuns {
			return nil
		}
		if o.wraps[g.failureKey] >= farWraps {
			o.wrapped += int(f.Count)
			o.ungroup(g)
			return nil
		}
		if err := o.rerunFinding(ctx, g, f, modest, sudden, tried); err != nil {
			return err
		}
	}
	if !g.confirmed && g.failure == nil && g.excused == 0 {
		o.ungroup(g)
	}
	return nil
}

// rerunFinding runs the failing input again and judges the second run. A modest input needs no more than inputs
// within the bounds do. A call with a sudden one took too much although another one like it takes next to nothing.
func (o *beyondRun) rerunFinding(ctx context.Context, g *group, f harness.Finding, modest, sudden bool, tried []beyond.Input) error {
	v := &level{depth: o.Limits.Depth}
	failure, again, err := o.confirm(ctx, v, f)
	if err != nil {
		return err
	}
	if failure != nil {
		if failure, err = o.unexcused(ctx, v, g, f, failure); failure == nil {
			return err
		}
	}
	switch {
	case failure == nil && (f.Cause == harness.CauseContract || modest || sudden):
		// The predicate or the call returned when it had more time.
		o.heavy++
		o.omitAsDemanding(tried)
	case failure == nil:
		g.runs++
		if g.failure == nil {
			g.failure = o.unconfirmed(v.depth, f, again)
		}
	case !modest && prepare.Exhausting(failure) && !(sudden && endless(failure)):
		o.heavy++
		o.omitAsDemanding(tried)
	case impossible(failure.Cause, failure.Panic):
		o.makes++
		o.omitAsDemanding(tried)
	case failure.Report != nil && failure.Report.Overflow:
		o.wrapped++
		o.wraps[g.failureKey]++
	default:
		failure.Beyond, failure.Order, failure.Strategy = true, o.placeBeyond(tried), o.strategyOf(f.Stream, tried)
		o.placeFailure(tried)
		if prepare.Exhausting(failure) {
			o.hung++
		}
		g.failure, g.confirmed = failure, true
		o.failed[g] += f.Count
	}
	return nil
}

// askedTooMuch reports whether a call, or one of its predicates, took too much time or memory.
func askedTooMuch(f harness.Finding, died bool) bool {
	switch f.Cause {
	case harness.CauseTimeout, harness.CauseMemory:
		return true
	case harness.CauseContract:
		return died && f.Panic == "" // It was ended.
	}
	return false
}

// ungroup removes a group about which nothing is known.
func (o *beyondRun) ungroup(g *group) {
	o.groups = slices.DeleteFunc(o.groups, func(h *group) bool { return h == g })
}

// omitAsDemanding skips the inputs that need as much as the last one tried.
func (o *beyondRun) omitAsDemanding(tried []beyond.Input) {
	if len(tried) == 0 {
		return
	}
	last := tried[len(tried)-1]
	most := uint64(math.MaxUint64)
	n := greatestOf(last)
	if o.heavy > farDeaths && n > uint64(o.Limits.Depth) {
		most = n / farLess
	}
	var fm *form.Form
	if p := o.questions[last.Question].Problem; p != nil {
		fm = p.Form
	} else if n > uint64(o.Limits.Depth) {
		most = min(most, n-1)
	}
	o.left = slices.DeleteFunc(slices.Clone(o.left), func(f beyond.Input) bool {
		// Inputs without structure mean the same in all questions.
		same := f.Question == last.Question && !o.questions[f.Question].Edited
		skip := fm != nil && (same || o.Traits.Integers > 0) && tooFar(fm, f, last, o.Limits.Depth) || greatestOf(f) > most || same && sameStates(f, last)
		if skip {
			o.omitted++
		}
		return skip
	})
}

// greatestOf returns the magnitude of the greatest number in an input.
func greatestOf(f beyond.Input) uint64 {
	most := uint64(0)
	for _, v := range f.Data {
		if !isFarState(v) {
			most = max(most, form.Magnitude(v))
		}
	}
	return most
}

// isFarState reports whether a datum is the number of a state beyond the depths. That number
// says nothing about its size.
func isFarState(v int64) bool { return harness.FarStates <= v && v < 2*harness.FarStates }

// sameStates reports whether two inputs have such a state in common.
func sameStates(f, g beyond.Input) bool {
	return slices.ContainsFunc(f.Data, func(v int64) bool { return isFarState(v) && slices.Contains(g.Data, v) })
}

// checkFar reports solutions that a native precondition rejected although they satisfy the
// form.
func (o *beyondRun) checkFar(ctx context.Context, t harness.Tally) error {
	for i, p := range o.Pre {
		if i >= len(t.Reached) || wrong(p.Clause, t, i) <= 0 {
			continue
		}
		for _, f := range o.questions {
			if f.Problem == nil || f.Problem.Opaque[i] != "" {
				continue
			}
			var tried [][]int64
			for _, x := range o.left[:t.Consumed] {
				if o.questions[x.Question] == f && !x.Altered {
					tried = append(tried, x.Stream)
				}
			}
			input, doubtful, err := o.isolateAmong(ctx, tried, i)
			if err != nil || doubtful {
				return err
			}
			o.reportFault(
				fmt.Sprintf("an input outside depth %d does not satisfy %s %s when it is run", o.Limits.Depth, p.Clause.Kind, p.Clause.Text),
				fmt.Sprintf("clause at %s, predicate %s\n%s%s", p.Clause.Pos, p.Func, input, f.Problem.Form))
		}
	}
	return nil
}
