package encode

import (
	"math"
	"math/bits"

	"github.com/rtest-dev/rtest/internal/search"
)

// image returns bounds of op on kind k for arguments within bounds, the first
// of kind kx. Where the result could leave the kind, they are the kind's.
func (b *builder) image(op search.Op, k, kx search.Kind, xl, xh, yl, yh int64) (lo, hi int64) {
	all := k.Bounds()
	if kx == search.Uint64 && (xl < 0 || xh < 0) || k == search.Uint64 && yl < 0 || yh < yl {
		return all.Lo, all.Hi
	}
	lo, hi, ok := exact(op, xl, xh, yl, yh)
	if !ok || lo < 0 && k == search.Uint64 || k != search.Uint64 && (lo < all.Lo || all.Hi < hi) {
		return all.Lo, all.Hi
	}
	return lo, hi
}

// exact bounds a result as an integer; not ok when nothing is known of it, or
// an int64 does not hold it. The arguments are integers that fit into one.
func exact(op search.Op, xl, xh, yl, yh int64) (lo, hi int64, ok bool) {
	switch op {
	case search.Conv:
		return xl, xh, true
	case search.Add:
		lo, hi = xl+yl, xh+yh
		return lo, hi, (lo < xl) == (yl < 0) && (hi < xh) == (yh < 0)
	case search.Sub:
		lo, hi = xl-yh, xh-yl
		return lo, hi, (lo > xl) == (yh < 0) && (hi > xh) == (yl < 0)
	case search.Mul:
		return corners(xl, xh, yl, yh, times)
	case search.Quo:
		if yl > 0 {
			return corners(xl, xh, yl, yh, func(x, y int64) (int64, bool) { return x / y, true })
		}
	case search.Rem:
		if yl <= 0 {
			return 0, 0, false
		}
		if xl < 0 {
			lo = max(xl, 1-yh)
		}
		if xh > 0 {
			hi = min(xh, yh-1)
		}
		return lo, hi, true
	case search.BitAnd:
		if xl >= 0 && yl >= 0 {
			return 0, min(xh, yh), true
		}
		if xl >= 0 {
			return 0, xh, true
		}
		if yl >= 0 {
			return 0, yh, true
		}
	case search.AndNot:
		if xl >= 0 {
			return 0, xh, true
		}
	case search.BitOr, search.BitXor:
		if xl >= 0 && yl >= 0 {
			return 0, int64(uint64(math.MaxUint64) >> bits.LeadingZeros64(uint64(xh|yh))), xh|yh > 0
		}
	case search.Shr:
		if yl >= 0 {
			return corners(xl, xh, min(yl, 63), min(yh, 63), func(x, y int64) (int64, bool) { return x >> y, true })
		}
	case search.Shl:
		if yl >= 0 && yh < 62 {
			return corners(xl, xh, yl, yh, func(x, y int64) (int64, bool) { return times(x, 1<<y) })
		}
	}
	return 0, 0, false
}

func times(x, y int64) (int64, bool) {
	p := x * y
	if x != 0 && (p/x != y || x == -1 && y == math.MinInt64) {
		return 0, false
	}
	return p, true
}

// corners bounds a function that is monotonic in each of its arguments.
func corners(xl, xh, yl, yh int64, f func(x, y int64) (int64, bool)) (lo, hi int64, ok bool) {
	lo, hi, ok = math.MaxInt64, math.MinInt64, true
	for _, x := range [2]int64{xl, xh} {
		for _, y := range [2]int64{yl, yh} {
			v, fits := f(x, y)
			lo, hi, ok = min(lo, v), max(hi, v), ok && fits
		}
	}
	return lo, hi, ok
}
