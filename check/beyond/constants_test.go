package beyond

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/value"
)

func TestNeighbours(t *testing.T) {
	for _, c := range []struct {
		of   []int64
		want string
	}{
		{nil, "[]"},
		{[]int64{0}, "[-1 0 1]"},
		{[]int64{17}, "[-18 -17 -16 16 17 18]"},
		{[]int64{1, 2}, "[-3 -2 -1 0 1 2 3]"},
	} {
		if got := fmt.Sprint(Constants(c.of)); got != c.want {
			t.Errorf("Constants(%v) = %s, want %s", c.of, got, c.want)
		}
	}
	ends := Constants([]int64{math.MinInt64, math.MaxInt64})
	if want := []int64{math.MinInt64, math.MinInt64 + 1, math.MinInt64 + 2, math.MaxInt64 - 1, math.MaxInt64}; !slices.Equal(ends, want) {
		t.Errorf("constants of the ends: %v, want %v", ends, want)
	}
}

// TestAmid checks that there is a number in each gap between constants, that other numbers are those
// of all bit lengths only, and that equal seeds give equal numbers.
func TestAmid(t *testing.T) {
	of := []int64{-5, 1, 2, 4, 10, 9999, math.MaxInt64}
	got := numbersBetween(of, 1)
	if !slices.Equal(got, numbersBetween(of, 1)) || slices.Equal(got, numbersBetween(of, 2)) {
		t.Error("the numbers are not those of the seed")
	}
	for i, gap := range [][2]int64{{-5, 1}, {2, 4}, {4, 10}, {10, 9999}, {9999, math.MaxInt64}} {
		if n := got[i]; n <= gap[0] || gap[1] <= n {
			t.Errorf("%d is not between %v", n, gap)
		}
	}
	lengths := map[int]bool{}
	for _, n := range got[5:] {
		lengths[bits.Len64(form.Magnitude(n))] = true
	}
	for n := leastBits; n < 63; n += 2 {
		if want := n <= 20 || n > 46; lengths[n] != want {
			t.Errorf("numbers of %d bits: %v", n, !want)
		}
	}
	for _, n := range append(numbersBetween([]int64{0, 1 << 31}, 1), numbersBetween([]int64{1 << 21, 1 << 31}, 1)...) {
		if large(n) {
			t.Errorf("%d takes long to fill", n)
		}
	}
}

func TestLengths(t *testing.T) {
	for _, c := range []struct {
		of   []int64
		want string
	}{
		{[]int64{-5, 0, 3, 16, 17, 1000, 5000}, "[16 17 1000]"},
		{[]int64{20, 30, 40, 50, 60, 70, 80, 90, 100, 110}, "[20 30 40 50 70 80 90 110]"},
	} {
		if got := fmt.Sprint(Lengths(c.of, 16)); got != c.want {
			t.Errorf("Lengths(%v) = %s, want %s", c.of, got, c.want)
		}
	}
}

func TestBytesAround(t *testing.T) {
	const raw = value.RawByte
	for _, c := range []struct{ of, want []rune }{
		{nil, nil},
		{[]rune{raw + 0x80}, []rune{0, 1, 0x7f, raw + 0x80, raw + 0x81, raw + 0xff}},
		{[]rune{raw + 0xff}, []rune{0, 1, raw + 0xfe, raw + 0xff}},
	} {
		if got := BytesAround(c.of); !slices.Equal(got, c.want) {
			t.Errorf("bytes around %x: %x, want %x", c.of, got, c.want)
		}
	}
}
