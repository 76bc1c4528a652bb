package single

import (
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/judge"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Describe runs one input and sends everything about it to the parent.
func Describe(p *host.Process, data []byte) error {
	var s wire.Single
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	t := &p.Unit.Targets[s.Target]
	b := p.BoardOf(t)
	wt := p.Watch(b, s.Timeout, s.Memory)
	w := judge.NewWorker(p.Unit, t, b, wire.Job{AfterFailure: -1, Depth: s.Depth, Answers: s.Answers, Whole: true, Turning: wire.Turning{Turn: s.Turn}, Observe: s.Observe, Dry: s.Dry}, wt)
	v := &inputView{p: p, w: w, single: s, mark: s.Mark, limit: wt.Timeout / 4, d: explain.NewDescriber(), out: wire.Judged{Rejected: -1}}
	w.C, w.On.Report, w.On.Fault = &observedCase{w.C, v}, v.add, func(s string) { v.out.Fault, v.out.Torn = s, w.Now.Stage == wire.Building }
	w.On.Complete, v.d.Room, v.d.Arrays, w.On.Severed = v.complete, t.Room, t.Shares, p.Severed
	v.sendQuestions()
	wt.Start()
	c := judge.NewCrew(w)
	c.Add(s.Stream)
	c.Flush()
	c.Close()
	p.Finalize(wt.Timeout)
	wt.End()
	p.Settle(wt.Timeout, 0, true)
	v.rejected(b)
	v.blameChangers()
	return p.Conn.SendJSON(wire.KindReport, v.out)
}

// rejected records the precondition that does not hold.
func (v *inputView) rejected(b *wire.Board) {
	if k := v.asking(); k != nil {
		v.out.Notes = k.Notes()
	}
	if b.Rejected() == 0 {
		return
	}
	v.out.Rejected = wire.NoSuch
	for i, n := range b.Reached {
		if n > b.Passed[i] {
			v.out.Rejected = i
		}
	}
}

// An inputView collects the observations of a single input.
type inputView struct {
	p      *host.Process
	w      *judge.Worker
	single wire.Single
	mark   string
	// limit is how long making the text of a panic may take.
	limit time.Duration
	d     *explain.Describer
	// args are the descriptions of the inputs before the call. plain are the same without the calls
	// that built them.
	args, plain []*tree.Value
	callLog     *explain.CallLog
	out         wire.Judged
	resultCalls resultCalls
	// changers are the predicates that changed the input, watched the predicates that were checked
	// for that. changersBefore is how many changers there were at each failure.
	changers       []changer
	watched        map[changer]bool
	changersBefore []int
}

// observedCase is a case that is described before and after its call.
type observedCase struct {
	read.Case
	v *inputView
}

// Build builds the input and logs the calls that make its values.
func (o *observedCase) Build(r *read.Reader) bool {
	r.Log = &explain.CallLog{}
	defer func() { r.Log = nil }()
	o.v.callLog = r.Log
	return o.Case.Build(r)
}

// complete describes the input when it is complete.
func (v *inputView) complete() {
	v.plain = v.d.Walk(v.w.C.Inputs())
	if v.d.Log = v.callLog; v.callLog != nil {
		v.callLog.Shares(v.plain)
	}
	v.args = v.d.Walk(v.w.C.Inputs())
	v.d.Log = nil
	in := wire.Input{Args: v.args}
	if k := v.asking(); k != nil {
		in.Shapes = k.Input.Built
	}
	if u := v.w.Unfold; u != nil {
		in.Places = u.Drawing.Places
	}
	v.p.Conn.SendJSON(wire.KindArgs, in)
}

// Call makes the call and marks its output.
func (o *observedCase) Call() {
	v := o.v
	for i := range v.w.Target.Pre + v.w.Target.Lets {
		v.overflow(-1 - i)
	}
	v.p.Print(v.mark)
	returned := false
	defer func() { v.describeAfter(o.Case, returned) }()
	o.Case.Call()
	returned = true
}

// describeAfter describes the inputs and results after the call.
func (v *inputView) describeAfter(c read.Case, returned bool) {
	v.p.Print(v.mark)
	all := v.d.Walk(c.Inputs())
	var at []int
	var changed []any
	for i, a := range all {
		if !reflect.DeepEqual(a, v.plain[i]) {
			at, changed = append(at, i), append(changed, c.Inputs()[i])
		}
	}
	// Walk again: memory shared with an omitted input is part of the other one.
	v.out.After = make([]*tree.Value, len(all))
	for k, a := range v.d.Walk(changed) {
		v.out.After[at[k]] = a
	}
	if returned {
		v.d.Room, v.d.Arrays = false, false
		v.out.Results = v.d.Walk(c.Results())
		v.recordResults()
	}
}

// add records a failure.
func (v *inputView) add(f wire.Failure, e *judge.Ending) {
	if v.args == nil && f.Stage == wire.Pre {
		v.complete() // Inputs that would be drawn later are missing.
	}
	out := wire.Verdict{Failure: f}
	if e != nil {
		out.Panic = explain.PanicText(v.p.Unit.Package, e.Value, v.limit)
		out.Stack = stack.Lines(v.p.Unit.Own().UserFrames(e.Frames))
	}
	if f.Cause == wire.Callback {
		out.Parts = []wire.Part{{Text: "the argument", Value: explain.Format(v.p.Unit.Package, v.asking().Input.Question)}}
	}
	if f.Stage == wire.Checking && f.Index >= 0 {
		if !v.resultCalls.replay(func() { out.Parts = v.explain(f.Index) }) {
			out.Parts = v.explainInOrder(f.Index)
		}
		v.resultCalls.show(v.out.Results)
		v.resultCalls.replay(func() { v.overflow(f.Index) })
	}
	v.out.Failures = append(v.out.Failures, out)
	v.changersBefore = append(v.changersBefore, len(v.changers))
}

// explain evaluates the parts of a clause, after a new call if the clause changed its values. The clause, or a
// part of it, may panic or end its goroutine; then the parts before it are the explanation. Repeated parts occur
// once.
func (v *inputView) explain(i int) []wire.Part {
	x := explain.NewExplanation(v.p.Unit.Package)
	if k := v.asking(); k != nil {
		x.CountQuestions(func() int64 { return k.Anew })
	}
	if slices.Contains(v.changers, changer{wire.Checking, i}) {
		v.explainAfterNewCall(i, x)
	} else {
		onGoroutine(func() { v.w.C.Explain(i, x) })
	}
	if x.NeedsInputs() && v.w.Unfold == nil {
		x.GiveInputs()
		v.runAgain(func(w *judge.Worker) { w.C = &explainingCall{Case: w.C, index: i, x: x} })
	}
	var once []wire.Part
	for _, p := range x.Parts() {
		if !slices.Contains(once, p) {
			once = append(once, p)
		}
	}
	return once
}

// explainInOrder explains a clause that got two answers from a function to one question. It uses the parts
// evaluated at the moment when everything the clause saw was repeated, exactly once.
func (v *inputView) explainInOrder(i int) []wire.Part {
	if slices.Contains(v.changers, changer{wire.Checking, i}) {
		return nil
	}
	x := explain.NewExplanation(v.p.Unit.Package)
	x.AlignedWith(v.resultCalls.aligned)
	v.resultCalls.replayInOrder(func() { onGoroutine(func() { v.w.C.Explain(i, x) }) })
	return x.Parts()
}

// overflow records whether arithmetic of a clause wraps around.
func (v *inputView) overflow(i int) {
	o := &read.Overflow{}
	onGoroutine(func() { v.w.C.Overflow(i, o) })
	v.out.Overflow = v.out.Overflow || o.Seen
}

// onGoroutine calls f on another goroutine, because f may panic or end its goroutine.
func onGoroutine(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		f()
	}()
	<-done
}
