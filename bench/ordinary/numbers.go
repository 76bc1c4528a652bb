// Package ordinary has fifty functions like those of everyday programs, some with a bug. It measures
// how long a package of this kind takes from an edit to the last verdict.
package ordinary

//rtest:ensures result >= a && result >= b && (result == a || result == b)
func Max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

//rtest:requires lo <= hi
//rtest:ensures lo <= result && result <= hi
func Clamp(x, lo, hi int) int { return max(lo, min(x, hi)) }

//rtest:requires a > 0 && b > 0
//rtest:ensures a%result == 0 && b%result == 0
func GCD(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

//rtest:requires n >= 0 && n < 1000000
//rtest:ensures result*result <= n && (result+1)*(result+1) > n
func Sqrt(n int) int {
	lo, hi := 0, n+1
	for lo+1 < hi {
		if mid := lo + (hi-lo)/2; mid*mid <= n {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Average has a fault: the sum may wrap around.
//
//rtest:ensures min(a, b) <= result && result <= max(a, b)
func Average(a, b int) int { return (a + b) / 2 }

//rtest:requires n >= 1 && n <= 16
//rtest:ensures result >= n && result&(result-1) == 0 && result < 2*n
func PowerOfTwo(n uint32) uint32 {
	n--
	n |= n >> 1
	n |= n >> 2
	n |= n >> 4
	return n + 1
}

//rtest:requires year >= 1 && year <= 9999 && month >= 1 && month <= 12
//rtest:ensures result >= 28 && result <= 31
func DaysIn(year, month int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if IsLeap(year) {
			return 29
		}
		return 28
	}
	return 31
}

// IsLeap has a fault: centuries.
//
//rtest:ensures result == (year%4 == 0 && year%100 != 0 || year%400 == 0)
func IsLeap(year int) bool { return year%4 == 0 }

//rtest:requires percent <= 100
//rtest:ensures result <= price
func Discount(price, percent uint32) uint32 { return price - uint32(uint64(price)*uint64(percent)/100) }

//rtest:ensures 0 <= result && result <= 64
func Ones(x uint64) int {
	n := 0
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

//rtest:ensures Reverse8(result) == x
func Reverse8(x uint8) uint8 {
	var y uint8
	for range 8 {
		y = y<<1 | x&1
		x >>= 1
	}
	return y
}
