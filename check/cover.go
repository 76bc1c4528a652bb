package check

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/internal/harness"
)

const (
	// seen is the number of inputs to choose, including those for coverage, so that inputs of
	// different kinds occur. unseen replaces it for functions outside the main module, whose code
	// has no counters.
	seen   = 10
	unseen = 16
	// candidates is the number of inputs of each depth and size from which those are chosen.
	candidates = 60
)

// covering chooses inputs that together reach everything that any input within the bounds, or any
// tried outside them, reaches. That is each statement and each outcome of a condition, once and
// more than once in a call. It adds inputs of other kinds, and the first input of each failure.
// Without any one of them something would be missing, and each is the smallest that serves its
// purpose.
func (c *chooser) covering(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	k := newCover(c, s, run)
	if err := k.gather(ctx, out); err != nil {
		return err
	}
	most := seen
	if len(k.reached) == 0 {
		most = unseen
	}
	if c.chooses {
		// The kinds of an input with choices are unknown, so inputs that differ only in kind are
		// kept.
		k.dropRedundant()
	}
	if err := k.addDiffering(ctx, most); err != nil {
		return err
	}
	if !c.chooses {
		k.dropRedundant()
	}
	out.Inputs = k.inputs()
	return nil
}

func newCover(c *chooser, s *loop.Subject, run engine.Runner) *cover {
	return &cover{chooser: c, subject: s, run: run, reached: map[int]bool{}, numbers: map[string]int{}, pairs: map[[2]int]int{}}
}

// gather takes the inputs, within the bounds and outside them, that reach something new, and
// those that fail.
func (k *cover) gather(ctx context.Context, out *ChosenInputs) error {
	if err := k.within(ctx, out); err != nil {
		return err
	}
	if err := k.addOutside(ctx, out); err != nil {
		return fmt.Errorf("inputs outside the bounds: %w", err)
	}
	return k.subject.Bind(ctx, k.subject.Limits.Depth)
}

// within takes those within the bounds.
func (k *cover) within(ctx context.Context, out *ChosenInputs) error {
	s := k.subject
	left := s.Limits.Inputs
	for depth := 0; depth <= s.Limits.Depth; depth++ {
		b, err := k.depth(ctx, depth, left)
		if err != nil {
			return fmt.Errorf("depth %d: %w", depth, err)
		}
		if s.Limits.Inputs > 0 {
			left -= b.Called
		}
		if !b.Exhausted || s.Limits.Inputs > 0 && left <= 0 {
			out.Verdict = event.Spent
			out.LeftOut = append(out.LeftOut, fmt.Sprintf("inputs of depth %d and more: %s", depth, k.whyEnded(b)))
			break
		}
	}
	return nil
}

// A cover is a choice of inputs on its way.
type cover struct {
	*chooser
	subject *loop.Subject
	run     engine.Runner
	chosen  []chosen
	reached map[int]bool
	// bare says that the kinds of inputs do not matter.
	bare bool
	// numbers are those of the kinds and of the pairs of kinds.
	numbers map[string]int
	pairs   map[[2]int]int
}

// A chosen input has the counters that it reaches, if they are known, and its kinds.
type chosen struct {
	Input
	counters []int
	kinds    kinds
}

// depth adds the inputs of one depth that reach something new, and those that fail.
func (k *cover) depth(ctx context.Context, depth int, left int64) (engine.Batch, error) {
	s := k.subject
	if err := s.Bind(ctx, depth); err != nil {
		return engine.Batch{}, err
	}
	p, err := s.Pose(ctx, depth)
	if err != nil {
		return engine.Batch{}, err
	}
	job := harness.Job{
		Target: s.Index, Limit: left, AfterFailure: -1, Wear: loop.Wear, Timeout: s.Limits.Timeout, Reject: loop.Rejects * s.Limits.Inputs,
		Exact: s.Answers != nil,
	}
	b, err := s.Engine.Run(ctx, k.run, job, p.Form)
	if err != nil {
		return b, err
	}
	for _, in := range b.Covered {
		if addAll(k.reached, in.Counters) {
			k.add(Input{Stream: k.plain(in.Stream)}, in.Counters)
		}
	}
	for _, f := range b.Findings {
		if f.Stream == nil || s.IsPrecondition(f.Clause) {
			continue // A precondition that cannot be evaluated does not hold, and nothing was called.
		}
		k.addFailing(f.Stream, f.Cause)
	}
	return b, nil
}

// whyEnded says why a depth has more inputs than were tried.
func (k *cover) whyEnded(b engine.Batch) string {
	switch limit := k.subject.Limits.Inputs; {
	case limit > 0 && b.Called > 0 && len(b.Open) == 0:
		return fmt.Sprintf("the budget of %d inputs ended", limit)
	case len(b.Open) > 0:
		return "the search gave up on some"
	}
	return "too many candidates do not satisfy the precondition"
}

func (k *cover) add(in Input, counters []int) {
	x := chosen{Input: in, counters: counters}
	if !k.chooses && !k.bare {
		x.kinds = k.of(in.Stream)
	}
	k.chosen = append(k.chosen, x)
}

