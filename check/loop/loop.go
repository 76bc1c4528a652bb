// Package loop tests one function. Depth by depth it asks for inputs, runs them, checks the
// results, refutes what it found and goes on. Then it tries inputs beyond the bounds, explains
// the failures and gives the verdict. It knows nothing of packages, of how values are built,
// or of how events are shown.
package loop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/pace"
)

// afterFailure is the number of inputs of the failing depth that are tried after the first
// failure, for the counts.
const afterFailure = 10_000

// Wear is the number of inputs of a depth that may end the process before the loop gives up the depth. An input
// that hangs counts harness.HeavyDeath times, because the user waits for it.
const Wear = 4 * harness.HeavyDeath

// Rejects is the number of candidates that native filters may reject for each input of the
// budget.
const Rejects = 100

// A loop is the state of testing one function, depth by depth.
type loop struct {
	*Subject
	run engine.Runner
	deadline
	event.Result
	counts
	oddities
	reasons
	// opaque says, by index of the precondition, why it is not in the forms.
	opaque map[int]string
	// ringed says that the solutions of a depth were tried ring by ring. rows is, by depth,
	// the number of pieces of a solution if each shard has one piece.
	ringed map[int]bool
	rows   map[int]int64
	// groups are the failures by cause. evidence describes all inputs tried. fromSaved are the failures of saved
	// inputs.
	groups    []*group
	evidence  evidence
	fromSaved []*event.Failure
	// doubts describes calls beyond the bounds that are no finding and still speak against a claim. It is empty
	// if there are none.
	doubts string
	// farther are the inputs tried beyond the bounds.
	farther []beyond.Input
	next    nextProblem
}

// The reasons of a verdict.
type reasons struct {
	// undecided and spent are the reasons of these verdicts, help is the advice to the user. why is the engine's
	// reason for giving up.
	undecided, spent string
	help, why        string
}

// Test runs the loop over the depths and returns the result. An error is a fault of rtest or
// comes from the context.
func (s *Subject) Test(ctx context.Context, run engine.Runner) (event.Result, error) {
	l := newLoop(s, run)
	l.ended = ctx.Done()
	if s.Limits.Prove == event.ProveOnly {
		l.spent = "only proofs were asked for"
		return l.end(ctx, l.prove(ctx))
	}
	rest, looks := func() bool { return false }, l.looksBeyond()
	if looks {
		rest = l.allot(boundsPart, boundsPart+1)
	}
	err := l.runDepths(ctx, s.Limits.Depth)
	if looks && err == nil {
		err = l.proveEarly(ctx)
	}
	// The process may see the end of its part slightly before this clock does.
	over := rest() || l.Cut == "time"
	switch {
	case looks && over && (err == nil || errors.Is(err, pace.ErrSpent)):
		err = l.spendRest(ctx)
	case err == nil:
		err = l.testBeyond(ctx)
	}
	if err == nil {
		err = l.prove(ctx)
	}
	if err == nil {
		err = l.lookAtCode(ctx)
	}
	return l.end(ctx, err)
}

// DecideEarly runs the loop up to a depth. It is decided if the function fails there, because Test then has the
// same result.
func (s *Subject) DecideEarly(ctx context.Context, run engine.Runner, depth int) (result event.Result, decided bool, err error) {
	l := newLoop(s, run)
	l.ended = ctx.Done()
	err = l.runDepths(ctx, depth)
	if err == nil && !l.confirmed() {
		return l.Result, false, nil
	}
	result, err = l.end(ctx, err)
	return result, true, err
}

// runDepths tries the saved inputs, and then those of each depth up to the greatest.
func (l *loop) runDepths(ctx context.Context, greatest int) (err error) {
	if l.fromSaved, err = l.replaySaved(ctx, l.run); err != nil {
		return fmt.Errorf("saved inputs: %w", err)
	}
	l.next.greatest = greatest
	for depth := 0; depth <= greatest; depth++ {
		more, err := l.runDepth(ctx, depth)
		if err != nil {
			return fmt.Errorf("depth %d: %w", depth, err)
		}
		if !more {
			break
		}
	}
	return nil
}

