package feedback

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/edits"
	"github.com/rtest-dev/rtest/check/pieces"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

const (
	// MostSeeds is the greatest number of inputs that are edited. drawsEach is how often a seed
	// is drawn for each edit that results.
	MostSeeds, drawsEach = 4096, 4
	// newKinds bounds the edits of each round that satisfy the preconditions but do nothing new, and are still
	// edited further.
	newKinds = 24
	// topNodes is the number of nodes, from the root down, that distinguish the beginnings of inputs.
	topNodes = 5
	// editCost is what each edit costs a seed, in addition to its length.
	editCost = 4
)

// Settings are what a breeding knows of the function.
type Settings struct {
	// Parse reads the parts of an input from its stream.
	Parse func(stream []int64) []*decode.Node
	Hints *refine.Hints
	Seed  uint64
	// Exhausted is the depth up to which all inputs were tried, or -1.
	Exhausted int
	// Binary says that texts are bytes, which need not be UTF-8.
	Binary bool
	// Question is the index of the question of the inputs.
	Question int
}

// A Breeding makes inputs from others, generation by generation.
type Breeding struct {
	Settings
	*edits.Editor
	guide *Guide
	// seen are the inputs made or given so far. kinds are the kinds of those that satisfy the preconditions.
	seen, kinds map[string]bool
	// tops counts the beginnings of the inputs that were taken for their kind.
	tops map[string]int
	// seeds are the inputs from which others are made.
	seeds []*seed
	// Tried counts all inputs that were seeds.
	Tried int64
}

// Breed begins with the knowledge of the guide. It makes no input that was tried.
func (g *Guide) Breed(s Settings, tried []beyond.Input) *Breeding {
	h := s.Hints
	r := rand.New(rand.NewPCG(s.Seed, 7))
	texts := &pieces.Editor{Rand: r, Numbers: append([]int64{0, 1}, h.Ints...), Chars: slices.Concat(h.ContractChars, h.MoreChars, h.UnusualChars)}
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
	b := &Breeding{Settings: s, Editor: e, guide: g, seen: map[string]bool{}, kinds: map[string]bool{}, tops: map[string]int{}}
	for _, f := range tried {
		b.seen[string(decode.AppendKey(nil, f.Stream))] = true
	}
	return b
}

// spelling returns the characters of a text in their stream form.
func spelling(text string) []int64 {
	var list []int64
	for _, r := range value.Characters(text) {
		list = append(list, int64(r))
	}
	return list
}

// Collect adds the inputs that did something new or are the smallest that did it, and some
// admitted inputs of a new kind. It reports whether there are any of these.
func (b *Breeding) Collect() bool {
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
		if len(b.seeds) < MostSeeds {
			b.Give(s.roots)
			if s.admitted {
				b.Settle(s.roots)
			}
			b.seeds = append(b.seeds, s)
			b.Tried++
		}
	}
	g.young, g.admitted, g.fresh = nil, nil, false
	return fresh || len(others) > 0
}

// few returns some of the seeds in the order of their sizes. No beginning has more of them
// than another, and the smallest come first.
func (b *Breeding) few(list []*seed) (some []*seed) {
	tops := make([]string, len(list))
	for i, s := range list {
		tops[i] = string(topOf(s.roots, topNodes, nil))
	}
	for len(some) < newKinds && len(list) > 0 {
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
func (b *Breeding) parsed(seeds []*seed) (list []*seed) {
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

// Batch makes count inputs from others, smallest first. It prefers seeds that were used least,
// and small ones.
func (b *Breeding) Batch(count int) []beyond.Input {
	var list []beyond.Input
	add := func(of []*decode.Node) {
		roots := b.Edited(of)
		if roots == nil || b.within(roots) || b.unspoken(roots) {
			return
		}
		f := beyond.Input{Stream: decode.Write(roots), Question: b.Question, By: beyond.Edits}
		f.Data = integersIn(roots)
		key := string(decode.AppendKey(nil, f.Stream))
		if b.seen[key] {
			return
		}
		b.seen[key] = true
		f.Size = int64(edits.SizeOf(roots))
		list = append(list, f)
	}
	for i := 0; len(b.seeds) > 0 && len(list) < count && i < drawsEach*count; i++ {
		s := slices.MinFunc(b.seeds, func(x, y *seed) int { return cmp.Compare(x.spent, y.spent) })
		s.spent += editCost + len(s.stream)
		add(s.roots)
	}
	slices.SortStableFunc(list, func(x, y beyond.Input) int { return cmp.Compare(x.Size, y.Size) })
	return list
}

// unspoken reports whether a text in an input is not UTF-8 although neither code nor contract
// mentions such texts.
func (b *Breeding) unspoken(roots []*decode.Node) (found bool) {
	if b.Hints.InvalidUTF8 || b.Binary {
		return false
	}
	edits.Visit(roots, func(n *decode.Node) {
		if _, ok := n.Shape.(*value.String); ok {
			found = found || slices.ContainsFunc(n.Own[1:], func(c int64) bool { return c >= int64(value.RawByte) })
		}
	})
	return found
}

// integersIn returns the integers of an input, which indicate how much time and memory it needs.
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
func (b *Breeding) within(roots []*decode.Node) bool {
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
