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
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// One of feedbackPart parts of the inputs beyond the bounds are edits of other inputs.
	// There are feedbackTimes as many if the budget has room.
	feedbackPart, feedbackTimes = 2, 16
	// feedbackRound is the number of edits between two looks at what they reached, or one of
	// feedbackRounds parts if that is more. After feedbackIdle such parts without anything
	// new, editing ends.
	feedbackRound, feedbackRounds, feedbackIdle = 64, 64, 12
	// feedbackFilter is the number of edits made for each one that satisfies a precondition.
	// feedbackKinds is the number of edits of each round that satisfy it without doing
	// anything new, and are edited further.
	feedbackFilter, feedbackKinds = 8, 24
	// feedbackTop is the number of nodes, from the root down, that tell the beginnings of
	// inputs apart.
	feedbackTop = 5
	// feedbackCost is what each edit costs a seed, in addition to its length.
	feedbackCost = 4
	// feedbackSeeds is the greatest number of inputs that are edited. feedbackDraws is how
	// often a seed is drawn for each edit that results.
	feedbackSeeds, feedbackDraws = 4096, 4
)

// A guide records what the code did with the inputs so far.
type guide struct {
	trail harness.Trail
	// best has the smallest input for each thing that some input did.
	best map[int]*seed
	// young are the seeds since the last request. admitted are others that satisfy the
	// preconditions. fresh says that some input did something new.
	young, admitted []*seed
	fresh           bool
}

// A seed is an input from which others are made.
type seed struct {
	stream []int64
	roots  []*decode.Node
	// spent is the cost of what was made from it.
	spent int
	// best counts the things for which it is the smallest input. kept says that it stays,
	// admitted that it satisfies the preconditions.
	best           int
	kept, admitted bool
}

// guideOf returns the guide of a contract, or nil. Code that may behave differently the next
// time has none, because its trail has no meaning.
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

// guides reports whether inputs are made from others: texts, and values of recursive types
// where the engines do not follow a precondition. A shard has none, because what is new
// depends on all inputs.
func (l *loop) guides() bool {
	if l.guide == nil || l.Part.Of > 1 {
		return false
	}
	for _, why := range l.opaque {
		if why != encode.WhyObjects {
			return true
		}
	}
	return l.Traits.Textual > 0
}

// watch lets a job report what its inputs do. Where few inputs satisfy a precondition, those
// that do are useful too.
func (l *loop) watch(j *harness.Job) {
	if !l.guides() {
		return
	}
	if j.Trail = l.guide.trail; len(l.Pre) > 0 {
		j.Admitted = feedbackSeeds
	}
}

// learn records what the inputs of a job did.
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

// A breeding makes inputs from others, generation by generation.
type breeding struct {
	*beyondRun
	*edits.Editor
	// question is the index of the question of its inputs.
	question int
	// seen are the inputs that were made or given. kinds are the kinds of those that satisfy
	// the preconditions.
	seen, kinds map[string]bool
	// tops counts the beginnings of the inputs that were taken for their kind.
	tops map[string]int
	// seeds are the inputs from which others are made.
	seeds []*seed
	// tried counts all edits.
	tried int64
}

// feedback edits the inputs that did something new, and their descendants, while there is
// budget and something new appears.
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

// feedbackRoom returns how many inputs may be made from others.
func (o *beyondRun) feedbackRoom() int64 {
	left := max(0, o.loop.inputsLeft()-o.Deeper.Inputs)
	return o.Limits.Beyond/feedbackPart + min(feedbackTimes*o.Limits.Beyond, left)
}

// going reports whether to try more inputs beyond the bounds.
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

// spelling returns the characters of a text as they are in a stream.
func spelling(text string) []int64 {
	var list []int64
	for _, r := range value.Characters(text) {
		list = append(list, int64(r))
	}
	return list
}

// collect adds the inputs that did something new or are the smallest that did it, and some
// admitted inputs of a new kind. It reports whether there are any of these.
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

// few returns some of the seeds in the order of their sizes. No beginning has more of them
// than another, and the smallest come first.
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

// topOf appends a text of the first down levels of an input.
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

// parsed returns the seeds whose parts are known, those with the fewest parts first.
func (b *breeding) parsed(seeds []*seed) (list []*seed) {
	for _, s := range seeds {
		if s.roots = b.Parse(s.stream); s.roots != nil {
			list = append(list, s)
		}
	}
	slices.SortStableFunc(list, func(x, y *seed) int { return cmp.Compare(edits.SizeOf(x.roots), edits.SizeOf(y.roots)) })
	return list
}

// kindsIn returns the structure of an input, without numbers and letters.
func kindsIn(nodes []*decode.Node) string { return string(topOf(nodes, math.MaxInt, nil)) }

// batch makes count inputs from others, smallest first. It prefers seeds that were used least,
// and small ones.
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

// unspoken reports whether a text in an input is not UTF-8 although neither code nor contract
// mentions such texts.
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

// integersIn returns the integers of an input, which indicate how much it asks for.
func integersIn(roots []*decode.Node) (list []int64) {
	edits.Visit(roots, func(n *decode.Node) {
		if _, ok := n.Shape.(*value.Int); ok {
			list = append(list, n.Own[0])
		}
	})
	return list
}

// within reports whether an input was tried within the bounds, judged by its texts and
// numbers.
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
