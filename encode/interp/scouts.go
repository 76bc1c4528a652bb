package interp

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// A conjunction is the run of a test whose predicates say several things in a row,
// as g.Valid() && g.Connected() does: beside the machine that executes them in
// their order, scouts execute what is behind the first ones as if these held. What a
// scout finds false is false for all inputs that agree in what it read, whether the
// first hold of them or not, so that it is rejected long before all that the first
// ones read is decided (the parallel conjunction of Runciman, Naylor and Lindblad,
// SmallCheck and Lazy SmallCheck, 2008, section 4). What is decided next, and
// what the answer is else, is left to the machine.
//
// A predicate that panics rejects nothing, so where one of the first ones does, and
// what is behind it is false, the panic is not come upon; scouts are sent
// out only after the machine has gone some way without.
type conjunction struct {
	*machine
	scouts []*scout
	out    bool // they are sent out
	marks  []mark
	failed *scout // that has answered, nil where the machine has
	ahead  int64  // the machine's steps after which they are
}

// A scout starts at a predicate and assumes the first calls that it guards.
type scout struct {
	*machine
	at               int // the predicate
	begun            bool
	dropped          bool
	advances, failed int64
}

// A mark is what the machine and, where they went on since, the scouts go back to.
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
	// aheadSteps is how many steps a test takes without scouts, scoutsMost how
	// many there are at most.
	aheadSteps = 1 << 20
	scoutsMost = 6
	// A scout that went on scoutTries times is dropped when it was of use less
	// than once in scoutUse.
	scoutTries = 1 << 12
	scoutUse   = 1 << 8
)

// conjunction makes the run, where the predicates say several things.
func (t *Test) conjunction(m *machine) form.Run {
	c := &conjunction{machine: m, ahead: aheadSteps}
	if t.p.Ahead != 0 {
		c.ahead = max(t.p.Ahead, 0)
	}
	for _, at := range t.starts() {
		s := t.p.start(t, m.value)
		s.inputs, s.pred, s.scouting = t.input(), at.pred-1, true
		s.begin = at
		c.scouts = append(c.scouts, &scout{machine: s, at: at.pred})
	}
	if len(c.scouts) == 0 {
		return m
	}
	return c
}

// A beginning is a predicate and how many calls of its chain are assumed to be true.
type beginning struct{ pred, calls int }

// starts gives where scouts begin: behind calls that change nothing.
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

// Advance lets the machine go on, then the scouts.
func (c *conjunction) Advance() form.Answer {
	c.failed = nil
	if a := c.machine.Advance(); a != form.Waits {
		return a
	}
	if !c.out && c.machine.steps < c.ahead {
		return form.Waits
	}
	c.out = true
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

// goesOn tells whether a scout has something to do: what it waits for is decided.
func (c *conjunction) goesOn(s *scout) bool {
	if s.dropped || s.machine.answer != form.Waits || s.at < c.machine.pred {
		return false
	}
	if !s.begun {
		return true
	}
	_, known := s.machine.value(s.machine.waits)
	return known
}

// Save notes the state.
func (c *conjunction) Save() int {
	c.marks = append(c.marks, mark{machine: c.machine.Save()})
	return len(c.marks) - 1
}

// Restore goes back to a state.
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

// Part is the predicate that has answered.
func (c *conjunction) Part() int {
	if c.failed != nil {
		return c.failed.at
	}
	return c.machine.Part()
}

// Steps are those of all.
func (c *conjunction) Steps() int64 {
	n := c.machine.steps
	for _, s := range c.scouts {
		n += s.machine.steps
	}
	return n
}
