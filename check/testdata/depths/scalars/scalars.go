// Package scalars: numbers, texts and truth values.
package scalars

import "time"

//rtest:depth 2
//rtest:ensures result == !b
func Not(b bool) bool { return !b }

//rtest:requires x%2 == 0
//rtest:ensures result*2 == x
func Half(x int) int { return x / 2 }

//rtest:ensures result == x
func U(x uint, y uint8) uint { return x + uint(y) - uint(y) }

//rtest:requires x <= y
//rtest:ensures result >= x
func Mid(x, y float64) float64 { return (x + y) / 2 }

//rtest:requires real(z) >= imag(z)
//rtest:ensures real(result) == real(z)
func Conj(z complex128) complex128 { return complex(real(z), -imag(z)) }

//rtest:ensures result >= d
func Twice(d time.Duration) time.Duration { return 2 * d }

//rtest:requires len(s) > 0
//rtest:ensures len(result) == len(s)-1
func Tail(s string) string { return s[1:] }

//rtest:requires len(s) != 1
//rtest:ensures len(result) == len(s)
func Run(s []rune) string { return string(s) }

//rtest:requires len(s) < 2 || s[0] != s[1]
//rtest:ensures len(result) == len(s)
func Byt(s []byte) string { return string(s) }

//rtest:requires len(s) < 2 || s[0] != s[1]
//rtest:ensures result == len(s)
func Num(s []uint8) int { return len(s) }

//rtest:depth 1
//rtest:ints -3..4
//rtest:requires x != 0
//rtest:ensures result * x + y%x == y
func Div(y, x int) int { return y / x }

//rtest:depth 1
//rtest:ints x: 250..255
//rtest:ints y: 0..2, 63..65
//rtest:ensures result == int(x) + y
func Add8(x uint8, y int) int { return int(x + uint8(y)) }

//rtest:depth 1
//rtest:ints full
//rtest:ensures result >= 0
func Abs8(x int8) int8 {
	if x < 0 {
		return -x
	}
	return x
}

//rtest:ensures result >= 0
func Neg32(x int32, f float32) int32 {
	if f > 1 {
		return -1
	}
	return x * x
}

//rtest:depth 1
//rtest:ensures result == (a && b || c)
func Maj(a, b, c bool) bool { return a && (b || c) }

//rtest:requires a < b < c
//rtest:ensures a <= result <= b
func Avg(a, b, c int) int { return (a + c) / 2 }

//rtest:requires x > 0 ==> y > x
//rtest:requires (x == 0) <==> (y == 0)
//rtest:ensures true
func Imp(x, y int) {}

//rtest:requires (x > y ? x - y : y - x) == 2
//rtest:ensures result == 2
func Dist(x, y int) int {
	if x > y {
		return x - y
	}
	return y - x
}

//rtest:depth 2
//rtest:ints full
//rtest:requires x*x == 1522756
//rtest:ensures result > 0
func Sq(x int) int { return x + 0 }

//rtest:ensures result.Nanoseconds() >= 0
func Dur(d time.Duration, m time.Month) time.Duration {
	if m == time.March {
		return -1
	}
	return d * d
}

//rtest:depth 2
//rtest:ints 200..255
//rtest:ensures result == int(x) + int(y)
func Wrap(x, y uint8) int { return int(x + y) }

//rtest:depth 1
//rtest:ints full
//rtest:requires y != 0 && x / y == 5 && x % y == 3
//rtest:ensures result
func QR(x int8, y int8) bool { return x > 0 }

//rtest:requires x << 1 == 4 || x >> 1 == -2
//rtest:ensures x != -4
func Shl(x int16) {}

//rtest:depth 1
//rtest:ints full
//rtest:requires x &^ 0x0f == 0x30 && x ^ 0x3f > 9
//rtest:ensures x != 0x32
func Bits(x uint8) {}
