package interp

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/analysis"
	"github.com/rtest-dev/rtest/internal/form"
)

// A Test evaluates predicates of an input in order; a later one only counts if the earlier ones
// hold. It implements form.Test.
type Test struct {
	program *Program
	preds   []*ssa.Function
	code    []*code
	input   func() []Value
	// By predicate: the calls it makes in a row, how many of them are given to hold, how many
	// change nothing, and whether no call of the predicate changes anything.
	chains          []analysis.Chain
	given, harmless []int
	all             []bool
	// Strict says that an input is rejected if it is not known whether the last predicate holds.
	Strict bool
	// Smooth says that the last predicate also fails if, in the function that it calls, a check for
	// the success of another call fails.
	Smooth bool
	// Tallies count, by predicate, the results in all runs.
	Tallies []Tally
}

// A Tally counts the results of evaluating one predicate.
type Tally struct {
	// Answers is how often it gave an answer, in a search or ahead of one. Failed is how many parts
	// of inputs it rejected. Alike is how many more inputs that excluded: those of the same depth
	// and size that agree in all that was read. Unclear is how often its value could not be
	// determined; Why is the first reason for that.
	Answers, Failed, Alike, Unclear int64
	Why                             string
}

// Hopeless reports whether every evaluation so far was unclear, and there was at least one.
func (t *Tally) Hopeless() bool { return t.Unclear > 0 && t.Answers == 0 }

// tries is how many unclear evaluations, without any answer, make the interpreter give a predicate
// up.
const tries = 16

// Test makes a test of predicates, which are functions of all inputs. Each run calls inputs for
// inputs of its own. given says, by predicate, how many calls of its chain are known to hold for
// all inputs; nil means none. why says, by predicate, why it cannot be interpreted at all. If that
// holds for all predicates, the test is nil.
func (p *Program) Test(preds []*ssa.Function, given []int, inputs func() []Value) (t *Test, why []string) {
	p.init()
	t = &Test{program: p, input: inputs}
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

// chain analyzes the calls that a predicate makes in a row.
func (t *Test) chain(fn *ssa.Function) {
	c := analysis.ChainOf(fn)
	n, all := analysis.HarmlessFirst(fn, c, t.program.isNative)
	t.chains, t.given, t.harmless = append(t.chains, c), append(t.given, 0), append(t.harmless, n)
	t.all = append(t.all, all)
}

// Start returns a run on an input.
func (t *Test) Start(value func(v int32) (int64, bool)) form.Run {
	m := t.program.start(t, value)
	m.inputs = t.input()
	return t.conjunction(m)
}

// tally adds to the tallies of a predicate.
func (t *Test) tally(pred int, add func(*Tally)) {
	if pred < 0 || pred >= len(t.preds) {
		return
	}
	add(&t.Tallies[pred])
	s := t.program.all[t.preds[pred]]
	if s == nil {
		s = &Tally{}
		t.program.all[t.preds[pred]] = s
	}
	add(s)
}

// unclear counts an evaluation whose result is not known.
func (t *Test) unclear(pred int, why string) {
	t.tally(pred, func(s *Tally) {
		if s.Unclear++; s.Why == "" {
			s.Why = why
		}
	})
}

// answered counts an evaluation whose result is known.
func (t *Test) answered(pred int) { t.tally(pred, func(s *Tally) { s.Answers++ }) }

// assume sets which first calls of the current predicate are taken to be true.
func (m *machine) assume() {
	if m.pred < 0 || m.pred >= len(m.test.preds) {
		return
	}
	m.assumed, m.assumedAt = m.test.given[m.pred], m.test.chains[m.pred].Frames
	if m.scouting {
		m.assumed = m.begin.calls
	}
}
