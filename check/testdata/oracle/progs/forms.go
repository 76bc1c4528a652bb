package progs

import (
	"errors"
	"time"
)

//rtest:type Natural = {v int | 0 <= v}
//rtest:type Under(n int) = {v int | 0 <= v < n}
//rtest:type Some[T any] = {v []T | len(v) > 0}
//rtest:def between(x int, lo int, hi int) bool = lo <= x && x <= hi

// FloatLess orders floats.
//
//rtest:requires x < y
//rtest:ensures result > 0
func FloatLess(x, y float64) float64 {
	if y-x > 0 {
		return y - x
	}
	return 1
}

// FloatNaN is of what does not equal itself.
//
//rtest:requires x != x
func FloatNaN(x float64) bool { return x == x }

// FloatZero has both zeros.
//
//rtest:requires x == 0
func FloatZero(x float32) float32 { return 1 / x }

// FloatSorted has sorted floats.
//
//rtest:depth 2
//rtest:requires sorted(xs)
func FloatSorted(xs []float64) int { return len(xs) }

// FloatAlike has NaN twice, and both zeros.
//
//rtest:requires !distinct(xs)
func FloatAlike(xs [2]float64) bool { return xs[0] == xs[1] }

// Negative fails at the first half below zero.
//
//rtest:depth 2
//rtest:ensures result >= 0
func Negative(x float64) float64 { return x }

// ComplexParts compares parts.
//
//rtest:depth 1
//rtest:requires real(c) == imag(d)
func ComplexParts(c, d complex128) complex128 { return c + d }

// BytesFirst begins with a.
//
//rtest:requires len(b) > 0 && b[0] == 'a'
func BytesFirst(b []byte) int { return len(b) }

// RunesNone has no b.
//
//rtest:requires forall r in rs: r != 'b'
func RunesNone(rs []rune) int { return len(rs) }

// Implied is implication and equivalence.
//
//rtest:depth 1
//rtest:requires (a ==> b) && (b <==> c || a)
func Implied(a, b, c bool) bool { return a && b && c }

// ImpliedRight associates to the right.
//
//rtest:depth 1
//rtest:requires a ==> b ==> c
func ImpliedRight(a, b, c bool) bool { return a && b && c }

// Chained is a chain of comparisons.
//
//rtest:depth 4
//rtest:requires 0 <= x < y <= 3
func Chained(x, y int) int { return y - x }

// ChainedDown goes the other way, and fails.
//
//rtest:depth 4
//rtest:requires x > y >= 1
//rtest:ensures result < 2
func ChainedDown(x, y int) int { return x - y }

// ForallBoth has index and element.
//
//rtest:requires forall i, x in xs: x >= i
func ForallBoth(xs []int) int { return len(xs) }

// ForallSpan goes over indices.
//
//rtest:requires forall i in 0..<len(xs): xs[i] != 0
func ForallSpan(xs []int) int { return len(xs) }

// ExistsType has a half.
//
//rtest:requires exists y int: y + y == x
func ExistsType(x int) int { return x / 2 }

// ExistsPair has a pair in order.
//
//rtest:requires exists i in 0..<len(xs): exists j in i+1..<len(xs): xs[i] < xs[j]
func ExistsPair(xs []int) int { return len(xs) }

// MapForall maps each key to the next number.
//
//rtest:depth 2
//rtest:requires forall k, v in m: v == k + 1
func MapForall(m map[int]int) int { return len(m) }

// MapKey has the key.
//
//rtest:depth 2
//rtest:requires k in m && len(m) == 1
func MapKey(k int, m map[int]bool) bool { return m[k] }

// InSpan is membership in a range.
//
//rtest:requires x in -1..2 && !(y in 0..<2)
func InSpan(x, y int) int { return x + y }

// InText has the character.
//
//rtest:requires 'a' in s
func InText(s string) int { return len(s) }

// Drawn has an element.
//
//rtest:requires x in xs
//rtest:ensures result >= 0
func Drawn(xs []int, x int) int {
	for i, y := range xs {
		if x == y {
			return i
		}
	}
	return -1
}

// NextOne has the number after.
//
//rtest:requires y == x + 1
//rtest:ensures result == 1
func NextOne(x, y int) int { return y - x }

// Either is a conditional expression.
//
//rtest:depth 2
//rtest:requires (a ? x : y) > 0
func Either(a bool, x, y int) int { return x + y }

// Strictly is sorted and distinct.
//
//rtest:depth 4
//rtest:requires sorted(xs) && distinct(xs)
func Strictly(xs []int) int { return len(xs) }

// Shuffled has permutations.
//
//rtest:depth 2
//rtest:requires permutation(xs, ys)
func Shuffled(xs, ys []int) int { return len(xs) }

