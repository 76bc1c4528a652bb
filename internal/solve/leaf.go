package solve

import (
	"math"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A leaf tries the values of the data variables of a shape by evaluating the form, depth first. It
// gives up on a value as soon as a conjunct is false. An evaluation costs about a thousandth of a
// check. It also verifies that what Z3 found is a solution.
//
// Each node has a stage: 0 if the shape decides it, 1+j if data variable j of the shape is the last
// that it depends on.
type leaf struct {
	// realized are the realized variables, vars the data variables among them.
	realized, vars []int
	// nodes are the nodes to compute at each stage, conjuncts what must hold after that.
	nodes     [][]int32
	conjuncts [][]conjunct
	// dead says that a conjunct of stage 0 does not hold.
	dead bool
	// val are the values of the form's nodes, stage their stages.
	val   []int64
	stage []int
	// base is the level of the shape without the magnitudes of its data.
	base int32
	// currentRanks are the ranks of the current values. Everything before nextRanks in the order of
	// solutions is done.
	currentRanks, nextRanks []uint64
	// fuel is how many evaluations are left before explore gives up. Each solution resets it to
	// refuel; found counts the solutions.
	fuel, refuel, found int
}

// A conjunct is a node of the form that must have the value want.
type conjunct struct {
	node int32
	want int64
}

// An outcome says how explore ended.
type outcome uint8

const (
	// finished: there are no further solutions.
	finished outcome = iota
	// spent: the fuel ran out; nextRanks says how far it went.
	spent
	// ended: the consumer wants no more.
	ended
)

// explore yields the solutions from nextRanks on in which data variable j has a rank from lo to hi.
// The data variables before j keep their current values.
func (l *leaf) explore(w *walk, j int, lo, hi uint64) outcome {
	if j == len(l.vars) {
		if w.form.Admits(l.level(w)) && !l.yieldCurrent(w) {
			return ended
		}
		return finished
	}
	tight := l.onPosition(j)
	if tight {
		lo = max(lo, l.nextRanks[j])
	}
	dom := &w.encoding.vars[l.vars[j]].dom
	for rank, ok := dom.next(lo); ok && rank <= hi; rank, ok = dom.next(rank + 1) {
		if l.fuel <= 0 {
			if !tight || rank != l.nextRanks[j] {
				copy(l.nextRanks, l.currentRanks[:j])
				l.nextRanks[j] = rank
				clear(l.nextRanks[j+1:])
			}
			return spent
		}
		if l.set(w, j, rank) {
			if out := l.explore(w, j+1, 0, math.MaxUint64); out != finished {
				return out
			}
		}
		if rank == math.MaxUint64 {
			break
		}
	}
	return finished
}

// onPosition reports whether the current values of the data variables before j are those of
// nextRanks.
func (l *leaf) onPosition(j int) bool { return slices.Equal(l.currentRanks[:j], l.nextRanks[:j]) }

// doneUpTo reports whether all solutions are done in which the rank of data variable j is at most
// last.
func (l *leaf) doneUpTo(j int, last uint64) bool { return l.onPosition(j) && last < l.nextRanks[j] }

// nothingDoneFrom reports whether no solution is done in which the rank of data variable j is at
// least first.
func (l *leaf) nothingDoneFrom(j int, first uint64) bool {
	if j == len(l.vars) || !l.onPosition(j) || first > l.nextRanks[j] {
		return true
	}
	return first == l.nextRanks[j] && !slices.ContainsFunc(l.nextRanks[j+1:], func(r uint64) bool { return r > 0 })
}

// set sets data variable j to the value of a rank and reports whether the conjuncts that this
// decides hold.
func (l *leaf) set(w *walk, j int, rank uint64) bool {
	i := l.vars[j]
	l.currentRanks[j] = rank
	w.vals[i] = w.encoding.vars[i].dom.value(rank)
	l.fuel--
	for _, i := range l.nodes[1+j] {
		l.eval(w, i)
	}
	return !slices.ContainsFunc(l.conjuncts[1+j], func(c conjunct) bool { return l.val[c.node] != c.want })
}

// yieldCurrent yields the current assignment. It returns false if the consumer wants no more.
func (l *leaf) yieldCurrent(w *walk) bool {
	l.found++
	l.fuel = l.refuel
	out := make([]int64, len(l.realized))
	for n, i := range l.realized {
		out[n] = w.vals[i]
	}
	return w.yieldSolution(out)
}

// level returns the level of the current assignment.
func (l *leaf) level(w *walk) int32 {
	level := l.base
	for _, i := range l.vars {
		if fv := &w.form.Vars[i]; fv.ByMagnitude {
			level = max(level, magnitude(fv.Kind, w.vals[i]))
		}
	}
	return level
}

// magnitude returns |v|, at most the greatest int32.
func magnitude(k form.Kind, v int64) int32 {
	m := uint64(v)
	if k != form.Uint64 && v < 0 {
		m = -m
	}
	return int32(min(m, math.MaxInt32))
}

// eval computes a node from its arguments.
func (l *leaf) eval(w *walk, i int32) {
	n := &w.form.Nodes[i]
	var x [3]int64
	switch n.Op {
	case form.Const:
		l.val[i] = n.Val
		return
	case form.Ref:
		l.val[i] = w.vals[n.Val]
		return
	case form.And, form.Or:
		v := l.val[n.Args[0]]
		for _, arg := range n.Args[1:] {
			v = form.EvalOp(n.Op, form.Bool, form.Bool, v, l.val[arg], 0)
		}
		l.val[i] = v
		return
	}
	for j, arg := range n.Args {
		x[j] = l.val[arg]
	}
	l.val[i] = form.EvalOp(n.Op, n.Kind, w.form.Nodes[n.Args[0]].Kind, x[0], x[1], x[2])
}
