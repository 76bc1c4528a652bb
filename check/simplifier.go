package check

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// A simplifier makes inputs that are simpler than a given one.
type simplifier struct {
	roots []*node
	found [][]int64
	seen  map[string]bool
	than  complexity
	most  int
	// size is how many nodes the input has, work how many were looked at so far.
	size, work int
	signs      bool
	// constants are those of the code.
	constants []int64
}

// simplerWork is how many nodes are looked at at most: of inputs with a thousand
// numbers there are millions of pairs.
const simplerWork = 10_000_000

// simplerStreams returns streams of inputs that are simpler than that of the nodes,
// the boldest attempts first, at most as many as are asked for. They need not
// satisfy the precondition. With signs set, numbers above zero are simpler than
// those below: of inputs that were enumerated, the first stays. Constants are those of the
// code.
func simplerStreams(roots []*node, most int, signs bool, constants ...int64) [][]int64 {
	s := &simplifier{signs: signs, constants: constants, roots: roots, seen: map[string]bool{}, than: complexityOf(roots), most: most}
	var nodes []*node
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
		s.congruent(nodes, s.leastAlike)
	}
	s.values(nodes)
	if signs {
		// Numbers get greater as well, which within the bounds they must not.
		s.pairs(nodes)
		s.congruent(nodes, halfAlike)
	}
	s.zeroPairs(nodes)
	return s.found
}

// collect lists the nodes of an input. Those in calls are among them: whether
// the calls' own contracts admit what became of them is judged afterwards.
func collect(nodes []*node, to *[]*node) { each(nodes, func(n *node) { *to = append(*to, n) }) }

// over tells whether there are enough attempts, or no more are to be looked for.
func (s *simplifier) over() bool { return len(s.found) >= s.most || s.work > simplerWork }

// attempt notes the input as it is now, if it is simpler.
func (s *simplifier) attempt() {
	if s.over() {
		return
	}
	s.work += s.size
	is := complexityOf(s.roots)
	if !s.signs {
		is.negative = s.than.negative
	}
	if !is.less(s.than) || !ascending(s.roots) {
		return
	}
	stream := writeAll(s.roots)
	key := appendKey(make([]byte, 0, 2*len(stream)), stream)
	if !s.seen[string(key)] {
		s.seen[string(key)] = true
		s.found = append(s.found, stream)
	}
}

// appendKey appends what tells a stream from others.
func appendKey(key []byte, stream []int64) []byte {
	for _, v := range stream {
		for ; v > 0x7f || v < 0; v = int64(uint64(v) >> 7) {
			key = append(key, byte(v)|0x80)
		}
		key = append(key, byte(v))
	}
	return key
}

// with attempts the input with another node in the spot of one.
func (s *simplifier) with(n *node, other node) {
	was := *n
	*n = other
	s.attempt()
	*n = was
}

// hoist puts nil, or a part of the same kind, in the spot of a node: the left
// subtree for a tree, the rest for a list, the value before the last call.
func (s *simplifier) hoist(n *node) {
	switch x := n.shape.(type) {
	case *value.Pointer:
		if !x.NotNil && n.own[0] != 0 {
			s.with(n, node{shape: x, own: []int64{0}})
		}
	case *value.Interface:
		if x.Nil && n.own[0] >= 0 {
			s.with(n, node{shape: x, own: []int64{-1}})
		}
	}
	var parts []*node
	under(n, n.kids, &parts)
	for _, p := range parts {
		s.with(n, *p)
	}
}

// under lists the outermost parts of a node that have its shape.
func under(n *node, kids []*node, to *[]*node) {
	for _, k := range kids {
		if k.shape == n.shape || sameCalls(k.shape, n.shape) {
			if c, ok := k.shape.(*value.Calls); !ok || !c.Given || len(k.own) > 0 {
				*to = append(*to, k)
			}
			continue
		}
		under(n, k.kids, to)
	}
}

func sameCalls(a, b value.Shape) bool {
	x, ok := a.(*value.Calls)
	y, okToo := b.(*value.Calls)
	return ok && okToo && x.Builder == y.Builder
}