// end returns the result of the loop, which ended with err.
func (l *loop) end(ctx context.Context, err error) (event.Result, error) {
	if err == nil {
		err = l.explainFailures(ctx)
	}
	if errors.Is(err, pace.ErrSpent) {
		l.timeEnded()
		err = nil
	}
	switch {
	case ctx.Err() != nil:
		l.interrupted(ctx)
		err = ctx.Err()
	case err == nil:
		// Remarks on the verdict may need forms as well.
		if err = l.setVerdict(ctx); errors.Is(err, pace.ErrSpent) {
			err = nil
		}
	}
	l.noteTimes()
	return l.Result, err
}

// explainFailures finds the simplest input of each failure, and its common properties with the others.
func (l *loop) explainFailures(ctx context.Context) error {
	if len(l.groups) > 0 {
		l.progress(event.PhaseSimplifying, l.Depth)
	}
	if err := l.shrink(ctx); err != nil {
		return fmt.Errorf("making a counterexample simpler: %w", err)
	}
	if err := l.vary(ctx); err != nil {
		return err
	}
	if err := l.generalize(ctx); err != nil {
		return fmt.Errorf("what failing inputs have in common: %w", err)
	}
	return nil
}

// newLoop returns the state of a loop before any input was tried. Run runs its inputs.
func newLoop(s *Subject, run engine.Runner) *loop {
	l := &loop{
		Subject: s,
		run:     run,
		Result:  event.Result{Depth: -1, Exhausted: -1, Limits: s.Limits, Bare: s.Contract.Bare, KeepGoing: s.Keep && s.Part.Of > 1},
		counts: counts{
			reached: make([]int64, len(s.Pre)), passed: make([]int64, len(s.Pre)),
			partly: make([]interp.Tally, len(s.Pre)), interpreted: make([]bool, len(s.Pre)),
			classes: make([]int64, len(s.Contract.Classes)), farClasses: make([]int64, len(s.Contract.Classes)),
		},
		opaque: map[int]string{}, ringed: map[int]bool{}, rows: map[int]int64{},
	}
	l.start = time.Now()
	l.noteTypeArguments(s.Contract)
	for _, name := range s.Derived {
		l.Notes = append(l.Notes, name+" may have any value that the precondition admits; the depth does not bound it")
	}
	if s.Limits.Time > 0 {
		l.lag = s.Clock.Lag()
		l.until = s.Clock.Now().Add(s.Limits.Time - s.Prepared)
	}
	return l
}

