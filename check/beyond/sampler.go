package beyond

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/pace"
)

// Draw draws inputs outside the bounds, those of all shards.
func Draw(ctx context.Context, t *Target) (*Sampler, error) {
	g := newSampler(t, t.ask())
	composed := 0
	for _, f := range g.Questions {
		if f.opt.Beyond.Composed != 0 {
			composed++
		}
	}
	g.kins = g.left / kinPart / max(1, composed)
	g.periodic = g.left / periodPart
	rest := t.Clock.Hasten(3, 4)
	err := g.gather(ctx)
	rest()
	return g, err
}

// DrawGoals solves the code for inputs outside the bounds, and draws no others.
func DrawGoals(ctx context.Context, t *Target) (*Sampler, error) {
	g := newSampler(t, nil)
	rest := t.Clock.Hasten(1, 2)
	err := g.before(ctx)
	rest()
	return g, err
}

func newSampler(t *Target, questions []*Question) *Sampler {
	g := &Sampler{target: t, strategies: strategies(), Questions: questions, seen: map[string]bool{}, left: int(min(t.Beyond, math.MaxInt32))}
	g.all = make([]Input, 0, min(g.left, mostRoom))
	return g
}

// mostRoom is for how many inputs there is room from the beginning: as many as there are by default.
const mostRoom = 1000

// A Sampler is the drawing of inputs of all questions.
type Sampler struct {
	target     *Target
	strategies []strategy
	// Questions are those that were asked; Aimed says what was aimed at.
	Questions []*Question
	Aimed     Aimed
	// by is the name of the strategy that adds inputs now.
	by   string
	seen map[string]bool
	all  []Input
	left int
	// texts are those with which calls ended well.
	texts []string
	// fits is the depth of structures that are not too many parts, 0 for any.
	fits int
	// dates is how many texts there may still be with other dates.
	dates int
	// kins is how many inputs of each question may have a text that is made of another.
	kins int
	// periodic is how many inputs there may still be with a text that has a period.
	periodic int
}

// note keeps the texts of inputs with which calls end well, and those with which
// one inside the function does.
func (g *Sampler) note(streams [][]int64) {
	list, _ := g.target.Hopes()
	for _, s := range streams {
		list = append(list[:len(list):len(list)], g.target.Texts(s)...)
	}
	for _, t := range list {
		if t != "" && !slices.Contains(g.texts, t) {
			g.texts = append(g.texts, t)
		}
	}
}

// vary hands what was noted to a question; false where there is nothing.
func (g *Sampler) vary(f *Question) bool {
	f.opt.Beyond.Words = Evenly(g.texts, MostConstants/2)
	return len(g.texts) > 0
}

// patterns are regular expressions of texts that the code reads: of those by whose
// formats it does, and those that it was seen to ask.
func (g *Sampler) patterns() []string {
	list := g.target.Hints.Patterns
	if g.target.Hopes == nil {
		return list
	}
	_, asked := g.target.Hopes()
	return slices.Concat(list, asked)
}

// gather draws from each question its part, from the first what the others leave,
// and from them what it leaves.
func (g *Sampler) gather(ctx context.Context) error {
	var more []int
	questions := len(g.Questions)
	rest := g.target.Clock.Hasten(1, 2)
	err := g.before(ctx)
	rest()
	if err != nil {
		return err
	}
	for i := questions - 1; i >= 0; i-- {
		f := g.Questions[i]
		if g.target.Clock.Expired() {
			return nil
		}
		count := min(f.count, g.left-g.reserve(i))
		if i == 0 {
			count = g.left
		}
		if count <= 0 {
			continue
		}
		if f.varied && !g.vary(f) {
			continue
		}
		f.opt.Beyond.Patterns = g.patterns()
		if err := g.question(ctx, f); errors.Is(err, pace.ErrSpent) {
			return nil
		} else if err != nil {
			return err
		}
		if f.Problem == nil {
			continue
		}
		asked, err := g.portions(ctx, i, count)
		if err != nil {
			return err
		}
		met, err := g.takeAll(ctx, asked, count)
		if err != nil {
			return err
		}
		if i > 0 && met > 0 && !f.all && f.of == 0 && !f.Broken {
			more = append(more, i)
		}
	}
	part := g.left / max(1, len(more))
	for _, i := range more {
		g.Questions[i].again(part, g.target.Beyond)
		if _, err := g.take(ctx, i, min(part, g.left)); err != nil {
			return err
		}
	}
	return g.after(ctx)
}

// before adds the inputs of the strategies that ask no questions of which others leave them
// some.
func (g *Sampler) before(ctx context.Context) error {
	for _, s := range g.strategies {
		if s.before == nil {
			continue
		}
		g.by = s.name
		if err := s.before(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// after adds the inputs of the strategies that take what is left.
func (g *Sampler) after(ctx context.Context) error {
	for _, s := range g.strategies {
		if s.after == nil {
			continue
		}
		g.by = s.name
		if err := s.after(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

// reserve is how many inputs the questions before the i-th have at least that are not to
// be crowded out: where there are texts the constants of the code as they are, where
// values are built by calls those of more calls.
func (g *Sampler) reserve(i int) (n int) {
	total := int(min(g.target.Beyond, math.MaxInt32))
	if g.target.Textual > 0 {
		n += total / acceptedPart
	}
	if g.target.Built && i > 1 {
		n += total / callsPart
	}
	return n
}
