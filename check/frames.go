package check

import (
	"math"
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
)

// frames returns the questions for inputs outside the bounds: with structures
// within them and other values, with longer and deeper ones, with containers of
// the lengths that the code mentions, with texts made of its constants, and
// those with which calls end well, last: what is found there is varied by those
// before.
// With answers some are about inputs within the bounds whose functions answer what is
// outside them.
func (l *loop) frames(answers bool) []*frame {
	depth := l.limits.Depth
	near := l.around(depth)
	base, ints := near, near.Ints
	base.Words = nil
	total := int(min(l.limits.Beyond, math.MaxInt32))
	add := func(list []*frame, depth, count int, b encode.Beyond) []*frame {
		opt := encode.Options{Depth: depth, Beyond: &b, MaxNodes: farNodes, MaxSteps: farSteps}
		f := &frame{opt: opt, count: count, foci: ints, draws: uint64(len(list))}
		f.again(count, int64(total))
		return append(list, f)
	}
	frames := add(nil, depth, total, near)
	if l.built {
		around := near
		around.Calls = true
		count := total / 2
		if l.contents {
			count = total - total/farContents
		}
		frames = add(frames, depth, count, around)
	}
	reach := depth
	if l.growing {
		reach = farDepth * depth
		frames = l.longer(frames, add, base, near)
	}
	if l.floating {
		b := near
		b.Floats = fractions(l.limits.Seed)
		frames = add(frames, depth, total/farFractions, b)
	}
	if l.textual > 0 {
		frames = l.composing(frames, add, near)
	}
	if l.aimed != nil && l.textual > 0 {
		frames = l.aiming(frames, add, near, reach)
	}
	if l.integers > 1 && l.integers <= cornersMost {
		corners := near
		corners.Ints, corners.Reach = nil, 1
		frames = add(frames, depth, total/farCorners, corners)
	}
	frames = l.short(frames, add, base)
	if l.textual > 0 {
		broken := base
		broken.Words = notUTF8()
		frames = add(frames, depth, min(total/farBroken, 4*len(broken.Words)), broken)
		frames[len(frames)-1].broken = true
	}
	if answers {
		near.Answered = true
		frames = add(frames, depth, total/farAnswered, near)
	}
	return frames
}

// around is the question for values outside a depth of which no part is longer or
// deeper than that lets them be, but with the constants of the code.
func (s *subject) around(depth int) encode.Beyond {
	h := &s.contract.Hints
	return encode.Beyond{
		Within: depth, Reach: farDepth * depth, Ints: s.foci(), Factors: slices.Concat(h.Ints, h.Marks, h.Factors), Floats: floats(h.Floats, depth), Chars: h.Said,
		Bytes: bytesAround(h.Bytes), Parts: max(farParts, farPart*depth), Words: h.Words[:min(len(h.Words), farConstants)],
		Counts: lengthsOf(slices.Concat(h.Ints, h.Marks), 2, farFixedLength),
	}
}

// integersOnly is how many integers an input is that is nothing else, 0 for all others.
func integersOnly(shapes []value.Shape) int {
	for _, s := range shapes {
		if x, ok := s.(*value.Int); !ok || x.Ranges != nil {
			return 0
		}
	}
	return len(shapes)
}

// composing adds the questions for texts that are the words of the code as they are,
// where there are several in one input or numbers beside them, for such as are composed of them, and for
// those that are what a text with which a call ended well is changed to.
func (l *loop) composing(frames []*frame, add func([]*frame, int, int, encode.Beyond) []*frame, near encode.Beyond) []*frame {
	h := &l.contract.Hints
	depth, total := l.limits.Depth, int(min(l.limits.Beyond, math.MaxInt32))
	if len(near.Words) > 1 && (l.textual > 1 || len(h.Ints) > 0 || l.several) {
		exact := near
		exact.Exact = true
		frames = add(frames, depth, total/farAims, exact)
	}
	near.Chars = slices.Concat(h.Said, h.Rest, h.Odd)
	for i := range farTexts {
		b := near
		b.Composed = l.limits.Seed + uint64(i) + 1
		frames = add(frames, depth, total/3/farTexts, b)
	}
	if slices.ContainsFunc(near.Words, named) {
		b := near
		b.Composed, b.Sentences, b.Endings = l.limits.Seed+1, numerals(h.Ints), h.Suffixes
		frames = add(frames, depth, total/4, b)
	}
	if len(h.Patterns) > 0 {
		frames = add(frames, min(depth, matchedDepth), total/4, matchedTexts(near, l.limits.Seed+1))
	}
	near.Composed, near.Varied = l.limits.Seed, true
	frames = add(frames, depth, total/farAims, near)
	frames[len(frames)-1].varied = true
	return frames
}

