package judge

import (
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Inputs for which the same atoms hold form a cell. The cells that fail, and how they fail, show
// what failing inputs have in common. Cells are counted on the board, so that the counts survive
// the process.

// cells counts the inputs of a job.
type cells struct {
	w     *Worker
	live  bool
	terms read.Terms
	bits  wire.Bits
	// evaluated says that bits belong to the input in flight, torn that they cannot be determined.
	evaluated, torn bool
	slots           []int
}

// newCells returns nil if the job has no atoms.
func newCells(w *Worker) *cells {
	if len(w.job.Atoms) == 0 {
		return nil
	}
	return &cells{w: w, live: w.job.Live || w.job.Dry || w.job.Failed}
}

// beforeCall evaluates the atoms of the input in flight, before it is called.
func (c *cells) beforeCall() {
	if c != nil && c.live {
		c.evaluate(c.w.C)
	}
}

func (c *cells) evaluate(in read.Case) {
	c.evaluated, c.torn = true, true
	defer func() { _ = recover() }()
	c.terms.Reset()
	in.Terms(&c.terms)
	c.bits, c.torn = c.terms.Bits(c.w.job.Atoms), false
}

// failed notes that the input in flight failed.
func (c *cells) failed(slot int) {
	if c != nil {
		c.slots = append(c.slots, slot)
	}
}

// commit counts the input in flight. The first failing input was not evaluated before its call, so it is built
// again.
func (c *cells) commit(counted bool) {
	if c == nil {
		return
	}
	if counted && !c.evaluated && len(c.slots) > 0 {
		c.rebuild()
	}
	if counted && c.evaluated {
		if c.torn {
			c.w.Board.Tear()
		} else {
			c.w.Board.Cell(wire.AllInputs, c.bits)
			for _, s := range c.slots {
				c.w.Board.Cell(s, c.bits)
			}
		}
	}
	c.live = c.live || len(c.slots) > 0
	c.evaluated, c.slots = false, c.slots[:0]
}

// rebuild builds the input in flight anew and evaluates its atoms.
func (c *cells) rebuild() {
	c.evaluated, c.torn = true, true
	defer func() { _ = recover() }()
	w := c.w
	in := w.Target.New()
	stream, ok := w.Board.Stream()
	if w.Unfold != nil {
		stream = w.Unfold.solution
	}
	if !ok {
		return
	}
	r := read.Reader{Tables: w.Input.Tables}
	r.Reset(stream, false)
	if !in.Build(&r) {
		return
	}
	if len(w.Target.Steps) > 0 {
		d := read.DrawingAgain(w.Unfold.Drawing.Places)
		for _, s := range w.Target.Steps {
			if s.Draw >= 0 && !in.Draw(s.Draw, d) {
				return
			}
		}
	}
	c.evaluate(in)
}
