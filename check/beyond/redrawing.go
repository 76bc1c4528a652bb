package beyond

import (
	"context"
	"slices"
)

// Inputs that compiled code rejects are replaced at most refillRounds times. All draws together have
// at most refillMost times the number wanted.
const refillRounds, refillMost = 3, 12

// Refill draws more inputs outside the bounds if compiled code rejects most of them. That happens if
// the precondition depends on values built by calls. It evaluates the inputs of all shards, so that
// each shard draws the same ones.
func (g *Sampler) Refill(ctx context.Context) error {
	if !g.decidedLate() {
		return nil
	}
	wanted, judged, passed := int(min(int64(len(g.all)), g.target.Beyond)), 0, 0
	most := refillMost * wanted
	for range refillRounds {
		n, ok, err := g.target.Admitted(ctx, g.all[judged:])
		if err != nil || !ok {
			return err
		}
		judged, passed = len(g.all), passed+n
		if 2*passed > wanted || judged >= most || g.target.Clock.Expired() {
			return nil
		}
		g.left = min(most-judged, (wanted-passed)*judged/max(1, passed))
		if err := g.redraw(ctx); err != nil || len(g.all) == judged {
			return err
		}
	}
	return nil
}

// decidedLate reports whether compiled code decides part of the precondition.
func (g *Sampler) decidedLate() bool {
	if g.target.Conditions == 0 || g.target.Functional || len(g.all) == 0 {
		return false
	}
	if g.target.Built {
		return true
	}
	return slices.ContainsFunc(g.Questions, func(f *Question) bool { return f.Problem != nil && len(f.Problem.Opaque) > 0 })
}

// redraw draws from each question that may have more answers an equal part of what is left.
func (g *Sampler) redraw(ctx context.Context) error {
	var more []int
	for i, f := range g.Questions {
		if f.Problem != nil && !f.aimed && !f.varied && !f.all && !f.empty && !f.Broken {
			more = append(more, i)
		}
	}
	part := g.left/max(1, len(more)) + 1
	for _, i := range more {
		if g.target.Clock.Expired() {
			return nil
		}
		g.Questions[i].again(part, int64(part*len(more)))
		if _, err := g.take(ctx, i, min(part, g.left)); err != nil {
			return err
		}
	}
	return nil
}

// failingCalls returns calls of the function that failed while values outside the bounds were built.
// Even if the state and the arguments are common, they are hardly ever drawn together.
func failingCalls(g *Sampler) (list []Input) {
	question := slices.IndexFunc(g.Questions, func(f *Question) bool { return f.Problem != nil })
	if question < 0 || g.target.Failed == nil {
		return nil
	}
	for _, s := range g.target.Failed() {
		if key := KeyOf(s); !g.seen[key] {
			g.seen[key] = true
			list = append(list, Input{Stream: s, Question: question})
		}
	}
	return list
}
