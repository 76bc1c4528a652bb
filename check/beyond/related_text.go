package beyond

import (
	"math/rand/v2"
	"slices"
	"unicode"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// One in relatedPart inputs has a text made of another text of the same input.
const relatedPart = 8

// relateTexts adds variants of some inputs of a question in which a text equals another one, or is a
// part of it. A path and its pattern, a name and its suffix, or two versions are seldom related by
// chance.
func relateTexts(g *Sampler, question int, streams [][]int64) {
	if g.target.Parse == nil || g.Questions[question].opt.Beyond.Composed == 0 || g.Questions[question].opt.Beyond.Portion > 0 {
		return
	}
	r := rand.New(rand.NewPCG(g.Questions[question].opt.Beyond.Composed, 5))
	for _, stream := range Evenly(streams, g.relatedLeft) {
		if g.left <= g.reserve(question) {
			return
		}
		roots := g.target.Parse(stream)
		var texts []*decode.Node
		decode.Each(roots, func(n *decode.Node) {
			if s, ok := n.Shape.(*value.String); ok && !s.Single && len(s.Alphabet) > 0 {
				texts = append(texts, n)
			}
		})
		from := slices.IndexFunc(texts, func(n *decode.Node) bool { return len(n.Own)-1 > g.target.Depth })
		if from < 0 || len(texts) < 2 {
			continue
		}
		to := texts[(from+1+r.IntN(len(texts)-1))%len(texts)]
		t := relatedText(texts[from].Own[1:], r)
		if !decode.Spells(to.Shape.(*value.String), t) {
			continue
		}
		size := form.ReadSolution(g.Questions[question].Problem.Form, stream).Size - int64(len(to.Own)-1) + int64(len(t))
		to.Own = append([]int64{int64(len(t))}, t...)
		if g.add(question, decode.Write(roots)) > 0 {
			last := &g.all[len(g.all)-1]
			last.Size, last.Altered = size, true
		}
	}
}

// relatedText returns a text, its beginning, its end, its middle, or both without the middle. It cuts at marks.
func relatedText(text []int64, r *rand.Rand) []int64 {
	word := func(i int) bool { return unicode.IsLetter(rune(text[i])) || unicode.IsDigit(rune(text[i])) }
	cuts := []int{0}
	for i := 1; i < len(text); i++ {
		if !word(i-1) || !word(i) {
			cuts = append(cuts, i)
		}
	}
	cuts = append(cuts, len(text))
	i, j := cuts[r.IntN(len(cuts))], cuts[r.IntN(len(cuts))]
	switch r.IntN(4) {
	case 0:
		return slices.Clone(text)
	case 1:
		return slices.Clone(text[:i])
	case 2:
		return slices.Clone(text[i:])
	}
	if j < i {
		return slices.Clone(text[j:i])
	}
	return slices.Concat(text[:i], text[j:])
}
