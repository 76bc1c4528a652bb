package search

import (
	"math"
	"math/rand"
	"testing"
)

type integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// machine is what Go itself computes on a type.
func machine[T integer](op Op, x, y int64) int64 {
	a, b := T(x), T(y)
	switch op {
	case Eq:
		return truth(a == b)
	case Lt:
		return truth(a < b)
	case Le:
		return truth(a <= b)
	case Add:
		a += b
	case Sub:
		a -= b
	case Mul:
		a *= b
	case Quo, Rem:
		switch {
		case b == 0:
			a = 0
		case op == Quo:
			a /= b
		default:
			a %= b
		}
	case BitAnd:
		a &= b
	case BitOr:
		a |= b
	case BitXor:
		a ^= b
	case AndNot:
		a &^= b
	case Shl:
		a <<= uint64(y)
	case Shr:
		a >>= uint64(y)
	}
	return int64(a)
}

var machines = map[Kind]func(Op, int64, int64) int64{
	Int8: machine[int8], Int16: machine[int16], Int32: machine[int32], Int64: machine[int64],
	Uint8: machine[uint8], Uint16: machine[uint16], Uint32: machine[uint32], Uint64: machine[uint64],
}

var arithmetic = []Op{Eq, Lt, Le, Add, Sub, Mul, Quo, Rem, BitAnd, BitOr, BitXor, AndNot, Shl, Shr, Conv}

// someValue prefers the places where arithmetic goes wrong.
func someValue(r *rand.Rand, k Kind) int64 {
	b := k.Bounds()
	switch r.Intn(5) {
	case 0:
		return k.wrap(b.Hi - int64(r.Intn(3)))
	case 1:
		return k.wrap(b.Lo + int64(r.Intn(3)))
	case 2:
		return k.wrap(r.Int63() - r.Int63())
	case 3:
		return k.wrap(math.MaxInt64 + int64(r.Intn(5)) - 2)
	}
	return k.wrap(int64(r.Intn(20) - 8))
}

func TestEvalOp(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 200_000 {
		k, op := kinds[r.Intn(len(kinds))], arithmetic[r.Intn(len(arithmetic))]
		x, y := someValue(r, k), someValue(r, k)
		if got, want := EvalOp(op, k, k, x, y, 0), machines[k](op, x, y); got != want {
			t.Fatalf("%v %v of %d and %d: got %d, want %d", k, op, x, y, got, want)
		}
		from := kinds[r.Intn(len(kinds))]
		z := someValue(r, from)
		if got, want := EvalOp(Conv, k, from, z, 0, 0), machines[k](Conv, z, 0); got != want {
			t.Fatalf("%v of %v %d: got %d, want %d", k, from, z, got, want)
		}
	}
}

// TestImage: the enclosing interval has every value, for arguments in small
// intervals anywhere; and going backward loses none.
func TestImage(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	around := func(k Kind) interval {
		a := keyOf(k, someValue(r, k))
		b := a
		for range r.Intn(6) {
			if b < allKeys(k).hi {
				b++
			}
		}
		if r.Intn(10) == 0 {
			c := keyOf(k, someValue(r, k))
			a, b = min(a, c), max(a, c)
		}
		return interval{a, b}
	}
	pick := func(v interval) int64 {
		if v.width() < 8 || r.Intn(3) > 0 {
			return v.lo + int64(r.Uint64()%(min(v.width(), 8)+1))
		}
		return v.hi - int64(r.Uint64()%8)
	}
	for range 400_000 {
		k, op := kinds[r.Intn(len(kinds))], arithmetic[r.Intn(len(arithmetic))]
		ka, kb := k, k
		switch {
		case op == Conv:
			ka = kinds[r.Intn(len(kinds))]
			kb = ka
		case op == Shl || op == Shr:
			kb = kinds[r.Intn(len(kinds))]
		}
		result := k
		if op == Eq || op == Lt || op == Le {
			result = Bool
		}
		a, b := around(ka), around(kb)
		x, y := pick(a), pick(b)
		if op == Conv {
			y, b = x, a
		}
		z := keyOf(result, EvalOp(op, result, ka, keyOf(ka, x), keyOf(kb, y), 0))
		v := image(op, result, ka, kb, a, b)
		if !v.contains(z) {
			t.Fatalf("%v %v of %v and %v: %v has not %d, the value for %d and %d", k, op, a, b, v, z, x, y)
		}
		if result == Bool {
			continue
		}
		keeps(t, cell{op: op, kind: k, ka: ka, kb: kb, a: 0, b: 1, c: -1}, a, b, v.meet(interval{z, max(z, pick(v))}), x, y, z)
	}
}

// keeps revises cell c for arguments in a and b and a value in v, and fails
// when that loses x and y, whose value is z.
func keeps(t *testing.T, c cell, a, b, v interval, x, y, z int64) {
	t.Helper()
	if c.op == Conv {
		c.b = -1
	}
	var n net
	n.add(cell{op: Const, a: -1, b: -1, c: -1}, a)
	n.add(cell{op: Const, a: -1, b: -1, c: -1}, b)
	n.add(c, v)
	n.link()
	if !n.revise(2) || !n.dom[0].contains(x) || c.op != Conv && !n.dom[1].contains(y) || !n.dom[2].contains(z) {
		t.Fatalf("%v %v of %v and %v: revising loses %d and %d, whose value is %d: %v", c.kind, c.op, a, b, x, y, z, n.dom)
	}
}
