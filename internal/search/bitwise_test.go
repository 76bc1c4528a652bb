package search

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
)

// TestNextMasked compares with going through all numbers of 6 bits.
func TestNextMasked(t *testing.T) {
	const all = 63
	for m := range uint64(64) {
		for v := range uint64(64) {
			if v&^m != 0 {
				continue
			}
			for u := range uint64(64) {
				want, some := uint64(0), false
				for x := u; x <= all && !some; x++ {
					want, some = x, x&m == v
				}
				if got, ok := nextMasked(u, m, v, all); ok != some || ok && got != want {
					t.Fatalf("nextMasked(%d, %b, %b) = %d, %v, want %d, %v", u, m, v, got, ok, want, some)
				}
			}
		}
	}
}

// bitwiseCases are predicates on the bits of x, as nodes and in Go.
var bitwiseCases = []struct {
	name  string
	node  func(b *formBuilder, k form.Kind, x int32) int32
	holds func(x int64) bool
}{
	{"conversion", func(b *formBuilder, _ form.Kind, x int32) int32 {
		return b.eq(b.add(form.Node{Op: form.Conv, Kind: form.Int8, Args: []int32{x}}), b.constant(form.Int8, -7))
	}, func(x int64) bool { return int8(x) == -7 }},
	{"mask", func(b *formBuilder, k form.Kind, x int32) int32 {
		return b.eq(b.binary(form.BitAnd, k, b.constant(k, 0x1234), x), b.constant(k, 0x1030))
	}, func(x int64) bool { return x&0x1234 == 0x1030 }},
	{"range", func(b *formBuilder, k form.Kind, x int32) int32 {
		return b.binary(form.Lt, form.Bool, b.constant(k, 1020), b.binary(form.BitAnd, k, x, b.constant(k, 1023)))
	}, func(x int64) bool { return x&1023 > 1020 }},
	{"or", func(b *formBuilder, k form.Kind, x int32) int32 {
		return b.eq(b.binary(form.BitOr, k, x, b.constant(k, 0xff0)), b.constant(k, 0x1ff3))
	}, func(x int64) bool { return x|0xff0 == 0x1ff3 }},
	{"without", func(b *formBuilder, k form.Kind, x int32) int32 {
		return b.eq(b.binary(form.AndNot, k, x, b.constant(k, 0xf0f)), b.constant(k, 0x2040))
	}, func(x int64) bool { return x&^0xf0f == 0x2040 }},
	{"right", func(b *formBuilder, k form.Kind, x int32) int32 {
		return b.eq(b.binary(form.Shr, k, x, b.constant(k, 5)), b.constant(k, 77))
	}, func(x int64) bool { return x>>5 == 77 }},
}

// TestBitwise finds the numbers of a wide domain that have certain bits, all of them,
// and tries hardly any others.
func TestBitwise(t *testing.T) {
	const from, to = -3000, 70000
	for _, k := range []form.Kind{form.Int32, form.Int64, form.Uint32, form.Uint64} {
		for _, c := range bitwiseCases {
			low := max(from, k.Bounds().Lo)
			b := newBuilder(0, true)
			x := b.variable(form.Var{Name: "x", Kind: k, Parent: -1, Dom: []form.Span{{Lo: low, Hi: to}}})
			s, err := New(b.form(c.node(b, k, b.ref(x))))
			if err != nil {
				t.Fatal(err)
			}
			got := map[int64]bool{}
			for x := range s.Solutions() {
				got[x[0]] = true
			}
			n := int64(0)
			for x := low; x <= to; x++ {
				if c.holds(x) {
					n++
				}
				if c.holds(x) != got[x] {
					t.Fatalf("%s of %v: %d is found: %v", c.name, k, x, got[x])
				}
			}
			if d := s.Stats().Decisions; d > 10*n+100 {
				t.Errorf("%s of %v: %d values tried for %d solutions", c.name, k, d, n)
			}
		}
	}
}

func (b *formBuilder) constant(k form.Kind, x int64) int32 {
	return b.add(form.Node{Op: form.Const, Kind: k, Val: x})
}

func (b *formBuilder) binary(op form.Op, k form.Kind, x, y int32) int32 {
	return b.add(form.Node{Op: op, Kind: k, Args: []int32{x, y}})
}
