package search

import (
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/form/formtest"
)

// bitwiseCases are predicates on the bits of x, as nodes and in Go.
var bitwiseCases = []struct {
	name  string
	node  func(b *formtest.Builder, k form.Kind, x int32) int32
	holds func(x int64) bool
}{
	{"conversion", func(b *formtest.Builder, _ form.Kind, x int32) int32 {
		return b.Eq(b.Add(form.Node{Op: form.Conv, Kind: form.Int8, Args: []int32{x}}), b.Constant(form.Int8, -7))
	}, func(x int64) bool { return int8(x) == -7 }},
	{"mask", func(b *formtest.Builder, k form.Kind, x int32) int32 {
		return b.Eq(b.Binary(form.BitAnd, k, b.Constant(k, 0x1234), x), b.Constant(k, 0x1030))
	}, func(x int64) bool { return x&0x1234 == 0x1030 }},
	{"range", func(b *formtest.Builder, k form.Kind, x int32) int32 {
		return b.Binary(form.Lt, form.Bool, b.Constant(k, 1020), b.Binary(form.BitAnd, k, x, b.Constant(k, 1023)))
	}, func(x int64) bool { return x&1023 > 1020 }},
	{"or", func(b *formtest.Builder, k form.Kind, x int32) int32 {
		return b.Eq(b.Binary(form.BitOr, k, x, b.Constant(k, 0xff0)), b.Constant(k, 0x1ff3))
	}, func(x int64) bool { return x|0xff0 == 0x1ff3 }},
	{"without", func(b *formtest.Builder, k form.Kind, x int32) int32 {
		return b.Eq(b.Binary(form.AndNot, k, x, b.Constant(k, 0xf0f)), b.Constant(k, 0x2040))
	}, func(x int64) bool { return x&^0xf0f == 0x2040 }},
	{"right", func(b *formtest.Builder, k form.Kind, x int32) int32 {
		return b.Eq(b.Binary(form.Shr, k, x, b.Constant(k, 5)), b.Constant(k, 77))
	}, func(x int64) bool { return x>>5 == 77 }},
}

// TestBitwise finds the numbers of a wide domain that have certain bits, all of them,
// and tries hardly any others.
func TestBitwise(t *testing.T) {
	const from, to = -3000, 70000
	for _, k := range []form.Kind{form.Int32, form.Int64, form.Uint32, form.Uint64} {
		for _, c := range bitwiseCases {
			low := max(from, k.Bounds().Lo)
			b := formtest.New(0, true)
			x := b.Variable(form.Var{Name: "x", Kind: k, Parent: -1, Dom: []form.Span{{Lo: low, Hi: to}}})
			s, err := New(b.Build(c.node(b, k, b.Ref(x))))
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
