package automaton

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A Plan says which nodes of a form are evaluated at which place, so that each place needs few
// values from the places below it.
type Plan struct {
	form *form.Form
	top  int32 // the place of the input as a whole
	// nots maps a condition to the node that is its negation.
	nots map[int32]int32
	// By choice variable: the first variable after those below it, its depth, and the choice
	// variables and the data variables directly below it.
	end, depth []int32
	kids, data [][]int32
	// By node: the range of the variables it depends on; the lowest place that is above all of
	// them, -1 if there are none; and its value in that case.
	lo, hi, owner []int32
	value         []int64
	// By place: what must hold there, as lists of nodes of which one holds; the nodes computed
	// there; and the nodes computed there or below that are needed further up.
	must    [][][]int32
	own     [][]int32
	exports [][]int32
	// By node: whether it is never known, such as a comparison of variables with many values;
	// whether it is computed; and the highest place that has its value.
	opaque      []bool
	computed    []bool
	known       []int32
	clauses     [][]int32
	clausesLeft int // how many more clauses there may be
	nodesLeft   int // how many more nodes may be visited to make them
	// sparing says that only nodes which make few clauses are divided. clauseCounts caches the
	// number of clauses a node makes.
	sparing      bool
	clauseCounts map[int32]int
}

// NewPlan makes a plan without clauses; Divide adds them.
func NewPlan(f *form.Form) *Plan {
	f, nots := withNots(f)
	nv, nn := len(f.Vars), len(f.Nodes)
	p := &Plan{
		form: f, nots: nots, top: int32(nv), end: make([]int32, nv+1), depth: make([]int32, nv+1),
		kids: make([][]int32, nv+1), data: make([][]int32, nv+1),
		lo: make([]int32, nn), hi: make([]int32, nn), owner: make([]int32, nn), value: make([]int64, nn),
		must: make([][][]int32, nv+1), own: make([][]int32, nv+1), exports: make([][]int32, nv+1),
		opaque: make([]bool, nn), computed: make([]bool, nn), known: make([]int32, nn),
	}
	p.end[p.top] = p.top
	for i := range f.Vars {
		up := p.up(int32(i))
		if len(f.Vars[i].Choice) == 0 {
			p.data[up] = append(p.data[up], int32(i))
			continue
		}
		p.kids[up] = append(p.kids[up], int32(i))
		p.depth[i] = 1
		if up != p.top {
			p.depth[i] = p.depth[up] + 1
		}
	}
	for i := nv - 1; i >= 0; i-- {
		p.end[i] = max(p.end[i], int32(i)+1)
		if up := p.up(int32(i)); up != p.top {
			p.end[up] = max(p.end[up], p.end[i])
		}
	}
	p.ranges()
	return p
}

// up returns the place above a variable; -1 above the input as a whole.
func (p *Plan) up(v int32) int32 {
	switch {
	case v == p.top:
		return -1
	case p.form.Vars[v].Parent < 0:
		return p.top
	}
	return p.form.Vars[v].Parent
}

// ranges computes what each node depends on.
func (p *Plan) ranges() {
	for i := range p.form.Nodes {
		n := &p.form.Nodes[i]
		lo, hi := p.top, int32(-1)
		if n.Op == form.Ref {
			lo, hi = int32(n.Val), int32(n.Val)
		}
		for _, a := range n.Args {
			lo, hi = min(lo, p.lo[a]), max(hi, p.hi[a])
		}
		p.lo[i], p.hi[i], p.owner[i] = lo, hi, -1
		p.opaque[i] = p.neverKnown(n)
		if hi < 0 {
			p.value[i] = p.form.Value(n, nil, p.value)
			continue
		}
		at := lo
		if len(p.form.Vars[at].Choice) == 0 {
			at = p.up(at)
		}
		for at != p.top && hi >= p.end[at] {
			at = p.up(at)
		}
		p.owner[i] = at
	}
}

// neverKnown reports whether the value of a node is never known.
func (p *Plan) neverKnown(n *form.Node) bool {
	arg := func(i int) bool { return p.opaque[n.Args[i]] }
	switch n.Op {
	case form.Const, form.And, form.Or:
		return false
	case form.Ref:
		v := &p.form.Vars[n.Val]
		return len(v.Choice) == 0 && valuesOf(v, p.form.Level) == nil
	case form.Ite:
		return arg(1) && arg(2)
	}
	return arg(0) || len(n.Args) > 1 && arg(1)
}

// withNots returns the form with the negations of the conditions of boolean Ite nodes, and these
// negations by condition.
func withNots(f *form.Form) (*form.Form, map[int32]int32) {
	g, nots := *f, map[int32]int32{}
	g.Nodes = slices.Clone(f.Nodes)
	for i := range f.Nodes {
		n := &f.Nodes[i]
		if n.Op != form.Ite || n.Kind != form.Bool {
			continue
		}
		if c := n.Args[0]; f.Nodes[c].Op == form.Not {
			nots[c] = f.Nodes[c].Args[0]
		} else if _, ok := nots[c]; !ok {
			nots[c] = int32(len(g.Nodes))
			g.Nodes = append(g.Nodes, form.Node{Op: form.Not, Kind: form.Bool, Args: []int32{c}})
		}
	}
	return &g, nots
}

