// Package search is the native engine: a finite-domain search that decides the shape first, with
// propagation and a trail.
//
// It takes a form and yields its solutions, each as a stream, smallest first. The package imports
// only the rooms below it, the form and the standard library, because its source is also compiled
// into the process under test. It knows nothing of Go's types, of contracts, or of Z3.
package search

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/automaton"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// Options restrict a search. The zero value asks for all solutions.
type Options struct {
	// Skip is the number of solutions not to yield. They are still found and counted.
	Skip int64
	// Size is the first size to search; with OneSize it is the only one.
	Size    int32
	OneSize bool
	// Shape fixes the values of the first realized choice variables, in order. Solutions of other
	// shapes are left out.
	Shape []int64
	// After, unless nil, applies to the first size. It leaves out the shapes that begin with these
	// values and all shapes before them. A search that ended in a Stall continues after it with the
	// Size and the Shape of the Stall here.
	After []int64
	// Stall is the number of failures without a solution, within one size, after which the search
	// gives up; 0 means never. A limit of 1000 or more also requires a million steps of
	// propagation. So failures that cost next to nothing, such as numbers that do not divide
	// another, are not yet a reason.
	Stall int64
	// StallWork is the number of steps of propagation without a solution after which the search
	// gives up; 0 means never.
	StallWork int64
	// Steady makes a search that finds solutions go on until the failures since the last one are as
	// many as all failures before.
	Steady bool
	// Work is the number of steps of propagation after which the search gives up at its next
	// failure; 0 means never. A second has some millions of steps.
	Work int64
	// Most is how many solutions are wanted at most; 0 means all. The search does not end after
	// them, but it does not prepare for many more either.
	Most int64
	// Shard restricts the search to one part of the solutions.
	Shard form.Shard
	// Joint reports that the other shards are searched as well, and that together they stand for one
	// search without shards. If that search would stall, so does one of them. Stall applies to all
	// together.
	Joint bool
	// Reject is the number of inputs that the form's test may reject before the search gives up; 0
	// means never. Quit is called now and then and ends the search when it returns true; it may be
	// nil.
	Reject int64
	Quit   func() bool
	// Into, if not nil, takes the solutions. Solutions then yields nil whenever the collector is full,
	// and some may be left in it at the end.
	Into *Collector
	// Foci are values of interest, in ascending order. Spread looks for solutions that have them or
	// values after them.
	Foci []int64
}

// Stats count what a search did. They are the same in every run.
type Stats struct {
	Decisions int64 // values tried
	Failures  int64 // values refuted by propagation, and shapes without data
	Solutions int64 // found, skipped ones included
	Work      int64 // steps of propagation and of the test
	// Rejected counts the inputs, or parts of inputs, that the test rejects. Alike counts the
	// inputs of the same level and size that were left out because they agree with a rejected one
	// in all that the test read. Alike ignores the terms of the form, so it may count inputs that
	// the terms exclude.
	Rejected, Alike int64
}

// A Stall describes what a search that gave up has left open: within size Size, all shapes from
// those that begin with Shape on. Everything before was searched. Of the shapes that begin with
// Shape, the first Yielded solutions were found.
type Stall struct {
	Size    int32
	Shape   []int64 // values of the first realized choice variables
	Whole   bool    // Shape has the values of all of them
	Yielded int64
}

// A Solver finds the solutions of one form. It is not safe for concurrent use.
type Solver struct {
	Options Options

	form      *form.Form
	program   *propagate.Program
	witness   witness
	data      *residual
	stats     Stats
	stall     *Stall
	predicate *predicateRun // runs the form's test; nil without one

	size            int32
	stream          []int64 // the current solution: choices and fixed data of the shape, then data
	path            []int64 // the values of the realized choice variables decided so far
	pathVars        []int32 // the variables of path
	shortestPath    int     // the shortest length of path since the last solution
	solutionsBefore []int64 // by length of path: the number of solutions before it was reached
	failuresSince   int64   // failures since the last solution or the start of the size
	// stallAt is the work at which many failures become a stall. workAtSolution is the work at the
	// last solution, kept with Options.StallWork.
	stallAt, workAtSolution int64
	yield                   func([]int64) bool

	// automaton knows the sizes that shapes can have. It is nil if it was not made or would be too
	// large.
	automaton      *automaton.Automaton
	automatonTried bool  // automate was called
	greatestSize   int32 // the greatest size that has enough values for its variables; see automaton.Plan
	// trees draws shapes from the automaton. It is nil if not yet needed, or if it would be too
	// much work from size treesFailSize on.
	trees         *automaton.Trees
	treesFailSize int32
	treesLeast    int32 // treesSmall, less in tests

	stop       propagate.Stop
	drawing    *drawing // of Sample; else nil
	sharing    *sharing // of Spread; else nil
	workLimit  int64    // the work at which the search ends; 0 for never
	workBefore int64    // the work before this search
	nextAsk    int64    // the work at which the search asks again whether to stop
	skipped    int64    // how many values and solutions were passed over
}