func (k *cover) find(stream []int64) int {
	return slices.IndexFunc(k.chosen, func(o chosen) bool { return slices.Equal(o.Stream, stream) })
}

// kinds are the numbers of the kinds of an input, and of all pairs of them.
type kinds struct{ single, pairs []int }

// of returns the kinds of an input. It numbers new ones.
func (k *cover) of(stream []int64) kinds {
	var out kinds
	for _, name := range slices.Sorted(maps.Keys(features(k.subject.Parse(k.spell(stream))))) {
		n, ok := k.numbers[name]
		if !ok {
			n = len(k.numbers)
			k.numbers[name] = n
		}
		for _, m := range out.single {
			pair := [2]int{min(m, n), max(m, n)}
			i, ok := k.pairs[pair]
			if !ok {
				i = len(k.pairs)
				k.pairs[pair] = i
			}
			out.pairs = append(out.pairs, i)
		}
		out.single = append(out.single, n)
	}
	return out
}

// addDiffering adds inputs of kinds that no chosen input has, until there are most inputs. It is
// greedy set cover: each time it takes the input with most new kinds, then with most new pairs of
// kinds, then the first (Johnson, Approximation Algorithms for Combinatorial Problems, 1974).
func (k *cover) addDiffering(ctx context.Context, most int) error {
	wide := *k.chooser
	wide.Spread = candidates
	classes, err := wide.classes(ctx, k.subject)
	if err != nil {
		return err
	}
	single, pairs := map[int]bool{}, map[int]bool{}
	for _, x := range k.chosen {
		addAll(single, x.kinds.single)
		addAll(pairs, x.kinds.pairs)
	}
	var pool []chosen
	for _, stream := range slices.Concat(classes...) {
		stream = k.spell(stream)
		pool = append(pool, chosen{Input: Input{Stream: stream}, kinds: k.of(stream)})
	}
	for len(k.chosen) < most {
		best, gain := -1, [2]int{}
		for i, x := range pool {
			n := [2]int{countNew(single, x.kinds.single), 0}
			if n[0] >= gain[0] {
				n[1] = countNew(pairs, x.kinds.pairs)
			}
			if n[0] > gain[0] || n[0] == gain[0] && n[1] > gain[1] {
				best, gain = i, n
			}
		}
		if best < 0 {
			return nil
		}
		x := pool[best]
		pool[best].kinds = kinds{}
		ok, err := k.tries(ctx, &x)
		if err != nil {
			return err
		}
		if ok && k.find(x.Stream) < 0 {
			addAll(single, x.kinds.single)
			addAll(pairs, x.kinds.pairs)
			k.chosen = append(k.chosen, x)
		}
	}
	return nil
}

// countNew counts the numbers that are not in have.
func countNew(have map[int]bool, numbers []int) int {
	n := 0
	for _, i := range numbers {
		if !have[i] {
			n++
		}
	}
	return n
}

// tries runs an input of the pool. If inputs have choices, it makes some up.
func (k *cover) tries(ctx context.Context, x *chosen) (ok bool, err error) {
	if k.chooses {
		k.tried++
		x.Input, ok, err = k.showChoice(ctx, k.subject, k.run, withChoices(x.Stream, k.tried))
		return ok, err
	}
	in, counters, ok, err := runInput(ctx, k.subject, k.run, x.Stream)
	x.Cause, x.counters = in.Cause, counters
	return ok, err
}

// dropRedundant drops inputs that add nothing to the others, last ones first. It keeps failing
// inputs.
func (k *cover) dropRedundant() {
	goals := func(x chosen) [3][]int { return [3][]int{x.counters, x.kinds.single, x.kinds.pairs} }
	times := [3]map[int]int{{}, {}, {}}
	count := func(x chosen, by int) {
		for i, list := range goals(x) {
			for _, n := range list {
				times[i][n] += by
			}
		}
	}
	for _, x := range k.chosen {
		count(x, 1)
	}
	for i := len(k.chosen) - 1; i >= 0; i-- {
		x := k.chosen[i]
		needed := x.Cause != ""
		for i, list := range goals(x) {
			for _, n := range list {
				needed = needed || times[i][n] == 1
			}
		}
		if !needed {
			count(x, -1)
			k.chosen = slices.Delete(k.chosen, i, i+1)
		}
	}
}

// inputs returns the chosen inputs, ordered by the length of their streams.
func (k *cover) inputs() []Input {
	slices.SortStableFunc(k.chosen, func(a, b chosen) int { return cmp.Compare(len(a.Stream), len(b.Stream)) })
	var out []Input
	for _, x := range k.chosen {
		out = append(out, x.Input)
	}
	return out
}

// addAll adds the counters to reached and reports whether one is new.
func addAll(reached map[int]bool, counters []int) bool {
	fresh := false
	for _, n := range counters {
		fresh = fresh || !reached[n]
		reached[n] = true
	}
	return fresh
}
