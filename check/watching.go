package check

import (
	"cmp"
	"context"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/check/prove"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/watch"
)

// boundaries chooses inputs at which the comparisons of the function, and of its callees in the package, are
// just true and just false.
func (c *chooser) boundaries(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	k := newCover(c, s, run)
	k.bare = true
	if err := k.gather(ctx, out); err != nil {
		return err
	}
	places := c.binary.Places(s.Index)
	var all []int
	for _, p := range places {
		for i := range p.Goals {
			all = append(all, p.First+i)
		}
	}
	solved, err := k.solveLeft(ctx, all)
	if err != nil {
		return err
	}
	sides := goalTally{reached: k.reached, solved: solved}
	for _, p := range places {
		for i, goal := range p.Goals {
			sides.add(p.First+i, shortPlace(p)+" is "+goal)
		}
	}
	if sides.all() == 0 {
		out.Notes = append(out.Notes, s.Contract.Name+": no comparison has a boundary.")
	} else {
		out.Notes = append(out.Notes, sides.note(s, "boundary side", "comparisons"))
	}
	out.Notes = append(append(out.Notes, sides.impossible...), sides.open...)
	return k.finish(ctx, out)
}

// paths chooses the first input of each path through the function and its callees in the package that some
// input takes, at most Spread.
func (c *chooser) paths(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	k := newCover(c, s, run)
	k.bare = true
	if err := k.gather(ctx, out); err != nil {
		return err
	}
	all, err := k.solvePaths(ctx)
	if err != nil {
		return err
	}
	what := "one input each"
	if c.Spread > 0 && len(k.chosen) > c.Spread {
		k.chosen = k.chosen[:c.Spread]
		what = fmt.Sprintf("inputs of the first %d", c.Spread)
	}
	out.Notes = append(out.Notes, fmt.Sprintf("%s: the inputs that were tried take %s; %s.", s.Contract.Name, diag.Count(len(k.reached), "path"), what))
	switch all {
	case event.ForAll:
		out.Notes = append(out.Notes, s.Contract.Name+": no input takes another combination of sides of branches.")
	case event.ForData, event.ForSaid:
		out.Notes = append(out.Notes, fmt.Sprintf("%s: no input up to depth %d takes another combination of sides of branches.", s.Contract.Name, s.Limits.Depth))
	}
	return k.finish(ctx, out)
}

// mostPaths is the number of paths that are solved for where Spread is no limit.
const mostPaths = 100

// solvePaths solves for inputs that take different sides of branches, and adds those that take new paths. It
// returns the inputs none of which takes sides that were not met.
func (k *cover) solvePaths(ctx context.Context) (event.Claim, error) {
	if !k.solves() {
		return "", nil
	}
	code, err := k.code(ctx)
	if err != nil {
		return "", err
	}
	c := k.solvable(code)
	if c == nil {
		return "", nil
	}
	found, err := c.Paths(ctx, cmp.Or(k.Spread, mostPaths))
	if err != nil {
		return "", fmt.Errorf("solving for paths: %w", err)
	}
	if all, err := k.addSolved(ctx, found.Inputs); !all || err != nil {
		return "", err
	}
	return found.All, nil
}

// shortPlace returns an expression with its place.
func shortPlace(p watch.Place) string {
	text := strings.Join(strings.Fields(p.Text), " ")
	if r := []rune(text); len(r) > mostText {
		text = string(r[:mostText]) + "…"
	}
	return fmt.Sprintf("%s:%d:%d %s", filepath.Base(p.Pos.Filename), p.Pos.Line, p.Pos.Column, text)
}

// mostText is how much of an expression is shown.
const mostText = 30

// finish leaves out the inputs without which nothing is missing. Where none is chosen it
// takes the first.
func (k *cover) finish(ctx context.Context, out *ChosenInputs) error {
	if len(k.chosen) == 0 {
		first := *k.chooser
		first.Spread = 1
		return first.spread(ctx, k.subject, k.run, out)
	}
	k.dropRedundant()
	out.Inputs = k.inputs()
	return nil
}

// A goalTally holds the lines that describe watched goals, by outcome.
type goalTally struct {
	reached                   map[int]bool
	solved                    prove.Reaching
	covered, impossible, open []string
}

