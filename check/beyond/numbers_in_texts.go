package beyond

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

const (
	// besidePart is of how many parts of the inputs one has numbers beside texts,
	// besideEach how many such there are for one text at most.
	besidePart, besideEach = 8, 6
	// besideDigits is how many digits a number has at most that is tried so.
	besideDigits = 6
)

// numberText finds numbers that are written in a text.
func numberText() *regexp.Regexp { return regexp.MustCompile(`[0-9]+`) }

// numbersIn returns the numbers of few digits that are written in texts, with
// their neighbours, in ascending order.
func numbersIn(texts []string) []int64 {
	var list []int64
	for _, t := range texts {
		for _, digits := range numberText().FindAllString(t, -1) {
			if n, err := strconv.ParseInt(digits, 10, 64); err == nil && len(strconv.FormatInt(n, 10)) <= besideDigits {
				list = append(list, n-1, n, n+1)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// repeatNumbers adds inputs with a text like one with which the call ended well, in which
// an integer beside it is one of the numbers that are written in it, or next to
// one: the end of a range is compared with a size, a part with a total.
func repeatNumbers(g *Sampler, question int, stream []int64) {
	if g.target.Parse == nil {
		return
	}
	roots := g.target.Parse(stream)
	numbers := Evenly(numbersIn(decode.Texts(roots)), besideEach)
	decode.Each(roots, func(n *decode.Node) {
		x, ok := n.Shape.(*value.Int)
		if !ok {
			return
		}
		was := n.Own[0]
		for _, v := range numbers {
			if g.besides == 0 || g.left <= g.reserve(question) || !value.Representable(v, x.T) || !decode.Admits(x, v) {
				continue
			}
			n.Own[0] = v
			g.besides -= g.add(question, decode.Write(roots))
		}
		n.Own[0] = was
	})
}

// Extremes returns the least and the greatest values of the data variables.
func Extremes(f *form.Form) []int64 {
	var list []int64
	for _, v := range f.Vars {
		if len(v.Dom) > 0 {
			list = append(list, v.Dom[0].Lo, v.Dom[len(v.Dom)-1].Hi)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
