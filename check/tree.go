package check

import (
	"math"

	"github.com/rtest-dev/rtest/internal/value"
)

// A node is a part of an input while it is made simpler: the numbers that its
// shape takes from the stream before those of its parts.
type node struct {
	shape value.Shape
	own   []int64
	kids  []*node
	// callee and tail are, of a value built by calls, whose call gives it and
	// the places of what that draws.
	callee *callee
	tail   []int64
}

// parse reads a stream in which states are spelled out; nil where it does not
// fit the shapes.
func (b *built) parse(shapes []value.Shape, stream []int64) []*node {
	p := &parser{built: b, in: stream}
	nodes := p.all(shapes)
	if p.torn || len(p.in) > 0 {
		return nil
	}
	return nodes
}

type parser struct {
	*built
	in   []int64
	torn bool
}

func (p *parser) all(shapes []value.Shape) []*node {
	var nodes []*node
	for _, s := range shapes {
		nodes = append(nodes, p.node(s))
	}
	return nodes
}

func (p *parser) take(n *node) int64 {
	if p.torn = p.torn || len(p.in) == 0; p.torn {
		return 0
	}
	v := p.in[0]
	n.own, p.in = append(n.own, v), p.in[1:]
	return v
}

func (p *parser) some(n *node, count int64, shapes ...value.Shape) {
	for ; count > 0 && !p.torn; count-- {
		n.kids = append(n.kids, p.all(shapes)...)
	}
}

func (p *parser) node(s value.Shape) *node {
	n := &node{shape: s}
	if p.torn {
		return n
	}
	switch s := s.(type) {
	case *value.Bool, *value.Int, *value.Listed, *value.Float, *value.Func:
		p.take(n)
	case *value.Complex:
		p.take(n)
		p.take(n)
	case *value.String:
		for count := p.take(n); count > 0 && !p.torn; count-- {
			p.take(n)
		}
	case *value.Pointer:
		p.some(n, min(1, p.take(n)), s.Elem.Shape)
	case *value.Struct:
		for _, f := range s.Fields {
			n.kids = append(n.kids, p.node(f.Shape))
		}
	case *value.Array:
		p.some(n, int64(s.Len), s.Elem.Shape)
	case *value.Slice:
		count := p.take(n)
		if s.Room && count >= 0 {
			p.take(n)
		}
		p.some(n, count, s.Elem.Shape)
	case *value.Map:
		p.some(n, p.take(n), s.Key.Shape, s.Elem.Shape)
	case *value.Interface:
		if alt := p.take(n); alt >= 0 && alt < int64(len(s.Alts)) {
			p.some(n, 1, s.Alts[alt].Shape)
		}
	case *value.Calls:
		p.calls(n, s)
	case *value.Zero, *value.Drawn, *value.Unsupported:
	}
	return n
}

// calls reads the calls that make a value.
func (p *parser) calls(n *node, s *value.Calls) {
	p.take(n)
	index := p.take(n)
	p.take(n)
	x := p.builder(s.Builder)
	if p.torn = p.torn || n.own[0] != -1 || index < 0 || index >= int64(len(x.callees)); p.torn {
		return
	}
	c := x.callees[index]
	n.callee = c
	p.some(n, 1, c.shapes...)
	for range c.contract.Drawn() {
		var place node
		n.tail = append(n.tail, p.take(&place))
	}
}

// textsOf returns the strings among nodes and below.
func textsOf(nodes []*node) []string {
	var list []string
	for _, n := range nodes {
		if _, ok := n.shape.(*value.String); ok && len(n.own) > 1 {
			var b []byte
			for _, r := range n.own[1:] {
				b = value.AppendCharacter(b, rune(r))
			}
			list = append(list, string(b))
		}
		list = append(list, textsOf(n.kids)...)
	}
	return list
}

// write appends the stream of a node.
func (n *node) write(to []int64) []int64 {
	to = append(to, n.own...)
	for _, k := range n.kids {
		to = k.write(to)
	}
	return append(to, n.tail...)
}

func writeAll(nodes []*node) []int64 {
	to := []int64{}
	for _, n := range nodes {
		to = n.write(to)
	}
	return to
}

// A complexity is how simple an input is: of two the one that is made by fewer calls is
// simpler, then the one that has fewer parts, then the one whose values are nearer to zero, then the one with
// fewer values that differ.
type complexity struct {
	calls, parts int
	// far and distance are the two words of the sum of all distances.
	far, distance uint64
	distinct      int
	// negative counts numbers below zero.
	negative int
}

func (m complexity) less(o complexity) bool {
	switch {
	case m.calls != o.calls:
		return m.calls < o.calls
	case m.parts != o.parts:
		return m.parts < o.parts
	case m.far != o.far:
		return m.far < o.far
	case m.distance != o.distance:
		return m.distance < o.distance
	}
	if m.distinct != o.distinct {
		return m.distinct < o.distinct
	}
	return m.negative < o.negative
}

func complexityOf(nodes []*node) complexity {
	var m complexity
	values := map[uint64]bool{}
	each(nodes, func(n *node) {
		m.parts++
		m.calls += truth(n.callee != nil)
		switch s := n.shape.(type) {
		case *value.Bool, *value.Listed, *value.Int, *value.Float:
			d, below := distance(s, n.own[0])
			values[d] = true
			m.add(d)
			if below {
				m.negative++
			}
		case *value.Complex:
			for _, part := range n.own[:2] {
				d, below := floatDistance(part)
				m.add(d)
				if below {
					m.negative++
				}
			}
		case *value.String:
			m.parts += len(n.own) - 1
			for _, r := range n.own[1:] {
				d := runeDistance(s, r)
				values[d] = true
				m.add(d)
			}
		case *value.Pointer, *value.Slice, *value.Map, *value.Interface:
			// nil is simpler than empty, and no room than room.
			for _, v := range n.own {
				m.add(uint64(max(v, -v)))
			}
		}
	})
	m.distinct = len(values)
	return m
}

func (m *complexity) add(d uint64) {
	if m.distance += d; m.distance < d {
		m.far++
	}
}

// each visits all nodes, each before its parts.
func each(nodes []*node, visit func(*node)) {
	for _, n := range nodes {
		visit(n)
		each(n.kids, visit)
	}
}

// distance tells how far a value is from the simplest of its kind, numbers from
// zero, and whether it is a number below that.
func distance(s value.Shape, v int64) (d uint64, below bool) {
	switch s := s.(type) {
	case *value.Float:
		return floatDistance(v)
	case *value.Int:
		if value.Unsigned(s.T) {
			return uint64(v), false
		}
	}
	return magnitude(v), v < 0
}

// floatDistance is that of the bits of a float: small integers come first, then
// other finite numbers, then the others.
func floatDistance(bits int64) (d uint64, below bool) {
	f := math.Float64frombits(uint64(bits))
	switch {
	case math.IsNaN(f):
		return 1 << 61, false
	case math.IsInf(f, 0):
		d = 1 << 60
	case f == math.Trunc(f) && math.Abs(f) < 1<<40:
		d = 2 * uint64(math.Abs(f))
	default:
		d = 1<<50 + math.Float64bits(math.Abs(f))>>8
	}
	return d, math.Signbit(f)
}

// runeDistance is that of a character: those of the alphabet come first.
func runeDistance(s *value.String, r int64) uint64 {
	for i, a := range s.Alphabet {
		if int64(a) == r {
			return uint64(i)
		}
	}
	return uint64(len(s.Alphabet)) + uint64(max(r, 0))
}
