package interp

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/analysis"
	"github.com/rtest-dev/rtest/internal/form"
)

// A Test is predicates that hold of an input in order: a later one only
// matters where the earlier do. It is a form.Test.
type Test struct {
	p     *Program
	preds []*ssa.Function
	code  []*code
	input func() []Value
	// By predicate: what it says in a row, how many of these calls are given to
	// hold, how many leave alone what there is, and whether all of it does.
	chains          []analysis.Chain
	given, harmless []int
	all             []bool
	// Strict says that an input of which it is not known whether the last
	// predicate holds is rejected.
	Strict bool
	// Smooth says that the last predicate does not hold either where in the
	// function that it calls a check of whether another call ended well fails.
	Smooth bool
	// Tallies are, by predicate, what came of it in all runs.
	Tallies []Tally
}

// A Tally counts what came of the evaluations of one predicate.
type Tally struct {
	// Answers is how often it gave an answer, in a search or ahead of one.
	// Failed is how many parts of inputs it rejected, Alike how many inputs more
	// that was good for: those of the same depth and size that agree in all that was
	// read. Unclear is how often what it says could not be known; Why is the
	// first reason for that.
	Answers, Failed, Alike, Unclear int64
	Why                             string
}

// Hopeless says that all that is known of a predicate is that it cannot be
// interpreted.
func (t *Tally) Hopeless() bool { return t.Unclear > 0 && t.Answers == 0 }

// tries is how often a predicate is interpreted that is unclear each time.
const tries = 16

// Test makes a test of predicates, which are functions of all inputs; each run
// has inputs of its own. Given is by predicate how many calls of its Chain are known
// to hold of all inputs that it is put to, nil for none. Why says by predicate what
// keeps it from being interpreted at all; where it does so of all the test is nil.
func (p *Program) Test(preds []*ssa.Function, given []int, inputs func() []Value) (t *Test, why []string) {
	p.init()
	t = &Test{p: p, input: inputs}
	why = make([]string, len(preds))
	for i, fn := range preds {
		if s := p.all[fn]; s != nil && s.Unclear >= tries && s.Hopeless() {
			why[i] = s.Why
			continue
		}
		c := p.roots[fn]
		if c == nil {
			var do native
			if c, do, why[i] = p.compiled(fn); c == nil {
				if do != nil {
					why[i] = fn.String() + " is no predicate"
				}
				continue
			}
			c = p.compile(fn, true)
			p.roots[fn] = c
		}
		t.preds = append(t.preds, fn)
		t.code = append(t.code, c)
		t.chain(fn)
		if given != nil {
			t.given[len(t.preds)-1] = min(given[i], t.harmless[len(t.preds)-1])
		}
	}
	t.Tallies = make([]Tally, len(t.preds))
	if len(t.preds) == 0 {
		return nil, why
	}
	return t, why
}

// chain finds out what a predicate says in a row.
func (t *Test) chain(fn *ssa.Function) {
	c := analysis.ChainOf(fn)
	n, all := analysis.HarmlessFirst(fn, c, t.p.isNative)
	t.chains, t.given, t.harmless = append(t.chains, c), append(t.given, 0), append(t.harmless, n)
	t.all = append(t.all, all)
}

// Start returns a run on an input.
func (t *Test) Start(value func(v int32) (int64, bool)) form.Run {
	m := t.p.start(t, value)
	m.inputs = t.input()
	return t.conjunction(m)
}

// came counts what came of a predicate.
func (t *Test) came(pred int, add func(*Tally)) {
	if pred < 0 || pred >= len(t.preds) {
		return
	}
	add(&t.Tallies[pred])
	s := t.p.all[t.preds[pred]]
	if s == nil {
		s = &Tally{}
		t.p.all[t.preds[pred]] = s
	}
	add(s)
}

// unclear says that what a predicate says is not known.
func (t *Test) unclear(pred int, why string) {
	t.came(pred, func(s *Tally) {
		if s.Unclear++; s.Why == "" {
			s.Why = why
		}
	})
}

// answered says that what a predicate says is known.
func (t *Test) answered(pred int) { t.came(pred, func(s *Tally) { s.Answers++ }) }

// assume takes the first calls of the predicate at hand to be true.
func (m *machine) assume() {
	if m.pred < 0 || m.pred >= len(m.test.preds) {
		return
	}
	m.assumed, m.assumedAt = m.test.given[m.pred], m.test.chains[m.pred].Frames
	if m.scouting {
		m.assumed = m.begin.calls
	}
}