// New prepares a form for search. It fails if the form does not pass Check.
func New(f *form.Form) (*Solver, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(f.Nodes, func(n form.Node) bool { return n.Op.Float() }); i >= 0 {
		return nil, fmt.Errorf("search: node %d (%v) is on floating-point numbers, which only Z3 solves", i, f.Nodes[i].Op)
	}
	if f.Test != nil && f.Renaming != nil {
		free := *f
		free.Root = f.Renaming.Root
		f = &free
	}
	s := &Solver{form: f, program: propagate.Compile(f), treesLeast: treesSmall, greatestSize: math.MaxInt32}
	s.stop.Quit = func() bool { return s.Options.Quit != nil && s.Options.Quit() }
	s.program.Net.Stop = &s.stop
	s.witness = newWitness(f, s.program)
	s.data = newResidual(s)
	if f.Test != nil {
		s.predicate = newPredicateRun(s)
	}
	return s, nil
}

// Sizes returns bounds for the sizes of the solutions; least > most if there are none. The bounds
// are wide if Options.Quit ends the first propagation.
func (s *Solver) Sizes() (least, most int32) {
	if s.propagateFirst(); s.program.Empty {
		return 1, 0
	}
	d := s.program.Net.Dom[s.program.Size]
	if len(s.program.Choices) >= automatonChoices {
		s.automate()
	}
	least, most = int32(d.Lo), min(int32(d.Hi), s.greatestSize)
	if s.automaton != nil {
		least, most = max(s.automaton.Least, least), min(s.automaton.Most, most)
	}
	return least, most
}

const (
	// automatonChoices is the number of choice variables from which on the automaton is made at
	// once. For smaller forms it is made after automatonFailures failures.
	automatonChoices  = 64
	automatonFailures = 256
)

// automate makes the automaton, unless it was tried before, and gives it the decided choices.
func (s *Solver) automate() {
	if s.automatonTried {
		return
	}
	s.automatonTried = true
	p := automaton.NewPlan(s.form)
	if !p.Divide() {
		return
	}
	s.greatestSize = p.MostCrowded()
	if s.automaton = automaton.New(p, s.Options.Quit); s.automaton == nil {
		return
	}
	for i, x := range s.pathVars {
		s.automaton.Decide(x, choiceIndex(&s.form.Vars[x], s.path[i]))
	}
}

// Stats returns the counts of the last or current search.
func (s *Solver) Stats() Stats {
	stats := s.stats
	stats.Work = s.work() - s.workBefore
	return stats
}

// Stalled returns what the last search left open; nil if it did not give up.
func (s *Solver) Stalled() *Stall { return s.stall }

// Solutions ranges over the solutions in the order that form.Form defines. The slice is valid until
// the next one is yielded. Options are read when the range begins. The search may be run again.
func (s *Solver) Solutions() iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		s.stop.Stopped = false
		s.propagateFirst()
		s.stats, s.stall, s.yield, s.workBefore = Stats{}, nil, yield, s.work()
		s.data.looking = looking{always: s.data.looking.always}
		s.workAtSolution, s.nextAsk = s.workBefore, s.workBefore+quitWork
		if most := s.Options.Most; most > 0 {
			limit := s.data.limit
			s.data.limit = int(min(int64(limit), max(most, tableLeast)))
			defer func() { s.data.limit = limit }()
		}
		if s.Options.Work > 0 {
			s.limitWork(s.Options.Work)
			defer s.limitWork(0)
		}
		lo, hi := s.Sizes()
		first := max(lo, s.Options.Size)
		if s.Options.OneSize {
			first, hi = s.Options.Size, min(hi, s.Options.Size)
		}
		for size := max(first, lo); size <= hi; size++ {
			if !s.searchSize(size) {
				break
			}
			if size == hi {
				break
			}
		}
		s.program.Net.Undo(0)
		s.yield = nil
	}
}

