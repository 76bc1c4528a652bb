package interp

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// A change records the old value of a cell, or how to undo another change.
type change struct {
	obj  *Object
	cell int
	old  Value
	undo func() // used instead, unless nil
}

// set sets a cell.
func (m *machine) set(o *Object, cell int, v Value) {
	if o.lost {
		if m.starting != nil {
			makeUnknown([]Value{v})
		}
		return
	}
	if o.born != m.epoch {
		m.trail = append(m.trail, change{obj: o, cell: cell, old: o.cells[cell]})
	}
	o.cells[cell] = v
}

// A state is a saved state of a run.
type state struct {
	frames []frame
	stack  []Value
	trail  int
	pred   int
	left   int64
	waits  int32
	at     wait
	answer form.Answer
	epoch  int64
}

// Save records the state and returns its number.
func (m *machine) Save() int {
	var s state
	if n := len(m.free); n > 0 {
		s = m.free[n-1]
		m.free = m.free[:n-1]
	}
	s.frames = append(s.frames[:0], m.frames...)
	s.stack = append(s.stack[:0], m.stack[:m.top]...)
	s.trail, s.pred, s.left, s.waits, s.answer = len(m.trail), m.pred, m.left, m.waits, m.answer
	s.epoch, s.at = m.epoch, m.at
	m.saved = append(m.saved, s)
	m.epoch++
	return len(m.saved) - 1
}

// Restore restores a state.
func (m *machine) Restore(n int) {
	s := m.saved[n]
	for i := len(m.trail) - 1; i >= s.trail; i-- {
		c := &m.trail[i]
		if c.undo != nil {
			c.undo()
		} else {
			c.obj.cells[c.cell] = c.old
		}
	}
	m.trail = m.trail[:s.trail]
	m.frames = append(m.frames[:0], s.frames...)
	m.top = copy(m.stack, s.stack)
	m.pred, m.left, m.waits, m.answer, m.epoch = s.pred, s.left, s.waits, s.answer, s.epoch
	m.at, m.supposes = s.at, false
	m.assume()
	m.free = append(m.free, m.saved[n:]...)
	m.saved = m.saved[:n]
}