// dropImplied removes clauses that contain all nodes of another one, and so follow from it. What a
// function requires on one path to a part it mostly requires on all.
func (p *Plan) dropImplied() {
	slices.SortStableFunc(p.clauses, func(a, b []int32) int { return len(a) - len(b) })
	kept := p.clauses[:0]
	by := map[int32][]int32{} // indices into kept, by last node
	for _, c := range p.clauses {
		stronger := func(k int32) bool { return subset(kept[k], c) }
		if slices.ContainsFunc(c, func(n int32) bool { return slices.ContainsFunc(by[n], stronger) }) {
			continue
		}
		if len(c) > 0 {
			last := c[len(c)-1]
			by[last] = append(by[last], int32(len(kept)))
		}
		kept = append(kept, c)
	}
	p.clauses = kept
}

// assignClause assigns a clause to the deepest place where it can be evaluated. Nodes that are false
// whenever this place is realized are left out.
func (p *Plan) assignClause(clause []int32) {
	if slices.ContainsFunc(clause, func(n int32) bool { return p.opaque[n] }) {
		return
	}
	at := p.top
	for _, n := range clause {
		if o := p.owner[n]; o >= 0 && p.depth[o] > p.depth[at] {
			at = o
		}
	}
	for {
		rest, up := []int32{}, at
		for _, n := range clause {
			if !p.excluded(n, at) {
				rest, up = append(rest, n), p.common(up, p.owner[n])
			}
		}
		if up == at {
			p.must[at] = append(p.must[at], rest)
			return
		}
		at = up
	}
}

// common returns the deepest place that is above both or equal to one of them.
func (p *Plan) common(a, b int32) int32 {
	for a != b {
		if p.depth[a] >= p.depth[b] {
			a = p.up(a)
		} else {
			b = p.up(b)
		}
	}
	return a
}

// excluded reports whether a node is false whenever the place is realized.
func (p *Plan) excluded(n, place int32) bool {
	v := p.lo[n]
	if v != p.hi[n] || v >= place || place >= p.end[v] || len(p.form.Vars[v].Choice) == 0 {
		return false
	}
	kid := place
	for p.up(kid) != v {
		kid = p.up(kid)
	}
	x, k := &p.form.Vars[v], &p.form.Vars[kid]
	for _, a := range x.Choice {
		if !x.Kind.Less(a.Value, k.When.Lo) && !x.Kind.Less(k.When.Hi, a.Value) {
			if val, ok := p.small(n, a.Value, excludedNodes); !ok || val != 0 {
				return false
			}
		}
	}
	return true
}

// excludedNodes is the greatest depth of a node that is evaluated.
const excludedNodes = 4

// small evaluates a node of one variable, which has the given value.
func (p *Plan) small(n int32, value int64, deep int) (int64, bool) {
	c := &p.form.Nodes[n]
	switch {
	case p.owner[n] < 0:
		return p.value[n], true
	case c.Op == form.Ref:
		return value, true
	case deep == 0 || len(c.Args) > 3:
		return 0, false
	}
	var x [3]int64
	for i, a := range c.Args {
		var ok bool
		if x[i], ok = p.small(a, value, deep-1); !ok {
			return 0, false
		}
	}
	if (c.Op == form.And || c.Op == form.Or) && len(c.Args) == 3 {
		return 0, false
	}
	return form.EvalOp(c.Op, c.Kind, p.form.Nodes[c.Args[0]].Kind, x[0], x[1], x[2]), true
}

// assignClauses assigns the clauses to places, and the nodes that they need.
func (p *Plan) assignClauses() {
	p.dropImplied()
	for _, c := range p.clauses {
		p.assignClause(c)
	}
	for at := range p.must {
		for _, clause := range p.must[at] {
			for _, n := range clause {
				p.needNode(n, int32(at))
			}
		}
	}
	for at := range p.own {
		slices.Sort(p.own[at])
		slices.Sort(p.exports[at])
	}
}

// needNode records that a node is needed at a place.
func (p *Plan) needNode(n, place int32) {
	at := p.owner[n]
	if at < 0 {
		return
	}
	if !p.computed[n] {
		p.computed[n], p.known[n] = true, at
		p.own[at] = append(p.own[at], n)
		for _, a := range p.form.Nodes[n].Args {
			p.needNode(a, at)
		}
	}
	for p.depth[p.known[n]] > p.depth[place] {
		p.exports[p.known[n]] = append(p.exports[p.known[n]], n)
		p.known[n] = p.up(p.known[n])
	}
}

// subset reports whether all of a are in b; both ascend.
func subset(a, b []int32) bool {
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); !ok {
			return false
		}
	}
	return true
}
