// Package contracts: refined types, invariants, generics, quantifiers and what is said of calls.
package contracts

import (
	"cmp"
	"errors"
	"iter"
	"slices"
)

//rtest:type Nat = {v int | 0 <= v}
//rtest:type Pos = {v int | 0 < v}
//rtest:type Rng(n int) = {v int | 0 <= v && v < n}
//rtest:type Vec[T any](n int) = {v []T | len(v) == n}
//rtest:type Asc = {v []int | sorted(v)}
//rtest:type Pair2 = struct{ A Pos; B Rng(9) }

// Rescale maps s from [0,r1) to [0,r2).
//
//rtest:sig (r1 Pos, r2 Pos, s Rng(r1)) (Rng(r2))
func Rescale(r1, r2, s int) int { return s * (r2 / r1) }

//rtest:sig (n Nat, xs Vec[int](n), ys Vec[bool](n)) (r Vec[int](n))
func Zip(n int, xs []int, ys []bool) []int {
	var r []int
	for i := range xs {
		if ys[i] {
			r = append(r, xs[i])
		}
	}
	return r
}

//rtest:sig (xs Asc, i Rng(len(xs)), j {v int | i < v && v < len(xs)}) ()
//rtest:ensures xs[i] != xs[j]
func Two(xs []int, i, j int) {}

//rtest:sig (p Pair) (q Pair, err error)
func RefPair(p Pair) (Pair, error) {
	if p.A == 1 {
		return Pair{}, errors.New("one")
	}
	return Pair{p.A - 2, p.B}, nil
}

type Pair struct {
	//rtest:is Pos
	A int
	//rtest:is {v int | v < A}
	B int
}

//rtest:sig (m map[{k int | k > 0}]Rng(2)) ()
//rtest:ensures true
//rtest:skip no such name
func Skipped(m map[int]int) {}

//rtest:sig (m map[Pos]Nat) ()
//rtest:ensures len(m) < 2
func MapRef(m map[int]int) {}

//rtest:sig (xs []*Pos) ()
//rtest:ensures len(xs) < 2 || xs[0] == nil || xs[1] == nil || *xs[0] <= *xs[1]
func PtrRef(xs []*int) {}

//rtest:depth 2
//rtest:sig (xs [][]Pos, a [2]Nat) ()
//rtest:ensures len(xs) < 2 || a[0] <= a[1]
func Nested(xs [][]int, a [2]int) {}

//rtest:sig (s struct{ X Nat; Y Rng(X) }) ()
//rtest:ensures s.X + s.Y + s.Z != 3
func StructRef(s XYZ) {}

type XYZ struct{ X, Y, Z int }

//rtest:invariant self.lo <= self.hi
type Iv struct{ lo, hi int }

//rtest:ensures result.lo <= x
func (i Iv) Join(x int) Iv { return Iv{min(i.lo, x), max(i.hi, x)} }

// exported, with a type that has an invariant: tested
func (i *Iv) Shift(by int) { i.lo += by; i.hi -= by }

func Mk(a, b int) Iv { return Iv{a, b} }

func MkOK(a, b int) *Iv {
	if a > b {
		return nil
	}
	return &Iv{a, b}
}

//rtest:requires len(is) > 0
func Hull(is []Iv) Iv { return Iv{is[0].lo, is[len(is)-1].hi} }

//rtest:invariant self.sz == self.count()
type Bag struct {
	sz  int
	els map[int]int
}

func (b *Bag) count() (n int) {
	for _, c := range b.els {
		n += c
	}
	return
}

//rtest:depth 1
//rtest:ensures result == b.els[x]
func (b *Bag) Get(x int) int { return b.els[x] }

func (b *Bag) Add(x int) {
	if b.els == nil {
		b.els = map[int]int{}
	}
	b.els[x]++
	b.sz++
}

func (b *Bag) Del(x int) { delete(b.els, x); b.sz-- }

//rtest:ensures len(result) == len(xs)
func Map[T, U any](xs []T, x U) []U {
	r := []U{}
	for range xs {
		r = append(r, x)
	}
	return r
}

//rtest:depth 2
//rtest:with [string]
//rtest:with [bool2]
//rtest:requires slices.Contains(xs, x)
//rtest:ensures result == 0
func Index[T comparable](xs []T, x T) int { return slices.Index(xs, x) }

type bool2 bool

//rtest:requires slices.IsSorted(xs)
//rtest:ensures len(xs) == 0 || result == xs[0]
func Min[S ~[]E, E cmp.Ordered](xs S) (m E) {
	for _, x := range xs {
		m = min(m, x)
	}
	return
}

type Stack[T any] struct{ items []T }

//rtest:requires len(s.items) > 0
//rtest:ensures s.items == old(s.items[:len(s.items)-1])
//rtest:ensures result == old(s.items[len(s.items)-1])
func (s *Stack[T]) Pop() T { x := s.items[0]; s.items = s.items[:len(s.items)-1]; return x }

type Num interface{ ~int8 | ~float32 }

//rtest:ensures result >= x
func Dbl[N Num](x N) N { return x + x }

func PropRev(xs []int) bool {
	ys := slices.Clone(xs)
	slices.Reverse(ys)
	return slices.Equal(xs, ys) || len(xs) < 3
}

