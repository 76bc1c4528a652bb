package harness

import (
	"go/token"

	"github.com/rtest-dev/rtest/internal/harness/build"
	"github.com/rtest-dev/rtest/internal/harness/process"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/mutants"
	"github.com/rtest-dev/rtest/internal/rewrite"
	"github.com/rtest-dev/rtest/internal/watch"
	"github.com/rtest-dev/rtest/refine"
)

// Blocks returns the blocks of the code under test, with CountTargets and CountBlocks.
func (b *Binary) Blocks() []build.Block { return b.executable.Blocks }

// BlocksOf returns the indices of the blocks of a function, which build.FuncKey names, and of those of other packages
// that have functions of this name.
func (b *Binary) BlocksOf(function string) []int { return b.executable.BlocksOf[function] }

// UnreachedFrom returns the blocks of the target's function, and of its callees in the package, that are not reached.
// Reached is that of a runner.
func (b *Binary) UnreachedFrom(target int, reached []bool) ([]build.Block, error) {
	return b.executable.UnreachedFrom(target, reached)
}

// Outcomes returns the meanings of the counters in Tally.Covered, with CountConditions. It includes only
// counters of code that calls of a target may reach.
func (b *Binary) Outcomes(target int) (map[int]build.Outcome, error) {
	return b.executable.OutcomesOf(target)
}

// Mutants returns those of the code under test, by number, with CountMutants.
func (b *Binary) Mutants() []mutants.Mutant { return b.executable.Mutants }

// MutatedSources returns the copies of the sources under test that hold all mutants, by file.
// They import a package of that path and name, whose source is that of package mutants.
func (b *Binary) MutatedSources(path, name string) (map[string][]byte, error) {
	return b.executable.MutatedSources(rewrite.Helper{Path: path, Name: name})
}

// WatchedSources returns the copies of the sources under test in which goals are watched, by file. They import
// a package of that path and name, whose source it returns. Goals have the numbers of Places and Pairs.
func (b *Binary) WatchedSources(path, name string) (files map[string][]byte, helper []byte, err error) {
	return b.executable.WatchedSources(rewrite.Helper{Path: path, Name: name})
}

// MutantsOf returns the numbers of the mutants to which calls of a target may come.
func (b *Binary) MutantsOf(target int) []int { return b.executable.MutantsOf[target] }

// Places returns the watched places that calls of a target may reach, with WatchBoundaries. The goals of a place
// have the numbers from its First on.
func (b *Binary) Places(target int) (list []watch.Place) {
	for _, i := range b.executable.PlacesOf[target] {
		list = append(list, b.executable.Places[i])
	}
	return list
}

// Pairs returns those of values and their uses in the code to which calls of a target may come,
// with WatchFlows.
func (b *Binary) Pairs(target int) []watch.Pair { return b.executable.FlowsOf[target] }

// Answers returns what calls of functions of other packages gave, in order, by the counters of an input
// in Tally.Covered, with WatchCalls.
func (b *Binary) Answers(counters []int) (list []Answer) {
	for _, c := range watch.CallsOf(counters) {
		if c.Place < len(b.executable.Places) {
			list = append(list, Answer{b.executable.Places[c.Place].Pos, c.Words})
		}
	}
	return list
}

// An Answer is what the call whose parenthesis opens at a place gave; see [watch.Call].
type Answer struct {
	Pos   token.Position
	Words []int64
}

// Reached reports, for each of the binary's Blocks, whether a call of the runner's jobs reached it. It returns
// nil if no process ran, or if there are too many blocks.
func (r *Runner) Reached() []bool { return r.reached }

// addReached adds what the process has reached.
func (r *Runner) addReached(p *process.Process) {
	notes := len(r.b.code.Concluding)
	hits := wire.Hits(p.Words(), notes+len(r.b.executable.Blocks))
	if hits == nil {
		return
	}
	if r.reached == nil {
		r.concluded, r.reached = make([]bool, notes), make([]bool, len(r.b.executable.Blocks))
	}
	addHits(r.concluded, hits[:notes])
	addHits(r.reached, hits[notes:])
}

// addHits adds the counters that are not 0. Most are, where a package has many functions.
func addHits(to []bool, hits []byte) {
	to = to[:len(hits)]
	for i, hit := range hits {
		if hit != 0 {
			to[i] = true
		}
	}
}

// mergeReached adds what another runner has reached.
func (r *Runner) mergeReached(o *Runner) {
	for i, hit := range o.concluded {
		r.concluded[i] = r.concluded[i] || hit
	}
	for i, hit := range o.reached {
		r.reached[i] = r.reached[i] || hit
	}
}

// Idle returns the postconditions of a contract that held for each input of the runner's jobs
// without saying anything: no premise was true, a quantifier had no values, or the result was
// always an error. A postcondition of a call that also builds values has several counters. Idle
// returns nil if blocks are not counted.
func (r *Runner) Idle(c *refine.Contract) []*refine.Clause {
	if r.reached == nil {
		return nil
	}
	said := map[*refine.Clause]bool{}
	for i, cl := range r.b.code.Concluding {
		said[cl] = said[cl] || r.concluded[i]
	}
	var idle []*refine.Clause
	for _, cl := range c.Post {
		if concluded, counted := said[cl]; counted && !concluded {
			idle = append(idle, cl)
		}
	}
	return idle
}
