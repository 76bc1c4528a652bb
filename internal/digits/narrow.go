package digits

import (
	"github.com/rtest-dev/rtest/internal/form"
	"slices"
)

// narrow propagates between the bits of a node and those of its arguments. It returns false on a contradiction.
func (s *solver) narrow(i int32) bool {
	n := &s.form.Nodes[i]
	if n.Op == form.Const {
		return true
	}
	if n.Op == form.Ref {
		return s.learn(i, s.vars[n.Val]) && s.learnVar(int(n.Val), s.nodes[i])
	}
	return s.learn(i, s.forward(n)) && s.backward(i, n)
}

func (s *solver) arg(n *form.Node, i int) known { return s.nodes[n.Args[i]] }

func (s *solver) kind(n *form.Node, i int) form.Kind { return s.form.Nodes[n.Args[i]].Kind }

var (
	yes = known{1, 1}
	no  = known{1, 0}
)

func truth(v bool) known {
	if v {
		return yes
	}
	return no
}

// forward returns the bits of a node that follow from its arguments.
func (s *solver) forward(n *form.Node) known {
	switch n.Op {
	case form.Not:
		return s.arg(n, 0).not(1)
	case form.And, form.Or:
		return s.junction(n)
	case form.Eq:
		x, y := s.arg(n, 0), s.arg(n, 1)
		switch m := mask(s.kind(n, 0)); {
		case x.clashes(y):
			return no
		case n.Args[0] == n.Args[1] || x.whole(m) && y.whole(m):
			return yes
		}
		return known{}
	case form.Lt, form.Le:
		return s.compared(n)
	case form.Ite:
		switch c := s.arg(n, 0); c {
		case yes:
			return s.arg(n, 1)
		case no:
			return s.arg(n, 2)
		}
		return s.arg(n, 1).common(s.arg(n, 2))
	}
	if n.Op.Float() {
		return s.evaluated(n)
	}
	return s.computed(n).within(mask(n.Kind))
}

// evaluated returns the value of a node whose arguments are all known.
func (s *solver) evaluated(n *form.Node) known {
	var x [3]int64
	for i := range n.Args {
		k := s.kind(n, i)
		if !s.arg(n, i).whole(mask(k)) {
			return known{}
		}
		x[i] = k.Wrap(int64(s.arg(n, i).v))
	}
	return exactly(n.Kind, form.EvalOp(n.Op, n.Kind, s.kind(n, 0), x[0], x[1], x[2]))
}

// junction is a conjunction or a disjunction.
func (s *solver) junction(n *form.Node) known {
	short := truth(n.Op == form.Or)
	all := true
	for i := range n.Args {
		x := s.arg(n, i)
		if x == short {
			return short
		}
		all = all && x.k == 1
	}
	if all {
		return short.not(1)
	}
	return known{}
}

// ordered returns the arguments of a comparison so that they are in the order of numbers without
// sign, and the bits of their kind.
func (s *solver) ordered(n *form.Node) (x, y known, m uint64) {
	x, y = s.arg(n, 0), s.arg(n, 1)
	k := s.kind(n, 0)
	if m = mask(k); k.Signed() {
		return x.flipped(m &^ (m >> 1)), y.flipped(m &^ (m >> 1)), m
	}
	return x, y, m
}

func (s *solver) compared(n *form.Node) known {
	x, y, m := s.ordered(n)
	strict := n.Op == form.Lt
	switch {
	case x.most(m) < y.least() || !strict && x.most(m) == y.least():
		return yes
	case x.least() > y.most(m) || strict && x.least() == y.most(m):
		return no
	case n.Args[0] == n.Args[1]:
		return truth(!strict)
	}
	return known{}
}

// computed is arithmetic.
func (s *solver) computed(n *form.Node) known {
	x, m := s.arg(n, 0), mask(n.Kind)
	if n.Op == form.Conv {
		return extended(x, s.kind(n, 0))
	}
	y := s.arg(n, 1)
	switch n.Op {
	case form.Add:
		return sum(x, y, 0)
	case form.Sub:
		return difference(x, y, m)
	case form.Mul:
		return product(x, y, n.Kind, n.Args[0] == n.Args[1])
	case form.BitAnd:
		zero := x.k&^x.v | y.k&^y.v
		return known{zero | x.v&y.v, x.v & y.v}
	case form.BitOr:
		one := x.v | y.v
		return known{one | x.k&y.k, one}
	case form.BitXor:
		return known{x.k & y.k, (x.v ^ y.v) & x.k & y.k}
	case form.AndNot:
		one := x.v & y.k &^ y.v
		return known{one | x.k&^x.v | y.v, one}
	case form.Shl, form.Shr:
		return s.shifted(n, x)
	case form.Quo, form.Rem:
		return s.divided(n, x, y, m)
	}
	return s.evaluated(n)
}

// count is by how much a node shifts, as far as that is known.
func (s *solver) count(n *form.Node) (c uint64, ok bool) {
	k := s.kind(n, 1)
	if !s.arg(n, 1).whole(mask(k)) {
		return 0, false
	}
	return min(uint64(k.Wrap(int64(s.arg(n, 1).v))), 64), true
}

func (s *solver) shifted(n *form.Node, x known) known {
	c, ok := s.count(n)
	switch {
	case !ok && n.Op == form.Shl:
		return lowest(min(x.zeros(), width(n.Kind)), 0)
	case !ok:
		return known{}
	case n.Op == form.Shl:
		return known{x.k<<c | lowest(int(c), 0).k, x.v << c}
	}
	x = extended(x, n.Kind)
	if n.Kind.Signed() {
		return known{uint64(int64(x.k) >> c), uint64(int64(x.v) >> c)}
	}
	return known{x.k>>c | ^(^uint64(0) >> c), x.v >> c}
}

// positive reports whether numbers of a kind are known not to be negative.
func positive(k form.Kind, list ...known) bool {
	if !k.Signed() {
		return true
	}
	sign := mask(k) &^ (mask(k) >> 1)
	return !slices.ContainsFunc(list, func(x known) bool { return x.k&sign == 0 || x.v&sign != 0 })
}

// divided is a quotient or a remainder. That by 0 is 0.
func (s *solver) divided(n *form.Node, x, y known, m uint64) known {
	if v := s.evaluated(n); v.whole(m) {
		return v
	}
	if !positive(n.Kind, x, y) {
		return known{}
	}
	if n.Op == form.Rem {
		return between(0, min(x.most(m), max(y.most(m), 1)-1))
	}
	lo := uint64(0)
	if y.least() > 0 {
		lo = x.least() / y.most(m)
	}
	return between(lo, x.most(m)/max(1, y.least()))
}
