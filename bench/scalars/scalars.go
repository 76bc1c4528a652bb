// Package scalars has functions of numbers as programs have them: bits, times, money, versions and
// geometry. All contracts hold.
package scalars

import (
	"cmp"
	"math"
	"math/bits"
	"time"
)

//rtest:requires lo <= hi
//rtest:ensures lo <= result <= hi && (lo <= x <= hi ==> result == x)
func Clamp(x, lo, hi int) int { return max(lo, min(x, hi)) }

//rtest:requires lo <= hi && x == x
//rtest:ensures lo <= result && result <= hi
func ClampFloat(x, lo, hi float64) float64 { return math.Max(lo, math.Min(x, hi)) }

//rtest:requires 0 <= lo <= hi
//rtest:ensures lo <= result <= hi
func Middle(lo, hi int) int { return lo + (hi-lo)/2 }

//rtest:requires x != math.MinInt64
//rtest:ensures result >= 0 && (result == x || result == -x)
func Abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

//rtest:ensures result == (x > 0 && x&(x-1) == 0)
func PowerOfTwo(x uint32) bool { return bits.OnesCount32(x) == 1 }

//rtest:requires 0 < x <= 1<<31
//rtest:ensures result >= x && result&(result-1) == 0 && result/2 < x
func NextPower(x uint32) uint32 {
	x--
	x |= x >> 1
	x |= x >> 2
	x |= x >> 4
	x |= x >> 8
	x |= x >> 16
	return x + 1
}

//rtest:ensures result == x
func ReversedTwice(x uint8) uint8 { return bits.Reverse8(bits.Reverse8(x)) }

//rtest:ensures 0 <= result <= 32
//rtest:ensures x != 0 ==> x>>result&1 == 1
func LowestBit(x uint32) int { return bits.TrailingZeros32(x) }

//rtest:ensures ok ==> sum-y == x
func Add(x, y int64) (sum int64, ok bool) {
	sum = x + y
	return sum, (sum > x) == (y > 0)
}

//rtest:ensures result >= x && result >= y
func AddSaturated(x, y uint32) uint32 {
	sum := x + y
	if sum < x {
		return math.MaxUint32
	}
	return sum
}

//rtest:requires 0 <= hour < 24 && 0 <= minute < 60
//rtest:ensures 0 <= result < 1440 && result/60 == hour && result%60 == minute
func Minutes(hour, minute int) int { return 60*hour + minute }

//rtest:ensures 0 <= result < 24
func LaterHour(hour, later uint8) (result uint8) { return (hour%24 + later%24) % 24 }

//rtest:requires 1 <= month <= 12
//rtest:ensures 28 <= result <= 31
func Days(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if Leap(year) {
			return 29
		}
		return 28
	}
	return 31
}

//rtest:ensures result ==> year%4 == 0
func Leap(year int) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

//rtest:ensures time.Sunday <= result <= time.Saturday
func Tomorrow(day time.Weekday) time.Weekday { return ((day%7 + 8) % 7) }

//rtest:requires d >= 0
//rtest:ensures 0 <= result <= d && d-result < time.Second
func WholeSeconds(d time.Duration) time.Duration { return d - d%time.Second }

//rtest:requires 0 <= cents < 1<<40 && 0 <= percent <= 100
//rtest:ensures 0 <= result <= cents
func Discount(cents, percent int64) int64 { return cents * percent / 100 }

//rtest:requires 0 <= cents < 1<<40 && 0 < people < 100
//rtest:ensures each*people+rest == cents && 0 <= rest < people
func Split(cents, people int64) (each, rest int64) { return cents / people, cents % people }

// A Version is major.minor.patch.
type Version struct{ Major, Minor, Patch uint16 }

//rtest:ensures -1 <= result <= 1 && (result == 0) == (v == w)
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}

//rtest:requires v.Patch < math.MaxUint16
//rtest:ensures v.Compare(result) == -1
func (v Version) Next() Version {
	v.Patch++
	return v
}

// A Rect is a rectangle.
type Rect struct{ X0, Y0, X1, Y1 int32 }

//rtest:ensures result == s.Overlaps(r)
func (r Rect) Overlaps(s Rect) bool { return r.X0 < s.X1 && s.X0 < r.X1 && r.Y0 < s.Y1 && s.Y0 < r.Y1 }

//rtest:ensures result == ((r < 0xD800 || r > 0xDFFF) && r <= 0x10FFFF && r >= 0)
func ValidRune(r int32) bool {
	if 0 <= r && r < 0xD800 {
		return true
	}
	return 0xDFFF < r && r <= 0x10FFFF
}

//rtest:ensures r == 0 ==> h == 0
//rtest:ensures h>>24 == 0
func Gray(r, g, b uint8) (h uint32) {
	l := (uint32(r)*299 + uint32(g)*587 + uint32(b)*114) / 1000
	if r == 0 {
		return 0
	}
	return l<<16 | l<<8 | l
}

//rtest:requires -100 <= x <= 100
//rtest:ensures math.Abs(float64(result)-x) <= 0.5
func Nearest(x float64) int { return int(math.Round(x)) }

//rtest:requires 0 <= head < size && 0 <= n <= size && size < 1<<30
//rtest:ensures 0 <= result < size
func Ring(head, n, size int) int { return (head + n) % size }

//rtest:ensures result == a || result == b || result == c
func Median(a, b, c int16) int16 { return max(min(a, b), min(max(a, b), c)) }
