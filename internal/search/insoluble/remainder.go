package insoluble

import (
	"math/bits"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
	"github.com/rtest-dev/rtest/internal/search/propagate"
)

// Remainder finds sums that cannot have the remainders they must have. It writes decided sums,
// products with constants, remainders and exclusive ors as equations modulo powers of a prime, for
// each prime that divides one of the constants. Then it solves them by elimination (system.go).
type Remainder struct {
	sys    system
	primes []uint64
	net    *propagate.Net
	column []int32 // by cell of t: its column in the system; -1 for none
	used   []int32 // the cells that have a column
	row    row
	steps  int // how many more terms it may take
}

const (
	remainderPrimes = 4   // most primes
	remainderPrime  = 97  // greatest prime
	remainderSteps  = 256 // most terms of an equation
)

// Contradict reports whether sums of a net cannot have the remainders that they must have.
func (r *Remainder) Contradict(t *propagate.Net) bool {
	r.net = t
	r.gather()
	for len(r.column) < len(t.Dom) {
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
			t.Work += r.sys.work
			return true
		}
		t.Work += r.sys.work
	}
	return false
}

// gather finds the primes that divide constants of the net.
func (r *Remainder) gather() {
	r.primes = r.primes[:0]
	t := r.net
	for i := range t.Dom {
		c := &t.Cells[i]
		switch c.Op {
		case propagate.OpVar:
			if s := t.Small[i].Bits; s != 0 {
				r.factors(stride(s))
			}
		case form.Mul, form.Rem:
			for _, a := range [2]int32{c.A, c.B} {
				if k := t.Cells[a].Kind; t.Dom[a].Fixed() {
					r.factors(k.Magnitude(interval.Key(k, t.Dom[a].Lo)))
				}
			}
		case form.Shl, form.BitAnd, form.BitXor:
			r.prime(2)
		case form.Eq:
			if c.KindA == form.Bool {
				r.prime(2)
			}
		}
	}
}

// factors adds the primes that divide n.
func (r *Remainder) factors(n uint64) {
	for p := uint64(2); p <= remainderPrime && n > 1; p++ {
		if n%p == 0 {
			r.prime(p)
		}
		for n%p == 0 {
			n /= p
		}
	}
}

func (r *Remainder) prime(p uint64) {
	for _, q := range r.primes {
		if q == p {
			return
		}
	}
	if len(r.primes) < remainderPrimes {
		r.primes = append(r.primes, p)
	}
}

// stride returns the greatest number that divides all distances between bits of the set; 0 for a
// single bit.
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

// equations adds what the net says to the system.
func (r *Remainder) equations() {
	t := r.net
	for i := range t.Dom {
		n := int32(i)
		c := &t.Cells[i]
		d := t.Dom[i]
		switch c.Op {
		case propagate.OpVar:
			if s := t.Small[i].Bits; s != 0 && !d.Fixed() {
				if e := r.sys.valuation(stride(s)); e > 0 {
					r.beginEquation(e)
					r.term(n, 1)
					r.endEquation(r.number(n))
				}
			}
		case form.Eq:
			r.equality(c, d)
		case form.Not, form.Lt, form.Le, form.And, form.Or, propagate.OpMember, propagate.OpDiffLe, propagate.OpDiffNe, form.Const, form.Ref:
		case propagate.OpDiffEq:
			r.beginEquation(r.sys.exp)
			r.term(c.A, 1)
			r.term(c.B, r.sys.negative(1))
			r.endEquation(r.sys.residue(c.Val))
		default:
			if d.Fixed() {
				r.beginEquation(r.sys.exp)
				r.expand(n, 1)
				r.endEquation(r.number(n))
			}
		}
	}
}

// equality adds a decided comparison to the system.
func (r *Remainder) equality(c *propagate.Cell, d interval.Interval) {
	switch {
	case !d.Fixed():
	case c.KindA == form.Bool:
		if r.sys.prime == 2 {
			r.beginEquation(1)
			r.term(c.A, 1)
			r.term(c.B, 1)
			r.endEquation(uint64(1 - d.Lo))
		}
	case d.Lo == 1:
		r.beginEquation(r.sys.exp)
		r.term(c.A, 1)
		r.term(c.B, r.sys.negative(1))
		r.endEquation(0)
	case r.sys.prime == 2 && (r.bit(c.A) && r.bit(c.B) || r.odd(c.A, c.B) || r.odd(c.B, c.A)):
		r.beginEquation(1)
		r.term(c.A, 1)
		r.term(c.B, 1)
		r.endEquation(1)
	}
}

// bit reports whether n is 0 or 1.
func (r *Remainder) bit(n int32) bool {
	k := r.net.Cells[n].Kind
	d := r.net.Dom[n]
	return d.Within(interval.Of(interval.Key(k, 0), interval.Key(k, 1)))
}

// odd reports whether a is a remainder of a division by 2, which may be -1, and b is 0.
func (r *Remainder) odd(a, b int32) bool {
	c := &r.net.Cells[a]
	if k := r.net.Cells[b].Kind; c.Op != form.Rem || r.net.Dom[b] != (interval.Of(interval.Key(k, 0), interval.Key(k, 0))) {
		return false
	}
	k := r.net.Cells[c.B].Kind
	return r.net.Dom[c.B] == interval.Of(interval.Key(k, 2), interval.Key(k, 2))
}

// number returns the least value of n modulo the system's modulus.
func (r *Remainder) number(n int32) uint64 {
	k := r.net.Cells[n].Kind
	x := interval.Key(k, r.net.Dom[n].Lo)
	if k == form.Uint64 {
		return uint64(x) % r.sys.mod
	}
	return r.sys.residue(x)
}

// beginEquation starts an equation modulo the e-th power of the prime.
func (r *Remainder) beginEquation(e int) {
	r.row = row{exp: min(e, r.sys.exp)}
	r.steps = remainderSteps
}

// endEquation adds the current equation, whose sum has the given remainder. An equation with too
// many terms is left out.
func (r *Remainder) endEquation(rest uint64) {
	if r.steps > 0 && r.row.exp > 0 {
		r.row.rest = (r.row.rest + rest) % r.sys.mod
		r.sys.add(&r.row)
	}
}
