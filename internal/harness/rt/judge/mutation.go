package judge

import (
	"runtime"

	"github.com/rtest-dev/rtest/internal/harness/rt/host"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/read"
	"github.com/rtest-dev/rtest/internal/harness/rt/stack"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// A mutant may take leastSteps steps, or moreSteps times the steps of the unchanged code with the same input if
// that is more. It may take mostSteps if the latter number is unknown.
const (
	leastSteps = 1 << 12
	moreSteps  = 64
	mostSteps  = 1 << 22
)

// A mutation runs inputs with a mutant of the code under test, and compares each call with one of the unchanged
// code. A nil one does nothing.
type mutation struct {
	p      *host.Process
	w      *Worker
	number int
	read.Mutation
	// plain is the case of the call without the mutant. ended describes how that call ended; it is empty if it
	// returned.
	plain read.Case
	ended string
	// returned says that the call of the mutant did.
	returned bool
	// seen are the counters already reported.
	seen [2]bool
}

// Mutate turns on the mutant of the job, if it has one.
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

// compares reports whether an input can be built again for another call. Choices made while it runs prevent
// that.
func (m *mutation) compares() bool { return m.w.Unfold == nil && !m.seen[wire.MutantKilled] }

// call calls the function with an input built for it. It returns a nil case if the input cannot be built.
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
		m.report(wire.MutantKilled)
	}
}

// equal reports whether a call had the same results, and left its inputs with the same values, as without the
// mutant.
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
	m.report(wire.MutantReached)
	if m.plain != nil && !m.returned && m.ended == "" {
		m.report(wire.MutantKilled)
	}
}

// report reports the first input that has a counter. A difference counts only if the unchanged code behaves the
// same twice.
func (m *mutation) report(counter int) {
	if m.seen[counter] {
		return
	}
	stream, _ := m.w.Board.Stream()
	if counter == wire.MutantKilled && !m.steady(stream) {
		return
	}
	m.seen[counter] = true
	if err := m.p.Conn.SendJSON(wire.KindCovered, wire.Covered{Stream: stream, Counters: []int{counter}}); err != nil {
		m.w.On.Fault(err.Error())
	}
}

// steady reports whether the unchanged code behaves the same again.
func (m *mutation) steady(stream []int64) bool {
	number := *m.Number
	*m.Number = 0
	defer func() { *m.Number = number }()
	again, ended := m.call(stream)
	return ended == m.ended && (ended != "" || again != nil && m.equal(again))
}
