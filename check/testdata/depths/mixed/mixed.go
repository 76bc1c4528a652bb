// Package mixed has functions over kinds of inputs in combination.
package mixed

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"
)

// A Namer has a method that only this package can have.
type Namer interface {
	Name() string
	sealed()
}

type First struct{ N int }
type Second struct{ Yes bool }

func (f First) Name() string   { return strings.Repeat("n", max(0, f.N)) }
func (s *Second) Name() string { return fmt.Sprint(s.Yes) }
func (First) sealed()          {}
func (*Second) sealed()        {}

// A Box embeds an interface; nobody reads its function.
type Box[T any] struct {
	Namer
	Val  T
	Hook func(T) T
}

//rtest:with [bool]
//rtest:requires b.Namer is First ==> b.Val
//rtest:ensures result < 2
func Label[T any](b Box[T]) int { return len(b.Name()) }

type Half float32

//rtest:depth 2
//rtest:requires forall k, v in m: k[0] != k[1] && v[0] < v[1]
//rtest:ensures len(m) < 2
func Halves(m map[[2]bool][2]Half) {}

//rtest:requires len(ns) > 0 && !(exists n in ns: n is *Second)
//rtest:ensures result <= 2
func Longest(ns ...Namer) (n int) {
	for _, x := range ns {
		n = max(n, len(x.Name()))
	}
	return n
}

// A Dir reaches itself through a map and through a slice.
type Dir struct {
	Subs map[bool]Dir
	Rest []Dir
	Size uint8
}

func (d Dir) total() (n int) {
	for _, s := range d.Subs {
		n += s.total()
	}
	for _, s := range d.Rest {
		n += s.total()
	}
	return n + int(d.Size)
}

//rtest:depth 1
//rtest:ints 0..1
//rtest:requires d.total() == 1
//rtest:ensures d.Size == 1 || len(d.Rest) == 0
func Only(d Dir) {}

//rtest:requires forall i, x in xs: i > 0 ==> xs[i-1] < x
//rtest:ensures forall i, x in result: x == xs[i]
//rtest:ensures !(exists i, x in result: i > 1 && x > 1)
func Each(xs []int) iter.Seq2[int, int] { return slices.All(xs) }

var errDeep = errors.New("deep")

//rtest:ensures errors.Is(err, errDeep) == (n > 0) && errors.Is(err, io.EOF) == (n > 1)
func Tree(n int) error {
	var all []error
	for i := range n {
		all = append(all, fmt.Errorf("%d: %w", i, []error{errDeep, io.EOF, nil}[min(i, 2)]))
	}
	return errors.Join(all...)
}

// An Age is the one type with the method that Aged asks for.
type Age int8

func (a Age) Adult() bool { return a >= 1 }

type aged interface {
	~int8
	Adult() bool
}

//rtest:with [Age]
//rtest:requires exists x in xs: x.Adult()
//rtest:ensures result > 0
func Aged[T aged](xs []T) int {
	return len(slices.DeleteFunc(slices.Clone(xs), func(x T) bool { return x < 2 && len(xs) > 1 }))
}

//rtest:with [uint8]
//rtest:with [float32]
//rtest:requires lo <= x && x <= hi
//rtest:ensures result == x
func Clamp[T ~uint8 | ~float32](x, lo, hi T) T { return min(max(x, lo), hi) }

// Names of Go and of rtest mean what they are here.
//
//rtest:requires len > 0 && sum(string, len) != old && result
//rtest:ensures out < 2
func Shadow(len, string, old int, result bool) (out int) {
	return string
}

func sum(a, b int) int { return a + b }

// triangle leaves the inner loop and goes on with the outer one.
func triangle(g [][]bool) (n int) {
outer:
	for i, row := range g {
		for j, x := range row {
			switch {
			case j > i:
				continue outer
			case x:
				n++
			case n > 1:
				break outer
			}
		}
	}
	return n
}

//rtest:requires triangle(g) == 1
//rtest:ensures len(g) < 2 || len(g[1]) == 0
func Labelled(g [][]bool) {}

type Base struct{ lo, hi int }
type Derived struct {
	*Base
	Base2
}
type Base2 struct{ hi bool }

//rtest:requires b.lo <= b.hi
//rtest:ensures result >= 0
func (b Base) Width() int { return b.hi - b.lo }

//rtest:requires d.Base != nil && d.Width() == 1 && d.Base2.hi
//rtest:ensures d.lo < 1
func Promoted(d Derived) {}

// A Vec is a generic alias.
type Vec[T any] = []T

//rtest:requires len(v) == 1 ==> len(v[0]) == 1
//rtest:ensures len(v) < 2
func Alias(v Vec[Vec[bool]]) {}

func evens(xs []int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, x := range xs {
			if x%2 == 0 && !yield(x) {
				return
			}
		}
	}
}

func firstEven(xs []int) int {
	for x := range evens(xs) {
		if x != 0 {
			return x
		}
	}
	return 0
}

//rtest:requires firstEven(xs) > 0
//rtest:ensures xs[0] != 1
func RangeFunc(xs []int) {}

func cleared(m map[int]bool, n int) int {
	c := maps.Clone(m)
	if len(c) > n {
		clear(c)
	}
	return min(len(c), n, 2)
}

//rtest:requires cleared(m, n) == n
//rtest:ensures n == 0 || m[n]
func Clear(m map[int]bool, n int) {}

