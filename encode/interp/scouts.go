package interp

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// A conjunction runs a test whose predicates check several things in a row, such as g.Valid() &&
// g.Connected(). Beside the machine that executes them in order, scouts execute the later parts as
// if the first ones held. If a scout finds its part false, it is false for all inputs that agree in
// what the scout read, whether the first parts hold or not. So such an input is rejected long
// before everything that the first parts read is decided. Otherwise the machine determines the
// answer and which variable is decided next. This is the parallel conjunction of Runciman, Naylor
// and Lindblad, SmallCheck and Lazy SmallCheck, 2008, section 4.
//
// A predicate that panics rejects nothing. If a first part panics and a later one is false, the
// panic is missed. So scouts start only after the machine has run for a while alone.
type conjunction struct {
	*machine
	scouts     []*scout
	started    bool // the scouts have started
	marks      []mark
	failed     *scout // the scout that has answered; nil if the machine has
	startAfter int64  // the machine's steps after which scouts start
}

// A scout starts at a predicate and assumes that the first calls of its chain are true.
type scout struct {
	*machine
	predicate        int // the index of the predicate
	begun            bool
	dropped          bool
	advances, failed int64
}

// A mark is a state of the machine, and of the scouts that have advanced since.
type mark struct {
	machine int
	scouts  []scoutMark
}

type scoutMark struct {
	of    *scout
	state int
	begun bool
}

const (
	// aheadSteps is how many steps a test takes without scouts. scoutsMost bounds the number of
	// scouts.
	aheadSteps = 1 << 20
	scoutsMost = 6
	// A scout that advanced scoutTries times is dropped if fewer than one in scoutUse of its
	// advances rejected an input.
	scoutTries = 1 << 12
	scoutUse   = 1 << 8
)

// conjunction returns the run of a test. It is m itself if there is nothing for scouts.
func (t *Test) conjunction(m *machine) form.Run {
	c := &conjunction{machine: m, startAfter: aheadSteps}
	if t.program.Ahead != 0 {
		c.startAfter = max(t.program.Ahead, 0)
	}
	for _, at := range t.starts() {
		s := t.program.start(t, m.value)
		s.inputs, s.pred, s.scouting = t.input(), at.pred-1, true
		s.begin = at
		c.scouts = append(c.scouts, &scout{machine: s, predicate: at.pred})
	}
	if len(c.scouts) == 0 {
		return m
	}
	return c
}

// A beginning is a predicate, and how many calls of its chain are assumed to be true.
type beginning struct{ pred, calls int }

// starts returns where scouts begin: after calls that change nothing.
func (t *Test) starts() []beginning {
	var list []beginning
	for i := range t.preds {
		if i > 0 {
			list = append(list, beginning{i, t.given[i]})
		}
		for k := t.given[i] + 1; k <= t.harmless[i]; k++ {
			list = append(list, beginning{i, k})
		}
		if !t.all[i] {
			break
		}
	}
	return list[:min(len(list), scoutsMost)]
}

// Advance advances the machine, then the scouts.
func (c *conjunction) Advance() form.Answer {
	c.failed = nil
	if a := c.machine.Advance(); a != form.Waits {
		return a
	}
	if !c.started && c.machine.steps < c.startAfter {
		return form.Waits
	}
	c.started = true
	for _, s := range c.scouts {
		if !c.goesOn(s) {
			continue
		}
		if n := len(c.marks); n > 0 {
			m := &c.marks[n-1]
			m.scouts = append(m.scouts, scoutMark{s, s.machine.Save(), s.begun})
		}
		s.begun = true
		s.advances++
		if s.machine.Advance() == form.Fails {
			s.failed++
			c.failed = s
			return form.Fails
		}
		s.dropped = s.advances >= scoutTries && s.failed*scoutUse < s.advances
	}
	return form.Waits
}

// goesOn reports whether a scout can advance: the variable it waits for is decided.
func (c *conjunction) goesOn(s *scout) bool {
	if s.dropped || s.machine.answer != form.Waits || s.predicate < c.machine.pred {
		return false
	}
	if !s.begun {
		return true
	}
	_, known := s.machine.value(s.machine.waits)
	return known
}

// Save records the state of the machine.
func (c *conjunction) Save() int {
	c.marks = append(c.marks, mark{machine: c.machine.Save()})
	return len(c.marks) - 1
}

// Restore restores a state of the machine, and the scouts that have advanced since.
func (c *conjunction) Restore(n int) {
	for i := len(c.marks) - 1; i >= n; i-- {
		list := c.marks[i].scouts
		for j := len(list) - 1; j >= 0; j-- {
			list[j].of.machine.Restore(list[j].state)
			list[j].of.begun = list[j].begun
		}
	}
	c.machine.Restore(c.marks[n].machine)
	c.marks = c.marks[:n]
	c.failed = nil
}

// Part returns the predicate that has answered.
func (c *conjunction) Part() int {
	if c.failed != nil {
		return c.failed.predicate
	}
	return c.machine.Part()
}

// Steps returns the steps of the machine and of all scouts.
func (c *conjunction) Steps() int64 {
	n := c.machine.steps
	for _, s := range c.scouts {
		n += s.machine.steps
	}
	return n
}
