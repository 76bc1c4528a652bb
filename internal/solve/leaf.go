package solve

import (
	"fmt"
	"math"

	"github.com/rtest-dev/rtest/internal/search"
)

// A leaf tries the values of the last data variables of a shape by evaluating
// the form, depth first, and gives up on a value as soon as a conjunct of the
// root is false: an evaluation costs about a thousandth of a check. With no
// such variables it is the proof that what Z3 found is a solution.
//
// Nodes and conjuncts have a stage: 0 when the shape decides them, 1 when the
// data variables before the leaf's do, 2+j when variable j of the leaf does.
type leaf struct {
	vars []int
	// values are those of each variable, in order.
	values [][]int64
	// nodes are those of each stage, conjuncts those that must be true then.
	nodes, conjuncts [][]int32
	// sure says that Z3 has a model of the shape, dead that a conjunct of stage
	// 0 is false.
	sure, dead bool
	// val are the values of the form's nodes.
	val []int64
}

// cone lists the nodes on which the root of a form depends.
func cone(f *search.Form) []int32 {
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

// conjuncts lists the nodes whose conjunction is the root.
func conjuncts(f *search.Form) []int32 {
	var out []int32
	seen := make([]bool, len(f.Nodes))
	var walk func(i int32)
	walk = func(i int32) {
		if seen[i] {
			return
		}
		seen[i] = true
		if f.Nodes[i].Op != search.And {
			out = append(out, i)
			return
		}
		for _, arg := range f.Nodes[i].Args {
			walk(arg)
		}
	}
	walk(f.Root)
	return out
}

// begin prepares for the shape that w has chosen, and evaluates what depends
// on the shape alone.
func (l *leaf) begin(w *walk, vars []int, sure bool) {
	l.vars, l.values, l.sure = vars, l.values[:0], sure
	own := make([]int, len(w.form.Vars))
	for i := range w.form.Vars {
		if len(w.form.Vars[i].Choice) > 0 {
			continue
		}
		if own[i] = 1; !w.realized(i) {
			own[i] = 0
			w.vals[i] = w.form.Vars[i].Default
		}
	}
	for j, i := range vars {
		own[i] = 2 + j
		l.values = append(l.values, w.enc.vars[i].dom.values())
	}
	stage := make([]int, len(w.form.Nodes))
	l.val = make([]int64, len(w.form.Nodes))
	l.nodes = make([][]int32, 2+len(vars))
	for _, i := range w.live {
		n := &w.form.Nodes[i]
		if n.Op == search.Ref {
			stage[i] = own[n.Val]
		} else {
			stage[i] = l.stage(n, stage)
		}
		if stage[i] == 0 {
			l.eval(w, i)
		}
		l.nodes[stage[i]] = append(l.nodes[stage[i]], i)
	}
	l.dead = false
	l.conjuncts = make([][]int32, 2+len(vars))
	for _, i := range w.conjuncts {
		l.conjuncts[stage[i]] = append(l.conjuncts[stage[i]], i)
		l.dead = l.dead || stage[i] == 0 && l.val[i] == 0
	}
}

// stage is when a node's value is known, from the stages of its arguments: an
// argument that the shape decides may decide the node. Such a node still gets
// its value from all arguments; those that do not matter count as 0.
func (l *leaf) stage(n *search.Node, stage []int) int {
	args := n.Args
	if n.Op == search.Ite && stage[args[0]] == 0 {
		if l.val[args[0]] != 0 {
			return stage[args[1]]
		}
		return stage[args[2]]
	}
	most := 0
	for _, arg := range args {
		most = max(most, stage[arg])
		if decides := n.Op == search.And && l.val[arg] == 0 || n.Op == search.Or && l.val[arg] != 0; decides && stage[arg] == 0 {
			return 0
		}
	}
	return most
}

// run yields the solutions among the values of the leaf's variables, all
// others being fixed. It is false when the walk is to end.
func (l *leaf) run(w *walk) bool {
	ok := !l.dead && l.reach(w, 1)
	if l.sure && len(l.vars) == 0 && !(ok && w.form.Admits(w.level())) {
		return w.fail(fmt.Errorf("Z3 and the evaluation of the form disagree on %v; please report this", w.stream()))
	}
	return !ok || l.try(w, 0)
}

// reach evaluates a stage and reports whether its conjuncts are true.
func (l *leaf) reach(w *walk, stage int) bool {
	for _, i := range l.nodes[stage] {
		l.eval(w, i)
	}
	w.stats.Evaluated++
	for _, i := range l.conjuncts[stage] {
		if l.val[i] == 0 {
			return false
		}
	}
	return true
}

func (l *leaf) try(w *walk, j int) bool {
	if j == len(l.vars) {
		return !w.form.Admits(w.level()) || w.yield(w.stream())
	}
	for _, v := range l.values[j] {
		w.vals[l.vars[j]] = v
		if l.reach(w, 2+j) && !l.try(w, j+1) {
			return false
		}
	}
	return true
}

// eval computes a node from its arguments.
func (l *leaf) eval(w *walk, i int32) {
	n := &w.form.Nodes[i]
	var x [3]int64
	switch n.Op {
	case search.Const:
		l.val[i] = n.Val
		return
	case search.Ref:
		l.val[i] = w.vals[n.Val]
		return
	case search.And, search.Or:
		v := l.val[n.Args[0]]
		for _, arg := range n.Args[1:] {
			v = search.EvalOp(n.Op, search.Bool, search.Bool, v, l.val[arg], 0)
		}
		l.val[i] = v
		return
	}
	for j, arg := range n.Args {
		x[j] = l.val[arg]
	}
	l.val[i] = search.EvalOp(n.Op, n.Kind, w.form.Nodes[n.Args[0]].Kind, x[0], x[1], x[2])
}

// level is the level of the assignment that is walked.
func (w *walk) level() int32 {
	var level int32
	for i := range w.form.Vars {
		fv := &w.form.Vars[i]
		switch {
		case w.chosen[i] >= 0:
			level = max(level, fv.Choice[w.chosen[i]].Level)
		case w.realized(i):
			level = max(level, fv.Level)
			if fv.ByMagnitude {
				level = max(level, magnitude(fv.Kind, w.vals[i]))
			}
		}
	}
	return level
}

// magnitude is |v|, at most the greatest int32.
func magnitude(k search.Kind, v int64) int32 {
	m := uint64(v)
	if k != search.Uint64 && v < 0 {
		m = -m
	}
	return int32(min(m, math.MaxInt32))
}

// stream is the assignment that is walked, as the values of the realized
// variables.
func (w *walk) stream() []int64 {
	var out []int64
	for i := range w.form.Vars {
		if w.realized(i) {
			out = append(out, w.vals[i])
		}
	}
	return out
}
