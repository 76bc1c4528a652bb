// Package search is the native engine: finite-domain search, shape first, with
// propagation and a trail.
//
// In comes a form; out go its solutions, each as a stream, smallest first. The package
// imports the form and the standard library only, because its source is also laid into
// the process that holds the code under test; it knows nothing of Go's types, of
// contracts, or of Z3.
package search

import (
	"iter"
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/automaton"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// Options restrict a search. The zero value asks for everything.
type Options struct {
	// Skip is the number of solutions not to yield; they are found and
	// counted like the others.
	Skip int64
	// Size is the first size level to visit; with OneSize the only one.
	Size    int32
	OneSize bool
	// Shape fixes the first choice variables that are realized, in order, to
	// these values; solutions of other shapes are left out.
	Shape []int64
	// After, where it is not nil, leaves out of the first size level the
	// shapes that begin with these values and all that come before them. A
	// search that ended in a Stall goes on behind it with the Size and the
	// Shape of the Stall here.
	After []int64
	// Stall is the number of failures without a solution, within one size
	// level, after which the search gives up; 0 is never. Of 1000 or more it
	// takes a million steps more, as failures that take next to nothing, as those
	// of numbers that are no divisor, are no reason yet.
	Stall int64
	// StallWork is the number of steps of propagation without a solution after which
	// the search gives up as well; 0 is never.
	StallWork int64
	// Steady has a search that finds solutions not give up before it has met as many
	// failures without one as it took it to find all so far.
	Steady bool
	// Work is the number of steps of propagation after which the search gives
	// up at its next failure; 0 is never. Some millions take a second.
	Work int64
	// Most is how many solutions are wanted at most; 0 is all. The search does not
	// end behind them, but does not prepare for many more either.
	Most int64
	// Shard restricts the search to a part of the solutions.
	Shard form.Shard
	// Reject is the number of inputs that the form's test may reject before the
	// search gives up; 0 is never. Quit is asked now and then, and ends the
	// search when it returns true; nil is never.
	Reject int64
	Quit   func() bool
	// Foci are values of interest, in ascending order: Spread looks for
	// solutions with them and with those behind them.
	Foci []int64
}

// Stats count what a search did. They are the same in every run.
type Stats struct {
	Sizes     int64 // size levels begun
	Shapes    int64 // shapes that propagation left standing
	Decisions int64 // values tried
	Failures  int64 // those refuted by propagation, and shapes without data
	Solutions int64 // found, skipped ones included
	Work      int64 // steps of propagation and of the test
	// Rejected counts the inputs, or parts of inputs, that the test rejects;
	// Alike the inputs of the same level and size that were not looked at
	// because they agree with one of them in all that was read. Terms aside:
	// where the form has more constraints than the test, Alike counts inputs
	// that these forbid.
	Rejected, Alike int64
}

// A Stall says what a search that gave up has left open: of the size level
// Size everything from the shapes on that begin with Shape. All before was
// searched. Of the shapes that begin with Shape, Yielded solutions were found,
// the first in order.
type Stall struct {
	Size    int32
	Shape   []int64 // values of the first realized choice variables
	Whole   bool    // Shape has them all
	Yielded int64
}

// A Solver finds the solutions of one form. It is not for concurrent use.
type Solver struct {
	Options Options

	form      *form.Form
	prog      *propagate.Program
	wit       witness
	data      *residual
	stats     Stats
	stall     *Stall
	predicate *predicateRun // of the form's test, else nil

	size  int32
	out   []int64 // the stream: choices and fixed data of the shape, then data
	path  []int64 // the values of the realized choice variables decided so far
	along []int32 // these variables
	low   int     // the shortest path gone back to since the last solution
	at    []int64 // by length of path: the solutions before it
	fails int64   // since the last solution or the begin of the size level
	// patient is the work at which many failures become a stall, since that at the
	// last solution, where it counts.
	patient, since int64
	yield          func([]int64) bool

	// automaton sees sizes that shapes cannot have; nil where it was not made,
	// or would be too large.
	automaton *automaton.Automaton
	automated bool  // that was tried
	crowded   int32 // the greatest size with which there are enough values (crowd.go)
	guided    bool  // it knows the data that are decided
	// trees draws from it; nil where that was not asked for, or would be too much
	// work for the size treesFail.
	trees     *automaton.Trees
	treesFail int32
	treesFrom int32 // treesSmall, less in tests

	stop    propagate.Stop
	drawing *drawing // of Sample, else nil
	sharing *sharing // of Spread, else nil
	most    int64    // the work at which the search ends, 0 for never
	before  int64    // the work before this search
	asks    int64    // the work at which it is asked whether to go on
	passed  int64    // the values and solutions that were passed over
}

// New makes a form ready for search. It fails when the form does not pass
// Check.
func New(f *form.Form) (*Solver, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	s := &Solver{form: f, prog: propagate.Compile(f), treesFrom: treesSmall, crowded: math.MaxInt32}
	s.stop.Quit = func() bool { return s.Options.Quit != nil && s.Options.Quit() }
	s.prog.Net.Stop = &s.stop
	s.wit = newWitness(f, s.prog)
	s.data = newResidual(s)
	if f.Test != nil {
		s.predicate = newPredicateRun(s)
	}
	return s, nil
}

// Sizes gives bounds for the sizes of the solutions; least > most when there are
// none. They are wide where Options.Quit ends the first propagation.
func (s *Solver) Sizes() (least, most int32) {
	if s.begin(); s.prog.Empty {
		return 1, 0
	}
	d := s.prog.Net.Dom[s.prog.Size]
	if len(s.prog.Choices) >= automatonChoices {
		s.automate()
	}
	least, most = int32(d.Lo), min(int32(d.Hi), s.crowded)
	if s.automaton != nil {
		least, most = max(s.automaton.Least, least), min(s.automaton.Most, most)
	}
	return least, most
}

const (
	// automatonChoices is the number of choice variables from which on an
	// automaton is made before it is needed, and automatonFailures after how many
	// failures it is.
	automatonChoices  = 64
	automatonFailures = 256
)

// automate makes the automaton, and lets it know of what is decided.
func (s *Solver) automate() {
	if s.automated {
		return
	}
	s.automated = true
	p := automaton.NewPlan(s.form)
	if !p.Divide() {
		return
	}
	s.crowded = p.MostCrowded()
	if s.automaton = automaton.New(p, s.Options.Quit); s.automaton == nil {
		return
	}
	for i, x := range s.along {
		s.automaton.Decide(x, choiceIndex(&s.form.Vars[x], s.path[i]))
	}
}

// Stats gives the counts of the last or current search.
func (s *Solver) Stats() Stats {
	stats := s.stats
	stats.Work = s.work() - s.before
	return stats
}

// Stalled says what the last search left open; nil when it did not give up.
func (s *Solver) Stalled() *Stall { return s.stall }

// Solutions ranges over the solutions in the order that Form gives. The slice
// is good until the next one is yielded. Options count as they are when the
// range begins; the search may be run again.
func (s *Solver) Solutions() iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		s.stop.Stopped = false
		s.begin()
		s.stats, s.stall, s.yield, s.before = Stats{}, nil, yield, s.work()
		s.data.look = looking{always: s.data.look.always}
		s.since, s.asks = s.before, s.before+quitWork
		if most := s.Options.Most; most > 0 {
			limit := s.data.limit
			s.data.limit = int(min(int64(limit), max(most, tableLeast)))
			defer func() { s.data.limit = limit }()
		}
		if s.Options.Work > 0 {
			s.limit(s.Options.Work)
			defer s.limit(0)
		}
		lo, hi := s.Sizes()
		first := max(lo, s.Options.Size)
		if s.Options.OneSize {
			first, hi = s.Options.Size, min(hi, s.Options.Size)
		}
		for size := max(first, lo); size <= hi; size++ {
			if !s.level(size) {
				break
			}
			if size == hi {
				break
			}
		}
		s.prog.Net.Undo(0)
		s.yield = nil
	}
}

