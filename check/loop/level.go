package loop

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/feedback"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/encode/answers"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
)

// A level is the result of one depth so far.
type level struct {
	depth int
	*question
	// Tally is the sum of the tallies of the jobs.
	harness.Tally
	// stopped says that a budget ended the level.
	stopped bool
	// handed is the number of parts that the search left to Z3 in this ring; all is the number in all rings so
	// far.
	handed, all int
	// rings are the rings after that of the problem.
	rings []*form.Form
}

// level returns the level of a depth before any of its inputs is tried. If solutions are rare among many values,
// the level proceeds ring by ring. Otherwise a budget might end before the search reaches the solutions with
// small values.
func (l *loop) level(depth int, p *question) *level {
	v := &level{depth: depth, question: p}
	if l.ringed[depth] = p.sparse && p.Test == nil && l.Answers == nil; l.ringed[depth] {
		v.rings = p.Form.Rings()
	}
	v.next()
	return v
}

// next moves to the next ring if there is one.
func (v *level) next() {
	if len(v.rings) == 0 {
		return
	}
	ring, problem := *v.question, *v.Problem
	problem.Form, ring.Problem = v.rings[0], &problem
	v.question, v.rings = &ring, v.rings[1:]
	v.Consumed, v.Resume, v.Exhausted = 0, nil, false
	v.handed, v.all = 0, v.all+v.handed
}

// runJob runs a job at a level, and makes the problem of the next depth meanwhile.
func (l *loop) runJob(ctx context.Context, v *level, job harness.Job) (got engine.Batch, err error) {
	goesOn, rest := false, l.poseAhead(ctx, v)
	defer func() { rest(goesOn) }()
	got, err = l.Engine.Run(ctx, l.run, job, v.Form)
	goesOn = err == nil && got.Exhausted && len(got.Findings) == 0
	return got, err
}

// tellHanded records what Z3 had to do at a level.
func (l *loop) tellHanded(v *level) {
	switch n := v.handed + v.all; {
	case n == 1:
		l.Notes = append(l.Notes, fmt.Sprintf("1 part of depth %d was left to Z3", v.depth))
	case n > 1:
		l.Notes = append(l.Notes, fmt.Sprintf("%d parts of depth %d were left to Z3", n, v.depth))
	}
}

// add adds a tally of the same level. Findings keep the numbers of their job.
func (v *level) add(t harness.Tally) {
	v.Called += t.Called
	v.Consumed += t.Consumed
	v.Resume = t.Resume
	v.Exhausted, v.Cut = t.Exhausted, t.Cut
	v.Open = append(v.Open, t.Open...)
}

// count adds a tally to the sums of the function.
func (l *loop) count(t harness.Tally) {
	l.guide.Learn(t)
	l.Inputs += t.Called
	l.dropped += t.Dropped
	l.vague += t.Vague
	l.changed |= t.Changed
	l.Declined += t.Declined
	l.strange, l.late, l.worn = l.strange+t.Strange, l.late+t.Late, l.worn+t.Worn
	l.leaky = l.leaky || t.Left
	for i := range t.Reached {
		l.reached[i] += t.Reached[i]
		l.passed[i] += t.Passed[i]
	}
	l.rejected, l.sifted = l.rejected+sifted(t), l.sifted+sifted(t)
	for i := range t.Classes {
		l.classes[i] += t.Classes[i]
	}
}

// tallies returns the progress of the test of a problem.
func (p *question) tallies() []interp.Tally {
	if p.Test == nil {
		return nil
	}
	return slices.Clone(p.Test.Tallies)
}

// since returns the tally of a test since an earlier state.
func since(t *interp.Test, before []interp.Tally) []interp.Tally {
	now := slices.Clone(t.Tallies)
	for i := range now {
		now[i].Answers -= before[i].Answers
		now[i].Failed -= before[i].Failed
		now[i].Unclear -= before[i].Unclear
		now[i].Alike -= before[i].Alike
	}
	return now
}

// seen adds up the results of the interpreter in a job.
func (l *loop) seen(p *question, before []interp.Tally) {
	if p.Test == nil {
		return
	}
	for i, t := range since(p.Test, before) {
		l.interpreted[p.Tested[i]] = l.interpreted[p.Tested[i]] || t.Answers > 0 || t.Unclear > 0
		x := &l.partly[p.Tested[i]]
		x.Answers += t.Answers
		x.Failed += t.Failed
		x.Alike += min(t.Alike, math.MaxInt64-x.Alike)
		x.Unclear += t.Unclear
		if x.Why == "" {
			x.Why = t.Why
		}
	}
}

// A Subject is a function that the loop tests.
type Subject struct {
	*prepare.Function
	// UnreachedLines returns the lines of the function that no call so far reached. It is nil if coverage is not
	// counted.
	UnreachedLines func() []event.Lines
	// FirstReaching runs inputs. It returns for each entry the index of the first input whose call reaches the
	// block there, or -1. It is nil if coverage is not counted.
	FirstReaching func(ctx context.Context, inputs [][]int64, entries []event.Entry) ([]int, error)
	// Given runs inputs. It returns for each the results of its calls of other packages' functions, or nil for
	// an input that was not called. It is nil if these results cannot be observed.
	Given func(ctx context.Context, inputs [][]int64) ([][]answers.Answer, error)
	// guide records the effects of the inputs so far. It is nil if they guide nothing.
	guide *feedback.Guide
}

// NewSubject returns the subject for a function, which is one of the targets.
func NewSubject(s *prepare.Function, targets *codegen.Unit) *Subject {
	return &Subject{Function: s, guide: feedback.For(targets.Targets[s.Index], &s.Hints)}
}

// A question is the problem of a depth with what the loop learned about it.
type question struct {
	*prepare.Problem
	// sample has what is known about its candidates before any is run.
	sample sample
	// sparse says that counting found hardly any solutions.
	sparse bool
	// repeats says that all inputs belong to the depth before.
	repeats bool
}

// The counts of a loop are those that its result does not have.
type counts struct {
	// reached and passed count, by precondition, the candidates that reached it and those that passed it. partly
	// and interpreted count the results of the interpreter.
	reached, passed []int64
	partly          []interp.Tally
	interpreted     []bool
	// classes and farClasses count the inputs of each classify within and beyond the bounds.
	classes, farClasses []int64
	// rejected counts the candidates that a precondition rejected natively, sifted those of
	// them that an engine had let through.
	rejected, sifted int64
	// unfolded counts the solutions of the last depth.
	unfolded int64
	// changed has a bit for each precondition that changes inputs.
	changed int64
}

// oddities count inputs that are no evidence, or weaker evidence.
type oddities struct {
	// dropped counts inputs with a question that no answer satisfies. strange counts those with questions from
	// other goroutines, late those with questions after the call. worn counts processes that were replaced
	// because calls left memory behind.
	dropped, strange, late, worn int64
	// leaky says that goroutines were left running.
	leaky bool
	// vague counts inputs for which a quantifier found no value. unmet counts those that break
	// a duty of the caller.
	vague, unmet int64
}
