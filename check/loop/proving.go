package loop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/describe"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prove"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/pace"
)

// proofs is the name of the strategy that solves the code for inputs.
const proofs = "proofs"

// prove solves the code of a function that no input has broken so far.
func (l *loop) prove(ctx context.Context) error {
	early := l.Proof
	l.Proof = event.Proof{}
	if !l.provable() {
		return nil
	}
	if l.Cut == "time" {
		l.Proof.Open = []event.Open{{Pos: l.Contract.Pos, Why: timeEnded}}
	}
	if l.Cut != "" {
		return nil
	}
	l.progress(event.PhaseProving, l.Depth)
	if len(l.Unjudged) > 0 {
		for _, u := range l.Unjudged {
			l.Proof.Open = append(l.Proof.Open, event.Open{Pos: u.Pos, Why: u.Why})
		}
		return nil
	}
	if l.Claims == nil {
		l.Proof.Open = []event.Open{{Pos: l.Contract.Pos, Why: cmp.Or(l.doubts, "its call cannot be written")}}
		return nil
	}
	if early.Proved != "" && l.doubts == "" {
		l.Proof = early
		return nil
	}
	timed, cancel := l.timed(ctx)
	defer cancel()
	proof, err := prove.Solve(timed, l.proofTarget())
	if err != nil && timed.Err() != nil && ctx.Err() == nil || errors.Is(err, pace.ErrSpent) {
		l.Cut = "time" // On another machine it may complete.
		l.Proof.Open = []event.Open{{Pos: l.Contract.Pos, Why: timeEnded}}
		return nil
	}
	if err != nil {
		return fmt.Errorf("solving the code: %w", err)
	}
	if l.Proof = proof; proof.Disagreed > 0 {
		l.Notes = append(l.Notes, fmt.Sprintf("of the inputs that its code was solved for %d did not fail when they were run", proof.Disagreed))
	}
	said := func(o event.Open) bool { return strings.HasPrefix(o.Why, l.doubts) }
	if l.doubts != "" && len(l.groups) == 0 && !slices.ContainsFunc(l.Proof.Open, said) {
		l.Proof = event.Proof{Open: []event.Open{{Pos: l.Contract.Pos, Why: l.doubts}}}
	}
	return nil
}

// timeEnded is why nothing is claimed of a function whose time was over.
const timeEnded = "the time of the function ended"

// proofTarget returns what is to be proved of the function.
func (l *loop) proofTarget() prove.Target {
	var opaque map[int]string
	return prove.Target{
		Claims: func(ctx context.Context, opt encode.Options) (c *encode.Claims, err error) {
			c, opaque, err = l.Function.Claims(ctx, opt)
			return c, err
		},
		Unknown: l.Proving.Unknown,
		Depth:   l.Limits.Depth, Budget: l.Limits.ProveBudget, Solver: l.Engine.Solver, Inhabited: l.Inputs > 0, Place: l.placed,
		Run: func(ctx context.Context, f *form.Form, stream []int64, broken bool) (prove.Outcome, error) {
			return l.runSolved(ctx, &beyond.Problem{Form: f, Opaque: opaque}, stream, broken)
		},
		Each: func(ctx context.Context, f *form.Form, inputs [][]int64) (prove.Outcome, int64, error) {
			return l.runEach(ctx, &beyond.Problem{Form: f, Opaque: opaque}, inputs)
		},
	}
}

// proveEarly proves a function for all inputs if that takes little. Then fewer inputs beyond the bounds say as much.
func (l *loop) proveEarly(ctx context.Context) error {
	if !l.Everything || !l.Engine.Solver || !l.provable() || l.Exhausted < l.Limits.Depth || l.Part.Of > 1 || l.Measure || l.Claims == nil || len(l.Unjudged) > 0 {
		return nil
	}
	timed, cancel := l.timed(ctx)
	defer cancel()
	claim, err := prove.AtOnce(timed, l.proofTarget())
	switch {
	case timed.Err() != nil && ctx.Err() == nil:
		return nil // The time of the function ended.
	case err != nil:
		return fmt.Errorf("solving the code: %w", err)
	}
	if claim == event.ForAll {
		l.Proof.Proved = claim
	}
	return nil
}

