package single

import (
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/judge"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// ChangesInput is the message about a predicate that is to blame for a later failure.
const ChangesInput = "it changes its input, which makes what follows it fail"

// A changer is a predicate that changed the values it was asked about.
type changer struct {
	stage wire.Stage
	index int
}

// state returns a text that changes if the input, its twin or the results change.
func state(c read.Case) string {
	var b strings.Builder
	for _, list := range [][]any{c.Inputs(), c.Twins(), c.Results()} {
		for _, p := range list {
			text, _, _ := memory.Canon(p)
			b.WriteString(text)
			b.WriteByte(0)
		}
	}
	return b.String()
}

// watchPredicate evaluates a predicate and records whether it changed anything. Only the first
// evaluation is watched: later ones may find nothing left to change.
func (v *inputView) watchPredicate(c read.Case, stage wire.Stage, index int, evaluate func()) {
	is := changer{stage, index}
	if v.watched[is] {
		evaluate()
		return
	}
	if v.watched == nil {
		v.watched = map[changer]bool{}
	}
	v.watched[is] = true
	before := state(c)
	evaluate()
	if state(c) != before {
		v.changers = append(v.changers, is)
	}
}

// Pre evaluates the i-th precondition and watches it, as Let, Class, Promised and Check do for
// theirs.
func (o *observedCase) Pre(i int) (holds bool) {
	o.v.watchPredicate(o.Case, wire.Pre, i, func() { holds = o.Case.Pre(i) })
	return holds
}

func (o *observedCase) Let(i int) { o.v.watchPredicate(o.Case, wire.Let, i, func() { o.Case.Let(i) }) }

func (o *observedCase) Class(i int) (holds bool) {
	o.v.watchPredicate(o.Case, wire.Class, i, func() { holds = o.Case.Class(i) })
	return holds
}

func (o *observedCase) Promised() (must bool) {
	o.v.watchPredicate(o.Case, wire.Promise, 0, func() { must = o.Case.Promised() })
	return must
}

func (o *observedCase) Check(i int) (holds bool) {
	o.v.resultCalls.begin()
	o.v.watchPredicate(o.Case, wire.Checking, i, func() { holds = o.Case.Check(i) })
	return holds
}

// blameChangers looks at each failure after a predicate that changed the input. If the failure does
// not occur once the change is undone, it is replaced by a failure of that predicate. Inputs that
// make choices while they run are skipped.
func (v *inputView) blameChangers() {
	if len(v.changers) == 0 || v.w.Unfold != nil || v.out.Fault != "" {
		return
	}
	after := func(k int) []changer {
		f := v.out.Failures[k]
		return slices.DeleteFunc(slices.Clone(v.changers[:v.changersBefore[k]]), func(c changer) bool {
			return c == changer{f.Stage, f.Index}
		})
	}
	if !slices.ContainsFunc(v.out.Failures, func(f wire.Verdict) bool { return f.Stage > wire.Pre }) {
		return
	}
	still := v.failuresWithoutChanges()
	for k, f := range v.out.Failures {
		by := after(k)
		if len(by) > 0 && f.Stage > wire.Pre && !slices.Contains(still, f.Failure) {
			v.out.Failures[k] = wire.Verdict{
				Failure: wire.Failure{Cause: wire.Contract, Stage: by[0].stage, Index: by[0].index, Clause: -1}, Panic: ChangesInput,
			}
		}
	}
}

// failuresWithoutChanges runs the input once more, without the changes that predicates make, and
// returns its failures.
func (v *inputView) failuresWithoutChanges() (list []wire.Failure) {
	v.runAgain(func(w *judge.Worker) {
		w.C = &undoingCase{Case: w.C, w: w, changers: v.changers, stream: v.single.Stream}
		w.On.Report = func(f wire.Failure, _ *judge.Ending) { list = append(list, f) }
	})
	return list
}

// runAgain runs the input once more, with a new worker that prepare adapts.
func (v *inputView) runAgain(prepare func(w *judge.Worker)) {
	p, s := v.p, v.single
	t := &p.Unit.Targets[s.Target]
	b := wire.NewBoard(make([]int64, wire.BoardSize/8), nil, t.Pre, t.Classes)
	b.Clear()
	wt := p.Watch(b, s.Timeout, s.Memory)
	w := judge.NewWorker(p.Unit, t, b, wire.Job{AfterFailure: -1, Depth: s.Depth, Answers: s.Answers, Whole: true}, wt)
	w.On.Fault = func(string) {}
	w.On.Report = func(wire.Failure, *judge.Ending) {}
	prepare(w)
	wt.Start()
	c := judge.NewCrew(w)
	c.Add(s.Stream)
	c.Flush()
	c.Close()
	wt.End()
}

// explainAfterNewCall explains a clause after a new call. It serves clauses that change their
// values when they are evaluated, for example a reader that is at its end afterwards. It skips
// inputs that make choices while they run.
func (v *inputView) explainAfterNewCall(i int, x *explain.Explanation) {
	if v.w.Unfold != nil {
		return
	}
	v.runAgain(func(w *judge.Worker) { w.C = &explainingCase{Case: w.C, index: i, x: x} })
}

// An explainingCase is a case that explains one of its clauses instead of judging it.
type explainingCase struct {
	read.Case
	index int
	x     *explain.Explanation
}

// Check judges the clauses before the explained one, because they may change something, too.
func (e *explainingCase) Check(i int) bool {
	if i != e.index {
		return i > e.index || e.Case.Check(i)
	}
	e.x.Watch(func() string { return state(e.Case) })
	onGoroutine(func() { e.Case.Explain(i, e.x) })
	return true
}

// An explainingCall is a case that explains a clause instead of making the call.
type explainingCall struct {
	read.Case
	index int
	x     *explain.Explanation
}

// Call explains the clause.
func (r *explainingCall) Call() { onGoroutine(func() { r.Case.Explain(r.index, r.x) }) }

// Check judges nothing.
func (r *explainingCall) Check(int) bool { return true }

// An undoingCase is a case that is built again after each predicate that changes it. After the call
// that is impossible; there such predicates are skipped.
type undoingCase struct {
	read.Case
	w        *judge.Worker
	changers []changer
	stream   []int64
}

// undo builds the input again if the predicate changed it.
func (u *undoingCase) undo(stage wire.Stage, index int) {
	if !slices.Contains(u.changers, changer{stage, index}) {
		return
	}
	u.w.Input.Reset(u.stream, u.w.Target.Pairs)
	u.Build(&u.w.Input)
	if stage > wire.Pre && u.w.Target.Twin {
		u.w.Second(u.stream)
	}
}

// Pre evaluates the i-th precondition and undoes its changes, as Let, Class and Promised do for
// theirs.
func (u *undoingCase) Pre(i int) bool {
	defer u.undo(wire.Pre, i)
	return u.Case.Pre(i)
}

func (u *undoingCase) Let(i int) {
	u.Case.Let(i)
	u.undo(wire.Let, i)
}

func (u *undoingCase) Class(i int) bool {
	defer u.undo(wire.Class, i)
	return u.Case.Class(i)
}

func (u *undoingCase) Promised() bool {
	defer u.undo(wire.Promise, 0)
	return u.Case.Promised()
}

func (u *undoingCase) Check(i int) bool {
	return slices.Contains(u.changers, changer{wire.Checking, i}) || u.Case.Check(i)
}
