package loop

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/edits"
	"github.com/rtest-dev/rtest/check/pieces"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// One of feedbackPart parts as many inputs as there may be outside the bounds are edits of
	// others in any case, feedbackTimes as many where the budget has as much left.
	feedbackPart, feedbackTimes = 2, 16
	// feedbackRound is how many of them are tried before it is seen what they reached,
	// one of feedbackRounds parts where that is more. Behind feedbackIdle parts of these without
	// anything new none is tried any more.
	feedbackRound, feedbackRounds, feedbackIdle = 64, 64, 12
	// feedbackFilter is how many are made for each that satisfies a precondition at most,
	// feedbackKinds how many that do, and do nothing new, are edited further, of each round.
	feedbackFilter, feedbackKinds = 8, 24
	// feedbackTop is of how many nodes, from the root down, it is told apart how they begin.
	feedbackTop = 5
	// feedbackCost is what each edit costs a seed beside its length.
	feedbackCost = 4
	// feedbackSeeds is how many inputs are edited at most, feedbackDraws how often one is for each
	// input that comes of it at most.
	feedbackSeeds, feedbackDraws = 4096, 4
)

// A guide knows what inputs did so far.
type guide struct {
	trail harness.Trail
	// best are, by what inputs did, the smallest ones that did it.
	best map[int]*seed
	// young are those that came since they were asked for; admitted are others that satisfy the
	// preconditions. Fresh says that some did what none had done.
	young, admitted []*seed
	fresh           bool
}

// A seed is an input of which others are made.
type seed struct {
	stream []int64
	roots  []*decode.Node
	// spent is what was made of it.
	spent int
	// best counts what it is the smallest input for; kept says that it stays, admitted that it
	// satisfies the preconditions.
	best           int
	kept, admitted bool
}

// guideOf is the guide of a contract; nil where it has none. Where what the code does may be
// otherwise the next time, the order of what it does says nothing.
func guideOf(t *codegen.Target, h *refine.Hints) *guide {
	if !t.Guided {
		return nil
	}
	random := func(c refine.Chance) bool { return c.Kind == refine.Randomness || c.Kind == refine.SelectCase }
	switch {
	case slices.ContainsFunc(h.Chances, random):
		return nil
	case len(h.Chances) > 0 || h.Waits:
		return &guide{trail: harness.TrailPlaces}
	}
	return &guide{trail: harness.TrailSteps}
}

// guides tells whether inputs are made of others: texts, and values of types that reach
// themselves where the engines do not follow a precondition. What is new depends on all
// inputs, so that a part of them has none.
func (l *loop) guides() bool {
	return l.guide != nil && l.Part.Of <= 1 && (l.Traits.Textual > 0 || len(l.opaque) > 0)
}

// watch makes a job tell what its inputs do. Where few inputs satisfy a precondition, those
// that do are of use.
func (l *loop) watch(j *harness.Job) {
	if !l.guides() {
		return
	}
	if j.Trail = l.guide.trail; len(l.Pre) > 0 {
		j.Admitted = feedbackSeeds
	}
}

// learn notes what the inputs of a job did.
func (g *guide) learn(t harness.Tally) {
	if g == nil {
		return
	}
	if g.best == nil {
		g.best = map[int]*seed{}
	}
	for _, c := range t.Covered {
		s := &seed{stream: c.Stream, admitted: c.Admitted}
		for _, k := range c.Counters {
			old := g.best[k]
			if old != nil && len(old.stream) <= len(c.Stream) {
				continue
			}
			if old != nil {
				old.best--
			}
			g.fresh = g.fresh || old == nil
			g.best[k] = s
			s.best++
		}
		if s.best > 0 {
			g.young = append(g.young, s)
		} else if c.Admitted {
			g.admitted = append(g.admitted, s)
		}
	}
}

// A breeding is the making of inputs of others, generation by generation.
type breeding struct {
	*beyondRun
	*edits.Editor
	// question is the index of the one that its inputs have.
	question int
	// seen are the inputs that were made or given, kinds the kinds of those that satisfy the
	// preconditions.
	seen, kinds map[string]bool
	// tops counts what those that were taken for their kind begin with.
	tops map[string]int
	// seeds are the inputs of which others are made.
	seeds []*seed
	// tried counts all that were edited.
	tried int64
}

