package rt

import (
	"fmt"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/explain"
	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// newFinder makes w report its first failure of each kind, and count the others.
func newFinder(p *host.Process, w *worker) *finder {
	f := &finder{conn: p.Conn, w: w, slots: map[wire.Failure]slot{}, kinds: map[wire.Failure]int{}}
	w.on.report, w.on.fault = f.add, f.fail
	return f
}

type finder struct {
	conn  *wire.Conn
	w     *worker
	slots map[wire.Failure]slot
	// kinds counts those of the panics of one place.
	kinds map[wire.Failure]int
	fault string
}

// A slot is the counter of one kind of failure, with the size of the smallest
// input.
type slot struct {
	number int
	size   int64
}

// fail ends the job because of a fault of the harness.
func (f *finder) fail(fault string) {
	f.fault = fault
	f.w.watch.EndJob()
}

func (f *finder) add(fail wire.Failure, e *ending) {
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
		b := f.w.board
		stream, _ := b.Stream()
		found := wire.Found{Failure: fail, Slot: s.number, Stream: stream, Ordinal: b.Called(), Size: size}
		found.Results, found.Panic = f.w.outcome(e)
		if err := f.conn.SendJSON(wire.KindFound, found); err != nil {
			f.fail(err.Error())
		}
	}
	f.w.board.Counts[s.number]++
	f.w.cells.failed(s.number)
}

// outcome describes how the call of the input in flight ended. No method of the
// values is called, but for errors of the standard library's own types.
func (w *worker) outcome(e *ending) (results []*tree.Value, panicked string) {
	switch {
	case e == nil && w.now.stage == wire.Checking:
		return explain.NewDescriber().Walk(w.c.Results()), ""
	case e != nil && w.now.stage == wire.Calling:
		if text, ok := stack.PlainText(e.value); ok {
			return nil, explain.CutPanic(text)
		}
	}
	return nil, ""
}

// size is that of the input in flight where solutions do not come in order of
// the sizes of their inputs: with the questions that were asked.
func (w *worker) size() int64 {
	if w.unfold == nil || w.unfold.asking == nil {
		return 0
	}
	return w.unfold.size + w.unfold.asking.Asked
}