// short adds the questions for short texts with the characters for which there
// was no room in the alphabet, and those for which only the contract looks: they have
// a meaning there as well. Where bytes are numbers, there are as many of two of them
// as of one: what a byte says is often what the next one is.
func (l *loop) short(frames []*frame, add func([]*frame, int, int, encode.Beyond) []*frame, base encode.Beyond) []*frame {
	h := &l.contract.Hints
	if l.textual == 0 || len(h.Said)+len(h.Rest)+len(h.Odd) == 0 && !l.binary {
		return frames
	}
	total := int(min(l.limits.Beyond, math.MaxInt32))
	base.Chars = slices.Concat(h.Said, h.Rest, h.Odd)
	for i := range farShort {
		count := total / farCrowded
		if !l.binary {
			count /= i + 1
		}
		frames = add(frames, i+1, count, base)
		frames[len(frames)-1].short = true
	}
	return frames
}

// aiming adds the questions for texts with which calls end well: any, those of the
// lengths that the code mentions, those that are what a text with which one did is changed to, and composed ones.
func (l *loop) aiming(frames []*frame, add func([]*frame, int, int, encode.Beyond) []*frame, near encode.Beyond, reach int) []*frame {
	h := &l.contract.Hints
	depth, total := l.limits.Depth, int(min(l.limits.Beyond, math.MaxInt32))
	near.Chars = slices.Concat(h.Said, h.Rest)
	any := near
	any.Words, any.Even = nil, true
	frames = add(frames, reach, total/farAims/2, any)
	frames[len(frames)-1].work = farWork / farAims * 2
	first := len(frames) - 1
	if of := evenly(lengthsOf(h.Ints, farDepth*depth, farFixedLength), farFixed); len(of) > 0 {
		fixed := any
		fixed.Lengths = of
		fixed.Parts += slices.Max(of)
		frames = add(frames, 1, total/farAims, fixed)
		frames[len(frames)-1].work = farWork
	}
	plain := len(frames)
	for i := range farGenerations {
		b := near
		b.Composed, b.Varied = l.limits.Seed+uint64(farTexts+farGenerations-i), true
		frames = add(frames, depth, total/farAims/farGenerations, b)
		frames[len(frames)-1].varied = true
		frames[len(frames)-1].work *= farGenerations
	}
	for i := range farSifted {
		b := near
		b.Composed = l.limits.Seed + uint64(farTexts+farGenerations+1+i)
		frames = add(frames, depth, total/farAims/farTexts, b)
	}
	for i, f := range frames[first:] {
		f.aimed = true
		if first+i >= plain {
			f.of = farTold
		}
	}
	return frames
}

// notUTF8 are texts that are not in UTF-8: a byte that never occurs in it, one
// that only goes on with a character, characters that are cut off, one that is
// spelled too long, a half of a surrogate pair, what is above the greatest character,
// and what begins as a longer one than there is.
func notUTF8() []string {
	return []string{"\xff", "a\xff", "\xffa", "a\xffb", "\x80", "a\x80", "\xc3", "a\xe2\x82", "\xf0\x9f\x98a", "\xc0\x80", "\xed\xa0\x80",
		"\xed\xbf\xbf", "\xe0\x80\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80"}
}

// longer adds the questions for longer and deeper inputs.
func (l *loop) longer(frames []*frame, add func([]*frame, int, int, encode.Beyond) []*frame, base, near encode.Beyond) []*frame {
	h := &l.contract.Hints
	depth, total := l.limits.Depth, int(min(l.limits.Beyond, math.MaxInt32))
	if len(h.Said) > 0 && len(near.Words) > 0 {
		frames = add(frames, depth, total/4, base)
	}
	for i := range 1 + farBranchings {
		b := base
		if i > 0 {
			b.Seed = l.limits.Seed + uint64(i)
		}
		frames = add(frames, farDepth*depth, total/4/(1+farBranchings), b)
	}
	lengths := lengths(slices.Concat(byteSized(h.Marks), h.Ints), farDepth*depth)
	for _, n := range lengths {
		b := base
		b.Lengths = []int{n - 1, n, n + 1}
		b.Parts += n + 1
		frames = add(frames, max(1, depth), total/4/len(lengths), b)
	}
	return frames
}

