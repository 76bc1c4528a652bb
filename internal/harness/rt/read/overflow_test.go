package read

import (
	"math/big"
	"testing"
)

// TestOverflow compares with integers of any size, for all pairs of small ones.
func TestOverflow(t *testing.T) {
	for a := -128; a < 128; a++ {
		for b := -128; b < 128; b++ {
			x, y := int8(a), int8(b)
			for _, op := range []struct {
				name string
				fn   func(*Overflow, int8, int8) int8
				is   int
			}{{"+", Add[int8], a + b}, {"-", Sub[int8], a - b}, {"*", Mul[int8], a * b}, {"neg", func(w *Overflow, x, _ int8) int8 { return Neg(w, x) }, -a}} {
				w := &Overflow{}
				if got := op.fn(w, x, y); got != int8(op.is) || w.Seen != (op.is != int(got)) {
					t.Fatalf("%d %s %d is %d, wraps: %t", a, op.name, b, got, w.Seen)
				}
			}
		}
	}
	for a := range 256 {
		for b := range 256 {
			w := &Overflow{}
			if got := Add(w, uint8(a), uint8(b)); int(got) != (a+b)%256 || w.Seen != (a+b > 255) {
				t.Fatalf("%d + %d is %d, wraps: %t", a, b, got, w.Seen)
			}
			w = &Overflow{}
			if got := Mul(w, uint8(a), uint8(b)); int(got) != a*b%256 || w.Seen != (a*b > 255) {
				t.Fatalf("%d * %d is %d, wraps: %t", a, b, got, w.Seen)
			}
		}
	}
	for _, n := range []uint64{0, 1<<63 - 1, 1 << 63, 1<<64 - 1} {
		w := &Overflow{}
		if got := Signed(w, n); got != n || w.Seen == new(big.Int).SetUint64(n).IsInt64() {
			t.Fatalf("%d is %d, wraps: %t", n, got, w.Seen)
		}
	}
}
