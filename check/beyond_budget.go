package check

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
)

// How far it is looked outside the bounds.
const (
	// farDepth is how many times the depth nesting, lengths and numbers have.
	farDepth = 4
	// farParts is how many parts an input has at least room for, farPart how
	// many for each unit of the depth.
	farParts, farPart = 31, 8
	// farBranchings is how many times the parts are shared out at random.
	farBranchings = 3
	// farLength is the greatest constant that is tried as a length,
	// farLengths how many of them are.
	farLength, farLengths = 1100, 8
	// farConstants is how many constants there are at most, of each kind.
	farConstants = 128
	// farSeeds is how far the seeds of the draws of one frame are apart.
	farSeeds = 1_000_003
	// farTerms is of how many constants there are sums.
	farTerms = 12
	// farBetween is how many numbers that are none of the constants there are
	// between these; others have farBits bits and more.
	farBetween, farBits = 24, 6
	// Between farSize and farTooLarge are numbers of elements that may fit into the
	// memory, but take long to fill.
	farSize, farTooLarge = 1 << 20, 1 << 46
	// farTexts is how many frames have texts that are composed; one of farAims
	// parts are inputs with which calls end well, as many such with a text
	// changed. farSifted frames have composed texts of which few are such; how
	// often what was found is changed to find more is farGenerations. One of
	// farTold of both is tried.
	farTexts, farAims, farSifted, farGenerations, farTold = 3, 6, 8, 3, 4
	// matchedDepth is how many texts that patterns match a container has.
	matchedDepth = 2
	// farSentenceNumbers is how many constants are numbers in sentences.
	farSentenceNumbers = 3
	// farShort is up to which length short texts have the characters for which the
	// alphabet has no room; one of farCrowded parts is of one character at most.
	farShort, farCrowded = 2, 4
	// farFractions is of how many parts one has fractions for floating-point
	// numbers, randomFractions how many of those are random.
	farFractions, randomFractions = 6, 20
	// farBroken is of how many inputs at least one has a text that is no UTF-8.
	farBroken = 12
	// farAnswered is of how many parts one are inputs within the bounds with functions
	// whose answers are outside them.
	farAnswered = 6
	// farCalls is of how many parts at least one has values of more calls.
	farCalls = 4
	// farContents is of how many parts one is left for other inputs where values built
	// by calls have contents.
	farContents = 8
	// farCorners is of how many parts one has integers that are 0, 1, -1, or extremes
	// all, where an input is two to cornersMost integers.
	farCorners, cornersMost = 10, 4
	// farFixed is how many of the lengths that the code mentions texts have with which
	// calls are to end well, farFixedLength how long these are at most.
	farFixed, farFixedLength = 12, 80
	// farStall is after how many failures a draw is given up, farAimedStall one of an
	// input with which the call ends well: characters are tried in its order, and most
	// of them are wrong. FarWork is how many
	// steps of propagation all draws together may take.
	farStall, farAimedStall, farWork = 300, 3000, 3_000_000
	// farNodes and farSteps bound an encoding.
	farNodes, farSteps = 500_000, 5_000_000
	// farRLimit bounds Z3 where no draw succeeds, farAsked how many solutions
	// it is asked for.
	farRLimit, farAsked = 1_000_000, 16
)

// A far is an input outside the bounds with what orders it among others.
type far struct {
	stream []int64
	solution
	frame int
	// by is the name of the strategy that chose it.
	by string
	// place is its place among those of all shards.
	place int
}

// A frame is a question for inputs outside the bounds: of which number, at
// most, count are wanted.
type frame struct {
	// by is the name of the strategy that asks.
	by    string
	opt   encode.Options
	count int
	work  int64
	// foci are values of interest.
	foci []int64
	*problem
	// aimed says that it asks for inputs with which the call ends well, varied
	// that it asks for such with a text changed.
	aimed, varied bool
	// broken says that its texts are no UTF-8.
	broken bool
	// short says that its texts are short, so that there may be few.
	short bool
	// empty says that the question has no answer, all that it has no others
	// than those drawn, large that its inputs have too many parts for it to be asked.
	empty, all, large bool
	// draws counts them.
	draws uint64
	// deeper is by how much its structures are deeper than the bounds, 0 where they
	// need not be.
	deeper int
	// edited says that its inputs are made of others, and it asks for none.
	edited bool
	// of is one of how many of those drawn are tried, 0 for all: the others only
	// tell what calls end well with.
	of int
}

// again allows the frame the work of a part of all inputs.
func (f *frame) again(count int, of int64) { f.work = int64(count) * farWork / max(1, of) }

// farInputs draws inputs outside the bounds, those of all shards.
func (l *loop) farInputs(ctx context.Context) (*sampler, error) {
	answers, err := l.answersBeyond(ctx)
	if err != nil {
		return nil, err
	}
	g := &sampler{loop: l, frames: l.questions(answers), seen: map[string]bool{}, left: int(min(l.limits.Beyond, math.MaxInt32))}
	g.besides = g.left / besidePart
	composed := 0
	for _, f := range g.frames {
		if f.opt.Beyond.Composed != 0 {
			composed++
		}
	}
	g.kins = g.left / kinPart / max(1, composed)
	g.periodic = g.left / periodPart
	rest := l.hasten(3, 4)
	err = g.gather(ctx)
	rest()
	return g, err
}

