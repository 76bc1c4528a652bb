package digits

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
)

// choose returns the bit to decide next. Bits of choice variables come first. Then comes the bit on which the
// lowest unjustified bit depends: one that is required and does not follow yet. Then come all others. Open is
// false if all bits are known.
func (s *solver) choose() (c choice, open bool) {
	for i := range s.form.Vars {
		if v := &s.form.Vars[i]; len(v.Choice) > 0 && !s.vars[i].whole(mask(v.Kind)) {
			return s.lowestOf(i), true
		}
	}
	j := &justifier{solver: s, seen: make([]bool, len(s.nodes)), best: choice{node: -1, v: -1}, at: 1 << 10}
	j.justify(s.form.Root)
	s.steps -= j.visited / 4
	if j.at < 1<<10 {
		return j.best, true
	}
	for i := range s.form.Vars {
		if v := &s.form.Vars[i]; !s.vars[i].whole(mask(v.Kind)) {
			return s.lowestOf(i), true
		}
	}
	return choice{}, false
}

// lowestOf returns the lowest unknown bit of a variable.
func (s *solver) lowestOf(v int) choice {
	return choice{node: -1, v: v, x: known{k: 1 << s.vars[v].low()}}
}

// A justifier finds bits of nodes that are required and do not follow from their arguments.
type justifier struct {
	*solver
	seen    []bool
	visited int
	best    choice
	at      int
}

// Ranks of decisions that are not bits of numbers: cases come first, orderings last.
const caseFirst, orderLast = -1, 1 << 8

// justify visits a node with required bits, and the nodes below it.
func (j *justifier) justify(i int32) {
	if j.seen[i] || j.at == caseFirst {
		return
	}
	j.seen[i] = true
	j.visited++
	n := &j.form.Nodes[i]
	if n.Op == form.Const || n.Op == form.Ref {
		return
	}
	missing := j.nodes[i].k &^ j.forward(n).k
	if missing == 0 {
		j.deeper(n)
		return
	}
	p := bits.TrailingZeros64(missing)
	at := p
	switch n.Op {
	case form.And, form.Or, form.Ite:
		at = caseFirst
	case form.Lt, form.Le, form.Quo, form.Rem:
		at = orderLast
	case form.Eq:
		if j.nodes[i] == no {
			at = orderLast
			break
		}
		x, y := j.arg(n, 0), j.arg(n, 1)
		at = bits.TrailingZeros64(^(x.k & y.k))
	}
	if c, ok := j.cased(n, mostCased); ok && at > caseFirst {
		j.best, j.at = c, caseFirst
		return
	}
	if at < j.at {
		if c, ok := j.trace(i, p); ok {
			j.best, j.at = c, at
		}
	}
	j.deeper(n)
}

// mostCased bounds the depth in arithmetic at which cased looks for conditions.
const mostCased = 6

// cased finds the undecided condition of an Ite below a node. Bits required of an Ite say little about its
// branches until the condition is known.
func (j *justifier) cased(n *form.Node, depth int) (choice, bool) {
	for k, a := range n.Args {
		x := &j.form.Nodes[a]
		if depth == 0 || x.Kind == form.Bool || j.arg(n, k).whole(mask(x.Kind)) {
			continue
		}
		j.visited++
		if x.Op == form.Ite && j.arg(x, 0).k == 0 {
			return choice{node: x.Args[0], x: yes}, true
		}
		if c, ok := j.cased(x, depth-1); ok {
			return c, true
		}
	}
	return choice{}, false
}

// deeper looks at the arguments on which a node depends.
func (j *justifier) deeper(n *form.Node) {
	if n.Op == form.Ite {
		j.justify(n.Args[0])
		switch j.arg(n, 0) {
		case yes:
			j.justify(n.Args[1])
		case no:
			j.justify(n.Args[2])
		}
		return
	}
	for k, a := range n.Args {
		if j.arg(n, k).k != 0 {
			j.justify(a)
		}
	}
}

// trace finds a bit on which bit p of a node depends, and which is not known.
func (j *justifier) trace(i int32, p int) (choice, bool) {
	for {
		n := &j.form.Nodes[i]
		j.visited++
		if n.Op == form.Ref {
			k := j.vars[n.Val].k
			if p >= width(n.Kind) || k>>p&1 == 1 {
				p = bits.TrailingZeros64(^k)
			}
			if p >= width(n.Kind) {
				return choice{}, false
			}
			return choice{node: -1, v: int(n.Val), x: known{k: 1 << p}}, true
		}
		if n.Kind == form.Bool && j.nodes[i].k == 0 {
			switch n.Op {
			case form.And, form.Or, form.Not, form.Eq, form.Lt, form.Le, form.Ite:
				return choice{node: i, x: known{1, 1}}, true
			}
		}
		k, q := j.through(n, p)
		if k < 0 {
			return choice{}, false
		}
		i, p = n.Args[k], q
	}
}

// through returns the argument on which bit p of a node depends, and the bit of that argument. It returns a
// negative argument if all of them are known.
func (j *justifier) through(n *form.Node, p int) (arg, bit int) {
	lowest := func() (int, int) {
		at, low := -1, 64
		for k := range n.Args {
			x := j.arg(n, k)
			if open := mask(j.kind(n, k)) &^ x.k; open != 0 && bits.TrailingZeros64(open) < low {
				at, low = k, bits.TrailingZeros64(open)
			}
		}
		return at, low
	}
	highest := func() (int, int) {
		at, high := -1, -1
		for k := range n.Args {
			if open := mask(j.kind(n, k)) &^ j.arg(n, k).k; open != 0 && bits.Len64(open)-1 > high {
				at, high = k, bits.Len64(open)-1
			}
		}
		return at, high
	}
	open := func(k, q int) bool { return q >= 0 && q < width(j.kind(n, k)) && j.arg(n, k).k>>q&1 == 0 }
	switch n.Op {
	case form.Lt, form.Le, form.Quo, form.Rem:
		return highest()
	case form.Ite:
		switch j.arg(n, 0) {
		case yes:
			return 1, p
		case no:
			return 2, p
		}
		return 0, 0
	case form.BitAnd, form.BitOr, form.BitXor, form.AndNot:
		for k := range n.Args {
			if open(k, p) {
				return k, p
			}
		}
	case form.Conv:
		if q := min(p, width(j.kind(n, 0))-1); open(0, q) {
			return 0, q
		}
	case form.Shl, form.Shr:
		c, ok := j.count(n)
		if !ok {
			return 1, j.arg(n, 1).low()
		}
		q := p - int(c)
		if n.Op == form.Shr {
			q = min(p+int(c), width(n.Kind)-1)
		}
		if open(0, q) {
			return 0, q
		}
	}
	return lowest()
}
