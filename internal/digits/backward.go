package digits

import (
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// backward narrows the arguments of a node by its bits. It returns false on a contradiction.
func (s *solver) backward(i int32, n *form.Node) bool {
	r := s.nodes[i]
	switch n.Op {
	case form.Not:
		return s.learn(n.Args[0], r.not(1))
	case form.And, form.Or:
		return s.unjoin(n, r)
	case form.Ite:
		return s.chosen(n, r)
	case form.Eq:
		return s.equated(n, r)
	case form.Lt, form.Le:
		return s.uncompare(n, r)
	}
	if r.k == 0 || n.Op.Float() {
		return true
	}
	return s.uncompute(n, r)
}

func (s *solver) unjoin(n *form.Node, r known) bool {
	short := truth(n.Op == form.Or)
	switch {
	case r.k == 0:
		return true
	case r != short:
		return !slices.ContainsFunc(n.Args, func(a int32) bool { return !s.learn(a, r) })
	}
	open := int32(-1)
	for i, a := range n.Args {
		switch x := s.arg(n, i); {
		case x == short:
			return true
		case x.k == 0 && open >= 0 && open != a:
			return true
		case x.k == 0:
			open = a
		}
	}
	return open < 0 || s.learn(open, short)
}

func (s *solver) chosen(n *form.Node, r known) bool {
	switch c := s.arg(n, 0); {
	case c == yes:
		return s.learn(n.Args[1], r)
	case c == no:
		return s.learn(n.Args[2], r)
	case s.arg(n, 1).clashes(r):
		return s.learn(n.Args[0], no)
	case s.arg(n, 2).clashes(r):
		return s.learn(n.Args[0], yes)
	}
	return true
}

func (s *solver) equated(n *form.Node, r known) bool {
	x, y := s.arg(n, 0), s.arg(n, 1)
	switch {
	case r == yes:
		return s.learn(n.Args[0], y) && s.learn(n.Args[1], x)
	case r == no:
		m := mask(s.kind(n, 0))
		return s.differs(n.Args[0], x, y, m) && s.differs(n.Args[1], y, x, m)
	}
	return true
}

// differs narrows x by x != y, if y is known and only one bit of x is open. It returns false on a contradiction.
func (s *solver) differs(at int32, x, y known, m uint64) bool {
	open := m &^ x.k
	if !y.whole(m) || bits.OnesCount64(open) != 1 || x.clashes(y) {
		return true
	}
	return s.learn(at, known{open, ^y.v & open})
}

func (s *solver) uncompare(n *form.Node, r known) bool {
	if r.k == 0 {
		return true
	}
	x, y, m := s.ordered(n)
	a, b, strict := n.Args[0], n.Args[1], n.Op == form.Lt
	if r == no {
		x, y, a, b, strict = y, x, b, a, !strict
	}
	hi, lo := y.most(m), x.least()
	if strict {
		if hi == 0 || lo == m {
			return false
		}
		hi, lo = hi-1, lo+1
	}
	sign := uint64(0)
	if s.kind(n, 0).Signed() {
		sign = m &^ (m >> 1)
	}
	above := known{^m, 0}
	return s.learn(a, atMost(x.with(above), hi).within(m).flipped(sign)) && s.learn(b, atLeast(y.with(above), lo).within(m).flipped(sign))
}

// uncompute narrows the arguments of an arithmetic node by its result.
func (s *solver) uncompute(n *form.Node, r known) bool {
	x, m := s.arg(n, 0), mask(n.Kind)
	a := n.Args[0]
	if n.Op == form.Conv {
		return s.unconvert(n, r)
	}
	y, b := s.arg(n, 1), n.Args[1]
	switch n.Op {
	case form.Add:
		return s.learn(a, difference(r, y, m).within(m)) && s.learn(b, difference(r, x, m).within(m))
	case form.Sub:
		return s.learn(a, sum(r, y, 0).within(m)) && s.learn(b, difference(x, r, m).within(m))
	case form.Mul:
		return s.learn(a, factor(r, y).within(m)) && s.learn(b, factor(r, x).within(m)) && s.bounded(n, r, m)
	case form.BitAnd:
		zero := r.k &^ r.v
		return s.learn(a, known{r.v | zero&y.v, r.v}) && s.learn(b, known{r.v | zero&x.v, r.v})
	case form.BitOr:
		zero := r.k &^ r.v
		ofX, ofY := r.v&y.k&^y.v, r.v&x.k&^x.v
		return s.learn(a, known{zero | ofX, ofX}) && s.learn(b, known{zero | ofY, ofY})
	case form.BitXor:
		kx, ky := r.k&y.k, r.k&x.k
		return s.learn(a, known{kx, (r.v ^ y.v) & kx}) && s.learn(b, known{ky, (r.v ^ x.v) & ky})
	case form.AndNot:
		zero := r.k &^ r.v
		kx := r.v | zero&y.k&^y.v
		return s.learn(a, known{kx, r.v}) && s.learn(b, known{r.v | zero&x.v, zero & x.v})
	case form.Shl, form.Shr:
		c, ok := s.count(n)
		switch {
		case !ok || c > 63:
			return true
		case n.Op == form.Shl:
			return s.learn(a, known{r.k >> c, r.v >> c})
		}
		return s.learn(a, known{r.k << c, r.v << c}.within(m))
	case form.Quo:
		return s.dividend(n, r, m)
	}
	return true
}

func (s *solver) unconvert(n *form.Node, r known) bool {
	k := s.kind(n, 0)
	low := r.within(mask(k))
	if width(n.Kind) > width(k) && k.Signed() {
		sign := mask(k) &^ (mask(k) >> 1)
		if above := r.within(mask(n.Kind) &^ mask(k)); above.v != 0 {
			low = low.with(known{sign, sign})
		} else if above.k != 0 {
			low = low.with(known{sign, 0})
		}
		if low.k&sign != 0 && low.clashes(s.arg(n, 0)) {
			return false
		}
	}
	return s.learn(n.Args[0], low)
}

// bounded notes how great the factors of a product are that does not wrap.
func (s *solver) bounded(n *form.Node, r known, m uint64) bool {
	x, y := s.arg(n, 0), s.arg(n, 1)
	if high, hi := bits.Mul64(x.most(m), y.most(m)); high != 0 || hi&^m != 0 {
		return true
	}
	one := func(at int32, x, y known) bool {
		out := known{}
		above := known{^m, 0}
		if least := y.least(); least > 0 {
			out = atMost(x.with(above), r.most(m)/least)
		}
		if most := y.most(m); most > 0 && r.least() > 0 {
			more := atLeast(x.with(above), (r.least()-1)/most+1)
			if out.clashes(more) {
				return false
			}
			out = out.with(more)
		}
		return s.learn(at, out.within(m))
	}
	return one(n.Args[0], x, y) && one(n.Args[1], y, x)
}

// dividend notes of a number whose quotient is known how great it is.
func (s *solver) dividend(n *form.Node, r known, m uint64) bool {
	x, y := s.arg(n, 0), s.arg(n, 1)
	if !positive(n.Kind, x, y, r) || y.least() == 0 {
		return true
	}
	out := known{}
	above := known{^m, 0}
	if high, hi := bits.Mul64(r.most(m), y.most(m)); high == 0 && hi <= m-(y.most(m)-1) {
		out = atMost(x.with(above), hi+y.most(m)-1)
	}
	high, lo := bits.Mul64(r.least(), y.least())
	if high != 0 || lo > m {
		return false
	}
	more := atLeast(x.with(above), lo)
	if out.clashes(more) {
		return false
	}
	return s.learn(n.Args[0], out.with(more).within(m))
}
