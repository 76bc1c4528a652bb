package automaton

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// MostCrowded bounds the size of the solutions from above. If the realized ones among some
// variables all differ, like the keys of a search tree, there are no more of them than values. It
// returns math.MaxInt32 if nothing is known.
//
// Propagation sees this only once all of a shape is decided. So a search through trees with more
// nodes than keys would try them all. Divide must have been called.
func (p *Plan) MostCrowded() int32 {
	c := newCrowdFinder(p)
	most := int32(math.MaxInt32)
	for at := int32(0); at <= p.top; at++ {
		place := (at + p.top) % (p.top + 1) // the input as a whole first
		if place < p.top && len(p.form.Vars[place].Choice) == 0 {
			continue
		}
		crowd := c.below(place, func(x int32) bool { return len(c.greater[x])+len(c.lesser[x]) > 0 && !c.inCrowd[x] })
		if c.stepsLeft < 0 {
			break
		}
		for _, x := range crowd {
			c.inCrowd[x] = true
		}
		if room := p.room(crowd); room < len(crowd) {
			most = min(most, c.mostWith(crowd, room))
		}
	}
	return most
}

// crowdFinder finds variables that all differ if they are realized.
type crowdFinder struct {
	*Plan
	// By variable: the variables that are greater, and those that are less, whenever both are
	// realized, according to the clauses.
	greater, lesser [][]int32
	inCrowd         []bool // by variable: it is already in a crowd
	stepsLeft       int
}

// crowdWork is how many steps it may take to find crowds and the sizes they allow.
const crowdWork = 1 << 24

func newCrowdFinder(p *Plan) *crowdFinder {
	n := len(p.form.Vars)
	c := &crowdFinder{Plan: p, greater: make([][]int32, n), lesser: make([][]int32, n), inCrowd: make([]bool, n), stepsLeft: crowdWork}
	for _, clause := range p.clauses {
		c.noteOrder(clause)
	}
	return c
}

// noteOrder records the order of two variables from a clause, if the clause says nothing else
// whenever both are realized.
func (c *crowdFinder) noteOrder(clause []int32) {
	a, b, at := int32(-1), int32(-1), -1
	for i, n := range clause {
		if x, y, ok := c.less(n); ok {
			a, b, at = x, y, i
			break
		}
	}
	if at < 0 || a == b {
		return
	}
	for i, n := range clause {
		if i != at && !c.excluded(n, a) && !c.excluded(n, b) {
			return
		}
	}
	c.greater[a], c.lesser[b] = append(c.greater[a], b), append(c.lesser[b], a)
}

// less returns the data variables a and b if node n says a < b.
func (c *crowdFinder) less(n int32) (a, b int32, ok bool) {
	node := &c.form.Nodes[n]
	op := form.Lt
	if node.Op == form.Not {
		node, op = &c.form.Nodes[node.Args[0]], form.Le
	}
	if node.Op != op {
		return 0, 0, false
	}
	if a, ok = c.datum(node.Args[0]); !ok {
		return 0, 0, false
	}
	if b, ok = c.datum(node.Args[1]); !ok {
		return 0, 0, false
	}
	if op == form.Le {
		a, b = b, a
	}
	return a, b, true
}

// datum reports whether a node is the value of a data variable.
func (c *crowdFinder) datum(n int32) (x int32, ok bool) {
	node := &c.form.Nodes[n]
	return int32(node.Val), node.Op == form.Ref && len(c.form.Vars[node.Val].Choice) == 0
}

// implied reports whether variable y is realized whenever x is.
func (c *crowdFinder) implied(x, y int32) bool {
	v := &c.form.Vars[y]
	for v.Parent >= 0 && x != y {
		w := &c.form.Vars[x]
		if w.Parent == v.Parent {
			return !v.Kind.Less(w.When.Lo, v.When.Lo) && !v.Kind.Less(v.When.Hi, w.When.Hi)
		}
		if w.Parent < v.Parent {
			return false
		}
		x = w.Parent
	}
	return true
}

// allOnSide returns the variables below a place that are on one side of x. They are reached by
// edges from x, or from a variable on that side that is realized whenever x and the new variable
// are. Only variables that imply x count, so they differ from those on the other side.
func (c *crowdFinder) allOnSide(x, place int32, edges [][]int32) map[int32]bool {
	set := map[int32]bool{}
	for list := []int32{x}; len(list) > 0; {
		y := list[len(list)-1]
		list = list[:len(list)-1]
		for _, z := range edges[y] {
			c.stepsLeft--
			inside := place == c.top || place < z && z < c.end[place]
			if inside && z != x && !set[z] && c.implied(z, x) && (y == x || c.implied(z, y) || c.implied(x, y)) {
				set[z] = true
				list = append(list, z)
			}
		}
	}
	return set
}