// feedback edits the inputs that did what none before did, and those that come of it, as long
// as there is a budget and something new.
func (o *beyondRun) feedback(ctx context.Context) error {
	room := o.feedbackRoom()
	if !o.guides() || room == 0 || !o.going() {
		return nil
	}
	b := o.breeding()
	b.collect()
	round := max(feedbackRound, room/feedbackRounds)
	candidates := room
	if len(o.Pre) > 0 {
		candidates *= feedbackFilter
	}
	before := o.Beyond
	for idle := int64(0); o.Beyond-before < room && candidates > 0 && idle < feedbackIdle*round && o.going(); {
		batch := b.batch(int(min(round, candidates, room-(o.Beyond-before))))
		if len(batch) == 0 {
			break
		}
		candidates -= int64(len(batch))
		at := o.Beyond
		o.left, o.jobs = batch, 0
		for len(o.left) > 0 && o.going() {
			if err := o.runUntilFailure(ctx); err != nil {
				return err
			}
		}
		idle += o.Beyond - at
		if b.collect() {
			idle = 0
		}
	}
	if o.Edited.Inputs = o.Beyond - before; o.Edited.Inputs > 0 {
		o.Edited.Seeds = b.tried
	}
	return nil
}

// feedbackRoom is how many inputs may be made of others.
func (o *beyondRun) feedbackRoom() int64 {
	left := max(0, o.loop.inputsLeft()-o.Deeper.Inputs)
	return o.Limits.Beyond/feedbackPart + min(feedbackTimes*o.Limits.Beyond, left)
}

// going tells whether more inputs outside the bounds are to be tried.
func (o *beyondRun) going() bool {
	return o.Cut == "" && o.hung < farHung && o.heavy <= farLosses && (o.Keep || o.Measure || !o.confirmed())
}

func (o *beyondRun) breeding() *breeding {
	h := &o.Hints
	r := rand.New(rand.NewPCG(o.Limits.Seed, 7))
	texts := &pieces.Editor{Rand: r, Numbers: append([]int64{0, 1}, h.Ints...), Chars: slices.Concat(h.Said, h.Rest, h.Odd)}
	for _, n := range h.Ints {
		if 1 < n && n <= pieces.MostTimes {
			texts.Times = append(texts.Times, n)
		}
	}
	for _, w := range h.Words {
		text := spelling(w)
		texts.Give(text)
		for _, c := range text {
			if pieces.IsMark(c) && !slices.Contains(texts.Chars, rune(c)) {
				texts.Chars = append(texts.Chars, rune(c))
			}
		}
	}
	e := edits.New(r, texts, h.Ints)
	b := &breeding{beyondRun: o, Editor: e, question: len(o.questions), seen: map[string]bool{}, kinds: map[string]bool{}, tops: map[string]int{}}
	o.questions = append(o.questions, &beyond.Question{Edited: true})
	for _, f := range o.farther {
		b.seen[string(decode.AppendKey(nil, f.Stream))] = true
	}
	return b
}

// spelling are the characters of a text as a stream has them.
func spelling(text string) []int64 {
	var list []int64
	for _, r := range value.Characters(text) {
		list = append(list, int64(r))
	}
	return list
}

// collect takes over the inputs that did something new, or are the smallest, and some others
// that satisfy the preconditions and are of another kind than all before. It tells whether
// there are any of these, or some did something new.
func (b *breeding) collect() bool {
	g := b.guide
	fresh := g.fresh
	var others []*seed
	for _, s := range b.parsed(g.admitted) {
		b.Settle(s.roots)
		if key := kindsIn(s.roots); !b.kinds[key] {
			b.kinds[key], s.kept = true, true
			others = append(others, s)
			b.Give(s.roots)
		}
	}
	idle := func(s *seed) bool { return s.best == 0 && !s.kept }
	b.seeds = slices.DeleteFunc(b.seeds, idle)
	for _, s := range slices.Concat(b.parsed(slices.DeleteFunc(g.young, idle)), b.few(others)) {
		if len(b.seeds) < feedbackSeeds {
			b.Give(s.roots)
			if s.admitted {
				b.Settle(s.roots)
			}
			b.seeds = append(b.seeds, s)
			b.tried++
		}
	}
	g.young, g.admitted, g.fresh = nil, nil, false
	return fresh || len(others) > 0
}

