package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Most jobs want nothing of an input but that it is called and judged. Their inputs run one after
// another in one function, which recovers once for all of them. Whatever it does not know goes
// through runInput.

// runsPlainly reports whether the next inputs go through runInputs. After the first failure they do
// not, because then they are counted one by one.
func (c *Crew) runsPlainly() bool {
	w := c.Worker
	return w.count.remaining < 0 && c.effort.most == 0 && w.runsPlainly()
}

// runsPlainly reports whether runInputs knows all that the job wants of an input.
func (w *Worker) runsPlainly() bool {
	on, j := &w.On, &w.job
	watched := on.Complete != nil || on.Refused != nil || on.Severed != nil || on.called != nil || on.Passed != nil ||
		on.mutation != nil || on.observer != nil || w.trail != nil || w.cells != nil && w.cells.live
	special := j.Dry || j.Whole || j.End != 0 || w.Unfold != nil || w.Target.Promise || w.returnsFunctions
	return !watched && !special && w.Board.Shared() && !read.IsDoubtful()
}

// runInputs runs the inputs of a batch from *pos on, like runInput. It reports whether it went
// through the batch, or came to a limit of the job. Otherwise the input at *pos failed or ended
// early, and what follows an input is still to be done.
func (w *Worker) runInputs(batch *wire.Batch, pos *int) (through bool) {
	w.Now = inFlight{}
	c, counted := w.C, new(bool)
	if p, ok := c.(*profiled); ok {
		c, counted = p.Case, p.on
	}
	defer w.recoverPlain(counted)
	w.Input.Turn, w.twin.Turn = w.job.Turn, w.job.Turn
	w.varied.forget()
	for *pos < batch.Len() {
		if !w.runRow(c, batch, pos, counted) {
			w.Now.finished = w.Now.pending == nil
			return false
		}
		if w.isLimited() {
			break
		}
	}
	w.Now.finished = true
	return true
}

// isLimited reports whether the job is at one of its limits.
func (w *Worker) isLimited() bool {
	b, j := w.Board, &w.job
	return j.Limit > 0 && b.Called()+w.count.faults >= j.Limit || j.Reject > 0 && b.Rejected() >= j.Reject || w.watch.Ended()
}

// runRow runs the inputs from *pos on that are in one row, up to a limit of the job. It reports whether
// none of them failed or ended early.
func (w *Worker) runRow(c read.Case, batch *wire.Batch, pos *int, counted *bool) bool {
	b, row := w.Board, batch.Row(*pos)
	stream := batch.At(*pos)
	varies, settable := w.varies() && row.Shape > 0, false
	values := batch.Values(row)
	end := row.First + row.Count()
	for begun := false; *pos < end && !w.isLimited(); *pos++ {
		w.count.called = b.Called()
		w.count.tried = w.count.called + w.count.faults
		if settable {
			x := values[*pos-row.First]
			stream[row.Place] = x
			b.Vary(row.Place, x)
			w.varied.vary(row.Place, x)
		} else {
			stream = batch.At(*pos)
			b.Begin(stream)
			memory.ForgetInputs()
			read.ForgetRefusal()
			b.Mark(wire.Building, 0)
			if varies && !begun {
				settable = w.buildVaried(row, stream)
			} else if w.varied.ready = false; !w.build(stream) {
				b.CountRejected()
				continue
			}
			begun = true
		}
		if w.admitPlainly(c) && !w.callPlainly(c, stream, counted) {
			return false
		}
		if w.varied.ready && w.varied.isSpoiled() {
			settable = false
		}
	}
	return true
}

// callPlainly calls the function under test with the input that was built, and judges the call. It
// reports whether the input did not fail.
func (w *Worker) callPlainly(c read.Case, stream []int64, counted *bool) bool {
	b, t := w.Board, w.Target
	b.CountCalled()
	if t.Twin {
		if t.Apart {
			w.twin.Slabs.Recycle()
		}
		w.Second(stream)
	}
	if t.Lets+t.Classes > 0 {
		w.evaluateBefore()
	}
	b.Mark(wire.Calling, 0)
	*counted = true
	c.Call()
	*counted = false
	if read.IsRefused() {
		w.refuse()
		return true
	}
	for i := range t.Checks {
		b.Mark(wire.Checking, i)
		if !c.Check(i) {
			w.judgeRest(i)
			break
		}
	}
	if w.job.Turns > 1 && !w.Now.failed && w.Now.pending == nil {
		b.Mark(wire.Checking, -1)
		w.repeatInTurns(stream)
	}
	return !w.Now.failed && w.Now.pending == nil
}

// admitPlainly reports whether the input in flight satisfies the preconditions. Those that were
// evaluated a few times only are evaluated again, to see that they do not change their mind.
func (w *Worker) admitPlainly(c read.Case) bool {
	b := w.Board
	for i := range w.Target.Pre {
		if w.count.repeated == nil || w.count.repeated[i] < againInputs {
			if !w.precondition(i) {
				return false
			}
			continue
		}
		b.Mark(wire.Pre, i)
		b.Reached[i]++
		if !c.Pre(i) {
			b.CountRejected()
			return false
		}
		b.Passed[i]++
	}
	return true
}

// judgeRest records that check i does not hold, and runs the later ones.
func (w *Worker) judgeRest(i int) {
	w.Now.Stage, w.Now.index = wire.Checking, i
	if w.checkFailed(i) {
		return
	}
	w.judgeAfter(i)
}

// judgeAfter runs the checks after check i.
func (w *Worker) judgeAfter(i int) {
	for i++; i < len(w.Target.Checks); {
		i = w.judgeFrom(i)
	}
}

// recoverPlain recovers from the panic of any stage of runInputs.
func (w *Worker) recoverPlain(counted *bool) {
	*counted = false
	if w.Now.finished {
		w.at(wire.Idle, 0)
		return
	}
	v := recover()
	if w.Now.pending != nil {
		return
	}
	w.Now.Stage, w.Now.index = w.Board.Stage()
	e := &Ending{v, stack.Panicking()}
	if v == nil {
		w.Now.pending = e
		return
	}
	w.ended(e)
	if w.Now.Stage == wire.Checking && w.Now.index >= 0 {
		w.judgeAfter(w.Now.index)
	}
	if w.Now.pending == nil {
		w.at(wire.Idle, 0)
	}
}