// found counts the solution in s.stream and yields it. It returns false to stop the search.
func (s *Solver) found() bool {
	if s.sharing != nil && s.sharing.repeats(s.stream) {
		s.failuresSince = 0
		return s.countSkipped()
	}
	s.stats.Solutions++
	s.failuresSince, s.shortestPath = 0, math.MaxInt
	if s.Options.StallWork > 0 {
		s.workAtSolution = s.work()
	}
	if s.stats.Solutions <= s.Options.Skip {
		return s.countSkipped()
	}
	if s.Options.Into != nil {
		return s.collect()
	}
	if !s.yield(s.stream) || s.sharing != nil && !s.sharing.found(s.stats.Failures) {
		return false
	}
	if s.mustStop(s.stats.Solutions) || len(s.stream) >= longSolution && s.mustStop(0) {
		return s.giveUp()
	}
	return true
}

// longSolution is the solution length from which on each solution takes so long that the search checks
// after each whether to continue.
const longSolution = 1 << 10

// fail counts a failure. It returns false to stop the search if there were too many.
func (s *Solver) fail() bool {
	s.stats.Failures++
	s.failuresSince++
	if s.stats.Failures == automatonFailures {
		s.automate()
	}
	if s.stalls() || s.outOfWork() || s.mustStop(s.stats.Failures) {
		return s.giveUp()
	}
	return true
}

// stallMany is the Options.Stall from which on the failures must also have taken stallWork steps
// before the search gives up.
const (
	stallMany = 1000
	stallWork = 1_000_000
)

// stalls reports whether the search met too many failures since the last solution.
func (s *Solver) stalls() bool {
	most, many, work := s.Options.Stall, int64(stallMany), int64(stallWork)
	if s.Options.Joint && most > 0 {
		// All shards together fail about as often as one search, in the same places.
		of := 2 * int64(s.Options.Shard.Of)
		most, many, work = max(1, most/of), stallMany/of, stallWork/of
	}
	if s.failuresSince == most {
		s.stallAt = s.work() + work
	}
	switch {
	case s.Options.Steady && s.failuresSince < s.stats.Failures-s.failuresSince:
		return false
	case s.Options.StallWork > 0 && s.work()-s.workAtSolution > s.Options.StallWork:
		return true
	case most == 0 || s.failuresSince < most:
		return false
	case most < many:
		return true
	}
	return s.work() >= s.stallAt
}

// giveUp records what the search leaves open, and returns false.
func (s *Solver) giveUp() bool {
	if s.stall == nil {
		n := min(max(s.shortestPath, s.openLength()), len(s.path))
		s.stall = &Stall{
			Size:    s.size,
			Shape:   append([]int64{}, s.path[:n]...),
			Yielded: s.stats.Solutions - s.solutionsBefore[n],
		}
	}
	return false
}

// work returns the steps of propagation, of the test and of the automaton since the solver was
// made.
func (s *Solver) work() int64 {
	n := s.program.Net.Work + s.data.work()
	if s.predicate != nil {
		n += s.predicate.run.Steps()
	}
	if s.automaton != nil {
		n += s.automaton.Work
	}
	return n
}

// limitWork ends the search after the given amount of further work; 0 means never.
func (s *Solver) limitWork(work int64) {
	s.workLimit = 0
	if work > 0 {
		s.workLimit = s.work() + work
	}
}

// outOfWork reports whether the search has used up its work.
func (s *Solver) outOfWork() bool { return s.workLimit > 0 && s.work() > s.workLimit }

// openLength returns the least length of a path that is not a prefix of Options.After. What a search
// leaves open must not include what another search left open before.
func (s *Solver) openLength() int {
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

// propagateFirst runs the first propagation, unless the search must stop. Later searches start from
// its result, because what it narrows holds in every solution.
func (s *Solver) propagateFirst() {
	p := s.program
	if p.Begun || p.Empty || s.stop.Stopped {
		return
	}
	p.Net.WakeAll()
	consistent := p.Net.Propagate()
	p.Net.Trail = p.Net.Trail[:0]
	p.Begun = consistent || !s.stop.Stopped
	p.Empty = p.Begun && !consistent
}