// Ones counts and sums.
//
//rtest:requires count(xs, 1) == 1 && sum(xs) == 2
func Ones(xs []int) int { return len(xs) }

// PutOne is with: n is drawn.
//
//rtest:depth 2
//rtest:requires with(m, 1, 1) == n
func PutOne(m, n map[int]int) int { return len(n) - len(m) }

// Lacking is without.
//
//rtest:depth 2
//rtest:requires without(m, 0) == m
func Lacking(m map[int]int) int { return len(m) }

// DeepSame compares element by element; nil and empty are the same.
//
//rtest:depth 2
//rtest:requires xs == ys
func DeepSame(xs, ys [][]int) int { return len(xs) }

// Reached compares what pointers reach.
//
//rtest:depth 2
//rtest:requires equal(p, q)
func Reached(p, q *Node) bool { return p == q }

// Tupled compares a call with a list.
//
//rtest:depth 2
//rtest:requires look(m, k) == (v, true)
func Tupled(m map[int]int, k, v int) int { return m[k] - v }

func look(m map[int]int, k int) (int, bool) {
	v, ok := m[k]
	return v, ok
}

// Typed tests and asserts the dynamic type.
//
//rtest:depth 2
//rtest:requires s is Rect && s.(Rect).W > 0
func Typed(s Shape) int { return s.(Rect).W * s.(Rect).H }

// Empty tells empty slices from nil.
//
//rtest:requires xs != nil
func Empty(xs []int) int { return len(xs) }

// Macro uses a def.
//
//rtest:requires between(x, y, 2) && !between(y, 1, x)
func Macro(x, y int) int { return x - y }

// BoundsOf has an alias with a parameter, and one with a type parameter.
//
//rtest:depth 2
//rtest:sig (n Natural, xs []Under(n), ys Some[bool]) (Natural)
func BoundsOf(n int, xs []int, ys []bool) int { return n + len(xs) }

// Corner is refined field by field.
//
//rtest:sig (c struct{ X Natural; Y {v int | v < X} })
func Corner(c Point) int { return c.X - c.Y }

// Point is a place.
type Point struct{ X, Y int }

// Refined has refined fields.
type Refined struct {
	Lo int //rtest:is {v int | v >= 0}
	Hi int //rtest:is {v int | v > Lo}
}

// RefinedAll has them in a slice.
//
//rtest:depth 2
//rtest:ensures result >= 0
func RefinedAll(rs []Refined) int {
	n := 0
	for _, r := range rs {
		n += r.Hi - r.Lo
	}
	return n
}

// Guarded has an invariant.
//
//rtest:invariant self.Low <= self.High
type Guarded struct{ Low, High int8 }

// Width is what is between.
//
//rtest:ensures result >= 0
func (g Guarded) Width() int { return int(g.High) - int(g.Low) }

// Widen breaks the invariant of its result.
func Widen(g Guarded) Guarded { return Guarded{g.Low - 1, g.High - 2} }

// Base is embedded.
type Base struct{ ID int }

// DerivedFrom embeds.
type DerivedFrom struct {
	Base
	Name string
	Note string
}

// Embedded reads a promoted field and leaves one alone.
//
//rtest:depth 2
//rtest:requires d.ID > 0
func Embedded(d DerivedFrom) string { return d.Name }

// Variadic takes any number.
//
//rtest:requires len(xs) <= 2 && n >= len(xs)
func Variadic(n int, xs ...int) int { return n - len(xs) }

// Blank has a parameter without a name.
//
//rtest:requires x != 0
func Blank(_ int, x int) int { return 6 / x }

// Counter counts.
type Counter struct{ N int }

// Add adds.
//
//rtest:requires k > 0
//rtest:ensures c.N == old(c.N) + k
func (c *Counter) Add(k int) { c.N += k }

// Listed has a range of its own.
//
//rtest:depth 2
//rtest:ints -1..1, 7..8
//rtest:requires x < y
func Listed(x, y int) int { return y - x }

// Valued has listed values.
//
//rtest:depth 2
//rtest:values p: 3, 5, 9
//rtest:requires p % 3 == 0 || x > 0
func Valued(p, x int) int { return p * x }

// Mode is an enumeration of strings.
type Mode string

// The modes.
const (
	Read  Mode = "r"
	Write Mode = "w"
)

// Modes has them.
//
//rtest:depth 2
//rtest:requires a != b
func Modes(a, b Mode) bool { return a == Read }

// Flags are bits.
type Flags uint8

// The flags.
const (
	Bold Flags = 1 << iota
	Thin
	Wide
)

// Flagged has unions.
//
//rtest:depth 2
//rtest:requires f&Bold == 0 || f&Thin == 0
func Flagged(f Flags) Flags { return f | Wide }

