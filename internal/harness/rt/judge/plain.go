package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/search"
)

// Most jobs only call and judge their inputs. Such inputs run one after another in one function, which recovers
// once for all of them. All others go through runInput.

// runsPlainly reports whether the next inputs go through runInputs. After the first failure they do not, because
// then they are counted one by one.
func (c *Crew) runsPlainly() bool {
	w := c.Worker
	return w.count.remaining < 0 && c.effort.most == 0 && w.runsPlainly()
}

// runsPlainly reports whether runInputs can do everything that the job asks of an input.
func (w *Worker) runsPlainly() bool {
	on, j := &w.On, &w.job
	watched := on.Complete != nil || on.Refused != nil || on.Severed != nil || on.called != nil || on.Passed != nil ||
		on.mutation != nil || on.observer != nil || w.trail != nil || w.cells != nil && w.cells.live
	special := j.Dry || j.Whole || j.End != 0 || w.Unfold != nil || w.Target.Promise || w.returnsFunctions
	return !watched && !special && w.Board.Shared() && !read.IsDoubtful()
}

// runInputs runs the inputs of a batch from *pos on, like runInput. It reports whether it completed the batch,
// or reached a limit of the job. Otherwise the input at *pos failed or ended early, and its caller has to finish
// that input.
func (w *Worker) runInputs(batch *wire.Batch, pos *int) (through bool) {
	w.Now = inFlight{}
	whole, counted := w.C, new(byte)
	if p, ok := whole.(*profiled); ok {
		whole, counted = p.Case, p.on
	}
	c, _ := whole.(*read.Generated)
	defer w.recoverPlain(counted)
	w.Input.Turn, w.twin.Turn = w.job.Turn, w.job.Turn
	w.count.varied.forget()
	varies := w.varies()
	for *pos < batch.Len() {
		if !w.runRow(c, batch, pos, counted, varies) {
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

// runRow runs the inputs from *pos on that are in one row, up to a limit of the job. varies is what varies
// reports. It reports whether none of them failed or ended early.
func (w *Worker) runRow(c *read.Generated, batch *wire.Batch, pos *int, counted *byte, varies bool) bool {
	b, row := w.Board, batch.Row(*pos)
	varies = varies && row.Shape != 0
	for end := batch.End(row); *pos < end && !w.isLimited(); *pos++ {
		span := batch.Span(row, *pos)
		stream := span.Stream
		if varies && w.count.varied.spoiled < spoiledMost && w.arrange(row, &span) {
			if !w.runSpan(c, &span, pos, end, counted) {
				return false
			}
			*pos--
			continue
		}
		w.count.called = b.Called()
		w.count.tried = w.count.called + w.count.faults
		b.Begin(stream)
		memory.ForgetInputs()
		read.ForgetRefusal()
		b.Mark(wire.Building, 0)
		if !w.build(stream) {
			b.CountRejected()
			continue
		}
		if w.admitPlainly(c) && !w.callPlainly(c, stream, counted) {
			return false
		}
	}
	return true
}

// callPlainly calls the function under test with the input that was built, and judges the call. It
// reports whether the input did not fail.
func (w *Worker) callPlainly(c *read.Generated, stream []int64, counted *byte) bool {
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
	*counted = 1
	c.Call()
	*counted = 0
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
func (w *Worker) admitPlainly(c *read.Generated) bool {
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

// varies reports whether the inputs of rows with a known shape may be made of the ones before them. Then all
// that is done for them is to evaluate the preconditions, once, to call the function and to check the
// postconditions.
func (w *Worker) varies() bool {
	t := w.Target
	if !t.Varies || t.Twin || t.Lets+t.Classes > 0 || w.job.Turns > 1 {
		return false
	}
	for i := range t.Pre {
		if w.count.repeated == nil || w.count.repeated[i] < againInputs {
			return false
		}
	}
	return true
}

// runSpan runs the inputs from *pos on that are in the span, and those of its loops up to the end of their row,
// up to a limit of the job. The first one is in memory; the others are made of it by setting the numbers that
// differ. It ends early when the code under test changes an input, and reports whether none of them failed.
func (w *Worker) runSpan(c *read.Generated, s *search.Span, pos *int, end int, counted *byte) bool {
	b, t, v, j := w.Board, w.Target, &w.count.varied, &w.job
	stream, at, values, place := s.Stream, max(s.Place, 0), s.Values, read.Place{}
	if s.Place < 0 {
		values = stream[:1]
	} else {
		place = v.places[at]
	}
	pre, checks, reached, passed := t.Pre, len(t.Checks), b.Reached[:t.Pre], b.Passed[:t.Pre]
	for {
		for _, x := range w.withinLimit(values) {
			if w.watch.Ended() || j.Reject > 0 && b.Rejected() >= j.Reject {
				break
			}
			w.count.called = b.Called()
			stream[at] = x
			b.Vary(at, x)
			place.Set(x)
			held := 0
			for held < pre {
				b.Mark(wire.Pre, held)
				reached[held]++
				if !c.Pre(held) {
					b.CountRejected()
					break
				}
				passed[held]++
				held++
			}
			if held == pre {
				b.CountCalled()
				b.Mark(wire.Calling, 0)
				*counted = 1
				c.Call()
				*counted = 0
				for i := range checks {
					b.Mark(wire.Checking, i)
					if c.Check(i) {
						continue
					}
					if w.judgeRest(i); w.Now.failed || w.Now.pending != nil {
						return false
					}
					break
				}
			}
			*pos++
			if !t.Reads && w.isSpoiled() {
				break
			}
		}
		v.stream[at] = stream[at]
		if !v.nested || !v.ready || *pos >= end || w.isLimited() {
			return true
		}
		values = w.nextRow(s)
	}
}

// withinLimit returns the first of some values, as many as the limit of the job allows inputs.
func (w *Worker) withinLimit(values []int64) []int64 {
	if limit := w.job.Limit; limit > 0 {
		return values[:max(0, min(int64(len(values)), limit-w.Board.Called()-w.count.faults))]
	}
	return values
}

// nextRow makes the first input of the next row of loops of the one in memory, except for the number in which
// those of the row differ. It returns the values of that.
func (w *Worker) nextRow(s *search.Span) []int64 {
	v := &w.count.varied
	k, values := s.Loops.Next(s.Stream)
	places := s.Loops.Places()
	for _, i := range places[k : len(places)-1] {
		x := s.Stream[i]
		v.places[i].Set(x)
		w.Board.Put(int(i), x)
		v.stream[i] = x
	}
	return values
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
func (w *Worker) recoverPlain(counted *byte) {
	*counted = 0
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
