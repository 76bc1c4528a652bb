package progs

import (
	"reflect"
	"time"
)

// FormCases are one program for each form of the language.
var FormCases = []Case{
	{"FloatLess", 3, FloatLess, func(x, y float64) bool { return x < y }, nil},
	{"FloatNaN", 3, FloatNaN, func(x float64) bool { return x != x }, nil},
	{"FloatZero", 3, FloatZero, func(x float32) bool { return x == 0 }, nil},
	{"FloatSorted", 2, FloatSorted, func(xs []float64) bool { return len(xs) < 2 || xs[0] <= xs[1] }, nil},
	{"FloatAlike", 3, FloatAlike, func(xs [2]float64) bool { return xs[0] == xs[1] || xs[0] != xs[0] && xs[1] != xs[1] }, nil},
	{"Negative", 2, Negative, func(x float64) bool { return true }, func(x, r float64) bool { return r >= 0 }},
	{"ComplexParts", 1, ComplexParts, func(c, d complex128) bool { return real(c) == imag(d) }, nil},
	{"BytesFirst", 3, BytesFirst, func(b []byte) bool { return len(b) > 0 && b[0] == 'a' }, nil},
	{"RunesNone", 3, RunesNone, func(rs []rune) bool {
		for _, r := range rs {
			if r == 'b' {
				return false
			}
		}
		return true
	}, nil},
	{"Implied", 1, Implied, func(a, b, c bool) bool { return (!a || b) && (b == (c || a)) }, nil},
	{"ImpliedRight", 1, ImpliedRight, func(a, b, c bool) bool { return !a || !b || c }, nil},
	{"Chained", 4, Chained, func(x, y int) bool { return 0 <= x && x < y && y <= 3 }, nil},
	{"ChainedDown", 4, ChainedDown, func(x, y int) bool { return x > y && y >= 1 }, func(x, y, r int) bool { return r < 2 }},
	{"ForallBoth", 3, ForallBoth, func(xs []int) bool {
		ok := true
		for i, x := range xs {
			ok = ok && x >= i
		}
		return ok
	}, nil},
	{"ForallSpan", 3, ForallSpan, func(xs []int) bool { return !has(xs, 0) }, nil},
	{"ExistsType", 3, ExistsType, func(x int) bool { return x%2 == 0 }, nil},
	{"ExistsPair", 3, ExistsPair, func(xs []int) bool {
		for i := range xs {
			for j := range i {
				if xs[j] < xs[i] {
					return true
				}
			}
		}
		return false
	}, nil},
	{"MapForall", 2, MapForall, func(m map[int]int) bool {
		for k, v := range m {
			if v != k+1 {
				return false
			}
		}
		return true
	}, nil},
	{"MapKey", 2, MapKey, func(k int, m map[int]bool) bool { _, ok := m[k]; return ok && len(m) == 1 }, nil},
	{"InSpan", 3, InSpan, func(x, y int) bool { return -1 <= x && x <= 2 && (y < 0 || y > 1) }, nil},
	{"InText", 3, InText, func(s string) bool {
		for i := range len(s) {
			if s[i] == 'a' {
				return true
			}
		}
		return false
	}, nil},
	{"Drawn", 3, Drawn, func(xs []int, x int) bool { return has(xs, x) }, func(xs []int, x, r int) bool { return r >= 0 }},
	// What is drawn is not bounded by the depth: there is one y for each x.
	{"NextOne", 3, func(x int) int { return NextOne(x, x+1) }, func(x int) bool { return true }, func(x, r int) bool { return r == 1 }},
	{"Either", 2, Either, func(a bool, x, y int) bool { return a && x > 0 || !a && y > 0 }, nil},
	{"Strictly", 4, Strictly, func(xs []int) bool {
		for i := range xs {
			if i > 0 && xs[i-1] >= xs[i] {
				return false
			}
		}
		return true
	}, nil},
	{"Shuffled", 2, Shuffled, func(xs, ys []int) bool {
		return len(xs) == len(ys) && (len(xs) == 0 || len(xs) == 1 && xs[0] == ys[0] ||
			len(xs) == 2 && (xs[0] == ys[0] && xs[1] == ys[1] || xs[0] == ys[1] && xs[1] == ys[0]))
	}, nil},
	{"Ones", 3, Ones, func(xs []int) bool {
		n, sum := 0, 0
		for _, x := range xs {
			sum += x
			if x == 1 {
				n++
			}
		}
		return n == 1 && sum == 2
	}, nil},
	{"PutOne", 2, func(m map[int]int) int { return 0 }, func(m map[int]int) bool { return true }, nil},
	{"Lacking", 2, Lacking, func(m map[int]int) bool { _, ok := m[0]; return !ok }, nil},
	{"DeepSame", 2, DeepSame, func(xs, ys [][]int) bool {
		if len(xs) != len(ys) {
			return false
		}
		for i := range xs {
			if len(xs[i]) != len(ys[i]) || len(xs[i]) > 0 && xs[i][0] != ys[i][0] {
				return false
			}
		}
		return true
	}, nil},
	{"Reached", 2, Reached, func(p, q *Node) bool { return reflect.DeepEqual(p, q) }, nil},
	{"Tupled", 2, Tupled, func(m map[int]int, k, v int) bool { w, ok := m[k]; return ok && v == w }, nil},
	{"Typed", 2, Typed, func(s Shape) bool { r, ok := s.(Rect); return ok && r.W > 0 }, nil},
	{"Empty", 3, Empty, func(xs []int) bool { return xs != nil }, nil},
	{"Macro", 3, Macro, func(x, y int) bool { return y <= x && x <= 2 && (y < 1 || y > x) }, nil},
	{"BoundsOf", 2, BoundsOf, func(n int, xs []int, ys []bool) bool {
		for _, x := range xs {
			if x < 0 || x >= n {
				return false
			}
		}
		return n >= 0 && len(ys) > 0
	}, nil},
	{"Corner", 3, Corner, func(c Point) bool { return c.X >= 0 && c.Y < c.X }, nil},
	{"RefinedAll", 2, RefinedAll, func(rs []Refined) bool {
		for _, r := range rs {
			if r.Lo < 0 || r.Hi <= r.Lo {
				return false
			}
		}
		return true
	}, nil},
	{"Guarded.Width", 3, Guarded.Width, func(g Guarded) bool { return g.Low <= g.High }, nil},
	{"Widen", 3, Widen, func(g Guarded) bool { return g.Low <= g.High }, func(g, r Guarded) bool { return r.Low <= r.High }},
	{"Embedded", 2, Embedded, func(d DerivedFrom) bool { return d.ID > 0 }, nil},
	{"Variadic", 3, func(n int, xs []int) int { return Variadic(n, xs...) }, func(n int, xs []int) bool { return len(xs) <= 2 && n >= len(xs) }, nil},
	{"Blank", 3, func(x int) int { return Blank(0, x) }, func(x int) bool { return x != 0 }, nil},
	{"Counter.Add", 3, func(c Counter, k int) int { c.Add(k); return c.N }, func(c Counter, k int) bool { return k > 0 },
		func(c Counter, k, r int) bool { return r == c.N+k }},
	{"Listed", 2, Listed, func(x, y int) bool { return x < y }, nil},
	{"Valued", 2, func(p value3, x int) int { return Valued([]int{3, 5, 9}[p], x) }, func(p value3, x int) bool { return p != 1 || x > 0 }, nil},
	{"Modes", 2, Modes, func(a, b Mode) bool { return a != b }, nil},
	{"Flagged", 2, Flagged, func(f Flags) bool { return f&3 != 3 }, nil},
	{"Asserted", 2, Asserted, func(x any) bool { return true }, nil},
	{"Divided", 3, func(x, y int) bool { return panics(func() { Divided(x, y) }) == (y == 0) }, func(x, y int) bool { return true },
		func(x, y int, as bool) bool { return as }},
	{"DividedWrong", 3, func(x, y int) bool { return panics(func() { DividedWrong(x, y) }) == (y <= 0) }, func(x, y int) bool { return x >= 0 },
		func(x, y int, as bool) bool { return as }},
	{"Bump", 3, func(xs []int) []int { Bump(xs); return xs }, func(xs []int) bool { return true }, func(xs, r []int) bool { return bumped(xs, r) }},
	{"BumpWrong", 3, func(xs []int) []int { BumpWrong(xs); return xs }, func(xs []int) bool { return true },
		func(xs, r []int) bool { return bumped(xs, r) }},
	{"Impure", 2, func(xs []int) []int { Impure(xs); return xs }, func(xs []int) bool { return len(xs) > 1 },
		func(xs, r []int) bool { return xs[0] == r[0] && xs[1] == r[1] }},
	{"Failing", 3, Failing, func(n int) bool { return n < 2 }, func(n, half int, err error) bool { return (err != nil) == (n < 0) }},
	{"Wrapped", 4, Wrapped, func(x, y uint8) bool { return x >= 3 && y == 0 }, nil},
	{"Shifted", 3, Shifted, func(n uint8, x int) bool { return 0 <= x && x < []int{1, 2, 4, 8}[n] }, nil},
	{"Truncated", 4, Truncated, func(x int) bool { return x%2 == 0 || x == -1 || x == -4 }, nil},
	{"Converted", 4, Converted, func(x int) bool { return int8(x*50) < 0 && uint8(x) > 100 }, nil},
	{"Masked", 4, Masked, func(x, y uint) bool { return x == 1 && y == 3 }, nil},
	{"Texts", 2, Texts, func(s string) bool { return s != "" && s[0] == 'a' }, nil},
	{"NestedIn", 2, NestedIn, func(a [2][]bool) bool { return len(a[0]) <= 1 && len(a[1]) <= 1 }, nil},
	{"Sized", 2, Sized, func(m map[int][]bool) bool {
		for k, xs := range m {
			if len(xs) != k {
				return false
			}
		}
		return true
	}, nil},
	{"Rally", 3, Rally, func(p *Ping) bool { return p != nil && p.V }, nil},
	{"Waits", 3, Waits, func(d time.Duration) bool { return d >= 0 }, nil},
	{"PropAbs", 3, PropAbs, func(x int) bool { return true }, func(x int, r bool) bool { return r }},
	{"SameParts", 1, SameParts, func(p, q Point, a, b [2]bool) bool { return p == q && a != b }, nil},
	{"Cut", 3, Cut, func(xs, ys []int) bool {
		if len(xs) < 2 || len(ys) != len(xs)-1 || xs[0] != 0 && xs[0] != -1 {
			return false
		}
		for i, y := range ys {
			if xs[i+1] != y {
				return false
			}
		}
		return true
	}, nil},
	{"Appended", 2, Appended, func(s, t string) bool { return s+"a" == t }, nil},
	{"GenericMin[int8]", 2, GenericMin[int8], func(x, y int8) bool { return x != y }, nil},
	{"GenericMin[uint8]", 2, GenericMin[uint8], func(x, y uint8) bool { return x != y }, nil},
	{"Pointed", 2, Pointed, func(p **int) bool { return p != nil && *p != nil && **p > 0 }, nil},
}

