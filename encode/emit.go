package encode

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// form returns the question for the assignments under which root is true. Of
// the nodes only those on which root depends become part of it.
func (b *builder) form(root term, level int) *form.Form {
	f, _ := b.formWith(root, nil, level)
	return f
}

// formWith also keeps the nodes of other terms, and returns which these are.
func (b *builder) formWith(root term, others []term, level int) (*form.Form, []int32) {
	e := &emitter{b: b, at: make([]int32, len(b.nodes)), made: map[emitted]int32{}}
	top := root
	for _, t := range others {
		top = max(top, t)
	}
	used := make([]bool, top+1)
	used[root] = true
	for _, t := range others {
		used[t] = true
	}
	for t := top; t >= 0; t-- {
		if used[t] {
			for _, a := range b.nodes[t].args {
				used[a] = true
			}
		}
	}
	for t := range used {
		if used[t] {
			e.at[t] = e.emit(term(t))
		}
	}
	at := make([]int32, len(others))
	for i, t := range others {
		at[i] = e.at[t]
	}
	return &form.Form{Vars: b.vars, Nodes: e.nodes, Root: e.at[root], Level: int32(level)}, at
}

type emitter struct {
	b     *builder
	at    []int32 // by term
	nodes []form.Node
	made  map[emitted]int32
}

// An emitted is the identity of a node that stands for no term of the builder.
type emitted struct {
	op   form.Op
	kind form.Kind
	val  int64
	x, y int32
}

func (e *emitter) emit(t term) int32 {
	n := &e.b.nodes[t]
	switch n.op {
	case opIn:
		return e.in(n.args[0], uint64(n.val))
	case opHold:
		return e.at[n.args[0]]
	}
	switch len(n.args) {
	case 0:
		return e.node(n.op, n.kind, n.val)
	case 1:
		return e.node(n.op, n.kind, 0, e.at[n.args[0]])
	case 2:
		return e.node(n.op, n.kind, 0, e.at[n.args[0]], e.at[n.args[1]])
	}
	args := make([]int32, len(n.args))
	for i, a := range n.args {
		args[i] = e.at[a]
	}
	e.nodes = append(e.nodes, form.Node{Op: n.op, Kind: n.kind, Args: args})
	return int32(len(e.nodes) - 1)
}

// node adds a node with at most two arguments, unless it is there.
func (e *emitter) node(op form.Op, kind form.Kind, val int64, args ...int32) int32 {
	id := emitted{op, kind, val, -1, -1}
	if len(args) > 0 {
		id.x = args[0]
	}
	if len(args) > 1 {
		id.y = args[1]
	}
	if i, ok := e.made[id]; ok {
		return i
	}
	i := int32(len(e.nodes))
	e.nodes = append(e.nodes, form.Node{Op: op, Kind: kind, Val: val, Args: append([]int32(nil), args...)})
	e.made[id] = i
	return i
}

// in spells out that x is one of the values in mask, with comparisons.
func (e *emitter) in(x term, mask uint64) int32 {
	b := e.b
	k, n := b.nodes[x].kind, b.count(x)
	all := b.full(x)
	if rest := all &^ mask; rest&(rest-1) == 0 && mask&(mask-1) != 0 {
		if i := e.edge(x, mask); i >= 0 {
			return i
		}
		return e.node(form.Not, form.Bool, 0, e.in(x, rest))
	}
	if i := e.edge(x, mask); i >= 0 {
		return i
	}
	var parts []int32
	for i := 0; i < n; i++ {
		if mask>>i&1 == 0 {
			continue
		}
		j := i
		for j+1 < n && mask>>(j+1)&1 == 1 && b.at(x, j+1) == b.at(x, j)+1 {
			j++
		}
		lo, hi := e.node(form.Const, k, b.at(x, i)), e.node(form.Const, k, b.at(x, j))
		if i == j {
			parts = append(parts, e.node(form.Eq, form.Bool, 0, e.at[x], lo))
		} else {
			ge := e.node(form.Le, form.Bool, 0, lo, e.at[x])
			le := e.node(form.Le, form.Bool, 0, e.at[x], hi)
			parts = append(parts, e.node(form.And, form.Bool, 0, ge, le))
		}
		i = j
	}
	or := parts[0]
	for _, p := range parts[1:] {
		or = e.node(form.Or, form.Bool, 0, or, p)
	}
	return or
}

// edge spells out a mask that holds the values on one side of a bound; it
// returns -1 for others.
func (e *emitter) edge(x term, mask uint64) int32 {
	b := e.b
	k := b.nodes[x].kind
	all := b.full(x)
	if mask&(mask-1) == 0 {
		return -1
	}
	lo, hi := b.span(x, mask)
	switch mask {
	case b.where(x, func(v int64) bool { return !less(k, hi, v) }) & all:
		return e.node(form.Le, form.Bool, 0, e.at[x], e.node(form.Const, k, hi))
	case b.where(x, func(v int64) bool { return !less(k, v, lo) }) & all:
		return e.node(form.Le, form.Bool, 0, e.node(form.Const, k, lo), e.at[x])
	}
	return -1
}
