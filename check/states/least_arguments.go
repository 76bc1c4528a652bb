package states

import (
	"context"
	"errors"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
)

// leastLevel is how far the least arguments of a constructor are looked for,
// leastStall after how many failures a level is taken to have none.
const leastLevel, leastStall = 32, 10_000

// leastDepth is the greatest depth below which there need not be any arguments.
const leastDepth = 2

// leastArguments returns the level of the least arguments that the precondition of a
// constructor admits, where those that its calls have up to the greatest depth
// are all against it: of a tree whose order is 3 at least there would be no value
// at depth 4. It is -1 where they are not, and where none are found.
func (b *Types) leastArguments(ctx context.Context, i, k int, c *Callee) (least int, err error) {
	if c.Step || c.Literal != nil || c.Args != nil || c.depth >= 0 || len(c.Contract.Pre) == 0 {
		return -1, nil
	}
	if c.sought {
		return c.least, nil
	}
	// What asks for it on the way has none.
	c.sought, c.least = true, -1
	defer func() { c.sought = err == nil }()
	within := ArgumentDepth(c, max(leastDepth, b.run.Config.Limits.Depth))
	for level := 0; level <= leastLevel; level++ {
		g, _, err := b.group(ctx, i, k, c, level)
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

// hasSolution tells whether a form, nil for one without, has a solution; stalled says
// that it is not known.
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