// found counts a solution that is in s.out and yields it; false to stop.
func (s *Solver) found() bool {
	if s.sharing != nil && s.sharing.repeats(s.out) {
		s.fails = 0
		return s.goesOn()
	}
	s.stats.Solutions++
	s.fails, s.low = 0, math.MaxInt
	if s.Options.StallWork > 0 {
		s.since = s.work()
	}
	if s.stats.Solutions <= s.Options.Skip {
		return s.goesOn()
	}
	if !s.yield(s.out) || s.sharing != nil && !s.sharing.found(s.stats.Failures) {
		return false
	}
	if s.quits(s.stats.Solutions) || len(s.out) >= longSolution && s.quits(0) {
		return s.giveUp()
	}
	return true
}

// longSolution is how many numbers a solution has of which each takes so long that
// it is asked behind each whether to go on.
const longSolution = 1 << 10

// fail counts a failure; false when there were too many.
func (s *Solver) fail() bool {
	s.stats.Failures++
	s.fails++
	if s.stats.Failures == automatonFailures {
		s.automate()
	}
	if s.stalls() || s.tired() || s.quits(s.stats.Failures) {
		return s.giveUp()
	}
	return true
}

// stallMany is how many failures are many: as many must have taken stallWork
// steps before the search gives up.
const (
	stallMany = 1000
	stallWork = 1_000_000
)

