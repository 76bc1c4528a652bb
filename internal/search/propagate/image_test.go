package propagate

import (
	"math"
	"math/rand"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// machine is what Go itself computes on a type.
func machine[T integer](op form.Op, x, y int64) int64 {
	a, b := T(x), T(y)
	switch op {
	case form.Eq:
		return form.Truth(a == b)
	case form.Lt:
		return form.Truth(a < b)
	case form.Le:
		return form.Truth(a <= b)
	case form.Add:
		a += b
	case form.Sub:
		a -= b
	case form.Mul:
		a *= b
	case form.Quo, form.Rem:
		switch {
		case b == 0:
			a = 0
		case op == form.Quo:
			a /= b
		default:
			a %= b
		}
	case form.BitAnd:
		a &= b
	case form.BitOr:
		a |= b
	case form.BitXor:
		a ^= b
	case form.AndNot:
		a &^= b
	case form.Shl:
		a <<= uint64(y)
	case form.Shr:
		a >>= uint64(y)
	}
	return int64(a)
}

var machines = map[form.Kind]func(form.Op, int64, int64) int64{
	form.Int8: machine[int8], form.Int16: machine[int16], form.Int32: machine[int32], form.Int64: machine[int64],
	form.Uint8: machine[uint8], form.Uint16: machine[uint16], form.Uint32: machine[uint32], form.Uint64: machine[uint64],
}

var arithmetic = []form.Op{form.Eq, form.Lt, form.Le, form.Add, form.Sub, form.Mul, form.Quo, form.Rem, form.BitAnd, form.BitOr, form.BitXor, form.AndNot, form.Shl, form.Shr, form.Conv}

// someValue prefers values where arithmetic goes wrong.
func someValue(r *rand.Rand, k form.Kind) int64 {
	b := k.Bounds()
	switch r.Intn(5) {
	case 0:
		return k.Wrap(b.Hi - int64(r.Intn(3)))
	case 1:
		return k.Wrap(b.Lo + int64(r.Intn(3)))
	case 2:
		return k.Wrap(r.Int63() - r.Int63())
	case 3:
		return k.Wrap(math.MaxInt64 + int64(r.Intn(5)) - 2)
	}
	return k.Wrap(int64(r.Intn(20) - 8))
}

func TestEvalOp(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 200_000 {
		k, op := integers[r.Intn(len(integers))], arithmetic[r.Intn(len(arithmetic))]
		x, y := someValue(r, k), someValue(r, k)
		if got, want := form.EvalOp(op, k, k, x, y, 0), machines[k](op, x, y); got != want {
			t.Fatalf("%v %v of %d and %d: got %d, want %d", k, op, x, y, got, want)
		}
		from := integers[r.Intn(len(integers))]
		z := someValue(r, from)
		if got, want := form.EvalOp(form.Conv, k, from, z, 0, 0), machines[k](form.Conv, z, 0); got != want {
			t.Fatalf("%v of %v %d: got %d, want %d", k, from, z, got, want)
		}
	}
}

// TestImage: the enclosing interval has every value, for arguments in small
// intervals anywhere; and going backward loses none.
func TestImage(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	around := func(k form.Kind) interval.Interval {
		a := interval.Key(k, someValue(r, k))
		b := a
		for range r.Intn(6) {
			if b < interval.All(k).Hi {
				b++
			}
		}
		if r.Intn(10) == 0 {
			c := interval.Key(k, someValue(r, k))
			a, b = min(a, c), max(a, c)
		}
		return interval.Of(a, b)
	}
	pick := func(v interval.Interval) int64 {
		if v.Width() < 8 || r.Intn(3) > 0 {
			return v.Lo + int64(r.Uint64()%(min(v.Width(), 8)+1))
		}
		return v.Hi - int64(r.Uint64()%8)
	}
	for range 400_000 {
		k, op := integers[r.Intn(len(integers))], arithmetic[r.Intn(len(arithmetic))]
		ka, kb := k, k
		switch {
		case op == form.Conv:
			ka = integers[r.Intn(len(integers))]
			kb = ka
		case op == form.Shl || op == form.Shr:
			kb = integers[r.Intn(len(integers))]
		}
		result := k
		if op == form.Eq || op == form.Lt || op == form.Le {
			result = form.Bool
		}
		a, b := around(ka), around(kb)
		x, y := pick(a), pick(b)
		if op == form.Conv {
			y, b = x, a
		}
		z := interval.Key(result, form.EvalOp(op, result, ka, interval.Key(ka, x), interval.Key(kb, y), 0))
		v := interval.OfOp(op, result, ka, kb, a, b)
		if !v.Contains(z) {
			t.Fatalf("%v %v of %v and %v: %v has not %d, the value for %d and %d", k, op, a, b, v, z, x, y)
		}
		if result == form.Bool {
			continue
		}
		keeps(t, Cell{Op: op, Kind: k, KindA: ka, KindB: kb, A: 0, B: 1, C: -1}, a, b, v.Meet(interval.Of(z, max(z, pick(v)))), x, y, z)
	}
}

// keeps revises cell c for arguments in a and b and a value in v, and fails
// when that loses x and y, whose value is z.
func keeps(t *testing.T, c Cell, a, b, v interval.Interval, x, y, z int64) {
	t.Helper()
	if c.Op == form.Conv {
		c.B = -1
	}
	var n Net
	n.Add(Cell{Op: form.Const, A: -1, B: -1, C: -1}, a)
	n.Add(Cell{Op: form.Const, A: -1, B: -1, C: -1}, b)
	n.Add(c, v)
	n.Link()
	if !n.revise(2) || !n.Dom[0].Contains(x) || c.Op != form.Conv && !n.Dom[1].Contains(y) || !n.Dom[2].Contains(z) {
		t.Fatalf("%v %v of %v and %v: revising loses %d and %d, whose value is %d: %v", c.Kind, c.Op, a, b, x, y, z, n.Dom)
	}
}

var integers = []form.Kind{form.Int8, form.Int16, form.Int32, form.Int64, form.Uint8, form.Uint16, form.Uint32, form.Uint64}