func Prop_x(a, b bool) bool { return a || b || !a }

func Property(a int) bool { return false }

//rtest:panics x < 0
func Pan(x int) int {
	if x < -1 {
		panic("neg")
	}
	return x
}

//rtest:panics x < 0
//rtest:ensures result > 0
func Pan2(x int) int {
	if x < 0 {
		panic("neg")
	}
	return x
}

//rtest:pure
func Pure(xs []int) {
	if len(xs) > 1 && xs[0] > xs[1] {
		slices.Sort(xs)
	}
}

//rtest:let before = slices.Clone(xs)
//rtest:ensures permutation(xs, before) && sorted(xs)
func Sort(xs []int) {
	for i := 1; i < len(xs); i++ {
		if xs[i-1] > xs[i] {
			xs[i-1], xs[i] = xs[i], xs[i-1]
		}
	}
}

//rtest:requires p != nil && q != nil
//rtest:ensures *p == old(*q) && *q == old(*p)
func Swap(p, q *int) {
	*p, *q = *q, *p
	if *p == 2 {
		*q = 0
	}
}

func Upto(n int) iter.Seq[int] {
	return func(y func(int) bool) {
		for i := range n {
			if !y(i * i) {
				return
			}
		}
	}
}

//rtest:ensures len(slices.Collect(result)) == n
//rtest:requires n >= 0
func Upto2(n int) iter.Seq[int] {
	return func(y func(int) bool) {
		for i := range n {
			if i == 2 || !y(i) {
				return
			}
		}
	}
}

//rtest:ensures (err != nil) == (b == 0)
//rtest:ensures err == nil ==> result0 * b + result1 == a
func DivMod(a, b int) (int, int, error) {
	if b == 0 {
		return 0, 0, errors.New("0")
	}
	return a / b, a & b, nil
}

//rtest:requires forall i, x in xs: i == 0 || (exists j in 0..<i: xs[j] < x)
//rtest:ensures len(xs) < 3
func Quant(xs []int) {}

//rtest:depth 2
//rtest:requires exists k, v in m: k == v
//rtest:ensures forall k in m: k >= 0
func QuantMap(m map[int]int) {}

//rtest:requires forall r in s: r == 'a' || r == 'x'
//rtest:ensures len(s) < 2
func QuantStr(s string) {}

//rtest:requires forall a bool: a || x > 0
//rtest:ensures x != 2
func QuantType(x int) {}

//rtest:def between(a int, x int, b int) bool = a <= x && x <= b
//rtest:requires between(-1, x, 1) <==> y in -1..1
//rtest:ensures x != y || x == 0
func Def(x, y int) {}

//rtest:depth 2
//rtest:requires (x in xs) != (y in xs)
//rtest:ensures xs[0] != 1
func InNot(x, y int, xs []int) {}

//rtest:requires t.Get(k) == (v, true)
//rtest:ensures !v
func MultiRes(t KV, k int, v bool2) {}

type KV map[int]bool2

func (t KV) Get(k int) (bool2, bool) { v, ok := t[k]; return v, ok }

// Above has an invariant: pointers to it are not nil. That a refinement below a
// pointer lets nil pass compares nothing with nil.
//
//rtest:invariant self.n >= 0
type Above struct{ n int }

//rtest:type High = {v Above | v.n > 0}

//rtest:sig (a *High)
//rtest:ensures result > 0
func Below(a *Above) int { return a.n }

//rtest:sig (a *High)
//rtest:ensures result > 0
func (a *Above) Height() int { return a.n }

//rtest:sig (a []*High)
//rtest:ensures len(a) == 0 || result > 0
func Lowest(a []*Above) int {
	n := 0
	for i, x := range a {
		if i == 0 || x.n < n {
			n = x.n
		}
	}
	return n
}

// Lit has an invariant that its zero value breaks: a field that holds one is read
// by the invariant, whoever else reads it.
//
//rtest:invariant self.on
type Lit struct{ on bool }

type lamp struct {
	watts int
	Lit
	spare [2]Lit
	name  string
}

//rtest:ensures result >= 0
func (l lamp) Watts() int { return l.watts * l.watts }

//rtest:ensures result >= 0
func Lamps(ls []lamp) int { return len(ls) }

// A spot is an element of generic code, which reads its fields where it compares,
// converts or looks up a value of its type parameter.
type spot struct{ x, y int }

//rtest:depth 1
//rtest:with [spot]
//rtest:ensures result == exists y in xs: x == y
func Contains[T comparable](xs []T, x T) bool {
	for _, y := range xs {
		if x == y {
			return true
		}
	}
	return false
}

//rtest:with [spot]
//rtest:ensures len(result) == 1
func Alone[T comparable](x T) map[T]bool { return map[T]bool{x: true} }

//rtest:with [spot]
//rtest:ensures result
func Boxed[T any](x T) bool { return any(x) == any(x) }

type bag[T comparable] struct{ items []T }

//rtest:depth 1
//rtest:with [spot]
//rtest:ensures result ==> len(b.items) > 0
func (b bag[T]) Has(x T) bool { return Contains(b.items, x) }