// stalls tells whether the search met too many failures since the last solution.
func (s *Solver) stalls() bool {
	most := s.Options.Stall
	if s.fails == most {
		s.patient = s.work() + stallWork
	}
	switch {
	case s.Options.Steady && s.fails < s.stats.Failures-s.fails:
		return false
	case s.Options.StallWork > 0 && s.work()-s.since > s.Options.StallWork:
		return true
	case most == 0 || s.fails < most:
		return false
	case most < stallMany:
		return true
	}
	return s.work() >= s.patient
}

// giveUp notes what the search leaves open, and returns false.
func (s *Solver) giveUp() bool {
	if s.stall == nil {
		n := min(max(s.low, s.behind()), len(s.path))
		s.stall = &Stall{
			Size:    s.size,
			Shape:   append([]int64{}, s.path[:n]...),
			Yielded: s.stats.Solutions - s.at[n],
		}
	}
	return false
}

// work is how many cells were revised, and what the test did, since the solver
// was made.
func (s *Solver) work() int64 {
	n := s.prog.Net.Work + s.data.work()
	if s.predicate != nil {
		n += s.predicate.run.Steps()
	}
	if s.automaton != nil {
		n += s.automaton.Work
	}
	return n
}

// limit makes the search end after so much work more, 0 for never.
func (s *Solver) limit(work int64) {
	s.most = 0
	if work > 0 {
		s.most = s.work() + work
	}
}

// tired tells whether the search has taken all its work.
func (s *Solver) tired() bool { return s.most > 0 && s.work() > s.most }

// behind is the length from which on the path is not one that Options.After
// begins with: what is open must not hold what another search has left open.
func (s *Solver) behind() int {
	after := s.Options.After
	if after == nil || s.size != s.Options.Size {
		return 0
	}
	n := 0
	for n < len(after) && n < len(s.path) && after[n] == s.path[n] {
		n++
	}
	return n + 1
}

// begin propagates for the first time, until the search is to stop. The next search goes on
// from there: what is narrowed holds in every solution.
func (s *Solver) begin() {
	p := s.prog
	if p.Begun || p.Empty || s.stop.Stopped {
		return
	}
	p.Net.WakeAll()
	consistent := p.Net.Propagate()
	p.Net.Trail = p.Net.Trail[:0]
	p.Begun = consistent || !s.stop.Stopped
	p.Empty = p.Begun && !consistent
}
