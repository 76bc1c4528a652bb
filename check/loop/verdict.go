package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// setVerdict sets the verdict: the first of the list that applies.
func (l *loop) setVerdict(ctx context.Context) error {
	for _, g := range l.groups {
		switch {
		case g.confirmed && (l.Keep || len(l.Failures) == 0):
			l.Failures = append(l.Failures, g.failure)
		case !g.confirmed && g.failure != nil && l.Duty != nil:
			// No input shows that it is meant.
			g.noteDuty("an input that did not fail when it was run again", g.failure)
		case !g.confirmed && g.failure != nil:
			l.Unconfirmed = append(l.Unconfirmed, g.failure)
		}
	}
	l.noteDuties()
	for _, f := range l.fromSaved {
		if len(l.Failures) == 0 || l.Keep && !l.failedAlike(f) {
			l.Failures = append(l.Failures, f)
		}
	}
	l.reportFilters()
	if l.Values != nil {
		l.Notes = append(l.Values(l.Depth), l.Notes...)
	}
	l.unanswered()
	l.noteApart()
	l.reportChangers()
	if err := l.tautologies(ctx); err != nil {
		return err
	}
	if err := l.tryAliased(ctx); err != nil {
		return err
	}
	for i, c := range l.Contract.Classes {
		l.Classes = append(l.Classes, event.Class{Label: c.Label, Count: l.classes[i], Beyond: l.farClasses[i]})
	}
	if l.Store {
		for _, f := range l.Failures {
			if err := l.save(ctx, f); err != nil {
				l.Emit(l.warning(err))
			}
		}
	}
	return l.decideVerdict(ctx)
}

// decideVerdict chooses the verdict.
func (l *loop) decideVerdict(ctx context.Context) error {
	switch {
	case len(l.Failures) > 0:
		l.Verdict = event.Refuted
	case len(l.Unconfirmed) > 0:
		l.Verdict = event.Flaky
		l.Reason = "an input failed and did not fail when it was run again"
	case l.undecided != "":
		l.Verdict, l.Reason, l.Help = event.Undecided, l.undecided, l.help
	case l.spent != "":
		l.Verdict, l.Reason = event.Spent, l.spent
	case l.Declined > 0 && l.Declined == l.Inputs:
		l.Verdict = event.Vacuous
		l.Reason = fmt.Sprintf("a panic that the code itself calls rejects %s up to depth %d", every(l.Declined), l.Depth)
		l.Help = "say which inputs it is made for: //rtest:requires, or //rtest:via on the types of its inputs"
	case l.unmet > 0 && l.Declined+l.unmet == l.Inputs:
		l.Verdict = event.Vacuous
		l.Reason = fmt.Sprintf("it %s, and that is %s up to depth %d", event.DutiesText(l.Duties), every(l.Inputs), l.Depth)
		l.Help = "say which inputs it is made for: //rtest:requires, or //rtest:via on the types of its inputs"
	case l.Inputs == 0:
		if others, err := l.otherShardsMayHave(ctx); err != nil || others {
			l.Verdict = event.Exhausted
			return err
		}
		l.Verdict = event.Vacuous
		return l.vacuous(ctx)
	default:
		l.Verdict = event.Exhausted
		return l.remark(ctx)
	}
	return nil
}

// every returns the text for all of n inputs.
func every(n int64) string {
	if n == 1 {
		return "the one input"
	}
	return fmt.Sprintf("all %d inputs", n)
}

// interrupted sets the verdict for the inputs tried before the interrupt.
func (l *loop) interrupted(ctx context.Context) {
	l.Cut, l.spent = "interrupt", "interrupted"
	// Without a budget that ended, nothing here needs the context.
	_ = l.setVerdict(ctx)
}

// otherShardsMayHave reports whether other shards may have inputs.
func (l *loop) otherShardsMayHave(ctx context.Context) (bool, error) {
	if l.Part.Of <= 1 {
		return false, nil
	}
	for depth := 0; depth <= l.Limits.Depth; depth++ {
		p, err := l.posed(ctx, depth)
		if err != nil {
			return false, err
		}
		if found, err := l.inhabited(ctx, p.Form, form.Shard{}, 0); err != nil || found != engine.No {
			return true, err
		}
	}
	return false, nil
}

// failedAlike reports whether the enumeration found the same kind of failure as a saved input.
func (l *loop) failedAlike(f *event.Failure) bool {
	return slices.ContainsFunc(l.Failures, func(g *event.Failure) bool {
		return g.Cause == f.Cause && g.Site == f.Site && g.PanicKind == f.PanicKind && g.Clause == f.Clause && g.Pos == f.Pos
	})
}

// reportFilters lists the preconditions that were not lifted. For a shard it also lists those without a count,
// because only the merged report can decide.
func (l *loop) reportFilters() {
	for i, p := range l.Pre {
		why, ok := l.opaque[i]
		if !ok || why == encode.WhyDrawn {
			continue
		}
		o := event.Opaque{
			Clause: p.Says(l.Contract), Pos: p.Clause.Pos, Why: why,
			Passed: l.passed[i], Reached: l.reached[i] + l.partly[i].Failed,
			Interpreted: l.interpreted[i] && !l.partly[i].Hopeless(), Alike: l.partly[i].Alike,
			Unclear: l.partly[i].Unclear, Unclearly: l.partly[i].Why,
		}
		if l.Part.Of > 1 || o.Telling() {
			l.Opaque = append(l.Opaque, o)
		}
	}
}

// reportChangers warns of preconditions that change their inputs, except those that explain a
// failure.
func (l *loop) reportChangers() {
	for i, p := range l.Pre {
		cl := p.Clause
		blamed := func(f *event.Failure) bool { return f.Pos == cl.Pos }
		if l.changed>>min(i, harness.MaxChanged)&1 == 0 || slices.ContainsFunc(l.Failures, blamed) {
			continue
		}
		l.Emit(event.Mistake{Package: l.Pkg.Path, Function: l.Contract.Name, Diagnostic: diag.Diagnostic{
			Pos: cl.Pos, End: cl.End, Severity: diag.Warning, Code: "changes-input",
			Message: fmt.Sprintf("%s: %s %s changes the input that it is asked about: the call does not get what was built; let it look at a copy",
				l.Contract.Name, cl.Kind, cl.Text),
		}})
	}
}

// giveUp returns which constraints were too hard, and what to change.
func (l *loop) giveUp(v *level) (reason, help string) {
	var texts []string
	for i, p := range l.Pre {
		if v.Opaque[i] == "" {
			texts = append(texts, p.Says(l.Contract))
		}
	}
	what := "the inputs"
	if len(texts) > 0 {
		what = strings.Join(texts, " && ")
	}
	reason = fmt.Sprintf("%s gave up on %d parts of depth %d, with the constraint %s", l.Engine.Name(), len(v.Open), v.depth, what)
	if l.why != "" {
		reason += " (" + l.why + ")"
	}
	return reason, l.Engine.Help()
}

// noteTypeArguments says with which type arguments the function is tested, as a with directive
// lists them, unless its name has them.
func (l *loop) noteTypeArguments(c *refine.Contract) {
	if with := c.Instantiation(); with != "" && !strings.HasSuffix(c.Name, "]") {
		l.Notes = append(l.Notes, "tested with "+with)
	}
}