// value3 numbers the values of Valued's parameter.
type value3 uint8

// What the types and the contracts of FormCases say of their values.
var (
	// Strings are the values of enumerations of strings.
	Strings = map[reflect.Type][]string{reflect.TypeFor[Mode](): {"r", "w"}}
	// Ints are the integers of those with a directive of that name.
	Ints = map[string][]int{"Listed": {0, 1, -1, 7, 8}}
	// Characters are those whose []byte or []rune is spelled so.
	Characters = map[string]bool{"BytesFirst": true, "RunesNone": true}
	// Unread are the fields that nobody reads.
	Unread = map[reflect.Type]string{reflect.TypeFor[DerivedFrom](): "Note"}
	// Empties are those in which a slice is compared with nil.
	Empties = map[string]bool{"Empty": true}
)

func init() {
	Cases = append(Cases, FormCases...)
	Enums[reflect.TypeFor[Flags]()] = 8
	Enums[reflect.TypeFor[value3]()] = 3
	Inhabitants[reflect.TypeFor[any]()] = []reflect.Type{reflect.TypeFor[int](), reflect.TypeFor[string](), reflect.TypeFor[bool]()}
	for _, name := range []string{"Embedded", "Asserted", "Appended", "BytesFirst", "RunesNone", "InText"} {
		Alphabets[name] = "ab"
	}
	Alphabets["Texts"] = "abé"
}

func has(xs []int, x int) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}

func bumped(xs, r []int) bool {
	for i := range xs {
		if r[i] != xs[i]+1 {
			return false
		}
	}
	return true
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}