// runDepth tries the inputs of exactly this depth. More reports whether to go on with the next
// one.
func (l *loop) runDepth(ctx context.Context, depth int) (more bool, err error) {
	l.progress(event.PhaseDepth, depth)
	if more, err := l.enter(ctx, depth); err != nil || !more {
		return false, err
	}
	p, err := l.posed(ctx, depth)
	if errors.Is(err, encode.ErrTooLarge) {
		l.spent = fmt.Sprintf("an input of depth %d has too many parts", depth)
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for i, why := range p.Opaque {
		l.opaque[i] = why
	}
	if err := l.cut(depth, p); err != nil {
		return false, err
	}
	if l.inputsLeft() == 0 {
		return l.beyondBudget(ctx, depth, p)
	}
	p, fits, err := l.fits(ctx, depth, p)
	if err != nil {
		return false, err
	}
	if !fits {
		return false, l.spreadOver(ctx, depth, p)
	}
	level := l.level(depth, p)
	defer func() { l.tellHanded(level) }()
	for {
		confirmed, err := l.runUntilFailure(ctx, level)
		switch {
		case err != nil:
			return false, err
		case confirmed && !l.Keep:
			return false, nil
		case level.Exhausted && len(level.rings) > 0:
			if l.inputsLeft() == 0 {
				l.spent = l.spentInputs()
				return false, nil
			}
			level.next()
		case level.Exhausted:
			l.unfolded = l.ofAll(depth, level.Consumed)
			return l.finishLevel(level)
		case level.stopped:
			return false, nil
		}
	}
}

// runUntilFailure runs one job at a level and confirms its findings. If none is confirmed and no budget ended
// it, the next job continues after it.
func (l *loop) runUntilFailure(ctx context.Context, v *level) (confirmed bool, err error) {
	job := l.harnessJob(v)
	before := v.tallies()
	got, err := l.runJob(ctx, v, job)
	if err != nil {
		if ctx.Err() != nil {
			l.count(got.Tally) // what was tried until the interrupt
		}
		return false, err
	}
	if l.why == "" {
		l.why = got.Why
	}
	l.seen(v.question, before)
	l.rejected += got.Rejected
	v.handed = max(v.handed, got.Handed)
	tally := got.Tally
	if l.Depth < v.depth && (tally.Consumed > 0 || tally.Exhausted) {
		l.Depth = v.depth
	}
	v.add(tally)
	l.count(tally)
	if err := l.checkLifted(ctx, v, tally); err != nil {
		return false, err
	}
	if confirmed, err = l.judge(ctx, v, tally.Findings); err != nil {
		return confirmed, err
	}
	l.gather(v, tally)
	more, err := l.judgeLaterFailures(ctx, v, job, tally)
	confirmed = confirmed || more
	l.noteTried(v)
	if err != nil || v.Exhausted {
		return confirmed, err
	}
	v.stopped = true
	switch {
	case tally.Cut:
		l.timeEnded()
	case l.inputsLeft() == 0:
		return confirmed, l.spendRemaining(ctx, v, job.Shard)
	case l.allRejected():
		l.spent = l.spentRejected()
	default:
		// The job ended after a failure that was not confirmed.
		v.stopped = len(tally.Findings) == 0
		if v.stopped {
			return confirmed, fmt.Errorf("the job ended after %d inputs without a reason", tally.Called)
		}
	}
	return confirmed, nil
}

// finishLevel ends a level for which the engine has no more solutions.
func (l *loop) finishLevel(v *level) (more bool, err error) {
	if len(v.Open) > 0 {
		if l.undecided == "" {
			l.undecided, l.help = l.giveUp(v)
		}
		return true, nil
	}
	if v.Missing != "" {
		l.spent = v.Missing
		if strings.HasSuffix(v.Missing, harness.TimeRanOut) {
			l.Cut = "time"
		}
		return false, nil
	}
	if l.vague > 0 && l.undecided == "" {
		l.undecided = fmt.Sprintf("a quantifier has too many values at depth %d to go through them for inputs of lesser depths, and found none for %s of these",
			l.Limits.Depth, diag.Count(int(l.vague), "input"))
		l.help = "lower the depth, or narrow the values (//rtest:ints, //rtest:chars)"
	}
	failing := func(g *group) bool { return g.excused == 0 || g.confirmed }
	if !slices.ContainsFunc(l.groups, failing) && l.undecided == "" {
		l.Exhausted = v.depth
		l.spent = ""
	}
	return true, nil
}

// harnessJob returns the job for the remaining inputs of a level.
func (l *loop) harnessJob(v *level) harness.Job {
	job := harness.Job{
		Target:       l.Index,
		Skip:         v.Consumed,
		Limit:        l.inputsLeft(),
		AfterFailure: afterFailure,
		Timeout:      l.Limits.Timeout,
		Until:        l.until,
		Resume:       v.Resume,
		Exact:        l.Answers != nil,
	}
	job.Shard, job.Portion = l.parts(v.depth)
	if l.Limits.Inputs == 0 {
		job.Limit = 0
	} else {
		job.Reject = max(1, Rejects*l.Limits.Inputs-l.rejected)
	}
	job.Wear = Wear
	if l.Chance != codegen.ChanceNone {
		job.AfterFailure = harness.TurnRuns / int64(l.Chance.Turns())
	}
	if l.Keep {
		job.AfterFailure, job.Wear = -1, 0
	}
	l.watch(&job)
	if l.Words != nil {
		job.Atoms, job.Live = l.Words.Atoms, l.evidence.seen
	}
	return job
}

// inputsLeft returns how many inputs the budget still has. Without a limit it is more than can
// ever be tried.
func (l *loop) inputsLeft() int64 {
	if l.Limits.Inputs == 0 {
		return 1 << 62
	}
	return max(0, l.Limits.Inputs-l.Inputs)
}

func (l *loop) spentInputs() string {
	if l.Limits.Inputs == 1 {
		return "the budget of 1 input ended"
	}
	return fmt.Sprintf("the budget of %d inputs ended", l.Limits.Inputs)
}

// progress reports what the loop does next, at a depth.
func (l *loop) progress(phase event.Phase, depth int) {
	l.Emit(event.Progress{Package: l.Pkg.Path, Function: l.Contract.Name, Phase: phase, Depth: depth, Inputs: l.Inputs + l.Beyond})
}
