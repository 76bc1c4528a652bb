package hand

import (
	"math"

	"github.com/rtest-dev/rtest/bench/opaque"
)

// A Filter enumerates all values of a type up to a depth and calls the function with those that
// satisfy a precondition. This is the usual approach when no way to construct such values is known. It
// stops when goOn, called with the number of values tried, returns false.
type Filter struct {
	// Of returns the number of all values. Try enumerates them and returns how many satisfy the
	// precondition.
	Of  func(depth int) float64
	Try func(depth int, goOn func(tried int) bool) (valid int)
}

// Filters are those of the functions whose preconditions do not lift.
var Filters = map[string]Filter{
	"opaque.Nodes":       {allTrees, filterTrees},
	"opaque.Topological": {allGraphs, filterGraphs},
	"opaque.Depth":       {allTexts, filterTexts},
}

func allTrees(n int) float64 {
	all := 1.0
	for range n {
		all = 1 + float64(2*n+1)*all*all
	}
	return all
}

func filterTrees(n int, goOn func(int) bool) (valid int) {
	tried := 0
	trees(n, n, func(t *opaque.Tree) bool {
		tried++
		if opaque.Distinct(t) {
			valid++
			if opaque.Nodes(t) < 0 {
				panic("fails")
			}
		}
		return goOn(tried)
	})
	return valid
}

// trees gives all trees that are at most high, with the keys -n..n.
func trees(high, n int, yield func(*opaque.Tree) bool) bool {
	if !yield(nil) {
		return false
	}
	if high == 0 {
		return true
	}
	for key := -n; key <= n; key++ {
		t := &opaque.Tree{Key: key}
		if !trees(high-1, n, func(l *opaque.Tree) bool {
			t.Left = l
			return trees(high-1, n, func(r *opaque.Tree) bool {
				t.Right = r
				return yield(t)
			})
		}) {
			return false
		}
	}
	return true
}

func allGraphs(n int) float64 {
	list := 0.0
	for length := range n {
		list += math.Pow(float64(2*n+1), float64(length))
	}
	all := 0.0
	for nodes := range n + 1 {
		all += math.Pow(list, float64(nodes))
	}
	return all
}

func filterGraphs(n int, goOn func(int) bool) (valid int) {
	tried := 0
	var room [][]int
	for range n {
		room = append(room, make([]int, n))
	}
	g := make([][]int, n)
	var fill func(nodes, at int) bool
	fill = func(nodes, at int) bool {
		if at == nodes {
			tried++
			if in := g[:nodes]; opaque.Acyclic(in) {
				valid++
				if len(opaque.Topological(in)) != nodes {
					panic("fails")
				}
			}
			return goOn(tried)
		}
		for length := range n {
			g[at] = room[at][:length]
			if !numbers(g[at], 0, n, func() bool { return fill(nodes, at+1) }) {
				return false
			}
		}
		return true
	}
	for nodes := range n + 1 {
		if !fill(nodes, 0) {
			break
		}
	}
	return valid
}

// numbers puts all combinations of -n..n into list, from at on.
func numbers(list []int, at, n int, yield func() bool) bool {
	if at == len(list) {
		return yield()
	}
	for x := -n; x <= n; x++ {
		if list[at] = x; !numbers(list, at+1, n, yield) {
			return false
		}
	}
	return true
}

const texts = "1+()"

func allTexts(n int) float64 {
	all := 0.0
	for length := range n + 1 {
		all += math.Pow(float64(len(texts)), float64(length))
	}
	return all
}

func filterTexts(n int, goOn func(int) bool) (valid int) {
	tried := 0
	room := make([]byte, n)
	var fill func(length, at int) bool
	fill = func(length, at int) bool {
		if at == length {
			tried++
			if s := string(room[:length]); opaque.Parses(s) {
				valid++
				if d := opaque.Depth(s); d < 0 || 2*d >= len(s) {
					panic("fails")
				}
			}
			return goOn(tried)
		}
		for i := range len(texts) {
			if room[at] = texts[i]; !fill(length, at+1) {
				return false
			}
		}
		return true
	}
	for length := range n + 1 {
		if !fill(length, 0) {
			break
		}
	}
	return valid
}
