package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/loop"
	"github.com/rtest-dev/rtest/internal/diag"
)

// killing chooses inputs with which mutants of the function, and of its callees, fail. Each is the first to kill
// some mutant, and without it some mutant survives.
func (c *chooser) killing(ctx context.Context, s *loop.Subject, run engine.Runner, out *ChosenInputs) error {
	k := newCover(c, s, run)
	k.bare = true
	all := c.binary.MutantsOf(s.Index)
	h := newHunt(c, s, run, all)
	var streams [][]int64
	for h.depth = 0; h.depth <= s.Limits.Depth && len(h.live) > 0; h.depth++ {
		if err := h.pose(ctx); err != nil {
			return err
		}
		if h.failing != nil {
			out.Notes = append(out.Notes, s.Contract.Name+" fails without a mutant, so inputs for its mutants are not searched.")
			k.addFailing(h.failing.Stream, h.failing.Cause)
			out.Inputs = k.inputs()
			return nil
		}
		for len(h.live) > 0 {
			stream, mutant, err := h.next(ctx)
			if err != nil {
				return err
			}
			if stream == nil {
				break
			}
			killed, err := h.killedBy(ctx, [][]int64{stream}, h.live)
			if err != nil {
				return err
			}
			h.kill(append(killed, mutant)...)
			streams = append(streams, stream)
		}
	}
	dead := slices.DeleteFunc(slices.Clone(all), func(n int) bool { return slices.Contains(h.live, n) })
	for _, stream := range streams {
		killed, err := h.killedBy(ctx, [][]int64{stream}, dead)
		if err != nil {
			return err
		}
		k.add(Input{Stream: c.plain(stream)}, killed)
	}
	if err := k.finish(ctx, out); err != nil {
		return err
	}
	if h.spent() {
		out.Verdict = event.Spent
	}
	out.Notes = append(out.Notes, fmt.Sprintf("%s: %d of %s fail for one of these inputs.", s.Contract.Name, len(dead), diag.Count(len(all), "mutant")))
	return nil
}