// shorten leaves out elements: half of them, a quarter, single ones.
func (s *simplifier) shorten(n *node) {
	per, length := 0, 0
	switch n.shape.(type) {
	case *value.Slice:
		per, length = 1, len(n.kids)
	case *value.Map:
		per, length = 2, len(n.kids)/2
	case *value.String:
		length = len(n.own) - 1
	default:
		return
	}
	for part := length; part > 0; part /= 2 {
		for at := 0; at+part <= length; at += part {
			other := node{shape: n.shape, own: slices.Clone(n.own)}
			other.own[0] -= int64(part)
			if per == 0 {
				other.own = slices.Delete(other.own, 1+at, 1+at+part)
			} else {
				other.kids = slices.Delete(slices.Clone(n.kids), per*at, per*(at+part))
			}
			s.with(n, other)
		}
	}
	if x, ok := n.shape.(*value.Slice); ok && x.Room && len(n.own) > 1 && n.own[1] > 0 {
		other := node{shape: n.shape, own: []int64{n.own[0], 0}, kids: n.kids}
		s.with(n, other)
	}
	if length == 0 && n.own[0] < 0 {
		if _, isMap := n.shape.(*value.Map); !isMap {
			s.with(n, node{shape: n.shape, own: nilSlice(n.shape)})
		}
	}
}

// nilSlice are the numbers of a slice that is nil.
func nilSlice(x value.Shape) []int64 {
	if s, ok := x.(*value.Slice); ok && s.Room {
		return []int64{0, 0}
	}
	return []int64{0}
}

// values brings values nearer to zero: all that are equal together, then each
// by itself. Last, all numbers change into the smallest that are in the same
// order.
func (s *simplifier) values(nodes []*node) {
	var places []spot
	for _, n := range nodes {
		switch n.shape.(type) {
		case *value.Int, *value.Listed, *value.Float, *value.Bool:
			places = append(places, spot{n, 0})
		case *value.Complex:
			places = append(places, spot{n, 0}, spot{n, 1})
		case *value.String:
			for i := range n.own[1:] {
				places = append(places, spot{n, 1 + i})
			}
		}
	}
	s.ranks(places)
	for i, p := range places {
		together := []spot{p}
		for _, q := range places[i+1:] {
			if *q.at() == *p.at() && sameKind(p, q) {
				together = append(together, q)
			}
		}
		if len(together) > 1 {
			s.nearer(together)
		}
	}
	for _, p := range places {
		if s.over() {
			return
		}
		s.nearer([]spot{p})
	}
}

// A spot is where a number stands in a node.
type spot struct {
	*node
	i int
}

func (p spot) at() *int64 { return &p.own[p.i] }

func sameKind(p, q spot) bool {
	_, a := p.shape.(*value.Int)
	_, b := q.shape.(*value.Int)
	return p.shape == q.shape || a && b
}

// nearer attempts smaller values at places that have the same.
func (s *simplifier) nearer(places []spot) {
	was := *places[0].at()
	for _, v := range smallerValues(places[0].shape, was) {
		if !s.signs && farther(places[0].shape, v, was) {
			continue
		}
		for _, p := range places {
			*p.at() = v
		}
		if !slices.ContainsFunc(places, func(p spot) bool { return !admits(p.shape, v) }) {
			s.attempt()
		}
	}
	for _, p := range places {
		*p.at() = was
	}
}

// ranks changes all integers into the smallest that are in the same order.
func (s *simplifier) ranks(places []spot) {
	var values, was []int64
	var ints []spot
	for _, p := range places {
		if x, ok := p.shape.(*value.Int); ok && !value.Unsigned(x.T) {
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
			ok = ok && admits(p.shape, *p.at())
		}
		if ok {
			s.attempt()
		}
	}
	for i, p := range ints {
		*p.at() = was[i]
	}
}

// ascending tells whether the keys of all maps are in strictly ascending order
// of their streams, as they must be.
func ascending(nodes []*node) bool {
	ok := true
	each(nodes, func(n *node) {
		if _, isMap := n.shape.(*value.Map); isMap {
			for i := 2; i+1 < len(n.kids); i += 2 {
				ok = ok && slices.Compare(n.kids[i-2].write(nil), n.kids[i].write(nil)) < 0
			}
		}
	})
	return ok
}
