package automaton

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A refuter finds parts of a disjunction that contradict what stands beside it: in !x && (x || y),
// the second x. Forms have such parts if a function returns early: x is the condition of the
// return, y what the rest requires. Left in place, they would make every place depend on why all
// places above did not return.
//
// The refuter enumerates conjunctions of few variables with few values.
type refuter struct {
	plan *Plan
	// variablesOf are the variables of a node; nil if there are too many.
	variablesOf map[int32][]int32
	vars, vals  []int64
	stepsLeft   int
}

const (
	refutedVars  = 6
	refutedRows  = 256
	refuterSteps = 20_000_000
)

func newRefuter(p *Plan) *refuter {
	return &refuter{
		plan: p, variablesOf: map[int32][]int32{}, stepsLeft: refuterSteps,
		vars: make([]int64, len(p.form.Vars)), vals: make([]int64, len(p.form.Nodes)),
	}
}

// rest returns the nodes of which one must hold for the k-th node of a conjunction, without those
// that the other nodes refute.
func (r *refuter) rest(all []int32, k int) []int32 {
	n := &r.plan.form.Nodes[all[k]]
	if n.Op != form.Or {
		return all[k : k+1]
	}
	var out []int32
	for _, a := range n.Args {
		if r.plan.form.Nodes[a].Op != form.And || !r.refuted(a, all, k) {
			out = append(out, a)
		}
	}
	return out
}

// refuted reports whether a node is false whenever all others, without the k-th, hold.
func (r *refuter) refuted(node int32, all []int32, k int) bool {
	vars := r.variables(node)
	if vars == nil {
		return false
	}
	domains, rows := make([][]int64, len(vars)), 1
	for i, v := range vars {
		if domains[i] = fewValues(&r.plan.form.Vars[v], r.plan.form.Level); domains[i] == nil {
			return false
		}
		if rows *= len(domains[i]); rows > refutedRows {
			return false
		}
	}
	var others []int32
	for i, a := range all {
		if list := r.variables(a); i != k && list != nil && subset(list, vars) {
			others = append(others, a)
		}
	}
	if len(others) == 0 {
		return false
	}
	nodes := r.below(append(others, node))
	if r.stepsLeft -= rows * len(nodes); r.stepsLeft < 0 {
		return false
	}
	for row := range rows {
		for i, v := range vars {
			r.vars[v] = domains[i][row%len(domains[i])]
			row /= len(domains[i])
		}
		for _, n := range nodes {
			r.vals[n] = r.plan.form.Value(&r.plan.form.Nodes[n], r.vars, r.vals)
		}
		if r.vals[node] != 0 && !slices.ContainsFunc(others, func(n int32) bool { return r.vals[n] == 0 }) {
			return false
		}
	}
	return true
}

// fewValues returns the values that a variable can have, realized or not; nil if there are many.
func fewValues(v *form.Var, level int32) []int64 {
	var out []int64
	for _, a := range v.Choice {
		out = append(out, a.Value)
	}
	if len(v.Choice) == 0 {
		if out = valuesOf(v, level); out == nil {
			return nil
		}
	}
	if !slices.Contains(out, v.Default) {
		out = append(out, v.Default)
	}
	return out
}

// variables returns the variables of a node in ascending order; nil if there are too many.
func (r *refuter) variables(node int32) []int32 {
	if list, ok := r.variablesOf[node]; ok {
		return list
	}
	n := &r.plan.form.Nodes[node]
	list := []int32{}
	if n.Op == form.Ref {
		list = append(list, int32(n.Val))
	}
	for _, a := range n.Args {
		some := r.variables(a)
		if some == nil {
			list = nil
			break
		}
		list = append(list, some...)
		slices.Sort(list)
		if list = slices.Compact(list); len(list) > refutedVars {
			list = nil
			break
		}
	}
	r.variablesOf[node] = list
	return list
}

// below returns the given nodes and all they depend on, arguments first.
func (r *refuter) below(of []int32) []int32 {
	seen := map[int32]bool{}
	var nodes []int32
	for stack := slices.Clone(of); len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[n] {
			seen[n] = true
			nodes = append(nodes, n)
			stack = append(stack, r.plan.form.Nodes[n].Args...)
		}
	}
	slices.Sort(nodes)
	return nodes
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
