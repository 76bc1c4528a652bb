package judge

import (
	"fmt"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// NewFinder makes w report its first failure of each kind, and count the others.
func NewFinder(p *host.Process, w *Worker) *finder {
	f := &finder{conn: p.Conn, w: w, slots: map[wire.Failure]slot{}, kinds: map[wire.Failure]int{}}
	w.On.Report, w.On.Fault = f.Add, f.fail
	return f
}

type finder struct {
	conn  *wire.Conn
	w     *Worker
	slots map[wire.Failure]slot
	// kinds counts the kinds of panics at each place.
	kinds map[wire.Failure]int
	Fault string
}

// A slot is the counter of one kind of failure, with the size of its smallest input.
type slot struct {
	number int
	size   int64
}

// fail ends the job because of a fault of the harness.
func (f *finder) fail(fault string) {
	f.Fault = fault
	f.w.watch.EndJob()
}

func (f *finder) Add(fail wire.Failure, e *Ending) {
	size := f.w.size()
	s, known := f.slots[fail]
	if !known && fail.Kind != "" {
		place := fail
		place.Kind = ""
		if f.kinds[place]++; f.kinds[place] > stack.MostKinds {
			fail = place
			s, known = f.slots[fail]
		}
	}
	if !known {
		s = slot{len(f.slots), size}
		if s.number == wire.MaxFindings {
			f.fail(fmt.Sprintf("there are more than %d distinct findings", wire.MaxFindings))
			return
		}
	}
	if !known || size < s.size {
		s.size = size
		f.slots[fail] = s
		b := f.w.Board
		stream, _ := b.Stream()
		found := wire.Found{Failure: fail, Slot: s.number, Stream: stream, Ordinal: b.Called(), Size: size}
		found.Results, found.Panic = f.w.outcome(e)
		if err := f.conn.SendJSON(wire.KindFound, found); err != nil {
			f.fail(err.Error())
		}
	}
	f.w.Board.Counts[s.number]++
	f.w.cells.failed(s.number)
}

// outcome describes how the call of the input in flight ended. It calls no method of the values,
// except of errors of the standard library's own types.
func (w *Worker) outcome(e *Ending) (results []*tree.Value, panicked string) {
	switch {
	case e == nil && w.Now.Stage == wire.Checking:
		return explain.NewDescriber().Walk(w.C.Results()), ""
	case e != nil && w.Now.Stage == wire.Calling:
		if text, ok := stack.PlainText(e.Value); ok {
			return nil, explain.CutPanic(text)
		}
	}
	return nil, ""
}

// size returns the size of the input in flight, including the questions that were asked. It returns
// 0 if solutions come in the order of the sizes of their inputs.
func (w *Worker) size() int64 {
	if w.Unfold == nil || w.Unfold.Asking == nil {
		return 0
	}
	return w.Unfold.size + w.Unfold.Asking.Input.Count
}
