package check

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
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

// shortPlace is an expression with its place.
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
