package beyond

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search"
	"github.com/rtest-dev/rtest/internal/solve"
)

const (
	// seedsApart is the distance between the seeds of the draws of a question.
	seedsApart = 1_000_003
	// Stall is the number of failures after which a draw is given up. acceptedStall is that of a
	// question for successful calls: most characters fail there, and the search tries them in its own
	// order. Work limits the propagation steps of all draws together.
	Stall, acceptedStall, Work = 300, 3000, 3_000_000
	// askedRLimit limits Z3 when no draw succeeds. mostAsked is the number of solutions it is asked
	// for.
	askedRLimit, mostAsked = 1_000_000, 16
	// fewWrapping is the part of the inputs of a question for which arithmetic of the precondition may wrap around.
	fewWrapping = 8
)

// take adds inputs of a question, and returns how many it drew.
func (g *Sampler) take(ctx context.Context, i, count int) (int, error) {
	f := g.Questions[i]
	streams, err := g.draw(f, count)
	if f.aimed {
		g.note(streams)
	}
	if err == nil && i == 0 && len(streams) == 0 && len(g.all) == 0 && g.target.Solver && !f.empty {
		streams, err = ask(ctx, f.Problem.Form, count)
	}
	for k, s := range streams {
		g.by = f.by
		if f.of == 0 || k%f.of == 0 {
			g.add(i, s)
		}
		for _, t := range g.strategies {
			if g.by = t.name; f.aimed && t.like != nil {
				t.like(g, i, s)
			}
		}
	}
	for _, t := range g.strategies {
		if g.by = t.name; t.likeSome != nil {
			t.likeSome(g, i, streams)
		}
	}
	return len(streams), err
}

// add adds a solution of a question to the inputs. It returns the number of inputs added: 1, or 0 if it
// was there before or the budget is spent.
func (g *Sampler) add(question int, stream []int64) int {
	key := KeyOf(stream)
	if g.seen[key] || g.left == 0 {
		return 0
	}
	g.seen[key] = true
	g.all = append(g.all, Input{Stream: stream, Solution: form.ReadSolution(g.Questions[question].Problem.Form, stream), Question: question, By: g.by})
	g.left--
	return 1
}

// KeyOf returns a key of a stream. Different streams have different keys.
func KeyOf(stream []int64) string {
	var room [64]byte
	key := room[:0]
	for _, v := range stream {
		key = binary.AppendVarint(key, v)
	}
	return string(key)
}

// draw returns inputs of a question. If the arithmetic of the precondition wraps around for more than a few of
// those drawn first, others take the place of these as far as there are others: n+m <= 10 means small numbers.
func (g *Sampler) draw(f *Question, count int) ([][]int64, error) {
	streams, all, err := g.sample(f, f.Problem.Form, count)
	if err != nil {
		return nil, err
	}
	f.empty, f.all = all && len(streams) == 0, all
	nodes, wrapping := f.Problem.Form.Overflowing(streams)
	if wrapping <= len(streams)/fewWrapping {
		return streams, nil
	}
	exact, _, err := g.sample(f, f.Problem.Form.Exact(nodes), count-count/fewWrapping)
	return append(exact, streams[:min(len(streams), count-len(exact))]...), err
}

func (g *Sampler) sample(f *Question, asked *form.Form, count int) (streams [][]int64, all bool, err error) {
	s, err := search.New(asked)
	if err != nil {
		return nil, false, err
	}
	foci := slices.Concat(f.foci, Extremes(f.Problem.Form))
	stall := int64(Stall)
	if f.aimed {
		stall = acceptedStall
	}
	streams, all = s.Sample(search.Draw{
		Seed: g.target.Seed + f.draws, Count: count, Foci: foci, Stall: stall, Work: f.work, Rare: f.aimed, Few: f.short || f.opt.Beyond.Composed != 0, Quit: g.target.Clock.Expired,
	})
	f.draws += seedsApart
	return streams, all, nil
}

// ask asks Z3 for inputs of a form for which the search found none.
func ask(ctx context.Context, f *form.Form, count int) (streams [][]int64, err error) {
	eng, err := solve.New(f, solve.Options{RLimit: askedRLimit, Quit: func() bool { return ctx.Err() != nil }})
	if err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	defer eng.Close()
	stop := context.AfterFunc(ctx, eng.Interrupt)
	defer stop()
	for s := range eng.Solutions() {
		streams = append(streams, slices.Clone(s))
		if len(streams) == min(count, mostAsked) {
			break
		}
	}
	return streams, ctx.Err()
}

// Extremes returns the least and the greatest value of each data variable.
func Extremes(f *form.Form) []int64 {
	var list []int64
	for _, v := range f.Vars {
		if len(v.Dom) > 0 {
			list = append(list, v.Dom[0].Lo, v.Dom[len(v.Dom)-1].Hi)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