// provable reports whether no run speaks against a claim.
func (l *loop) provable() bool {
	return l.Limits.Prove != event.ProveNot && !l.Contract.Bare && (l.Inputs > 0 || l.Limits.Prove == event.ProveOnly) && len(l.groups) == 0 && len(l.fromSaved) == 0 && (l.Part.Of <= 1 || l.Part.Index == 1)
}

// lookAtCode records which goals of the code are reached, and warns of code that no input reaches.
func (l *loop) lookAtCode(ctx context.Context) error {
	if l.Limits.Prove == event.ProveNot || l.Follow == nil || l.Cut != "" || len(l.groups) > 0 || l.Part.Of > 1 {
		return nil
	}
	timed, cancel := l.timed(ctx)
	defer cancel()
	code := prove.Code{
		Follow: l.Follow, Conditioned: len(l.Pre) > 0, Show: l.shownCall, Reaching: l.FirstReaching,
		Target: prove.Target{Depth: l.Limits.Depth, Budget: l.Limits.ProveBudget, Solver: l.Engine.Solver, Place: l.followed},
	}
	for _, m := range l.Tested {
		code.Clauses = append(code.Clauses, m.Clause.Pos)
	}
	err := l.warnDead(timed, &code)
	if err == nil && l.Limits.Goals {
		l.Proof.Goals, err = code.Goals(timed)
	}
	if err != nil && timed.Err() != nil && ctx.Err() == nil || errors.Is(err, pace.ErrSpent) {
		l.Cut = "time"
		return nil
	}
	if err != nil {
		return fmt.Errorf("what of the code is reached: %w", err)
	}
	return nil
}

// warnDead warns of code that no input reaches, if that is known for all inputs.
func (l *loop) warnDead(ctx context.Context, code *prove.Code) error {
	if !l.Everything || l.UnreachedLines == nil {
		return nil
	}
	lines := l.UnreachedLines()
	if len(lines) == 0 {
		return nil
	}
	unreached := func(p token.Position) bool {
		return slices.ContainsFunc(lines, func(u event.Lines) bool { return u.Holds(p) })
	}
	dead, mistakes, err := code.Dead(ctx, unreached)
	if err != nil {
		return err
	}
	l.Proof.Dead = dead
	for _, p := range mistakes {
		l.Emit(event.Mistake{Package: l.Pkg.Path, Function: l.Contract.Name, Diagnostic: diag.Diagnostic{
			Pos: p, Severity: diag.Warning, Code: event.CodeUnreachable, Message: fmt.Sprintf("%s: no input reaches this", l.Contract.Name),
		}})
	}
	return nil
}

// shownCall returns the call with an input as the user would write it, empty where a precondition
// rejects it.
func (l *loop) shownCall(ctx context.Context, stream []int64) (string, error) {
	if l.First != nil {
		stream = l.First(stream)
	}
	report, err := l.run.Report(ctx, l.Index, stream)
	if err != nil || report.Rejected != nil {
		return "", err
	}
	return describe.Call(l.Pkg, &l.Hints, l.Contract, report), nil
}

// followed returns a position in code that is followed, the user's or not, and that of the function
// for none.
func (l *loop) followed(pos token.Pos) token.Position {
	if !pos.IsValid() {
		return l.Contract.Pos
	}
	return l.Pkg.Fset.PositionFor(pos, false)
}

// placed returns a position in the user's code, or that of the function for any other, such as
// code that cgo generates.
func (l *loop) placed(pos token.Pos) token.Position {
	at, own := l.ownPlace(pos)
	if !own && (!pos.IsValid() || l.Pkg.ModuleDir != "") {
		return l.Contract.Pos
	}
	return at
}

