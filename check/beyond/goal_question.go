package beyond

import (
	"math"
	"regexp/syntax"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A goalLength says what bounds the lengths of inputs for a goal: the words of the code, also its
// integers, words and a number together, or what its regular expressions match with a word or a number in it.
type goalLength int

const (
	shortGoals goalLength = iota
	longGoals
	joinedGoals
	matchedGoals
)

// goalQuestion returns the question whose inputs reach goals. It returns nil if nothing in the code
// suggests that inputs outside the bounds behave differently.
func (g *Sampler) goalQuestion(long goalLength) *Question {
	h := g.target.Hints
	if g.target.Forms.Follow == nil || !suggests(h, g.target.Depth) {
		return nil
	}
	depth, length := g.target.Depth, 1
	words, digits, all := 0, 0, 0
	for _, w := range h.Words {
		length = max(length, min(len(w)+1, aimWord))
		words += len(w)
	}
	for _, n := range h.Ints {
		if long == longGoals && n > 0 && n < aimLength {
			length = max(length, int(n)+1)
		}
		// A text may contain the number.
		m := len(strconv.FormatInt(n, 10))
		digits = max(digits, m)
		if m > 1 {
			all += m
		}
	}
	length = max(length, digits)
	if long == joinedGoals {
		length = max(length, min(words+max(digits, all)+1, aimWord))
	}
	if n := matchedLength(h.Patterns); long == matchedGoals && n > 0 {
		length = max(length, min(n+max(digits, longest(h.Words)), aimWord))
	}
	reach := max(depth, min(length, aimLength))
	b := encode.Beyond{
		Within: depth, Full: true, Floats: floats(computed(h.Floats, h.Ints), depth), Chars: slices.Concat(h.ContractChars, h.MoreChars, charactersOf(h.Words)), Bytes: BytesAround(h.Bytes),
		Parts: max(mostParts, 2*reach),
	}
	if len(h.Words) > 0 {
		b.Parts = max(mostParts, aimWords*reach)
	}
	count := int(min(g.target.Beyond, math.MaxInt32)) / aimsPart
	if count == 0 {
		return nil
	}
	opt := encode.Options{Depth: reach, Beyond: &b, Limits: encode.Limits{MaxNodes: aimsNodes, MaxSteps: aimsSteps}}
	return &Question{opt: opt, count: count, foci: Foci(h, g.target.Seed)}
}

// matchedLength returns the greatest length of texts that regular expressions match if each part occurs once.
func matchedLength(patterns []string) (most int) {
	for _, p := range patterns {
		if re, err := syntax.Parse(p, syntax.Perl); err == nil {
			most = max(most, onceLength(re))
		}
	}
	return most
}

// onceLength returns the length of a text that an expression matches if each part occurs once, or as often as it must.
func onceLength(re *syntax.Regexp) (n int) {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpRepeat:
		return max(re.Min, 1) * onceLength(re.Sub[0])
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			n = max(n, onceLength(sub))
		}
		return n
	}
	for _, sub := range re.Sub {
		n += onceLength(sub)
	}
	return n
}

// longest returns the length of the longest word.
func longest(words []string) (n int) {
	for _, w := range words {
		n = max(n, len(w))
	}
	return n
}

// suggests reports whether constants of the code make it likely that inputs within the depth do not
// take all branches.
func suggests(h *refine.Hints, depth int) bool {
	large := func(n int64) bool { return form.Magnitude(n) > uint64(depth) }
	return h.ComparesComputed || len(h.Floats)+len(h.Thresholds) > 0 || slices.ContainsFunc(h.Ints, large) ||
		slices.ContainsFunc(h.Words, func(w string) bool { return w != "" })
}

// computed returns numbers, the results of arithmetic on two of them, and some of the integers, which
// code may compare with floats.
func computed(of []float64, ints []int64) []float64 {
	list := slices.Clone(of)
	for i, x := range of[:min(len(of), mostTerms)] {
		for _, y := range of[:i] {
			list = append(list, x+y, x-y, y-x, x*y, x/y, y/x)
		}
	}
	for _, n := range Evenly(ints, mostTerms) {
		list = append(list, float64(n))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// charactersOf returns the characters of texts.
func charactersOf(words []string) []rune {
	var list []rune
	for _, w := range words {
		list = append(list, value.Characters(w)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// order returns the order in which goals are sought: panics first, then from the last to the first. An
// input that reaches the end of a path also reaches what comes before. Each panic is a finding, and Z3
// may give up on questions about long paths.
func (h *goalSearch) order() []int {
	list := make([]int, len(h.met))
	for i := range list {
		list[i] = len(list) - 1 - i
	}
	slices.SortStableFunc(list, func(i, j int) int { return h.panics(j) - h.panics(i) })
	return list
}

// panics returns 1 if goal i is a panic, otherwise 0.
func (h *goalSearch) panics(i int) int { return truth(h.aims.List[i].Kind == encode.Faults) }

// nonlinear returns the number of operations that multiply variables or divide by a variable. Over all
// integers Z3 cannot solve many of them in short time.
func nonlinear(f *form.Form) (n int) {
	varies := func(i int32) int { return truth(f.Nodes[i].Op != form.Const) }
	for _, x := range f.Nodes {
		switch x.Op {
		case form.Mul:
			n += varies(x.Args[0]) * varies(x.Args[1])
		case form.Quo, form.Rem:
			n += varies(x.Args[1])
		}
	}
	return n
}