// add adds a goal, by its number.
func (t *goalTally) add(goal int, text string) {
	switch {
	case t.reached[goal]:
		t.covered = append(t.covered, "    covered: "+text)
	case t.solved.Never[goal]:
		t.impossible = append(t.impossible, "    impossible: "+text)
	default:
		t.open = append(t.open, "    open: "+text)
	}
}

func (t *goalTally) all() int { return len(t.covered) + len(t.impossible) + len(t.open) }

// note returns the sentence that counts the goals of a function. They are units of something.
func (t *goalTally) note(s *loop.Subject, unit, of string) string {
	impossible := "impossible"
	if len(t.impossible) > 0 && t.solved.Space != event.ForAll {
		impossible = fmt.Sprintf("impossible up to depth %d", s.Limits.Depth)
	}
	return fmt.Sprintf("%s: of %s of %s %d are covered, %d are %s, %d are open.",
		s.Contract.Name, diag.Count(t.all(), unit), of, len(t.covered), len(t.impossible), impossible, len(t.open))
}

// solveLeft solves for those of the goals that no input has reached.
func (k *cover) solveLeft(ctx context.Context, goals []int) (prove.Reaching, error) {
	left := slices.DeleteFunc(slices.Clone(goals), func(goal int) bool { return k.reached[goal] })
	found, err := k.solveGoals(ctx, left)
	if err != nil {
		return found, fmt.Errorf("solving for goals of the code: %w", err)
	}
	return found, nil
}

// solveGoals adds inputs that reach some of these watched goals, and returns those that no call reaches
// over all data of the shapes of the bounds.
func (k *cover) solveGoals(ctx context.Context, goals []int) (found prove.Reaching, err error) {
	if len(goals) == 0 || !k.solves() {
		return found, nil
	}
	code, err := k.watchedCode(ctx)
	if err != nil {
		return found, err
	}
	c := k.solvable(code)
	if c == nil {
		return found, nil
	}
	if found, err = c.Watched(ctx, goals); err != nil {
		return found, err
	}
	_, err = k.addSolved(ctx, found.Inputs)
	return found, err
}

// solves reports whether inputs may be solved for.
func (k *cover) solves() bool {
	s := k.subject
	return !k.chooses && s.Limits.Prove != event.ProveNot && s.Engine.Solver
}

// solvable returns the code of the function, or nil if it cannot be executed symbolically.
func (k *cover) solvable(code map[string]prepare.Proving) *prove.Code {
	s := k.subject
	p := code[s.Contract.Name]
	if p.Follow == nil || p.Unknown != "" {
		return nil
	}
	return &prove.Code{Follow: p.Follow, Target: prove.Target{
		Depth: s.Limits.Depth, Budget: s.Limits.ProveBudget, Solver: true,
		Place: func(token.Pos) token.Position { return token.Position{} },
	}}
}

// addSolved adds those of the inputs that reach something new when they are run. All reports whether the
// preconditions admit them all.
func (k *cover) addSolved(ctx context.Context, streams [][]int64) (all bool, err error) {
	all = true
	for _, x := range streams {
		in, counters, ok, err := runInput(ctx, k.subject, k.run, x)
		if err != nil {
			return false, err
		}
		if ok && addAll(k.reached, counters) {
			k.add(in, counters)
		}
		all = all && ok
	}
	return all, nil
}

// watchedCode loads the package with copies of its files in which goals are watched, once.
func (c *chooser) watchedCode(ctx context.Context) (map[string]prepare.Proving, error) {
	return c.load(ctx, func(path string) (map[string][]byte, []byte, error) {
		return c.binary.WatchedSources(path, encode.WatchPackage)
	})
}

// code loads the package as it is, once.
func (c *chooser) code(ctx context.Context) (map[string]prepare.Proving, error) {
	return c.load(ctx, func(string) (map[string][]byte, []byte, error) { return map[string][]byte{}, nil, nil })
}

// load loads the package with copies of its files, which are the same for all functions.
func (c *chooser) load(ctx context.Context, copies func(path string) (map[string][]byte, []byte, error)) (map[string]prepare.Proving, error) {
	if c.copied == nil {
		code, err := c.copiedCode(ctx, encode.WatchPackage, false, copies)
		if err != nil {
			return nil, err
		}
		c.copied = &code
	}
	return *c.copied, nil
}
