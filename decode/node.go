package decode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// A Node is a part of a solution: the numbers that its shape takes from the stream before those of
// its parts, and the parts.
type Node struct {
	Shape value.Shape
	Own   []int64
	Kids  []*Node
	// For a value built by calls, Callee is the function of the last call, and Tail holds the
	// places of its drawn inputs. Kids are then the inputs of the call.
	Callee Callee
	Tail   []int64
}

// A Callee is a function whose calls build values.
type Callee interface {
	// Takes returns the shapes of its inputs, and how many of them are drawn.
	Takes() (inputs []value.Shape, drawn int)
}

// Calls reads values built by calls from a stream.
type Calls interface {
	read(r *reader, n *Node, s *value.Calls)
}

// Callees reads calls that are spelled out. The function returns a callee by its index among those
// of a builder.
type Callees func(builder int, index int64) (c Callee, ok bool)

// States reads numbers of states and spells their calls out. The function returns the calls of a
// state by its number.
type States func(builder int, number int64) (stream []int64, ok bool)

// Parse reads a stream of values of the shapes. It returns nil if the stream does not fit them.
func Parse(shapes []value.Shape, stream []int64, calls Calls) []*Node {
	r := &reader{in: stream, calls: calls}
	nodes := r.all(shapes)
	if r.torn || len(r.in) > 0 {
		return nil
	}
	return nodes
}

// Spell returns the stream with the calls of every state spelled out, so that its meaning does not
// depend on which states are found. It returns a stream that does not fit the shapes unchanged.
func Spell(shapes []value.Shape, stream []int64, states States) []int64 {
	nodes := Parse(shapes, stream, states)
	if nodes == nil {
		return stream
	}
	return Write(nodes)
}

// Write returns the stream of nodes.
func Write(nodes []*Node) []int64 {
	to := []int64{}
	for _, n := range nodes {
		to = n.Append(to)
	}
	return to
}

// Append appends the stream of a node.
func (n *Node) Append(to []int64) []int64 {
	to = append(to, n.Own...)
	for _, k := range n.Kids {
		to = k.Append(to)
	}
	return append(to, n.Tail...)
}

// Each visits all nodes, each before its parts.
func Each(nodes []*Node, visit func(*Node)) {
	for _, n := range nodes {
		visit(n)
		Each(n.Kids, visit)
	}
}

// Texts returns the texts of the nodes and their parts that are not empty.
func Texts(nodes []*Node) (list []string) {
	Each(nodes, func(n *Node) {
		if _, ok := n.Shape.(*value.String); ok && len(n.Own) > 1 {
			list = append(list, n.Text())
		}
	})
	return list
}

// Text returns the text of a node of shape String.
func (n *Node) Text() string {
	var b []byte
	for _, c := range n.Own[1:] {
		b = value.AppendCharacter(b, rune(c))
	}
	return string(b)
}

// A reader parses a stream. torn says that the stream does not fit.
type reader struct {
	in    []int64
	calls Calls
	torn  bool
	// references are those to objects so far.
	references []*Node
}

func (r *reader) all(shapes []value.Shape) []*Node {
	var nodes []*Node
	for _, s := range shapes {
		nodes = append(nodes, r.node(s))
	}
	return nodes
}

func (r *reader) node(s value.Shape) *Node {
	n := &Node{Shape: s}
	if !r.torn {
		kindOf(s).read(r, n)
	}
	return n
}

// next returns the next number of the stream.
func (r *reader) next() int64 {
	if r.torn = r.torn || len(r.in) == 0; r.torn {
		return 0
	}
	v := r.in[0]
	r.in = r.in[1:]
	return v
}

// take appends the next number of the stream to a node, and returns it.
func (r *reader) take(n *Node) int64 {
	v := r.next()
	if !r.torn {
		n.Own = append(n.Own, v)
	}
	return v
}

// parts appends parts of the shapes to a node, count times.
func (r *reader) parts(n *Node, count int64, shapes ...value.Shape) {
	for ; count > 0 && !r.torn; count-- {
		n.Kids = append(n.Kids, r.all(shapes)...)
	}
}

// AppendKey appends a key that identifies a stream.
func AppendKey(key []byte, stream []int64) []byte {
	for _, v := range stream {
		for ; v > 0x7f || v < 0; v = int64(uint64(v) >> 7) {
			key = append(key, byte(v)|0x80)
		}
		key = append(key, byte(v))
	}
	return key
}

// Ascending reports whether the keys of all maps are in strictly ascending order of their streams,
// as they must be.
func Ascending(nodes []*Node) bool {
	ok := true
	Each(nodes, func(n *Node) {
		if _, isMap := n.Shape.(*value.Map); isMap {
			for i := 2; i+1 < len(n.Kids); i += 2 {
				ok = ok && slices.Compare(n.Kids[i-2].Append(nil), n.Kids[i].Append(nil)) < 0
			}
		}
	})
	return ok
}
