package search

import (
	"math"

	"github.com/rtest-dev/rtest/internal/form"
)

// inverse narrows the arguments x and y of an arithmetic cell to what can have
// a value in v. It does so only where the operation cannot leave its kind, so
// that it is that of the mathematical integers.
func (t *net) inverse(c *cell, v, x, y interval) bool {
	z, ok1 := numbersOf(c.kind, v)
	p, ok2 := numbersOf(c.ka, x)
	q, ok3 := numbersOf(c.kb, y)
	if !ok1 || !ok2 || !ok3 {
		return true
	}
	w, ok := exact(c.op, p, q)
	if !ok {
		return true
	}
	if _, ok := keysOf(c.kind, w); !ok {
		return true
	}
	switch c.op {
	case form.Add:
		return t.solve(c.a, c.ka, form.Sub, z, q) && t.solve(c.b, c.kb, form.Sub, z, p)
	case form.Sub:
		return t.solve(c.a, c.ka, form.Add, z, q) && t.solve(c.b, c.kb, form.Sub, p, z)
	case form.Mul:
		return t.factor(c.a, c.ka, z, q) && t.factor(c.b, c.kb, z, p)
	case form.Quo:
		return t.dividend(c, z, q)
	case form.Rem:
		return t.residue(c, z, p, q)
	case form.Conv:
		return t.limit(c.a, c.ka, z)
	}
	return true
}

// limit narrows n, of kind k, to numbers.
func (t *net) limit(n int32, k form.Kind, v interval) bool {
	f, _ := numbersOf(k, allKeys(k))
	if k == form.Uint64 {
		f = interval{0, ^signBit}
	}
	v = v.meet(f)
	if v.lo > v.hi {
		return false
	}
	w, _ := keysOf(k, v)
	return t.narrow(n, w)
}

// solve narrows n to op of two intervals.
func (t *net) solve(n int32, k form.Kind, op form.Op, a, b interval) bool {
	v, ok := exact(op, a, b)
	return !ok || t.limit(n, k, v)
}

// factor narrows n, where n times a number in q is in z, for a single q.
func (t *net) factor(n int32, k form.Kind, z, q interval) bool {
	if !q.fixed() || q.lo == 0 || z.lo == signBit || q.lo == signBit {
		return true
	}
	d := q.lo
	if d < 0 {
		d, z = -d, interval{-z.hi, -z.lo}
	}
	v := interval{z.lo / d, z.hi / d}
	if z.lo > 0 && z.lo%d != 0 {
		v.lo++
	}
	if z.hi < 0 && z.hi%d != 0 {
		v.hi--
	}
	return v.lo <= v.hi && t.limit(n, k, v)
}

// root narrows the argument of a square, the cell n.
func (t *net) root(c *cell, n int32) bool {
	z, ok := numbersOf(c.kind, t.dom[n])
	x, known := numbersOf(c.ka, t.dom[c.a])
	if !ok || !known || t.wraps(c) {
		return t.wrappedRoot(c, n)
	}
	if z.hi < 0 {
		return false
	}
	most, least := floorRoot(z.hi), int64(0)
	if z.lo > 0 {
		least = floorRoot(z.lo-1) + 1
	}
	switch {
	case x.lo > -least:
		return t.limit(c.a, c.ka, interval{least, most})
	case x.hi < least:
		return t.limit(c.a, c.ka, interval{-most, -least})
	}
	return t.limit(c.a, c.ka, interval{-most, most})
}

// floorRoot is the greatest number whose square is at most z, which is not
// negative.
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

// dividend narrows a, where a divided by a single positive number in q is in z.
func (t *net) dividend(c *cell, z, q interval) bool {
	if !q.fixed() || q.lo <= 0 {
		return true
	}
	lo, ok1 := mulInt(z.lo, q.lo)
	hi, ok2 := mulInt(z.hi, q.lo)
	if ok1 && z.lo <= 0 {
		lo, ok1 = subInt(lo, q.lo-1)
	}
	if ok2 && z.hi >= 0 {
		hi, ok2 = addInt(hi, q.lo-1)
	}
	return !ok1 || !ok2 || t.limit(c.a, c.ka, interval{lo, hi})
}
