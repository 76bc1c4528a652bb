package term

import (
	"github.com/rtest-dev/rtest/internal/form"
)

// Form returns the form of the assignments under which root is true. It contains only nodes on
// which root depends.
func (b *Builder) Form(root Term, level int) *form.Form {
	f, _ := b.FormWith(root, nil, level)
	return f
}

// FormWith also keeps the nodes of other terms, and returns their indices.
func (b *Builder) FormWith(root Term, others []Term, level int) (*form.Form, []int32) {
	e := &emitter{builder: b, indexOf: make([]int32, len(b.Nodes)), made: map[emitted]int32{}}
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
			for _, a := range b.Nodes[t].Args {
				used[a] = true
			}
		}
	}
	for t := range used {
		if used[t] {
			e.indexOf[t] = e.emit(Term(t))
		}
	}
	at := make([]int32, len(others))
	for i, t := range others {
		at[i] = e.indexOf[t]
	}
	return &form.Form{Vars: b.Vars, Nodes: e.nodes, Root: e.indexOf[root], Level: int32(level)}, at
}

type emitter struct {
	builder *Builder
	indexOf []int32 // by term
	nodes   []form.Node
	made    map[emitted]int32
}

// An emitted identifies a node of the form with at most two arguments.
type emitted struct {
	op   form.Op
	kind form.Kind
	val  int64
	x, y int32
}

func (e *emitter) emit(t Term) int32 {
	n := &e.builder.Nodes[t]
	switch n.Op {
	case OpIn:
		return e.inSet(n.Args[0], uint64(n.Val))
	case OpHold:
		return e.indexOf[n.Args[0]]
	}
	switch len(n.Args) {
	case 0:
		return e.node(n.Op, n.Kind, n.Val)
	case 1:
		return e.node(n.Op, n.Kind, 0, e.indexOf[n.Args[0]])
	case 2:
		return e.node(n.Op, n.Kind, 0, e.indexOf[n.Args[0]], e.indexOf[n.Args[1]])
	}
	args := make([]int32, len(n.Args))
	for i, a := range n.Args {
		args[i] = e.indexOf[a]
	}
	e.nodes = append(e.nodes, form.Node{Op: n.Op, Kind: n.Kind, Args: args})
	return int32(len(e.nodes) - 1)
}

// node adds a node with at most two arguments, unless it exists.
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

// inSet writes, with comparisons, that x is one of the values in mask.
func (e *emitter) inSet(x Term, mask uint64) int32 {
	b := e.builder
	k, n := b.Nodes[x].Kind, b.Count(x)
	all := b.fullMask(x)
	if rest := all &^ mask; rest&(rest-1) == 0 && mask&(mask-1) != 0 {
		if i := e.bound(x, mask); i >= 0 {
			return i
		}
		return e.node(form.Not, form.Bool, 0, e.inSet(x, rest))
	}
	if i := e.bound(x, mask); i >= 0 {
		return i
	}
	var parts []int32
	for i := 0; i < n; i++ {
		if mask>>i&1 == 0 {
			continue
		}
		j := i
		for j+1 < n && mask>>(j+1)&1 == 1 && b.At(x, j+1) == b.At(x, j)+1 {
			j++
		}
		lo, hi := e.node(form.Const, k, b.At(x, i)), e.node(form.Const, k, b.At(x, j))
		if i == j {
			parts = append(parts, e.node(form.Eq, form.Bool, 0, e.indexOf[x], lo))
		} else {
			ge := e.node(form.Le, form.Bool, 0, lo, e.indexOf[x])
			le := e.node(form.Le, form.Bool, 0, e.indexOf[x], hi)
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

// bound writes a mask that holds all values on one side of a bound as one comparison. It returns -1
// for other masks.
func (e *emitter) bound(x Term, mask uint64) int32 {
	b := e.builder
	k := b.Nodes[x].Kind
	all := b.fullMask(x)
	if mask&(mask-1) == 0 {
		return -1
	}
	lo, hi := b.maskBounds(x, mask)
	switch mask {
	case b.maskWhere(x, func(v int64) bool { return !Less(k, hi, v) }) & all:
		return e.node(form.Le, form.Bool, 0, e.indexOf[x], e.node(form.Const, k, hi))
	case b.maskWhere(x, func(v int64) bool { return !Less(k, v, lo) }) & all:
		return e.node(form.Le, form.Bool, 0, e.node(form.Const, k, lo), e.indexOf[x])
	}
	return -1
}
