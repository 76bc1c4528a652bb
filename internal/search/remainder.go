package search

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// remainder finds sums that cannot have the remainders they must have: what is
// decided of sums, products with constants, remainders and exclusive ors is
// written as equations modulo powers of a prime, for each prime that divides
// one of the constants, and these are solved by elimination (system.go).
type remainder struct {
	sys    system
	primes []uint64
	t      *net
	column []int32 // by cell of t: its column in this system, -1 for none
	used   []int32 // the cells that have one
	row    row
	steps  int // what the row may still take
}

const (
	remainderPrimes = 4   // no more primes than this are looked at,
	remainderPrime  = 97  // none greater than this,
	remainderSteps  = 256 // and no equation of more terms
)

func (r *remainder) insoluble(t *net) bool {
	r.t = t
	r.gather()
	for len(r.column) < len(t.dom) {
		r.column = append(r.column, -1)
	}
	for _, p := range r.primes {
		r.sys.reset(p)
		r.equations()
		for _, n := range r.used {
			r.column[n] = -1
		}
		r.used = r.used[:0]
		if !r.sys.soluble() {
			t.work += r.sys.work
			return true
		}
		t.work += r.sys.work
	}
	return false
}

// gather finds the primes of the constants.
func (r *remainder) gather() {
	r.primes = r.primes[:0]
	t := r.t
	for i := range t.dom {
		c := &t.cells[i]
		switch c.op {
		case opVar:
			if s := t.small[i].bits; s != 0 {
				r.factors(stride(s))
			}
		case form.Mul, form.Rem:
			for _, a := range [2]int32{c.a, c.b} {
				if k := t.cells[a].kind; t.dom[a].Fixed() {
					r.factors(k.Magnitude(interval.Key(k, t.dom[a].Lo)))
				}
			}
		case form.Shl, form.BitAnd, form.BitXor:
			r.prime(2)
		case form.Eq:
			if c.ka == form.Bool {
				r.prime(2)
			}
		}
	}
}

// factors adds the primes that divide a number.
func (r *remainder) factors(n uint64) {
	for p := uint64(2); p <= remainderPrime && n > 1; p++ {
		if n%p == 0 {
			r.prime(p)
		}
		for n%p == 0 {
			n /= p
		}
	}
}

func (r *remainder) prime(p uint64) {
	for _, q := range r.primes {
		if q == p {
			return
		}
	}
	if len(r.primes) < remainderPrimes {
		r.primes = append(r.primes, p)
	}
}

// stride is the greatest number that divides all differences of the bits'
// places; 0 for a single one.
func stride(set uint64) uint64 {
	low := bits.TrailingZeros64(set)
	g := uint64(0)
	for s := set & (set - 1); s != 0; s &= s - 1 {
		for d := uint64(bits.TrailingZeros64(s) - low); d != 0; {
			g, d = d, g%d
		}
	}
	return g
}

// equations puts what is decided into the system.
func (r *remainder) equations() {
	t := r.t
	for i := range t.dom {
		n := int32(i)
		c := &t.cells[i]
		d := t.dom[i]
		switch c.op {
		case opVar:
			if s := t.small[i].bits; s != 0 && !d.Fixed() {
				if e := r.sys.valuation(stride(s)); e > 0 {
					r.begin(e)
					r.term(n, 1)
					r.end(r.number(n))
				}
			}
		case form.Eq:
			r.equality(c, d)
		case form.Not, form.Lt, form.Le, form.And, form.Or, opMember, opDiffLe, opDiffNe, form.Const, form.Ref:
		case opDiffEq:
			r.begin(r.sys.exp)
			r.term(c.a, 1)
			r.term(c.b, r.sys.negative(1))
			r.end(r.sys.residue(c.val))
		default:
			if d.Fixed() {
				r.begin(r.sys.exp)
				r.expand(n, 1)
				r.end(r.number(n))
			}
		}
	}
}

// equality puts a decided comparison into the system.
func (r *remainder) equality(c *cell, d interval.Interval) {
	switch {
	case !d.Fixed():
	case c.ka == form.Bool:
		if r.sys.p == 2 {
			r.begin(1)
			r.term(c.a, 1)
			r.term(c.b, 1)
			r.end(uint64(1 - d.Lo))
		}
	case d.Lo == 1:
		r.begin(r.sys.exp)
		r.term(c.a, 1)
		r.term(c.b, r.sys.negative(1))
		r.end(0)
	case r.sys.p == 2 && (r.bit(c.a) && r.bit(c.b) || r.odd(c.a, c.b) || r.odd(c.b, c.a)):
		r.begin(1)
		r.term(c.a, 1)
		r.term(c.b, 1)
		r.end(1)
	}
}

// bit tells whether n is 0 or 1.
func (r *remainder) bit(n int32) bool {
	k := r.t.cells[n].kind
	d := r.t.dom[n]
	return d.Within(interval.Of(interval.Key(k, 0), interval.Key(k, 1)))
}

// odd tells whether a is the remainder of a division by 2, which may be -1, and
// b is 0.
func (r *remainder) odd(a, b int32) bool {
	c := &r.t.cells[a]
	if k := r.t.cells[b].kind; c.op != form.Rem || r.t.dom[b] != (interval.Of(interval.Key(k, 0), interval.Key(k, 0))) {
		return false
	}
	k := r.t.cells[c.b].kind
	return r.t.dom[c.b] == interval.Of(interval.Key(k, 2), interval.Key(k, 2))
}

// number is the remainder of the least value of n.
func (r *remainder) number(n int32) uint64 {
	k := r.t.cells[n].kind
	x := interval.Key(k, r.t.dom[n].Lo)
	if k == form.Uint64 {
		return uint64(x) % r.sys.mod
	}
	return r.sys.residue(x)
}

// begin begins an equation modulo the e-th power of the prime.
func (r *remainder) begin(e int) {
	r.row = row{exp: min(e, r.sys.exp)}
	r.steps = remainderSteps
}

// end ends the equation: the sum of its terms has this remainder. One that is
// too large is left out.
func (r *remainder) end(rest uint64) {
	if r.steps > 0 && r.row.exp > 0 {
		r.row.rest = (r.row.rest + rest) % r.sys.mod
		r.sys.add(&r.row)
	}
}