// below returns variables below a place, at any depth, that all differ if they are realized. Only
// variables accepted by of are considered.
func (c *crowdFinder) below(place int32, of func(x int32) bool) []int32 {
	var crowd []int32
	for _, x := range c.data[place] {
		if c.stepsLeft--; of(x) {
			crowd = c.around(place, x, of)
			break
		}
	}
	if crowd != nil || c.stepsLeft < 0 {
		return crowd
	}
	// Nothing is known about the order of variables below different places here.
	for _, k := range c.kids[place] {
		if place == c.top {
			break
		}
		if some := c.below(k, of); len(some) > len(crowd) {
			crowd = some
		}
	}
	return crowd
}

// around returns such variables: x and those on both sides of it.
func (c *crowdFinder) around(place, x int32, of func(x int32) bool) []int32 {
	crowd := []int32{x}
	var sides [2]map[int32]bool
	for i, edges := range [2][][]int32{c.lesser, c.greater} {
		sides[i] = c.allOnSide(x, place, edges)
		in := func(y int32) bool { return sides[i][y] && of(y) }
		// Another variable of the place divides the side again.
		var best []int32
		for _, y := range c.data[place] {
			if in(y) {
				best = c.around(place, y, in)
				break
			}
		}
		for _, k := range c.kids[place] {
			if best != nil {
				break
			}
			if some := c.below(k, in); len(some) > len(best) {
				best = some
			}
		}
		crowd = append(crowd, best...)
	}
	return crowd
}

// room returns how many values the variables have together, at most their number.
func (p *Plan) room(crowd []int32) int {
	var spans []form.Span
	kind := form.Bool
	for _, x := range crowd {
		kind = p.form.Vars[x].Kind
		spans = append(spans, p.form.Vars[x].Dom...)
	}
	slices.SortFunc(spans, func(a, b form.Span) int {
		switch {
		case kind.Less(a.Lo, b.Lo):
			return -1
		case kind.Less(b.Lo, a.Lo):
			return 1
		}
		return 0
	})
	n := uint64(0)
	for i := 0; i < len(spans); {
		s := spans[i]
		for i++; i < len(spans) && !kind.Less(s.Hi, spans[i].Lo); i++ {
			if kind.Less(s.Hi, spans[i].Hi) {
				s.Hi = spans[i].Hi
			}
		}
		if w := uint64(s.Hi) - uint64(s.Lo); w >= uint64(len(crowd)) {
			return len(crowd)
		} else {
			n += w + 1
		}
	}
	return int(min(n, uint64(len(crowd))))
}

// mostWith returns the greatest size with at most room of the variables realized. It works upward
// from the lowest places, by number of realized variables.
func (c *crowdFinder) mostWith(crowd []int32, room int) int32 {
	in := make([]bool, len(c.form.Vars))
	for _, x := range crowd {
		in[x] = true
	}
	by := make([][]int32, c.top+1) // by place and number of variables: the greatest size, -1 for none
	for at := c.top - 1; at >= 0; at-- {
		if len(c.form.Vars[at].Choice) == 0 {
			continue
		}
		best := []int32{-1}
		for _, alt := range c.form.Vars[at].Choice {
			if alt.Level <= c.form.Level {
				best = greatest(best, c.sum(at, alt, in, by, room))
			}
		}
		by[at] = best
		if c.stepsLeft < 0 {
			return math.MaxInt32
		}
	}
	most := int32(-1)
	for _, n := range c.sum(c.top, form.Alt{}, in, by, room) {
		most = max(most, n)
	}
	return most
}

// sum returns the greatest sizes of a place under one alternative, by number of variables.
func (c *crowdFinder) sum(at int32, alt form.Alt, in []bool, by [][]int32, room int) []int32 {
	realized := func(x int32) bool {
		v := &c.form.Vars[x]
		return at == c.top || !v.Kind.Less(alt.Value, v.When.Lo) && !v.Kind.Less(v.When.Hi, alt.Value)
	}
	own := 0
	for _, x := range c.data[at] {
		if in[x] && realized(x) {
			own++
		}
	}
	if own > room {
		return nil
	}
	sizes := make([]int32, own+1)
	for i := range own {
		sizes[i] = -1
	}
	sizes[own] = alt.Size
	for _, k := range c.kids[at] {
		if !realized(k) {
			continue
		}
		sum := make([]int32, min(len(sizes)+len(by[k])-1, room+1))
		for i := range sum {
			sum[i] = -1
		}
		for i, a := range sizes {
			for j := 0; j < len(by[k]) && i+j < len(sum) && a >= 0; j++ {
				if b := by[k][j]; b >= 0 {
					sum[i+j] = max(sum[i+j], a+b)
				}
			}
			c.stepsLeft -= len(by[k])
		}
		sizes = sum
	}
	return sizes
}

// greatest returns the maximum of a and b at each index.
func greatest(a, b []int32) []int32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	for i, n := range b {
		a[i] = max(a[i], n)
	}
	return a
}
