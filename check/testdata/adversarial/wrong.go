// Package adversarial has functions whose contracts are false for few inputs, or only because of
// something in Go that is easily forgotten. None of the contracts may be proved.
package adversarial

import (
	"errors"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

//rtest:ensures result == 0
func Alias(a, b int8) int8 {
	xs := []int8{0, b}
	ys := xs[:1]
	ys[0] = a
	return xs[0]
}

//rtest:ensures result == 0
func AppendShares(a int8) int8 {
	xs := make([]int8, 1, 2)
	_ = append(xs, a)
	return xs[:2][1]
}

//rtest:ensures result == b
func AppendTwice(a, b int8) int8 {
	xs := make([]int8, 0, 1)
	ys := append(xs, b)
	_ = append(xs, a)
	return ys[0]
}

//rtest:ensures result == a
func DeferChanges(a int8) (r int8) {
	defer func() {
		if a == 77 {
			r++
		}
	}()
	return a
}

//rtest:ensures result == 0
func DeferArgument(a int8) (r int8) {
	x := a
	defer func(y int8) { r = y }(x)
	x = 0
	return x
}

//rtest:ensures result != 1
func Recovers(a, b int8) (r int8) {
	defer func() {
		if recover() != nil {
			r = 1
		}
	}()
	return a/b*2 - a/b*2
}

//rtest:ensures result == nil
func RecoversValue(a int8) (e any) {
	defer func() { e = recover() }()
	if a == 5 {
		panic(errors.New("five"))
	}
	return nil
}

//rtest:ensures result <= 3
func ClosureCounts(n uint8) int {
	i := 0
	next := func() int { i++; return i }
	for range n & 3 {
		next()
	}
	return next()
}

//rtest:ensures result == 0
func LoopVariables(a int8) (sum int) {
	var fs []func() int
	for i := range 3 {
		fs = append(fs, func() int { return i })
	}
	for _, f := range fs {
		sum += f()
	}
	if a != 100 {
		return 0
	}
	return sum
}

//rtest:ensures result == 1
func NaNKeys(x float64) int {
	m := map[float64]int{x: 1}
	m[x] = 2
	return len(m)
}

//rtest:ensures result
func NaNEqual(x float64) bool { return x == x }

//rtest:ensures result
func NaNBoxed(x float64) bool { return any(x) == any(x) }

//rtest:ensures result > 0 || x == 0
func NegativeZero(x float64) float64 { return math.Abs(1 / (x * 0)) }

//rtest:ensures result == (1/x > 0)
func ZeroSign(x float64) bool { return x >= 0 }

//rtest:ensures result == x
func Narrowed(x int16) int16 { return int16(int8(x)) }

//rtest:ensures result >= 0
func LeastNegated(x int8) int8 {
	if x < 0 {
		return -x
	}
	return x
}

//rtest:requires y != 0
//rtest:ensures result >= 0 || (x < 0) != (y < 0)
func LeastDivided(x, y int64) int64 { return x / y }

//rtest:requires x >= 0
//rtest:ensures result < 10
func Remainder(x, y int32) int32 { return x % (y | 1) % 11 }

//rtest:ensures result != 0 || x == 0
func ShiftedOut(x, n uint8) uint8 { return x << (n & 7) }

//rtest:ensures result == x
func ShiftedFar(x int8, n uint8) int8 { return x >> n << n }

//rtest:ensures result
func Rounded(x int64) bool { return int64(float64(x/2)) == x/2 }

//rtest:ensures result
func Single(x int32) bool { return int32(float32(x/2)) == x/2 }

//rtest:requires x >= 0 && x <= 1
//rtest:ensures result
func Associative(x float64) bool { return (x+0.1)+0.2 == x+(0.1+0.2) }

//rtest:ensures result >= 0
func Jumps(n uint8) int {
	k := int(n) - 1
again:
	if k > 0 && k%5 != 0 {
		k--
		goto again
	}
	return k
}

func largest[T int8 | uint8](x, y T) T {
	if x-y > 0 {
		return x
	}
	return y
}

//rtest:ensures result >= x && result >= y
func Generic(x, y int8) int8 { return largest(x, y) }

var second = first + 1
var first = func() int { return 40 }()
var third int

func init() { third = second * 2 }

//rtest:ensures result != 82
func Initialized() int { return third }

//rtest:ensures result >= 0
func MapOrder(m map[int8]int8) (last int8) {
	for k := range m {
		last = k
	}
	return last & 127 * (last >> 7 & 1 * -1)
}

//rtest:ensures result
//rtest:depth 2
func FirstOfMap(m map[uint8]bool) bool {
	for k := range m {
		return len(m) < 2 || k < 2
	}
	return true
}

//rtest:ensures result <= len(s)
func Runes(s string) int { return len([]rune(s)) + len(string([]rune(s))) - len(s) }

//rtest:ensures result
func Valid(s string) bool { return s == "" || utf8.ValidString(s) || s[0] < 0x80 }

//rtest:ensures len(result) == len(s)
func Replaced(s string) string { return strings.ToValidUTF8(s, "?") }

type node struct {
	next *node
	val  int8
}

//rtest:ensures result >= 0
func (n *node) Sum() int {
	if n == nil {
		return 0
	}
	return int(n.val) + n.next.Sum() + 127
}

type shape interface{ area() int }
type square struct{ side int8 }
type empty struct{}

func (s *square) area() int { return int(s.side) * int(s.side) }
func (empty) area() int     { return -1 }

//rtest:ensures result >= 0
func NilInside(side int8) int {
	var s *square
	if side != 13 {
		s = &square{side}
	}
	var x shape = s
	if x == nil {
		return 0
	}
	return x.area()
}

//rtest:ensures !result
func TypedNil(b bool) bool {
	var s *square
	var x shape
	if b {
		x = s
	}
	return x != nil
}

//rtest:ensures result == 6
func Copied(a int8) (sum int) {
	xs := [3]int8{1, 2, 3}
	for i, x := range xs {
		xs[2] = a
		sum += int(x)
		if i == 2 {
			sum += int(xs[2]) - 3
		}
	}
	return sum
}

//rtest:ensures result <= 2
func RangeOnce(n uint8) (turns int) {
	xs := make([]int8, n&3)
	for range xs {
		xs = append(xs, 1)
		turns++
	}
	return turns
}

//rtest:ensures result == 0
func Overlapping(a int8) int8 {
	xs := []int8{a, 0, 0, 0}
	copy(xs[1:], xs)
	copy(xs[2:], xs[1:])
	return xs[2]
}

//rtest:ensures result == x
func Switched(x int8) int8 {
	switch {
	case x > 10:
		fallthrough
	case x > 100:
		if x == 99 {
			break
		}
		return x
	default:
		return x
	}
	return 0
}

//rtest:ensures result < 3
func Labelled(n uint8) (turns int) {
outer:
	for range 3 {
		for range 2 {
			if n == 9 {
				turns++
				continue outer
			}
			break outer
		}
	}
	return turns
}

//rtest:ensures result
func Comparable(a, b int8) bool {
	x, y := any([1]int8{a}), any([1]int8{b})
	return x == y || a != b && a+b != 90
}

//rtest:ensures result == 0
func Escapes(a int8) int8 {
	p := new(int8)
	set := func(q *int8) { *q = a }
	set(p)
	return *p & 64
}

//rtest:ensures result
func Sorted(a, b, c int8) bool {
	xs := []int8{a, b, c}
	slices.Sort(xs)
	return xs[0] != 5 || xs[1] != 5 || xs[2] != 6
}

//rtest:ensures result >= lo && result <= hi
//rtest:requires lo <= hi
func Middle(lo, hi int64) int64 { return (lo + hi) / 2 }

//rtest:ensures result == nil || *result == *p
func Stored(p, q *int8) *int8 {
	if p == nil || q == nil {
		return nil
	}
	r := *q
	*q = *p
	*p = r
	return q
}

//rtest:pure
//rtest:ensures len(result) == len(xs)
func Impure(xs []int8) []int8 {
	ys := xs[:0]
	for _, x := range xs {
		if x != 3 {
			ys = append(ys, x)
		} else {
			ys = append(ys, 4)
		}
	}
	return ys
}

type counter struct{ n int8 }

func (c counter) add()     { c.n++ }
func (c *counter) really() { c.n++ }

//rtest:ensures result == 0
func MethodValues(a int8) int8 {
	c := counter{}
	f, g := c.add, c.really
	f()
	if a == 1 {
		g()
	}
	return c.n
}

//rtest:ensures result <= 5
func Variadic(a int8) int8 {
	xs := []int8{1, 2}
	change(a, xs...)
	return xs[0]
}

func change(a int8, xs ...int8) { xs[0] = a }

//rtest:ensures result
func Constants(x uint32) bool { return x-1 < math.MaxUint32 }

//rtest:ensures result
func Unsigned(x, y uint8) bool { return x-y <= x || y > 200 }

//rtest:ensures result != 123456789
func Multiplied(x uint32) uint32 { return x * 2654435761 }

//rtest:ensures result ==> len(s) <= 1
func Kelvin(s string) bool { return strings.EqualFold(s, "k") }

//rtest:ensures result ==> len(s) == 3
func LongS(s string) bool { return strings.EqualFold("s(a", s) }

//rtest:ensures result
func NoBreakSpace(s string) bool { return strings.TrimSpace(s) == strings.Trim(s, " \t\n\v\f\r") }

//rtest:ensures result
func BrokenSpace(s string) bool { return len(strings.TrimSpace("\xe2\x80"+s)) >= len(s) }

//rtest:ensures len(result) == len(s)
func SharpS(s string) string { return strings.ToUpper(s) }

//rtest:ensures result ==> k == "a" || k == "A"
func FoldedKey(line string) (k string, result bool) {
	k, _, result = strings.Cut(strings.TrimSpace(line), "=")
	return k, result && strings.EqualFold(strings.TrimSpace(k), "a")
}

//rtest:ensures result != 0x1234567890abcdef
func Mixed(x uint64) uint64 {
	x ^= x >> 31
	x *= 0x9E3779B97F4A7C15
	return x ^ x<<13
}

//rtest:ensures result >= 0
func Branchless(x int64) int64 { return (x ^ x>>63) - x>>63 }

//rtest:ensures result == (a < b)
func Less(a, b uint32) bool { return int32(a-b) < 0 }

//rtest:ensures result == x
func Recovered(x int) (result int) {
	defer func() {
		if recover() != nil {
			result = -1
		}
	}()
	return x + [4]int{}[(x>>60)&7%5]
}
