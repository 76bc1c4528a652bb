package form

import (
	"math/bits"
	"slices"
)

// Overflowing returns the indices of the sums, differences and products of integers that wrap around for one of the
// streams at least, in ascending order, and for how many streams one does. A stream that does not fit counts as one for
// which none does. The cost is that of Eval for each stream.
func (f *Form) Overflowing(streams [][]int64) (nodes []int32, count int) {
	seen := make([]bool, len(f.Nodes))
	for _, stream := range streams {
		vals, _, _, err := f.values(stream)
		if err != nil {
			continue
		}
		some := false
		for i := range f.Nodes {
			if n := &f.Nodes[i]; n.calculates() && overflows(n.Op, n.Kind, vals[n.Args[0]], vals[n.Args[1]]) {
				seen[i], some = true, true
			}
		}
		if some {
			count++
		}
	}
	for i, s := range seen {
		if s {
			nodes = append(nodes, int32(i))
		}
	}
	return nodes, count
}

// Exact returns the form restricted to the assignments under which none of the given sums, differences and products wraps around.
func (f *Form) Exact(nodes []int32) *Form {
	exact := *f
	exact.Nodes = slices.Clone(f.Nodes)
	exact.Renaming = nil
	root := []int32{f.Root}
	for _, i := range nodes {
		root = append(root, exact.exactly(i))
	}
	exact.Root = exact.node(And, Bool, 0, root...)
	return &exact
}

// Part returns, by index, which nodes the value of a node depends on, itself among them.
func (f *Form) Part(of int32) []bool {
	part := make([]bool, len(f.Nodes))
	part[of] = true
	for i := of; i >= 0; i-- {
		if part[i] {
			for _, a := range f.Nodes[i].Args {
				part[a] = true
			}
		}
	}
	return part
}

// calculates reports whether the node is a sum, a difference or a product of integers.
func (n *Node) calculates() bool { return n.Op == Add || n.Op == Sub || n.Op == Mul }

// overflows reports whether the result of a sum, a difference or a product wraps around.
func overflows(op Op, kind Kind, a, b int64) bool {
	r := arithmetic(op, kind, a, b)
	switch {
	case kind != Int64 && kind != Uint64:
		return kind.Wrap(r) != r
	case op == Add && kind == Uint64:
		return kind.Less(r, a)
	case op == Add:
		return b < 0 != (r < a)
	case op == Sub && kind == Uint64:
		return kind.Less(a, b)
	case op == Sub:
		return b > 0 != (r < a)
	case kind == Uint64:
		high, _ := bits.Mul64(uint64(a), uint64(b))
		return high != 0
	}
	return a != 0 && (r/a != b || a == -1 && b != 0 && r == b)
}

// exactly adds the condition under which a sum, a difference or a product does not wrap around, and returns its index.
func (f *Form) exactly(i int32) int32 {
	n := f.Nodes[i]
	a, b := n.Args[0], n.Args[1]
	zero := f.node(Const, n.Kind, 0)
	unsigned := !n.Kind.Signed()
	switch {
	case n.Op == Add && unsigned:
		return f.node(Le, Bool, 0, a, i)
	case n.Op == Add:
		return f.node(Eq, Bool, 0, f.node(Lt, Bool, 0, b, zero), f.node(Lt, Bool, 0, i, a))
	case n.Op == Sub && unsigned:
		return f.node(Le, Bool, 0, b, a)
	case n.Op == Sub:
		return f.node(Eq, Bool, 0, f.node(Lt, Bool, 0, zero, b), f.node(Lt, Bool, 0, i, a))
	}
	fits := f.node(Eq, Bool, 0, f.node(Quo, n.Kind, 0, i, a), b)
	if !unsigned {
		// The quotient of the least integer and -1 wraps around too.
		least := f.node(And, Bool, 0, f.node(Eq, Bool, 0, a, f.node(Const, n.Kind, -1)), f.node(Lt, Bool, 0, i, zero), f.node(Lt, Bool, 0, b, zero))
		fits = f.node(And, Bool, 0, fits, f.node(Not, Bool, 0, least))
	}
	return f.node(Or, Bool, 0, f.node(Eq, Bool, 0, a, zero), fits)
}
