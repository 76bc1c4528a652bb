package harness

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
)

// Report runs one input of a target in a fresh process and describes it. It fails with an
// *InitFailure or a *ReachedOut as Run does.
func (r *Runner) Report(ctx context.Context, target int, stream []int64) (*Report, error) {
	return r.ReportTurn(ctx, target, stream, 0)
}

// ReportTurn is like Report, with map entries put in in the order of a turn.
func (r *Runner) ReportTurn(ctx context.Context, target int, stream []int64, turn int) (*Report, error) {
	p, err := r.b.program.Start(ctx, r.b.bare(target))
	if err != nil {
		return nil, err
	}
	defer p.Close()
	plan := r.b.code.Plans[target]
	timeout := r.b.opt.Timeout
	if t := plan.Target.Contract.Bounds.Timeout; t > 0 {
		timeout = t
	}
	v := &reporter{b: r.b, plan: plan, number: target, p: p, timeout: timeout, mark: fmt.Sprintf("\x00rtest %d\x00\n", time.Now().UnixNano())}
	// With the calls of all states spelled out, the process does not need the states.
	stream = r.newRun(Job{Target: target}).spelled(stream)
	one := wire.Single{Target: target, Stream: stream, Timeout: int64(timeout), Memory: r.b.opt.Memory, Mark: v.mark, Depth: int64(r.Depth), Answers: r.Answers, Turn: turn, Observe: r.Observe, Dry: r.Dry}
	var shapes []value.Shape
	if plan.Chooses() {
		// Answers refer to states by number.
		shapes = plan.Target.Shapes
	}
	if err := errors.Join(r.b.sendStates(p, new(sentStates), shapes), r.sendDomains(p), p.SendJSON(wire.KindSingle, one)); err != nil {
		return nil, fmt.Errorf("the harness cannot be reached: %w", err)
	}
	return v.report(ctx)
}

// A reporter puts together the report of a single input.
type reporter struct {
	b       *Binary
	plan    *codegen.Plan
	number  int // of the target
	p       *process.Process
	timeout time.Duration
	mark    string
	args    []*tree.Value
	places  []int
	judged  *wire.Judged
	asked   questionLog
}

// A TornError says that a stream does not fit the inputs of its target. With Calls set the stream
// fits, but its calls do not give such a value, or violate their contracts.
type TornError struct {
	Why   string
	Calls bool
}

func (e *TornError) Error() string { return e.Why }

func (v *reporter) report(ctx context.Context) (*Report, error) {
	end, err := v.p.Converse(ctx, v.timeout, v.answer)
	if err != nil {
		return nil, err
	}
	rep := &Report{Args: v.args, Places: v.places}
	if v.judged == nil {
		if err := v.fillDied(rep, end); err != nil {
			return nil, err
		}
	} else if err := v.fillSurvived(rep); err != nil {
		return nil, err
	}
	for _, vs := range [][]*tree.Value{rep.Args, rep.After, rep.Results} {
		v.asked.show(v.plan.Target, vs)
	}
	out := v.p.OutputBetween(v.mark, v.judged != nil)
	if _, dump := lastWords(out); v.judged == nil && dump != "" {
		out = strings.TrimSuffix(out, dump)
	}
	rep.Output = process.Shorten(out)
	return rep, nil
}

func (v *reporter) answer(m process.Message) (bool, error) {
	switch m.Kind {
	case wire.KindArgs:
		var in wire.Input
		err := process.Unmarshal(m, &in)
		v.args, v.places, v.asked.shapes = in.Args, in.Places, in.Shapes
		return true, err
	case wire.KindAnswered:
		return true, v.asked.take(m)
	case wire.KindReport:
		v.judged = new(wire.Judged)
		if err := process.Unmarshal(m, v.judged); err != nil {
			return false, err
		}
		// Nothing more follows. The process ends when its pipe is closed, and so does its output.
		return true, v.p.HangUp()
	}
	return false, nil
}

// fillSurvived fills the report of an input that the process survived.
func (v *reporter) fillSurvived(rep *Report) error {
	j := v.judged
	if j.Torn {
		return &TornError{Why: j.Fault}
	}
	if j.Fault != "" {
		return fmt.Errorf("the harness has a fault: %s", j.Fault)
	}
	switch {
	case j.Rejected == wire.NoSuch && len(v.plan.Target.Contract.Drawn()) == 0:
		return &TornError{Why: "the calls of a value do not give it any more", Calls: true}
	case j.Rejected == wire.NoSuch:
		rep.Rejected = v.plan.Target.Contract.Drawn()[0].Clause
	case j.Rejected >= 0:
		rep.Rejected = v.plan.Target.Pre[j.Rejected].Clause
	}
	rep.After, rep.Results, rep.Notes = j.After, j.Results, j.Notes
	rep.Overflow = j.Overflow
	for i, f := range j.Failures {
		found := v.b.finding(v.number, f.Failure)
		fail := Failure{Cause: found.cause, Clause: found.clause, Site: found.site, Kind: found.kind, Later: f.Later, Panic: f.Panic, Stack: f.Stack}
		for _, part := range f.Parts {
			fail.Parts = append(fail.Parts, Part(part))
		}
		if i == 0 {
			rep.Failed, rep.Failure = true, fail
		} else {
			rep.Others = append(rep.Others, fail)
		}
	}
	return nil
}

// fillDied fills the report of an input that ended the process.
func (v *reporter) fillDied(rep *Report, end process.Ending) error {
	v.p.Wait()
	if err := v.p.ReachedOut(false); err != nil {
		return err
	}
	if err := v.p.Refresh(); err != nil {
		return err
	}
	t := v.plan.Target
	board := wire.NewBoard(v.p.Words(), nil, len(t.Pre), len(t.Contract.Classes))
	d := v.b.death(v.p, v.plan, board, end)
	f := v.b.finding(v.number, d.failure)
	rep.Failed = true
	rep.Failure = Failure{Cause: f.cause, Clause: f.clause, Site: f.site, Kind: f.kind, Panic: d.reason, Stack: d.stack}
	rep.Loops = end.Killed != nil && v.b.loops(end.Killed.Place)
	return nil
}
