package solve

import (
	"fmt"
	"math"

	"github.com/rtest-dev/rtest/internal/search"
)

// A leaf tries all values of the last data variables of a shape by evaluating
// the form: an evaluation costs about a thousandth of a check. With no such
// variables it is the proof that what Z3 found is a solution.
type leaf struct {
	vars []int
	// values are those of each variable, in order.
	values [][]int64
	// early are the nodes that other data variables reach, late those that
	// the leaf's variables do.
	early, late []int32
	// nodes are the values of the form's nodes.
	nodes []int64
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

// begin prepares for the shape that w has chosen, and evaluates what depends
// on the shape alone.
func (l *leaf) begin(w *walk, vars []int) {
	l.vars, l.values = vars, l.values[:0]
	late := make([]bool, len(w.form.Vars))
	for i := range w.form.Vars {
		if len(w.form.Vars[i].Choice) == 0 && !w.realized(i) {
			w.vals[i] = w.form.Vars[i].Default
		}
	}
	for _, i := range vars {
		late[i] = true
		var values []int64
		dom := &w.enc.vars[i].dom
		for rank, ok := dom.next(0); ok; rank, ok = dom.next(rank + 1) {
			values = append(values, dom.value(rank))
			if rank == math.MaxUint64 {
				break
			}
		}
		l.values = append(l.values, values)
	}
	l.early, l.late = l.early[:0], l.late[:0]
	if l.nodes == nil {
		l.nodes = make([]int64, len(w.form.Nodes))
	}
	const shape, other, own = 0, 1, 2
	reach := make([]uint8, len(w.form.Nodes))
	for _, i := range w.live {
		n := &w.form.Nodes[i]
		for _, arg := range n.Args {
			reach[i] = max(reach[i], reach[arg])
		}
		if n.Op == search.Ref && late[n.Val] {
			reach[i] = own
		} else if n.Op == search.Ref && len(w.form.Vars[n.Val].Choice) == 0 {
			reach[i] = other
		}
		switch reach[i] {
		case shape:
			l.eval(w, i)
		case other:
			l.early = append(l.early, i)
		case own:
			l.late = append(l.late, i)
		}
	}
}

// run yields the solutions among the values of the leaf's variables, all
// others being fixed. It is false when the walk is to end.
func (l *leaf) run(w *walk) bool {
	for _, i := range l.early {
		l.eval(w, i)
	}
	return l.try(w, 0)
}

func (l *leaf) try(w *walk, j int) bool {
	if j < len(l.vars) {
		for _, v := range l.values[j] {
			w.vals[l.vars[j]] = v
			if !l.try(w, j+1) {
				return false
			}
		}
		return true
	}
	for _, i := range l.late {
		l.eval(w, i)
	}
	w.stats.Evaluated++
	if l.nodes[w.form.Root] == 0 || !w.form.Admits(w.level()) {
		if len(l.vars) == 0 {
			return w.fail(fmt.Errorf("Z3 and the evaluation of the form disagree on %v; please report this", w.stream()))
		}
		return true
	}
	return w.yield(w.stream())
}

// eval computes a node from its arguments.
func (l *leaf) eval(w *walk, i int32) {
	n := &w.form.Nodes[i]
	var x [3]int64
	switch n.Op {
	case search.Const:
		l.nodes[i] = n.Val
		return
	case search.Ref:
		l.nodes[i] = w.vals[n.Val]
		return
	case search.And, search.Or:
		v := l.nodes[n.Args[0]]
		for _, arg := range n.Args[1:] {
			v = search.EvalOp(n.Op, search.Bool, search.Bool, v, l.nodes[arg], 0)
		}
		l.nodes[i] = v
		return
	}
	for j, arg := range n.Args {
		x[j] = l.nodes[arg]
	}
	l.nodes[i] = search.EvalOp(n.Op, n.Kind, w.form.Nodes[n.Args[0]].Kind, x[0], x[1], x[2])
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