// inOrder is the inputs, smallest first, those of deeper structures behind the others
// depth by depth.
func (g *sampler) inOrder() []far {
	all := g.all
	slices.SortStableFunc(all, func(a, b far) int {
		c := cmp.Or(
			cmp.Compare(g.frames[a.frame].deeper, g.frames[b.frame].deeper),
			cmp.Compare(a.size, b.size), cmp.Compare(a.frame, b.frame),
		)
		if c != 0 {
			return c
		}
		return cmp.Or(slices.Compare(a.shape, b.shape), a.compareData(g.frames[a.frame].form, b.solution))
	})
	for _, s := range strategies() {
		if s.last != nil {
			for _, f := range s.last(g) {
				f.by = s.name
				all = append(all, f)
			}
		}
	}
	for i := range all {
		all[i].place = i
	}
	return all
}

// A sampler is the drawing of inputs of all frames.
type sampler struct {
	*loop
	frames []*frame
	// by is the name of the strategy that adds inputs now.
	by   string
	seen map[string]bool
	all  []far
	left int
	// texts are those with which calls ended well.
	texts []string
	// besides is how many inputs there may still be with a number beside a text.
	besides int
	// fits is the depth of structures that are not too many parts, 0 for any.
	fits int
	// shallow is why no structures were tried that are deeper than the bounds, or empty.
	shallow string
	// dates is how many texts there may still be with other dates.
	dates int
	// kins is how many inputs of each frame may have a text that is made of another.
	kins int
	// periodic is how many inputs there may still be with a text that has a period.
	periodic int
}

// note keeps the texts of inputs with which calls end well, and those with which
// one inside the function does.
func (g *sampler) note(streams [][]int64) {
	list, _ := g.hopes()
	for _, s := range streams {
		list = append(list[:len(list):len(list)], g.loop.texts(s)...)
	}
	for _, t := range list {
		if t != "" && !slices.Contains(g.texts, t) {
			g.texts = append(g.texts, t)
		}
	}
}

// vary hands what was noted to a frame; false where there is nothing.
func (g *sampler) vary(f *frame) bool {
	f.opt.Beyond.Words = evenly(g.texts, farConstants/2)
	return len(g.texts) > 0
}

// patterns are regular expressions of texts that the code reads: of those by whose
// formats it does, and those that it was seen to ask.
func (g *sampler) patterns() []string {
	list := g.contract.Hints.Patterns
	if g.hopes == nil {
		return list
	}
	_, asked := g.hopes()
	return slices.Concat(list, asked)
}

// gather draws from each frame its part, from the first what the others leave,
// and from them what it leaves.
func (g *sampler) gather(ctx context.Context) error {
	var more []int
	frames := len(g.frames)
	rest := g.hasten(1, 2)
	err := g.before(ctx)
	rest()
	if err != nil {
		return err
	}
	for i := frames - 1; i >= 0; i-- {
		f := g.frames[i]
		if g.expired() {
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
		if err := g.question(ctx, f); errors.Is(err, errTimeSpent) {
			return nil
		} else if err != nil {
			return err
		}
		if f.problem == nil {
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
		if i > 0 && met > 0 && !f.all && f.of == 0 && !f.broken {
			more = append(more, i)
		}
	}
	part := g.left / max(1, len(more))
	for _, i := range more {
		g.frames[i].again(part, g.limits.Beyond)
		if _, err := g.take(ctx, i, min(part, g.left)); err != nil {
			return err
		}
	}
	return g.after(ctx)
}

// before adds the inputs of the strategies that ask no questions of which others leave them
// some.
func (g *sampler) before(ctx context.Context) error {
	for _, s := range strategies() {
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
func (g *sampler) after(ctx context.Context) error {
	for _, s := range strategies() {
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

// reserve is how many inputs the frames before the i-th have at least that are not to
// be crowded out: where there are texts the constants of the code as they are, where
// values are built by calls those of more calls.
func (g *sampler) reserve(i int) (n int) {
	total := int(min(g.limits.Beyond, math.MaxInt32))
	if g.textual > 0 {
		n += total / farAims
	}
	if g.built && i > 1 {
		n += total / farCalls
	}
	return n
}

// tooFar tells whether an input asks as much as one that took too long, or more:
// where a number of that is outside the bounds, this one's is the same or
// farther out, and it is no smaller.
func tooFar(fm *form.Form, f, than far, depth int) bool {
	if f.size < than.size || !slices.Equal(f.at, than.at) {
		return false
	}
	for i, v := range than.data {
		size := magnitude
		if fm.Vars[than.at[i]].Kind == form.Uint64 {
			size = func(v int64) uint64 { return uint64(v) }
		}
		if size(v) <= uint64(depth) || isFarState(v) && v == f.data[i] {
			continue
		}
		if isFarState(v) {
			return false
		}
		if w := f.data[i]; (v < 0) != (w < 0) || size(w) < size(v) {
			return false
		}
	}
	return true
}
