package states

import (
	"context"
	"errors"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
)

// Limits of the search for a constructor's least arguments: the greatest level that is tried, and
// the number of failures after which a level counts as empty.
const leastLevel, leastStall = 32, 10_000

// leastDepth is the least depth at which every constructor should have arguments.
const leastDepth = 2

// leastArguments returns the level of the least arguments that a constructor's precondition admits,
// if they lie outside the bounds. Example: a tree of order 3 or more has no value at depth 4. It
// returns -1 if there are arguments within the bounds, or if none are found.
func (b *Types) leastArguments(ctx context.Context, i, k int, c *Callee) (least int, err error) {
	if c.Step || c.Literal != nil || c.Args != nil || c.depth >= 0 || len(c.Contract.Pre) == 0 {
		return -1, nil
	}
	if c.leastKnown {
		return c.least, nil
	}
	// A recursive request gets -1.
	c.leastKnown, c.least = true, -1
	defer func() { c.leastKnown = err == nil }()
	within := ArgumentDepth(c, max(leastDepth, b.run.Config.Limits.Depth))
	for level := 0; level <= leastLevel; level++ {
		g, _, err := b.argumentsOfLevel(ctx, i, k, c, level)
		if errors.Is(err, encode.ErrTooLarge) {
			return -1, nil
		}
		if err != nil {
			return -1, err
		}
		some, stalled, err := hasSolution(ctx, g.Form)
		switch {
		case err != nil:
			return -1, err
		case (some || stalled) && level <= within:
			return -1, nil
		case some:
			c.least = level
			return level, nil
		}
	}
	return -1, nil
}

// hasSolution reports whether a form has a solution. A nil form has none. If stalled is true, the
// search gave up and the answer is unknown.
func hasSolution(ctx context.Context, f *form.Form) (some, stalled bool, err error) {
	if f == nil {
		return false, false, nil
	}
	s, err := search.New(f)
	if err != nil {
		return false, false, err
	}
	s.Options.Stall, s.Options.Quit = leastStall, func() bool { return ctx.Err() != nil }
	for range s.Solutions() {
		return true, false, nil
	}
	return false, s.Stalled() != nil, context.Cause(ctx)
}
