package check

import (
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
	all, reached := 0, 0
	var open []string
	for _, p := range c.binary.Places(s.Index) {
		for i, goal := range p.Goals {
			all++
			if k.reached[p.First+i] {
				reached++
				continue
			}
			open = append(open, fmt.Sprintf("%s:%d: %s is %s for none of them.", filepath.Base(p.Pos.Filename), p.Pos.Line, p.Text, goal))
		}
	}
	note := fmt.Sprintf("%s: comparisons have %d boundary sides, of which these inputs reach %d.", s.Contract.Name, all, reached)
	if all == 0 {
		note = s.Contract.Name + ": no comparison has a boundary."
	}
	out.Notes = append(out.Notes, note)
	out.Notes = append(out.Notes, open...)
	return k.finish(ctx, out)
}

// paths chooses the first input of each path through the function and its callees in the package that inputs
// within the bounds take.
func (c *chooser) paths(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	k := newCover(c, s, run)
	k.bare = true
	if err := k.within(ctx, out); err != nil {
		return err
	}
	what := "one input each"
	if c.Spread > 0 && len(k.chosen) > c.Spread {
		k.chosen = k.chosen[:c.Spread]
		what = fmt.Sprintf("inputs of the first %d", c.Spread)
	}
	by := fmt.Sprintf("inputs up to depth %d take", s.Limits.Depth)
	if out.Verdict == event.Spent {
		by = "the inputs that were tried take"
	}
	out.Notes = append(out.Notes, fmt.Sprintf("%s: %s %s; %s.", s.Contract.Name, by, diag.Count(len(k.reached), "path"), what))
	return k.finish(ctx, out)
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