type Pixel struct {
	X, Y int8
	On   [2]bool
}

//rtest:depth 2
//rtest:requires p != q && p.On == q.On && [2]int8{p.X, p.Y} == [...]int8{q.Y, q.X}
//rtest:ensures p.X < q.X
func Pixels(p, q Pixel) {}

//rtest:depth 1
//rtest:requires len(m) == 1 && !(0 in m)
//rtest:ensures m[1i] == 0
func Complex(m map[complex64]uint8) {}

func gotos(n int) (k int) {
again:
	if n > 0 {
		n -= 2
		k++
		goto again
	}
	return k
}

//rtest:requires gotos(n) == 1
//rtest:ensures n != 2
func Goto(n int) {}

func guarded(xs []int, i int) (x int) {
	defer func() {
		if recover() != nil {
			x = -9
		}
	}()
	return xs[i]
}

//rtest:requires guarded(xs, i) == -9
//rtest:ensures i < 0 || len(xs) == 0
func Recovered(xs []int, i int) {}

func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "nil"
	case int, bool:
		return "plain"
	case *int:
		if v == nil {
			return "none"
		}
		return fmt.Sprint(*v)
	case fmt.Stringer:
		return v.String()
	case [1]int:
		if v[0] > 0 {
			return "up"
		}
		fallthroughs(&v[0])
	}
	return "other"
}

func fallthroughs(p *int) {
	switch {
	case *p == 0:
		*p = 1
		fallthrough
	case *p < 0:
		*p--
	}
}

//rtest:requires describe(v) == "plain" || describe(v) == "up"
//rtest:ensures !(v is [1]int)
func Switched(v any) { _ = describe(v) }

//rtest:requires p != nil && *p != nil && q != nil
//rtest:requires **p == 1 ==> (*q)[1] == nil
//rtest:ensures **p != 1 || (*q)[0] == nil || *(*q)[0]
func Pointers(p **int, q *[2]*bool) {}

//rtest:depth 2
//rtest:requires a.S != b.S || a.T == b.T
//rtest:ensures a.T <= b.T || a.S == ""
func Anonymous(a, b struct {
	S string
	T rune
}) {
}

func transposed(m [2][2]int) (t [2][2]int) {
	for i := range m {
		for j := range &m[i] {
			t[j][i] = m[i][j]
		}
	}
	return t
}

//rtest:requires transposed(m) == m && m != [2][2]int{}
//rtest:ensures m[0][1] >= 0
func Matrix(m [2][2]int) {}

type Stack[T any] struct{ items []T }

func (s *Stack[T]) push(x T) { s.items = append(s.items, x) }
func (s *Stack[T]) pop() (x T, ok bool) {
	if n := len(s.items); n > 0 {
		x, s.items = s.items[n-1], s.items[:n-1]
		return x, true
	}
	return x, false
}

func balanced(ops []bool) bool {
	var s Stack[int]
	for i, open := range ops {
		if open {
			s.push(i)
		} else if _, ok := s.pop(); !ok {
			return false
		}
	}
	return len(s.items) == 0
}

//rtest:requires balanced(ops)
//rtest:ensures len(ops) < 3 || ops[1]
func Balanced(ops []bool) {}

func compose(fs ...func(int) int) func(int) int {
	return func(x int) int {
		for _, f := range fs {
			x = f(x)
		}
		return x
	}
}

type adder int

func (a adder) add(x int) int { return int(a) + x }

func squareSum(a, b int) int { return compose(adder(a).add, square, adder(2).add2())(b) }

func (a adder) add2() func(int) int { return func(x int) int { return x + int(a) } }
func square(x int) int              { return x * x }

//rtest:requires squareSum(a, b) == 3
//rtest:ensures a <= b
func Composed(a, b int) {}

func isEven(n uint) bool { return n == 0 || isOdd(n-1) }
func isOdd(n uint) bool  { return n != 0 && isEven(n-1) }

//rtest:requires isOdd(n) && n&(n-1) == 0
//rtest:ensures n <= 1
func Mutual(n uint) {}

//rtest:requires xs[len(xs)/2:] == xs[:len(xs)-len(xs)/2]
//rtest:ensures len(xs) < 2 || xs[0] < 1
func Halved(xs []int) {}

type Key struct {
	A string
	B [1]bool
}

//rtest:depth 2
//rtest:requires forall k, v in m: v != nil && len(k.A) <= *v
//rtest:ensures len(m) < 1
func Keyed(m map[Key]*int) {}

//rtest:requires slices.IsSortedFunc(xs, func2)
//rtest:ensures len(xs) == 0 || xs[0] <= 0
func SortedBy(xs []int) {}

func func2(a, b int) int { return cmp.Or(cmp.Compare(a*a, b*b), cmp.Compare(a, b)) }

//rtest:ensures result == 0
func Nothing(_ int, _ string, s struct{}, a [0]int) int { return len(a) }

//rtest:depth 1
//rtest:requires x>>1<<1 == x && -x/2 <= x%3 && ^x < 2 && x&^1 != 2
//rtest:ensures x < 4
//rtest:ints -8..8
func Shifts(x int8) {}

//rtest:requires strings.Map(up, s) == strings.ToUpper(s) && s != ""
//rtest:ensures s[0] != 'b'
func Mapped(s string) {}

func up(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	return r
}
