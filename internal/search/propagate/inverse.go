package propagate

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// inverse narrows the arguments of an arithmetic cell, with domains x and y, to values that can
// give a result in v. It does so only if the operation cannot overflow its kind, so that it is
// exact over the integers.
func (t *Net) inverse(c *Cell, v, x, y interval.Interval) bool {
	z, ok1 := interval.Numbers(c.Kind, v)
	p, ok2 := interval.Numbers(c.KindA, x)
	q, ok3 := interval.Numbers(c.KindB, y)
	if !ok1 || !ok2 || !ok3 {
		return true
	}
	w, ok := interval.Exact(c.Op, p, q)
	if !ok {
		return true
	}
	if _, ok := interval.Keys(c.Kind, w); !ok {
		return true
	}
	switch c.Op {
	case form.Add:
		return t.solve(c.A, c.KindA, form.Sub, z, q) && t.solve(c.B, c.KindB, form.Sub, z, p)
	case form.Sub:
		return t.solve(c.A, c.KindA, form.Add, z, q) && t.solve(c.B, c.KindB, form.Sub, p, z)
	case form.Mul:
		return t.factor(c.A, c.KindA, z, q) && t.factor(c.B, c.KindB, z, p)
	case form.Quo:
		return t.dividend(c, z, q)
	case form.Rem:
		return t.residue(c, z, p, q)
	case form.Conv:
		return t.limit(c.A, c.KindA, z)
	}
	return true
}

// limit narrows n, of kind k, to the numbers in v.
func (t *Net) limit(n int32, k form.Kind, v interval.Interval) bool {
	f, _ := interval.Numbers(k, interval.All(k))
	if k == form.Uint64 {
		f = interval.Of(0, ^interval.SignBit)
	}
	v = v.Meet(f)
	if v.Lo > v.Hi {
		return false
	}
	w, _ := interval.Keys(k, v)
	return t.Narrow(n, w)
}

// solve narrows n to the result of op on two intervals.
func (t *Net) solve(n int32, k form.Kind, op form.Op, a, b interval.Interval) bool {
	v, ok := interval.Exact(op, a, b)
	return !ok || t.limit(n, k, v)
}

// factor narrows n, given that n times the number q is in z. It does nothing unless q is a single
// number.
func (t *Net) factor(n int32, k form.Kind, z, q interval.Interval) bool {
	if !q.Fixed() || q.Lo == 0 || z.Lo == interval.SignBit || q.Lo == interval.SignBit {
		return true
	}
	d := q.Lo
	if d < 0 {
		d, z = -d, interval.Of(-z.Hi, -z.Lo)
	}
	v := interval.Of(z.Lo/d, z.Hi/d)
	if z.Lo > 0 && z.Lo%d != 0 {
		v.Lo++
	}
	if z.Hi < 0 && z.Hi%d != 0 {
		v.Hi--
	}
	return v.Lo <= v.Hi && t.limit(n, k, v)
}

// root narrows the argument of a square, the cell n.
func (t *Net) root(c *Cell, n int32) bool {
	z, ok := interval.Numbers(c.Kind, t.Dom[n])
	x, known := interval.Numbers(c.KindA, t.Dom[c.A])
	if !ok || !known || t.Wraps(c) {
		return t.wrappedRoot(c, n)
	}
	if z.Hi < 0 {
		return false
	}
	most, least := floorRoot(z.Hi), int64(0)
	if z.Lo > 0 {
		least = floorRoot(z.Lo-1) + 1
	}
	switch {
	case x.Lo > -least:
		return t.limit(c.A, c.KindA, interval.Of(least, most))
	case x.Hi < least:
		return t.limit(c.A, c.KindA, interval.Of(-most, -least))
	}
	return t.limit(c.A, c.KindA, interval.Of(-most, most))
}

// floorRoot returns the greatest number whose square is at most z; z must not be negative.
func floorRoot(z int64) int64 {
	x := int64(math.Sqrt(float64(z)))
	for x > 0 && x > z/x {
		x--
	}
	for x+1 <= z/(x+1) {
		x++
	}
	return x
}

// dividend narrows the dividend of c, given that its quotient by q is in z. It does nothing unless
// q is a single positive number.
func (t *Net) dividend(c *Cell, z, q interval.Interval) bool {
	if !q.Fixed() || q.Lo <= 0 {
		return true
	}
	lo, ok1 := interval.MulInt(z.Lo, q.Lo)
	hi, ok2 := interval.MulInt(z.Hi, q.Lo)
	if ok1 && z.Lo <= 0 {
		lo, ok1 = interval.SubInt(lo, q.Lo-1)
	}
	if ok2 && z.Hi >= 0 {
		hi, ok2 = interval.AddInt(hi, q.Lo-1)
	}
	return !ok1 || !ok2 || t.limit(c.A, c.KindA, interval.Of(lo, hi))
}
