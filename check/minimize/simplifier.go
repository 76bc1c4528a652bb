package minimize

import (
	"slices"

	"github.com/rtest-dev/rtest/check/pieces"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// A simplifier collects inputs that are simpler than a given one.
type simplifier struct {
	roots    []*decode.Node
	found    [][]int64
	seen     map[string]bool
	baseline complexity
	limit    int
	// size is the number of nodes in the input, work the number of nodes examined so far.
	size, work     int
	preferPositive bool
}

// simplerWork is the greatest number of nodes that are examined. An input with a thousand numbers
// has millions of pairs.
const simplerWork = 10_000_000

// Rounds is the greatest number of times an input is simplified. Tries is the number of inputs
// tried in each round; the first Bold of them are tried before the others.
const Rounds, Tries, Bold = 100, 2048, 64

// Simpler returns the streams of at most most inputs that are simpler than roots, boldest attempts
// first. They need not satisfy the precondition.
//
// If signs is set, a positive number is simpler than a negative one, and attempts may leave the
// bounds. It is not set for enumerated inputs: there the first input stays the simplest.
func Simpler(roots []*decode.Node, most int, signs bool) [][]int64 {
	s := &simplifier{preferPositive: signs, roots: roots, seen: map[string]bool{}, baseline: complexityOf(roots), limit: most}
	var nodes []*decode.Node
	collect(roots, &nodes)
	s.size = len(nodes)
	s.dropHalvesOfCalls(nodes)
	for _, n := range nodes {
		s.hoist(n)
	}
	for _, n := range nodes {
		s.shorten(n)
	}
	for _, n := range nodes {
		s.zeroElements(n)
	}
	s.zeroGroups(nodes)
	if signs {
		s.foldCallsIntoNumbers(nodes)
	}
	s.lowerValues(nodes)
	if signs {
		// These attempts also increase numbers, which must not happen within the bounds.
		s.changePairs(nodes)
		s.dropPairsOfCalls(nodes)
	}
	s.zeroPairs(nodes)
	if signs {
		s.smallest(nodes)
	}
	return s.found
}

// collect lists the nodes of an input, including those inside calls. The harness later decides
// whether the contracts of these calls still hold.
func collect(nodes []*decode.Node, to *[]*decode.Node) {
	decode.Each(nodes, func(n *decode.Node) { *to = append(*to, n) })
}

// exhausted reports whether enough attempts were found, or the work is used up.
func (s *simplifier) exhausted() bool { return len(s.found) >= s.limit || s.work > simplerWork }

// attempt records the input in its present state if it is simpler.
func (s *simplifier) attempt() {
	if s.exhausted() {
		return
	}
	s.work += s.size
	roots := decode.Renumber(s.roots)
	is := complexityOf(roots)
	if !s.preferPositive {
		is.negative = s.baseline.negative
	}
	if roots == nil || !is.less(s.baseline) || !decode.Ascending(roots) {
		return
	}
	stream := decode.Write(roots)
	key := decode.AppendKey(make([]byte, 0, 2*len(stream)), stream)
	if !s.seen[string(key)] {
		s.seen[string(key)] = true
		s.found = append(s.found, stream)
	}
}

// attemptWith attempts the input with a node replaced by another one.
func (s *simplifier) attemptWith(n *decode.Node, other decode.Node) {
	was := *n
	*n = other
	s.attempt()
	*n = was
}

// hoist replaces a node by nil or by a part of the same kind. A tree becomes its left subtree, a
// list its rest, a text a group in brackets within it, and a value built by calls the value before the last call.
func (s *simplifier) hoist(n *decode.Node) {
	switch x := n.Shape.(type) {
	case *value.Pointer:
		if !x.NotNil && n.Own[0] != 0 {
			s.attemptWith(n, decode.Node{Shape: x, Own: []int64{0}})
		}
	case *value.Reference:
		s.redirect(n, x)
	case *value.Interface:
		if x.Nil && n.Own[0] >= 0 {
			s.attemptWith(n, decode.Node{Shape: x, Own: []int64{-1}})
		}
	case *value.String:
		for _, text := range pieces.Hoisted(n.Own[1:]) {
			s.attemptWith(n, decode.Node{Shape: x, Own: append([]int64{int64(len(text))}, text...)})
		}
	case *value.Aliased:
		for _, relation := range countUp(n.Own[0]) {
			s.attemptWith(n, decode.Node{Shape: x, Own: []int64{relation}, Kids: n.Kids})
		}
	}
	var parts []*decode.Node
	outermostAlike(n, n.Kids, &parts)
	for _, p := range parts {
		s.attemptWith(n, *p)
	}
}

// redirect replaces a reference by nil, or by the references of the object that it refers to.
func (s *simplifier) redirect(n *decode.Node, x *value.Reference) {
	if !x.NotNil && n.Own[0] != 0 {
		s.attemptWith(n, decode.Node{Shape: x, Own: []int64{0}})
	}
	if of := decode.Referred(s.roots, n); of != nil {
		decode.Each([]*decode.Node{of}, func(k *decode.Node) {
			if y, ok := k.Shape.(*value.Reference); ok && y.To == x.To && k.Own[0] > 0 && k.Own[0] != n.Own[0] {
				s.attemptWith(n, decode.Node{Shape: x, Own: []int64{k.Own[0]}})
			}
		})
	}
}

// outermostAlike lists the outermost parts of a node that have its shape.
func outermostAlike(n *decode.Node, kids []*decode.Node, to *[]*decode.Node) {
	for _, k := range kids {
		if k.Shape == n.Shape || sameCalls(k.Shape, n.Shape) {
			if c, ok := k.Shape.(*value.Calls); !ok || !c.Given || len(k.Own) > 0 {
				*to = append(*to, k)
			}
			continue
		}
		outermostAlike(n, k.Kids, to)
	}
}

func sameCalls(a, b value.Shape) bool {
	x, ok := a.(*value.Calls)
	y, okToo := b.(*value.Calls)
	return ok && okToo && x.Builder == y.Builder
}

// shorten drops elements: half of them, then a quarter, and so on down to single ones.
func (s *simplifier) shorten(n *decode.Node) {
	_, length, ok := partsOf(n)
	if !ok {
		return
	}
	for part := length; part > 0; part /= 2 {
		s.dropParts(n, part)
	}
	if x, ok := n.Shape.(*value.Slice); ok && x.Room && len(n.Own) > 1 && n.Own[1] > 0 {
		other := decode.Node{Shape: n.Shape, Own: []int64{n.Own[0], 0}, Kids: n.Kids}
		s.attemptWith(n, other)
	}
	if length == 0 && n.Own[0] < 0 {
		if _, isMap := n.Shape.(*value.Map); !isMap {
			s.attemptWith(n, decode.Node{Shape: n.Shape, Own: nilSlice(n.Shape)})
		}
	}
}

// dropParts attempts a container or text without each part of it that has this many elements or characters.
func (s *simplifier) dropParts(n *decode.Node, part int) {
	per, length, _ := partsOf(n)
	for at := 0; at+part <= length; at += part {
		other := decode.Node{Shape: n.Shape, Own: slices.Clone(n.Own)}
		other.Own[0] -= int64(part)
		if per == 0 {
			other.Own = slices.Delete(other.Own, 1+at, 1+at+part)
		} else {
			other.Kids = slices.Delete(slices.Clone(n.Kids), per*at, per*(at+part))
		}
		s.attemptWith(n, other)
	}
}

// partsOf returns the number of nodes of each element of a container, which is 0 for a text, and its length. ok is false for
// other shapes.
func partsOf(n *decode.Node) (per, length int, ok bool) {
	switch n.Shape.(type) {
	case *value.Slice:
		return 1, len(n.Kids), true
	case *value.Map:
		return 2, len(n.Kids) / 2, true
	case *value.String:
		return 0, len(n.Own) - 1, true
	}
	return 0, 0, false
}

// nilSlice returns the stream numbers of a nil slice.
func nilSlice(x value.Shape) []int64 {
	if s, ok := x.(*value.Slice); ok && s.Room {
		return []int64{0, 0}
	}
	return []int64{0}
}

// lowerValues moves values toward zero: first all equal ones together, then each by itself. Last,
// it replaces all integers by the smallest ones in the same order.
func (s *simplifier) lowerValues(nodes []*decode.Node) {
	var places []spot
	for _, n := range nodes {
		data := decode.Data(n)
		for i := range data {
			places = append(places, spot{n, len(n.Own) - len(data) + i})
		}
	}
	s.compressRanks(places)
	for i, p := range places {
		together := []spot{p}
		for _, q := range places[i+1:] {
			if *q.at() == *p.at() && sameKind(p, q) {
				together = append(together, q)
			}
		}
		if len(together) > 1 {
			s.lowerPlaces(together)
		}
	}
	for _, p := range places {
		if s.exhausted() {
			return
		}
		s.lowerPlaces([]spot{p})
	}
}

// fewSmallest is how many of the smallest values an integer gets that no other step makes smaller: what fails may depend on its
// remainder.
const fewSmallest = 128

// smallest attempts the smallest integers of each sign, from zero on, in place of single ones.
func (s *simplifier) smallest(nodes []*decode.Node) {
	for _, n := range nodes {
		x, ok := n.Shape.(*value.Int)
		if !ok {
			continue
		}
		was := n.Own[0]
		for v := int64(1); v <= fewSmallest; v++ {
			for _, n.Own[0] = range [...]int64{v, -v} {
				if decode.Admits(x, n.Own[0]) && (n.Own[0] > 0 || !value.Unsigned(x.T)) {
					s.attempt()
				}
			}
		}
		n.Own[0] = was
	}
}

// A spot is the place of a number in a node.
type spot struct {
	*decode.Node
	i int
}

func (p spot) at() *int64 { return &p.Own[p.i] }

func sameKind(p, q spot) bool {
	_, a := p.Shape.(*value.Int)
	_, b := q.Shape.(*value.Int)
	return p.Shape == q.Shape || a && b
}

// lowerPlaces attempts smaller values at places that hold the same value.
func (s *simplifier) lowerPlaces(places []spot) {
	was := *places[0].at()
	for _, v := range smallerValues(places[0].Shape, was) {
		if !s.preferPositive && isFarther(places[0].Shape, v, was) {
			continue
		}
		for _, p := range places {
			*p.at() = v
		}
		if !slices.ContainsFunc(places, func(p spot) bool { return !decode.Admits(p.Shape, v) }) {
			s.attempt()
		}
	}
	for _, p := range places {
		*p.at() = was
	}
}

// compressRanks replaces all integers by the smallest ones in the same order.
func (s *simplifier) compressRanks(places []spot) {
	var values, was []int64
	var ints []spot
	for _, p := range places {
		if x, ok := p.Shape.(*value.Int); ok && !value.Unsigned(x.T) {
			ints, values = append(ints, p), append(values, *p.at())
		}
	}
	if len(ints) < 2 {
		return
	}
	was = slices.Clone(values)
	slices.Sort(values)
	values = slices.Compact(values)
	for _, from := range [...]int{0, 1, len(values) / 2, len(values) - 1} {
		ok := true
		for i, p := range ints {
			at, _ := slices.BinarySearch(values, was[i])
			*p.at() = int64(at - from)
			ok = ok && decode.Admits(p.Shape, *p.at())
		}
		if ok {
			s.attempt()
		}
	}
	for i, p := range ints {
		*p.at() = was[i]
	}
}