// Asserted switches on the type.
//
//rtest:depth 2
//rtest:ensures result >= 0
func Asserted(x any) int {
	switch x := x.(type) {
	case string:
		return len(x)
	case bool:
		return 1
	}
	return 0
}

// Divided panics as it says.
//
//rtest:panics y == 0
func Divided(x, y int) int { return x / y }

// DividedWrong panics otherwise.
//
//rtest:requires x >= 0
//rtest:panics y <= 0
func DividedWrong(x, y int) int { return x / y }

// Bump changes a slice in place.
//
//rtest:ensures len(xs) == len(old(xs)) && (forall i, x in xs: x == old(xs[i]) + 1)
func Bump(xs []int) {
	for i := range xs {
		xs[i]++
	}
}

// BumpWrong forgets the last.
//
//rtest:let before = xs
//rtest:ensures forall i, x in xs: x == before[i] + 1
func BumpWrong(xs []int) {
	for i := range len(xs) - 1 {
		xs[i]++
	}
}

// Impure is not pure.
//
//rtest:depth 2
//rtest:pure
//rtest:requires len(xs) > 1
func Impure(xs []int) int {
	if xs[0] > xs[1] {
		xs[0], xs[1] = xs[1], xs[0]
	}
	return xs[0]
}

// Failing returns an error.
//
//rtest:requires n < 2
//rtest:ensures (err != nil) == (n < 0)
//rtest:ensures err == nil ==> half >= 0
func Failing(n int) (half int, err error) {
	if n < 0 {
		return -1, errors.New("negative")
	}
	return n / 2, nil
}

// Wrapped wraps around.
//
//rtest:depth 4
//rtest:requires x + 253 < x && y - 1 > y
func Wrapped(x, y uint8) uint8 { return x - y }

// Shifted shifts by a count.
//
//rtest:requires 1<<n > x && x>>n == 0
func Shifted(n uint8, x int) int { return x << n }

// Truncated divides towards zero.
//
//rtest:depth 4
//rtest:requires x/2*2 == x || x%3 == -1
func Truncated(x int) int { return x / 2 }

// Converted loses bits.
//
//rtest:depth 4
//rtest:requires int8(x*50) < 0 && uint8(x) > 100
func Converted(x int) int8 { return int8(x) }

// Masked has bits.
//
//rtest:depth 4
//rtest:requires x&y == 1 && x|y == 3 && x^y == 2 && x&^y == 0
func Masked(x, y uint) uint { return x + y }

// Texts goes over characters.
//
//rtest:depth 2
//rtest:requires len(s) > 0 && (forall i, r in s: r == 'a' || i > 0)
func Texts(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// NestedIn has slices in an array.
//
//rtest:depth 2
//rtest:requires forall xs in a: len(xs) <= 1
func NestedIn(a [2][]bool) int { return len(a[0]) }

// Sized is a map of slices.
//
//rtest:depth 2
//rtest:requires forall k, xs in m: len(xs) == k
func Sized(m map[int][]bool) int { return len(m) }

// Ping and Pong reach each other.
type Ping struct {
	To *Pong
	V  bool
}

// Pong is the other.
type Pong struct{ Back *Ping }

// Rally counts.
//
//rtest:requires p != nil && p.V
func Rally(p *Ping) int {
	n := 0
	for p != nil && p.To != nil {
		n, p = n+1, p.To.Back
	}
	return n
}

// Waits has durations, which are numbers.
//
//rtest:requires d >= 0
func Waits(d time.Duration) time.Duration { return d * 2 }

// PropAbs must be true.
func PropAbs(x int) bool { return x >= -2 }

// SameParts compares structs and arrays.
//
//rtest:depth 1
//rtest:requires p == q && a != b
func SameParts(p, q Point, a, b [2]bool) bool { return a == b }

// Cut slices.
//
//rtest:requires len(xs) >= 2 && xs[1:] == ys && min(xs[0], 0) == max(xs[0], -1)
func Cut(xs, ys []int) int { return len(ys) }

// Appended is continued on a second line.
//
//rtest:depth 2
//rtest:requires s + "a" ==
//rtest:and t && len(t) < 3
func Appended(s, t string) int { return len(t) }

// GenericMin is tested with two types.
//
//rtest:depth 2
//rtest:with [int8]
//rtest:with [uint8]
//rtest:requires x != y
//rtest:ensures result == x || result == y
func GenericMin[T int8 | uint8](x, y T) T { return min(x, y) }

// Pointed has pointers to pointers.
//
//rtest:depth 2
//rtest:requires p != nil && *p != nil && **p > 0
func Pointed(p **int) int { return **p }
