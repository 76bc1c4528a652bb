package beyond

import (
	"context"
	"slices"
)

// How inputs outside the bounds are drawn anew in place of those that compiled code
// rejects: so many times at most, and as many together as refillMost times those
// that are wanted.
const refillRounds, refillMost = 3, 12

// Refill draws more inputs outside the bounds where compiled code rejects most of
// them, as it does where what the precondition says of numbers depends on a value
// that calls built. It judges those of all shards, so that each draws the same.
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
		if err := g.anew(ctx); err != nil || len(g.all) == judged {
			return err
		}
	}
	return nil
}

// decidedLate reports whether the forms leave something of the precondition to
// compiled code.
func (g *Sampler) decidedLate() bool {
	if g.target.Conditions == 0 || g.target.Functional || len(g.all) == 0 {
		return false
	}
	if g.target.Built {
		return true
	}
	for _, f := range g.Questions {
		if f.Problem != nil && len(f.Problem.Opaque) > 0 {
			return true
		}
	}
	return false
}

// anew draws from each question that has more its part of what is left.
func (g *Sampler) anew(ctx context.Context) error {
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

// failingCalls are the calls of the function that failed on the way to values outside the
// bounds, if any did: a state and arguments that by themselves are common may hardly
// be drawn together.
func failingCalls(g *Sampler) (list []Input) {
	question := slices.IndexFunc(g.Questions, func(f *Question) bool { return f.Problem != nil })
	if question < 0 || g.target.Failed == nil {
		return nil
	}
	for _, s := range g.target.Failed() {
		if key := keyOf(s); !g.seen[key] {
			g.seen[key] = true
			list = append(list, Input{Stream: s, Question: question})
		}
	}
	return list
}