// few are some of the seeds, in the order of their sizes: of those that begin in the same way
// no more than of others, the smallest first.
func (b *breeding) few(list []*seed) (some []*seed) {
	tops := make([]string, len(list))
	for i, s := range list {
		tops[i] = string(topOf(s.roots, feedbackTop, nil))
	}
	for len(some) < feedbackKinds && len(list) > 0 {
		at := 0
		for i := range list {
			if b.tops[tops[i]] < b.tops[tops[at]] {
				at = i
			}
		}
		b.tops[tops[at]]++
		some = append(some, list[at])
		list, tops = slices.Delete(list, at, at+1), slices.Delete(tops, at, at+1)
	}
	return some
}

// topOf appends what an input begins with, down to so many nodes.
func topOf(nodes []*decode.Node, down int, to []byte) []byte {
	for _, n := range nodes {
		switch n.Shape.(type) {
		case *value.String:
			to = append(append(append(to, '"'), pieces.Kinds(n.Own[1:])...), '"')
		case *value.Int, *value.Float, *value.Complex, *value.Listed, *value.Calls:
			to = append(to, '.')
		default:
			to = append(decode.AppendKey(to, n.Own), '(')
		}
		if _, ok := n.Shape.(*value.Calls); !ok && down > 0 {
			to = topOf(n.Kids, down-1, to)
		}
	}
	return append(to, ')')
}

// parsed are the seeds whose parts are known, those of the fewest first.
func (b *breeding) parsed(seeds []*seed) (list []*seed) {
	for _, s := range seeds {
		if s.roots = b.Parse(s.stream); s.roots != nil {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(x, y *seed) int { return cmp.Compare(edits.SizeOf(x.roots), edits.SizeOf(y.roots)) })
	return list
}

// kindsIn is what an input is made of, without its numbers and the letters of its texts.
func kindsIn(nodes []*decode.Node) string { return string(topOf(nodes, math.MaxInt, nil)) }

// batch makes so many inputs of others, smallest first: of those of which the fewest were made
// so far, more of small ones.
func (b *breeding) batch(count int) []beyond.Input {
	var list []beyond.Input
	add := func(of []*decode.Node) {
		roots := b.Edited(of)
		if roots == nil || b.within(roots) || b.unspoken(roots) {
			return
		}
		f := beyond.Input{Stream: decode.Write(roots), Question: b.question, By: beyond.Edits}
		f.Data = integersIn(roots)
		key := string(decode.AppendKey(nil, f.Stream))
		if b.seen[key] {
			return
		}
		b.seen[key] = true
		f.Size = int64(edits.SizeOf(roots))
		list = append(list, f)
	}
	for i := 0; len(b.seeds) > 0 && len(list) < count && i < feedbackDraws*count; i++ {
		s := slices.MinFunc(b.seeds, func(x, y *seed) int { return cmp.Compare(x.spent, y.spent) })
		s.spent += feedbackCost + len(s.stream)
		add(s.roots)
	}
	slices.SortStableFunc(list, func(x, y beyond.Input) int { return cmp.Compare(x.Size, y.Size) })
	return list
}

// unspoken tells whether a text in an input is no UTF-8, where nothing speaks of such.
func (b *breeding) unspoken(roots []*decode.Node) (found bool) {
	if b.Hints.Broken || b.Traits.Binary {
		return false
	}
	edits.Visit(roots, func(n *decode.Node) {
		if _, ok := n.Shape.(*value.String); ok {
			found = found || slices.ContainsFunc(n.Own[1:], func(c int64) bool { return c >= int64(value.RawByte) })
		}
	})
	return found
}

// integersIn are the integers of an input, which tell how much it may ask for.
func integersIn(roots []*decode.Node) (list []int64) {
	edits.Visit(roots, func(n *decode.Node) {
		if _, ok := n.Shape.(*value.Int); ok {
			list = append(list, n.Own[0])
		}
	})
	return list
}

// within tells whether an input was tried within the bounds, as far as its texts and numbers tell.
func (b *breeding) within(roots []*decode.Node) bool {
	depth := b.Exhausted
	if depth < 0 || edits.SizeOf(roots) > depth {
		return false
	}
	all := true
	edits.Visit(roots, func(n *decode.Node) {
		switch s := n.Shape.(type) {
		case *value.String:
			for _, c := range n.Own[1:] {
				all = all && slices.Contains(s.Alphabet, rune(c))
			}
		case *value.Int:
			all = all && (s.Ranges != nil || form.Magnitude(n.Own[0]) <= uint64(depth))
		}
	})
	return all
}