// bytesAround are bytes at which the code divides all bytes and those beside
// them, and the least and the greatest; none where it divides them nowhere.
func bytesAround(raw []rune) []rune {
	if len(raw) == 0 {
		return nil
	}
	list := []rune{0, 1, value.RawByte + math.MaxUint8}
	for _, r := range raw {
		for b := max(r-value.RawByte-1, 0); b <= min(r-value.RawByte+1, math.MaxUint8); b++ {
			if b < utf8.RuneSelf {
				list = append(list, b)
			} else {
				list = append(list, value.RawByte+b)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// foci are the numbers of interest: the constants of the code and of the
// contract, and what is made of them.
func (s *subject) foci() []int64 {
	h := &s.contract.Hints
	ints := slices.Concat(constants(h.Ints), constants(h.Marks), sums(h.Ints))
	slices.Sort(ints)
	ints = slices.Compact(ints)
	ints = append(ints, amid(ints, s.limits.Seed)...)
	slices.Sort(ints)
	return slices.Compact(ints)
}

// amid returns a number between each and the next of some that ascend, of which
// nothing tells it apart, and numbers of many magnitudes. None is a size for which
// there is room, but only just: a call that takes seconds, and gigabytes, takes the
// time of all others.
func amid(of []int64, seed uint64) []int64 {
	var gaps [][2]int64
	for i := 1; i < len(of); i++ {
		if uint64(of[i])-uint64(of[i-1]) > 1 {
			gaps = append(gaps, [2]int64{of[i-1], of[i]})
		}
	}
	r := rand.New(rand.NewPCG(seed, 4))
	var list []int64
	for _, g := range evenly(gaps, farBetween) {
		n := g[0] + 1 + int64(r.Uint64N(uint64(g[1])-uint64(g[0])-1))
		if large(n) && g[0] < farSize-1 {
			n = max(g[0], -farSize) + 1 + int64(r.Uint64N(uint64(farSize-max(g[0], -farSize)-1)))
		}
		if !large(n) {
			list = append(list, n)
		}
	}
	for bits := farBits; bits < 63; bits += 2 {
		if n := int64(r.Uint64()>>(64-bits) | 1<<(bits-1)); !large(n) {
			list = append(list, n, -n)
		}
	}
	return list
}

// large tells whether a number may be a size for which there is room, but only just.
func large(n int64) bool { return farSize <= n && n < farTooLarge }

// constants returns numbers and what is near them: their neighbours, and these
// with the other sign.
func constants(of []int64) []int64 {
	var list []int64
	for _, n := range evenly(of, farConstants) {
		for _, m := range [2]int64{n, -n} {
			list = append(list, m)
			if m > math.MinInt64 {
				list = append(list, m-1)
			}
			if m < math.MaxInt64 {
				list = append(list, m+1)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sums returns the sums of two different numbers above 1, of which there are
// few: with x%100 == 11, 111 is a number at which what is done changes.
func sums(of []int64) []int64 {
	var list, terms []int64
	for _, n := range of {
		if n > 1 && n <= math.MaxInt64/2 {
			terms = append(terms, n)
		}
	}
	for i, n := range terms[:min(len(terms), farTerms)] {
		for _, m := range terms[:i] {
			list = append(list, m+n)
		}
	}
	return list
}

// floats returns numbers with their neighbours, and some that are larger than
// those of a depth.
func floats(of []float64, depth int) []float64 {
	var list []float64
	for _, n := range [2]int{depth + 1, farDepth * depth} {
		list = append(list, float64(n), float64(-n))
	}
	for _, x := range evenly(of, farConstants/8) {
		list = append(list, x, -x, x+0.5, math.Nextafter(x, math.Inf(1)), math.Nextafter(x, math.Inf(-1)))
	}
	return list
}

// fractions returns floating-point numbers that are no sums of few powers of two,
// as prices and measures are, those at which decimal places and digits are lost,
// and some at random.
func fractions(seed uint64) []float64 {
	list := []float64{
		0.1, 0.2, 0.3, 0.7, 0.9, 1.1, 0.01, 0.05, 0.29, 0.57, 0.99, 1.005, 1.15, 2.675, 4.35, 9.95, 99.995, 0.999999,
		1. / 3, 2. / 3, 1e-3, 1e-6, 1e-7, 1e-20, 1000, 999.5, 999_999.5, 12_345.678, 1e6, 1e9, 1 << 31, 1 << 32,
		1e15, 1 << 53, 1<<53 + 2, 1e16, 1 << 63, 1 << 64, 1e21, 1e100,
	}
	r := rand.New(rand.NewPCG(seed, 3))
	for i := range randomFractions {
		list = append(list, float64(r.IntN(100_000))/math.Pow10(1+i%5))
	}
	for _, x := range slices.Clone(list) {
		list = append(list, -x)
	}
	return list
}

// lengths returns the numbers that may be lengths above the depth.
func lengths(of []int64, depth int) []int {
	list := lengthsOf(of, depth, farLength)
	slices.Sort(list)
	return evenly(slices.Compact(list), farLengths)
}

// byteSized returns the greatest numbers that fit into eight bits, where the code converts
// to such: it may be a number of elements that does.
func byteSized(marks []int64) (list []int64) {
	for _, n := range [...]int64{math.MaxInt8, math.MaxUint8} {
		if slices.Contains(marks, n) {
			list = append(list, n)
		}
	}
	return list
}

// lengthsOf returns all constants above the depth that are not greater than most.
func lengthsOf(of []int64, depth, most int) (list []int) {
	for _, n := range of {
		if n >= int64(depth) && n > 0 && n <= int64(most) {
			list = append(list, int(n))
		}
	}
	return list
}

// evenly takes n of the elements, evenly.
func evenly[E any](list []E, n int) []E {
	if len(list) <= n {
		return list
	}
	out := make([]E, n)
	for i := range out {
		out[i] = list[i*(len(list)-1)/max(1, n-1)]
	}
	return out
}
