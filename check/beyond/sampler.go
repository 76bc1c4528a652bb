package beyond

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/pace"
)

// Draw draws inputs outside the bounds, for all shards.
func Draw(ctx context.Context, t *Target) (*Sampler, error) {
	g := newSampler(t, t.ask())
	composed := 0
	for _, f := range g.Questions {
		if f.opt.Beyond.Composed != 0 {
			composed++
		}
	}
	g.relatedLeft = g.left / relatedPart / max(1, composed)
	g.periodic = g.left / periodPart
	rest := t.Clock.Hasten(3, 4)
	err := g.gather(ctx)
	rest()
	return g, err
}

// DrawGoals solves the code for inputs outside the bounds that reach goals. It draws no others.
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

// mostRoom is the initial capacity for inputs, which is their default number.
const mostRoom = 1000

// A Sampler draws inputs for all questions.
type Sampler struct {
	target     *Target
	strategies []strategy
	// Questions are the questions asked. Aimed has the statistics of goal-directed generation.
	Questions []*Question
	Aimed     Aimed
	// cutShort is the last goal search whose execution exceeded its limits, or nil if that was made good.
	cutShort *goalSearch
	// by is the name of the strategy that adds inputs now.
	by   string
	seen map[string]bool
	all  []Input
	left int
	// texts are the texts of successful calls.
	texts []string
	// fits is a structure depth with which questions were not too large, or 0 for any.
	fits int
	// dates is how many more texts may get other dates.
	dates int
	// relatedLeft is how many inputs of each question may get a text made of another one.
	relatedLeft int
	// periodic is how many more inputs may get a periodic text.
	periodic int
}

// note records the texts of inputs with which calls succeed, and the texts with which calls inside the
// function do.
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

// vary makes the recorded texts the words of a question. It returns false if there are none.
func (g *Sampler) vary(f *Question) bool {
	f.opt.Beyond.Words = Evenly(g.texts, MostConstants/2)
	return len(g.texts) > 0
}

// patterns returns regular expressions of texts that the code reads: those in the code or derived from
// formats, and those that calls were seen to use.
func (g *Sampler) patterns() []string {
	list := g.target.Hints.Patterns
	if g.target.Hopes == nil {
		return list
	}
	_, asked := g.target.Hopes()
	return slices.Concat(list, asked)
}

// gather draws from each question its part. The first question gets what the others leave; then the
// others get what it leaves.
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

// before adds the inputs of strategies that come before all questions.
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

// after adds the inputs of strategies that use what is left.
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

// reserve returns the number of inputs that questions before i must be able to have: those with words
// of the code, and those of values built by more calls.
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
