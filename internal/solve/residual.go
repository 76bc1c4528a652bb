package solve

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// begin prepares for the current shape of w. It evaluates what depends on the shape alone and finds
// what is left to evaluate, and at which stage.
func (l *leaf) begin(w *walk) {
	f := w.form
	l.realized, l.vars, l.base = l.realized[:0], l.vars[:0], 0
	own := make([]int, len(f.Vars))
	for i := range f.Vars {
		fv := &f.Vars[i]
		switch {
		case !w.realized(i):
			w.vals[i] = fv.Default
			continue
		case w.chosen[i] >= 0:
			l.base = max(l.base, fv.Choice[w.chosen[i]].Level)
		default:
			l.base = max(l.base, fv.Level)
			l.vars = append(l.vars, i)
			own[i] = len(l.vars)
		}
		l.realized = append(l.realized, i)
	}
	l.currentRanks, l.nextRanks = make([]uint64, len(l.vars)), make([]uint64, len(l.vars))
	l.val, l.stage = make([]int64, len(f.Nodes)), make([]int, len(f.Nodes))
	for _, i := range w.live {
		n := &f.Nodes[i]
		if n.Op == form.Ref {
			l.stage[i] = own[n.Val]
		} else {
			l.stage[i] = l.stageOf(n)
		}
		if l.stage[i] == 0 {
			l.eval(w, i)
		}
	}
	r := residual{leaf: l, form: f, seen: make(map[conjunct]bool), need: make([]bool, len(f.Nodes))}
	l.dead = false
	l.conjuncts, l.nodes = make([][]conjunct, 1+len(l.vars)), make([][]int32, 1+len(l.vars))
	r.demand(conjunct{f.Root, 1})
	for _, i := range w.live {
		if r.need[i] {
			l.nodes[l.stage[i]] = append(l.nodes[l.stage[i]], i)
		}
	}
}

// stageOf returns the stage of a node, given those of its arguments. One argument that the shape
// decides may decide the node. Such a node is still computed from all arguments; those that do not
// matter count as 0.
func (l *leaf) stageOf(n *form.Node) int {
	args := n.Args
	if n.Op == form.Ite && l.stage[args[0]] == 0 {
		return l.stage[l.branch(n)]
	}
	most := 0
	for _, arg := range args {
		most = max(most, l.stage[arg])
		decides := n.Op == form.And && l.val[arg] == 0 || n.Op == form.Or && l.val[arg] != 0
		if decides && l.stage[arg] == 0 {
			return 0
		}
	}
	return most
}

// branch returns the branch of an Ite whose condition the shape decides.
func (l *leaf) branch(n *form.Node) int32 {
	if l.val[n.Args[0]] != 0 {
		return n.Args[1]
	}
	return n.Args[2]
}

// reachableNodes returns the nodes on which the root of a form depends.
func reachableNodes(f *form.Form) []int32 {
	in := make([]bool, len(f.Nodes))
	in[f.Root] = true
	for i := len(f.Nodes) - 1; i >= 0; i-- {
		if in[i] {
			for _, arg := range f.Nodes[i].Args {
				in[arg] = true
			}
		}
	}
	var live []int32
	for i := range in {
		if in[i] {
			live = append(live, int32(i))
		}
	}
	return live
}

// A residual divides what the form requires, given a shape, into conjuncts. The smaller these are,
// the earlier one of them refutes a value.
type residual struct {
	*leaf
	form *form.Form
	seen map[conjunct]bool
	need []bool
}

// demand records that a node of kind Bool must have a value, divided into the smallest conjuncts.
func (r *residual) demand(c conjunct) {
	if r.seen[c] {
		return
	}
	r.seen[c] = true
	if r.stage[c.node] == 0 {
		r.dead = r.dead || r.val[c.node] != c.want
		return
	}
	n := &r.form.Nodes[c.node]
	switch {
	case n.Op == form.Not:
		r.demand(conjunct{n.Args[0], c.want ^ 1})
		return
	case n.Op == form.Ite && r.stage[n.Args[0]] == 0:
		r.demand(conjunct{r.branch(n), c.want})
		return
	case n.Op == form.And && c.want == 1, n.Op == form.Or && c.want == 0:
		for _, arg := range n.Args {
			r.demand(conjunct{arg, c.want})
		}
		return
	case n.Op == form.And || n.Op == form.Or:
		if only, ok := r.only(n); ok {
			r.demand(conjunct{only, c.want})
			return
		}
	}
	r.conjuncts[r.stage[c.node]] = append(r.conjuncts[r.stage[c.node]], c)
	r.compute(c.node)
}

// only returns the one argument of an And or Or that the shape leaves open, if there is just one.
// The other arguments must not decide the node.
func (r *residual) only(n *form.Node) (int32, bool) {
	var only int32
	open := 0
	for _, arg := range n.Args {
		if r.stage[arg] > 0 {
			only = arg
			open++
		}
	}
	return only, open == 1
}

// compute records that a node must be computed, with everything its value depends on.
func (r *residual) compute(i int32) {
	if r.stage[i] == 0 || r.need[i] {
		return
	}
	r.need[i] = true
	n := &r.form.Nodes[i]
	if n.Op == form.Ite && r.stage[n.Args[0]] == 0 {
		r.compute(r.branch(n))
		return
	}
	for _, arg := range n.Args {
		r.compute(arg)
	}
}
