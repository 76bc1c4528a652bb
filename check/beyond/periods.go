package beyond

import (
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// One in periodPart inputs has a text with a period. The period has at most mostPeriod characters, the
// text leastPeriodic to mostPeriodic.
const (
	periodPart                  = 12
	mostPeriod                  = 4
	leastPeriodic, mostPeriodic = 6, 18
)

// repeatTexts adds variants of some inputs of a question in which a text is periodic except for one
// character. Another text is that one with a beginning of it in front. So a search meets partial
// matches before and inside the match. Random texts are hardly ever like this.
func repeatTexts(g *Sampler, question int, streams [][]int64) {
	f := g.Questions[question]
	b := f.opt.Beyond
	if g.target.Parse == nil || f.aimed || f.Broken || f.short || b.Composed != 0 || b.Exact || b.Answered {
		return
	}
	r := rand.New(rand.NewPCG(g.target.Seed, uint64(question)))
	for _, stream := range Evenly(streams, g.periodic) {
		if g.periodic == 0 || g.left <= g.reserve(question) {
			return
		}
		roots := g.target.Parse(stream)
		var texts []*decode.Node
		decode.Each(roots, func(n *decode.Node) {
			if s, ok := n.Shape.(*value.String); ok && !s.Single && len(s.Alphabet) > 1 {
				texts = append(texts, n)
			}
		})
		if len(texts) == 0 {
			continue
		}
		word := periodic(texts[0].Shape.(*value.String).Alphabet, r)
		around := slices.Concat(word[:1+r.IntN(len(word)-1)], word)
		grown := int64(0)
		set := func(n *decode.Node, t []int64) {
			if decode.Spells(n.Shape.(*value.String), t) {
				grown += int64(len(t) - (len(n.Own) - 1))
				n.Own = append([]int64{int64(len(t))}, t...)
			}
		}
		at := r.IntN(len(texts))
		set(texts[at], around)
		if len(texts) > 1 {
			set(texts[(at+1)%len(texts)], word)
		}
		size := form.ReadSolution(f.Problem.Form, stream).Size + grown
		if g.add(question, decode.Write(roots)) > 0 {
			last := &g.all[len(g.all)-1]
			last.Size, last.Altered = size, true
			g.periodic--
		}
	}
}

// periodic returns a text over an alphabet that is periodic except for one character.
func periodic(alphabet []rune, r *rand.Rand) []int64 {
	some := alphabet[:min(len(alphabet), 4)]
	period := make([]int64, 1+r.IntN(mostPeriod))
	for i := range period {
		period[i] = int64(some[r.IntN(min(2, len(some)))])
	}
	text := make([]int64, leastPeriodic+r.IntN(mostPeriodic-leastPeriodic+1))
	for i := range text {
		text[i] = period[i%len(period)]
	}
	odd := r.IntN(len(text))
	was := slices.Index(some, rune(text[odd]))
	text[odd] = int64(some[(was+1+r.IntN(len(some)-1))%len(some)])
	return text
}
