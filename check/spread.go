package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/internal/search"
)

// spareCandidates is the number of candidates of one size examined for each wanted input.
// Preconditions that the engines cannot see may reject most of them.
const spareCandidates = 20

// spread chooses inputs evenly from the classes of one depth and size: the first of each class,
// then the second of each, and so on.
func (c *chooser) spread(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	if c.Spread == 0 {
		return nil
	}
	classes, err := c.classes(ctx, s)
	if err != nil {
		return err
	}
	chosen := make([][]Input, len(classes))
	for left, more := c.Spread, true; left > 0 && more; {
		more = false
		for i := range classes {
			if left == 0 {
				break
			}
			in, ok, err := c.nextInput(ctx, s, run, &classes[i])
			if err != nil {
				return err
			}
			if ok {
				chosen[i] = append(chosen[i], in)
				more = true
				left--
			}
		}
	}
	out.Inputs = slices.Concat(chosen...)
	return nil
}

// nextInput returns the next input of a class that the preconditions admit.
func (c *chooser) nextInput(ctx context.Context, s *loop.Subject, run engine.Runner, class *[][]int64) (in Input, ok bool, err error) {
	for len(*class) > 0 && !ok && err == nil {
		stream := (*class)[0]
		*class = (*class)[1:]
		if c.chooses {
			c.tried++
			in, ok, err = c.showChoice(ctx, s, run, withChoices(stream, c.tried))
			continue
		}
		in, _, ok, err = runInput(ctx, s, run, stream)
		in.Stream = c.spell(in.Stream)
	}
	return in, ok, err
}

// classes returns the first solutions of each depth and size, in order.
func (c *chooser) classes(ctx context.Context, s *loop.Subject) ([][][]int64, error) {
	var out [][][]int64
	for depth := 0; depth <= s.Limits.Depth; depth++ {
		p, err := s.Pose(ctx, depth)
		if err != nil {
			return nil, fmt.Errorf("depth %d: %w", depth, err)
		}
		most := c.Spread
		if len(p.Opaque) > 0 {
			most *= spareCandidates
		}
		solver, err := search.New(p.Form)
		if err != nil {
			return nil, err
		}
		lo, hi := solver.Sizes()
		for size := lo; size <= hi; size++ {
			var class [][]int64
			for stream := range s.Engine.OfSize(ctx, solver, p.Form, size) {
				class = append(class, slices.Clone(stream))
				if len(class) == most {
					break
				}
			}
			if len(class) > 0 {
				out = append(out, class)
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
