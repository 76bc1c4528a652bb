package judge

import (
	"runtime"

	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A mutant may take leastSteps steps, and moreSteps times as many as the code that it is made
// of takes with the same input; mostSteps where that is not known.
const (
	leastSteps = 1 << 12
	moreSteps  = 64
	mostSteps  = 1 << 22
)

// A mutation has the code under test changed while inputs are called and judged, and
// compares each call with one of the code as it is. A nil one does nothing.
type mutation struct {
	p      *host.Process
	w      *Worker
	number int
	read.Mutation
	// plain is the case of the call without the mutant, ended how that call ended: empty
	// where it returned.
	plain read.Case
	ended string
	// returned says that the call of the mutant did.
	returned bool
	// seen are the counters that were told.
	seen [2]bool
}

// Mutate turns on the mutant of the job, where there is one.
func Mutate(p *host.Process, w *Worker) {
	if w.job.Mutant == 0 || p.Unit.Mutation == nil {
		return
	}
	w.On.mutation = &mutation{p: p, w: w, number: w.job.Mutant, Mutation: *p.Unit.Mutation}
	*w.On.mutation.End = runtime.Goexit
}

// begin calls the function under test without the mutant, with an input of its own, and
// turns the mutant on.
func (m *mutation) begin(stream []int64) {
	if m == nil {
		return
	}
	*m.Most = mostSteps
	if m.plain = nil; m.compares() {
		*m.Steps = 0
		m.plain, m.ended = m.call(stream)
		*m.Most = leastSteps + moreSteps**m.Steps
	}
	m.returned, *m.Reached, *m.Steps = false, false, 0
	*m.Number = m.number
}

// compares reports whether an input can be made again for another call: what is chosen
// while it runs cannot.
func (m *mutation) compares() bool { return m.w.Unfold == nil && !m.seen[wire.MutantTold] }

// call calls the function with an input of its own, nil where it cannot be built.
func (m *mutation) call(stream []int64) (c read.Case, ended string) {
	c = m.w.Target.New()
	if !c.Build(read.NewReader(stream)) {
		return nil, ""
	}
	defer func() {
		if v := recover(); v != nil {
			ended = "panic: " + stack.KindOf(v)
		}
	}()
	c.Call()
	return c, ""
}

// back notes that the call returned.
func (m *mutation) back() {
	if m == nil {
		return
	}
	m.returned = true
	if m.plain != nil && (m.ended != "" || !m.equal(m.w.C)) {
		m.tell(wire.MutantTold)
	}
}

// equal reports whether what a call gave, and what it made of its input, is what it is without
// the mutant.
func (m *mutation) equal(c read.Case) bool {
	return memory.EqualAll(c.Results(), m.plain.Results(), false) && memory.EqualAll(c.Inputs(), m.plain.Inputs(), false)
}

// end turns the mutant off.
func (m *mutation) end() {
	if m == nil {
		return
	}
	*m.Number = 0
	if !*m.Reached {
		return
	}
	m.tell(wire.MutantReached)
	if m.plain != nil && !m.returned && m.ended == "" {
		m.tell(wire.MutantTold)
	}
}

// tell reports the first input of which something holds. A difference counts only where
// the code does the same twice.
func (m *mutation) tell(counter int) {
	if m.seen[counter] {
		return
	}
	stream, _ := m.w.Board.Stream()
	if counter == wire.MutantTold && !m.steady(stream) {
		return
	}
	m.seen[counter] = true
	if err := m.p.Conn.SendJSON(wire.KindCovered, wire.Covered{Stream: stream, Counters: []int{counter}}); err != nil {
		m.w.On.Fault(err.Error())
	}
}

// steady reports whether the code as it is does the same once more.
func (m *mutation) steady(stream []int64) bool {
	number := *m.Number
	*m.Number = 0
	defer func() { *m.Number = number }()
	again, ended := m.call(stream)
	return ended == m.ended && (ended != "" || again != nil && m.equal(again))
}
