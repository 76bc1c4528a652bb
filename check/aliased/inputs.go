package aliased

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

// A Target is the second target of a function, whose inputs may share memory that the function writes
// to. Shapes is nil if there is none.
type Target struct {
	Index  int
	Shapes []value.Shape
}

// An input has two parameters that share memory. apart has the same values without sharing. Both are
// streams of the second target. variety is how many different parts the shared memory has.
type input struct {
	stream, apart []int64
	variety       int
}

// A pair are two inputs of a function, by index. with is the earlier one.
type pair struct{ with, input int }

// pairs returns the inputs that may share memory, and whose parts have the same streams.
func (t *Target) pairs() (list []pair) {
	for i, s := range t.Shapes {
		s, ok := s.(*value.Aliased)
		if !ok {
			continue
		}
		for _, with := range s.With {
			if decode.Alike(value.OwnShape(t.Shapes[with]), s.Own.Shape) {
				list = append(list, pair{with, i})
			}
		}
	}
	return list
}

// inputs makes inputs in which a pair shares memory from inputs without sharing, each once. It alternates
// between the ways of sharing and the lengths, so that the first most inputs have all ways if there is room.
// Smaller inputs of each way come first.
func (t *Target) inputs(p pair, apart [][]*decode.Node, most int) []input {
	apart = slices.Clone(apart)
	slices.SortStableFunc(apart, func(x, y []*decode.Node) int {
		return cmp.Compare(magnitude(decode.Write(x)), magnitude(decode.Write(y)))
	})
	seen := map[string]bool{}
	var ways [][]input
	index := map[string]int{}
	for _, nodes := range apart {
		for _, relation := range t.relations(p, nodes) {
			in := t.input(p, nodes, relation)
			key := string(decode.AppendKey(nil, in.stream))
			if seen[key] {
				continue
			}
			seen[key] = true
			way := fmt.Sprint(relation, decode.Length(nodes[p.with]), decode.Length(nodes[p.input]))
			at, ok := index[way]
			if !ok {
				at = len(ways)
				index[way], ways = at, append(ways, nil)
			}
			ways[at] = append(ways[at], in)
		}
	}
	return inTurn(ways, most)
}

// perWay is how many inputs of each way are among the first.
const perWay = 4

// inTurn returns most chosen inputs of the first ways, of each way in turn, and then the others.
func inTurn(ways [][]input, most int) (list []input) {
	var rest []input
	turns := make([][]input, min(len(ways), max(1, most/perWay)))
	for w, way := range ways {
		n := 0
		if w < len(turns) {
			n = max(1, most/len(turns))
		}
		chosen, others := choose(way, n, w)
		if rest = append(rest, others...); n > 0 {
			turns[w] = chosen
		}
	}
	for k := range most {
		for _, way := range turns {
			if k < len(way) {
				list = append(list, way[k])
			}
		}
	}
	return append(list, rest...)
}

// choose chooses n inputs of a list. One half has the most different values, because what overwrites
// an equal value does nothing. Each way begins elsewhere, so that ways that hardly differ do not have
// the same values.
func choose(list []input, n, begin int) (chosen, others []input) {
	most := 0
	for _, in := range list {
		most = max(most, in.variety)
	}
	var all, varied []int
	for i, in := range list {
		if all = append(all, i); in.variety == most {
			varied = append(varied, i)
		}
	}
	taken := make([]bool, len(list))
	for k := range n {
		from := varied
		if k%2 == 1 {
			from = all
		}
		if i := from[(k*len(from)/n+begin)%len(from)]; !taken[i] {
			taken[i], chosen = true, append(chosen, list[i])
		}
	}
	for i, in := range list {
		if !taken[i] {
			others = append(others, in)
		}
	}
	return chosen, others
}

// relations returns the numbers of the relations that the values of a pair may have.
func (t *Target) relations(p pair, nodes []*decode.Node) (list []int64) {
	s := t.Shapes[p.input].(*value.Aliased)
	x, y := nodes[p.with], nodes[p.input]
	if !s.Windows() {
		if _, isPointer := x.Shape.(*value.Pointer); x.Own[0] < 0 || isPointer && x.Own[0] == 0 {
			return nil
		}
		return []int64{s.Number(value.Relation{With: slices.Index(s.With, p.with)})}
	}
	n, m := decode.Length(x), decode.Length(y)
	for offset := -m; offset <= n; offset++ {
		from, begin := max(0, -offset), max(0, offset)
		to, end := from+n, begin+m
		if first := max(from, begin); first <= min(to, end) && first < max(to, end) {
			list = append(list, s.Number(value.Relation{With: slices.Index(s.With, p.with), Offset: offset}))
		}
	}
	return list
}

// input makes an input of the second target. Where the pair shares memory, both have the values of the
// earlier one.
func (t *Target) input(p pair, nodes []*decode.Node, relation int64) input {
	nodes = slices.Clone(nodes)
	r, _ := t.Shapes[p.input].(*value.Aliased).Relation(relation)
	nodes[p.input] = sameValues(nodes[p.with], nodes[p.input], r.Offset)
	var own *decode.Node
	for i, s := range t.Shapes {
		if s, ok := s.(*value.Aliased); ok {
			n := &decode.Node{Shape: s, Own: []int64{0}, Kids: []*decode.Node{nodes[i]}}
			if nodes[i] = n; i == p.input {
				own = n
			}
		}
	}
	apart := decode.Write(nodes)
	own.Own = []int64{relation}
	return input{decode.Write(nodes), apart, variety(nodes[p.with], nodes[p.input], r.Offset)}
}

// variety returns how many different elements the array of two slices has, or parts another value.
func variety(x, y *decode.Node, offset int) int {
	array, _, _ := decode.Union(x, y, offset)
	if array == nil {
		array = x
	}
	seen := map[string]bool{}
	for _, v := range array.Own[min(1, len(array.Own)):] {
		seen[string(decode.AppendKey(nil, []int64{v}))] = true
	}
	for _, k := range array.Kids {
		seen[string(decode.AppendKey(nil, decode.Write([]*decode.Node{k})))] = true
	}
	return len(seen)
}

// sameValues returns y with the values of x in the shared elements, if y begins offset elements after x.
func sameValues(x, y *decode.Node, offset int) *decode.Node {
	out := *y
	array, _, begin := decode.Union(x, y, offset)
	n := decode.Length(y)
	switch {
	case array == nil:
		out.Own, out.Kids = x.Own, x.Kids
	case len(array.Kids) > 0:
		out.Kids = array.Kids[begin : begin+n]
	default:
		out.Own = slices.Concat(y.Own[:1], array.Own[1+begin:1+begin+n])
	}
	return &out
}

// bySize returns the inputs from the smallest to the greatest: with few parts, then with small
// values, of which positive ones come first.
func bySize(list []input) []input {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(x, y input) int {
		return cmp.Or(cmp.Compare(len(x.stream), len(y.stream)), cmp.Compare(magnitude(x.stream), magnitude(y.stream)), slices.Compare(y.stream, x.stream))
	})
	return list
}

// magnitude returns the sum of the magnitudes of the numbers of a stream.
func magnitude(stream []int64) (n uint64) {
	for _, v := range stream {
		n += form.Magnitude(v)
	}
	return n
}