// runSolved runs an input that solves a violation of the contract, like one beyond the bounds. Broken says
// that it has a text that is no UTF-8.
func (l *loop) runSolved(ctx context.Context, p *beyond.Problem, stream []int64, broken bool) (prove.Outcome, error) {
	if l.Limits.Beyond == 0 {
		return prove.Outcome{Doubt: "an input outside the bounds is solved to break the contract, and -beyond 0 leaves it out"}, nil
	}
	o := l.solvedRun(p, broken)
	before := l.Beyond
	if err := o.all(ctx, []beyond.Input{{Stream: stream, By: proofs}}); err != nil {
		return prove.Outcome{}, err
	}
	return o.outcome(p, l.Beyond-before), nil
}

// runEach runs all inputs that satisfy the preconditions, and returns the number of calls. Each counts once, though those within
// the bounds, and some beyond, were called before. It runs none if not all within the bounds were.
func (l *loop) runEach(ctx context.Context, p *beyond.Problem, inputs [][]int64) (prove.Outcome, int64, error) {
	if l.Limits.Beyond == 0 || l.Limits.Prove == event.ProveOnly || l.Exhausted < l.Limits.Depth || l.Part.Of > 1 || l.Measure {
		return prove.Outcome{Doubt: "not all inputs are to be called"}, 0, nil
	}
	var all []beyond.Input
	for _, x := range inputs {
		all = append(all, beyond.Input{Stream: x, By: proofs})
	}
	o := l.solvedRun(p, false)
	before, classes := l.Beyond, slices.Clone(l.farClasses)
	l.Beyond = 0
	clear(l.farClasses)
	err := o.all(ctx, all)
	calls := l.Beyond
	l.Beyond = max(before, calls-l.Inputs)
	for i, n := range classes {
		l.farClasses[i] = max(n, l.farClasses[i]-l.classes[i])
	}
	if l.Cut != "" && err == nil {
		return prove.Outcome{Doubt: timeEnded}, calls, nil
	}
	return o.outcome(p, l.Beyond), calls, err
}

// solvedRun returns a run of inputs of a problem that the solver found.
func (l *loop) solvedRun(p *beyond.Problem, broken bool) *beyondRun {
	return &beyondRun{
		loop: l, questions: []*beyond.Question{{Problem: p, Broken: broken}}, turns: l.solvedTurns(), failed: map[*group]int64{}, wraps: map[failureKey]int{},
	}
}

// outcome returns what so many calls with inputs that the solver found say.
func (o *beyondRun) outcome(p *beyond.Problem, calls int64) prove.Outcome {
	if o.confirmed() {
		for g, n := range o.failed {
			if g.confirmed && g.failure.Beyond {
				g.failure.Count, g.failure.Of = n, calls
			}
		}
		return prove.Outcome{Failed: true}
	}
	why := o.doubt()
	switch {
	case why != "":
	case len(o.groups) > 0:
		why = "an input fails, and then does not"
	case calls == 0 && len(p.Opaque) > 0:
		why = "a precondition could not be followed"
	case calls == 0 && o.Traits.Built:
		why = "the calls that build a value of an input that is solved to break the contract do not keep theirs"
	}
	return prove.Outcome{Doubt: why, Broken: why == brokenText, Wrapped: why == wrappedText}
}

// brokenText and wrappedText describe inputs whose failure is not a finding.
const (
	brokenText  = "the contract fails for a text that is not valid UTF-8"
	wrappedText = "the arithmetic of the contract itself overflows"
)

// doubt describes calls that are no finding and still speak against a claim, or returns "".
func (o *beyondRun) doubt() string {
	switch {
	case o.heavy > 0:
		return "a call takes too much time or memory"
	case o.makes > 0:
		return "a call asks make for an impossible length"
	case o.wrapped > 0:
		return wrappedText
	case o.broken > 0:
		return brokenText
	case o.vague > 0:
		return "a quantifier finds no value within the bounds"
	}
	return ""
}
