package observe

import (
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// Limits of mingled inputs: how many are made of pairs of texts and how many of texts within others, the length of the texts that they are
// made of, and how many inputs of a kind are told.
const (
	mingledPairs  = 1200
	mingledWithin = 600
	mingledLength = 16
	mingledKinds  = 8
	mingledEach   = 6
)

// Mingled returns further inputs with texts that consist of those of other inputs, which solving for one text at a time seldom gives. A text of
// one of some inputs stands before one of another: all pairs in order, as far as a limit goes. Then a text stands before, behind or
// within another, where both are of inputs that the function treats in different ways, as seen tells. Values built by calls stay
// as they are.
func (f *Function) Mingled(pairs, inputs [][]int64, seen []Observation) (list [][]int64) {
	m := &mingling{f: f, rand: rand.New(rand.NewPCG(f.Limits.Seed, uint64(len(inputs)))), known: map[string]bool{}}
	for _, s := range inputs {
		m.known[Key(s)] = true
	}
	first := m.textsOf(pairs)
	all := len(first) * len(first)
	for n := range min(all, mingledPairs) {
		if all > mingledPairs {
			n = m.rand.IntN(all)
		}
		a, b := first[n/len(first)], first[n%len(first)]
		m.add(a.stream, slices.Concat(a.text, b.text))
	}
	telling := m.textsOf(m.kinds(inputs, seen))
	for range mingledWithin {
		if len(telling) == 0 {
			break
		}
		a := telling[m.rand.IntN(len(telling))]
		b := a
		if m.rand.IntN(3) > 0 {
			b = telling[m.rand.IntN(len(telling))]
		}
		at := m.rand.IntN(len(a.text) + 1)
		m.add(a.stream, slices.Concat(a.text[:at], b.text, a.text[at:]))
	}
	return m.list
}

// A mingling makes inputs.
type mingling struct {
	f     *Function
	rand  *rand.Rand
	known map[string]bool
	list  [][]int64
}

// A textOf is a text of an input.
type textOf struct {
	stream, text []int64
}

// isMingled reports whether a node is a text that may be another one.
func isMingled(n *decode.Node) bool {
	s, ok := n.Shape.(*value.String)
	return ok && !s.Single && !s.Fixed
}

// textsOf lists the short texts of inputs, each once.
func (m *mingling) textsOf(streams [][]int64) (list []textOf) {
	known := map[string]bool{}
	for _, stream := range streams {
		decode.Each(decode.Parse(m.f.Shapes, stream, nil), func(n *decode.Node) {
			if isMingled(n) && 1 < len(n.Own) && len(n.Own) <= 1+mingledLength && !known[n.Text()] {
				known[n.Text()] = true
				list = append(list, textOf{stream, n.Own[1:]})
			}
		})
	}
	return list
}

// add adds an input in which one of the texts of another is replaced.
func (m *mingling) add(stream, text []int64) {
	roots := decode.Parse(m.f.Shapes, stream, nil)
	var places []*decode.Node
	decode.Each(roots, func(n *decode.Node) {
		if isMingled(n) {
			places = append(places, n)
		}
	})
	if len(places) == 0 {
		return
	}
	places[m.rand.IntN(len(places))].Own = append([]int64{int64(len(text))}, text...)
	made := decode.Write(roots)
	if k := Key(made); !m.known[k] {
		m.known[k] = true
		m.list = append(m.list, made)
	}
}

// kinds returns the first inputs of each of the first kinds: those of which the same results equal the same inputs.
func (m *mingling) kinds(inputs [][]int64, seen []Observation) (list [][]int64) {
	count := map[string]int{}
	results := len(m.f.Contract.Results)
	for i, o := range seen {
		if o.Unknown || o.Rejected || o.Cause != "" || len(o.Prints) < results || decode.Parse(m.f.Shapes, inputs[i], nil) == nil {
			continue
		}
		kind := make([]byte, results)
		for r := range kind {
			kind[r] = byte(1 + slices.Index(o.Prints[results:], o.Prints[r]))
		}
		if n := count[string(kind)]; n < mingledEach && (n > 0 || len(count) < mingledKinds) {
			count[string(kind)]++
			list = append(list, inputs[i])
		}
	}
	return list
}
