package propagate

import (
	"math/rand"
	"testing"
)

// TestFirstMultiple compares with going through all numbers, modulo 2^6, and tries
// some modulo 2^64.
func TestFirstMultiple(t *testing.T) {
	const mask = 63
	for a := range uint64(64) {
		for low := range uint64(64) {
			for _, width := range []uint64{0, 1, 2, 5, 20, 62} {
				got, ok := firstMultiple(a, mask, low, width)
				want, some := uint64(0), false
				for x := range uint64(64) {
					if (x*a-low)&mask <= width {
						want, some = x, true
						break
					}
				}
				if ok != some || ok && got != want {
					t.Fatalf("firstMultiple(%d, 63, %d, %d) = %d, %v, want %d, %v", a, low, width, got, ok, want, some)
				}
			}
		}
	}
	r := rand.New(rand.NewSource(1))
	for range 10_000 {
		a, low, width := r.Uint64()>>r.Intn(64), r.Uint64()>>r.Intn(64), r.Uint64()>>(1+r.Intn(63))
		x, ok := firstMultiple(a, ^uint64(0), low, width)
		if ok && x*a-low > width {
			t.Fatalf("firstMultiple(%d, ^0, %d, %d) = %d, %d too far", a, low, width, x, x*a-low)
		}
		for y := range min(x, 1000) {
			if y*a-low <= width {
				t.Fatalf("firstMultiple(%d, ^0, %d, %d) = %d, but %d is less", a, low, width, x, y)
			}
		}
	}
}

// TestSquareRoots compares with the squares of all numbers, and tries some of 64 bits.
func TestSquareRoots(t *testing.T) {
	for width := 1; width <= 10; width++ {
		mask := uint64(1)<<width - 1
		for z := range mask + 1 {
			roots, modulus := squareRoots(z, width)
			for x := range mask + 1 {
				is := false
				for _, r := range roots {
					is = is || (x-r)&(1<<modulus-1) == 0
				}
				if is != (x*x&mask == z) {
					t.Fatalf("squareRoots(%d, %d) = %v modulo 2^%d, %d", z, width, roots, modulus, x)
				}
			}
		}
	}
	r := rand.New(rand.NewSource(1))
	for range 10_000 {
		x := r.Uint64() << r.Intn(64)
		roots, modulus := squareRoots(x*x, 64)
		is := false
		for _, y := range roots {
			is = is || (x-y)<<(64-modulus) == 0
			if y*y != x*x {
				t.Fatalf("%d is no root of the square of %d", y, x)
			}
		}
		if !is {
			t.Fatalf("%d is none of %d modulo 2^%d", x, roots, modulus)
		}
	}
}
