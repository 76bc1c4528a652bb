package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
)

// take adds inputs of a frame, and tells how many it has drawn.
func (g *sampler) take(ctx context.Context, i, count int) (int, error) {
	f := g.frames[i]
	streams, err := g.drawFar(f, count)
	if f.aimed {
		g.note(streams)
	}
	if err == nil && i == 0 && len(streams) == 0 && len(g.all) == 0 && g.engine.solver && !f.empty {
		streams, err = askFar(ctx, f.form, count)
	}
	for k, s := range streams {
		g.by = f.by
		if f.of == 0 || k%f.of == 0 {
			g.add(i, s)
		}
		for _, t := range strategies() {
			if g.by = t.name; f.aimed && t.like != nil {
				t.like(g, i, s)
			}
		}
	}
	for _, t := range strategies() {
		if g.by = t.name; t.likeSome != nil {
			t.likeSome(g, i, streams)
		}
	}
	return len(streams), err
}

// add makes a solution of a frame one of the inputs, and tells how many there
// are more.
func (g *sampler) add(frame int, stream []int64) int {
	key := fmt.Sprint(stream)
	if g.seen[key] || g.left == 0 {
		return 0
	}
	g.seen[key] = true
	g.all = append(g.all, far{stream: stream, solution: readSolution(g.frames[frame].form, stream), frame: frame, by: g.by})
	g.left--
	return 1
}

// drawFar draws inputs of a frame.
func (l *loop) drawFar(f *frame, count int) ([][]int64, error) {
	s, err := search.New(f.form)
	if err != nil {
		return nil, err
	}
	foci := slices.Concat(f.foci, extremes(f.form))
	stall := int64(farStall)
	if f.aimed {
		stall = farAimedStall
	}
	streams, all := s.Sample(search.Draw{
		Seed: l.limits.Seed + f.draws, Count: count, Foci: foci, Stall: stall, Work: f.work, Rare: f.aimed, Few: f.short || f.opt.Beyond.Composed != 0, Quit: l.expired,
	})
	f.draws += farSeeds
	f.empty, f.all = all && len(streams) == 0, all
	return streams, nil
}

// askFar asks Z3 for some inputs of a form of which the search met none.
func askFar(ctx context.Context, f *form.Form, count int) (streams [][]int64, err error) {
	eng, err := solve.New(f, solve.Options{RLimit: farRLimit})
	if err != nil {
		return nil, err
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	for s := range eng.Solutions() {
		streams = append(streams, slices.Clone(s))
		if len(streams) == min(count, farAsked) {
			break
		}
	}
	return streams, ctx.Err()
}
