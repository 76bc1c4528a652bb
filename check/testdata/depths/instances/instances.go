// Package instances refines the type arguments of generic types.
package instances

import "iter"

//rtest:type Even = {v int | v % 2 == 0}
//rtest:type Pos = {v int | v > 0}
//rtest:type Below(n int) = {v int | v < n}

type Box[T any] struct {
	V  T
	Vs []T
}

// A field and the elements of another.
//
//rtest:sig (b *Box[Even])
//rtest:ensures result < 2
func Boxed(b *Box[int]) int {
	if b == nil {
		return 0
	}
	return b.V + len(b.Vs)
}

type List[T any] struct {
	Head T
	Tail *List[T]
}

// At every depth of a recursive type.
//
//rtest:sig (l *List[Pos]) (Below(6))
func Sum(l *List[int]) (n int) {
	for ; l != nil; l = l.Tail {
		n += l.Head
	}
	return n
}

type Tree[K comparable, V any] struct {
	Kids map[K]*Tree[K, V]
	Val  V
}

// Two type arguments, one of them a slice, through maps.
//
//rtest:depth 2
//rtest:chars "ab"
//rtest:sig (t *Tree[{k string | k != "b"}, []Pos])
func Walk(t *Tree[string, []int]) int {
	if t == nil {
		return 0
	}
	n := len(t.Val)
	for k, c := range t.Kids {
		n += len(k) + Walk(c)
	}
	return n
}

type Pair[A, B any] struct {
	L A
	R B
}

// A Swap hands its type arguments on, the other way round.
type Swap[A, B any] struct{ P Pair[B, []A] }

// A type argument may speak of the parameters before.
//
//rtest:sig (s Swap[Pos, Even], lo int, t Pair[{v int | v >= lo}, bool])
//rtest:ensures !result
func Swapped(s Swap[int, int], lo int, t Pair[int, bool]) bool {
	return s.P.L == 0 && len(s.P.R) > 0 && t.L == lo && t.R
}

// The elements of an iterator, in and out.
//
//rtest:sig (xs iter.Seq[Pos]) (iter.Seq[{v int | v != 1}])
func Less(xs iter.Seq[int]) iter.Seq[int] {
	return func(yield func(int) bool) {
		for x := range xs {
			if !yield(x - 1) {
				return
			}
		}
	}
}

// A Vec is an alias of Go's with a type parameter.
type Vec[T any] = []T

//rtest:depth 2
//rtest:sig (v Vec[Pos], m map[Even]Vec[Even])
//rtest:ensures len(v) == 0 || len(m) < 2
func Vecs(v Vec[int], m map[int][]int) {}

//rtest:type Numbers[T any] = Box[T]

// An alias of rtest's hands its own on; below a pointer nil passes; a type
// argument that stands nowhere demands nothing.
//
//rtest:sig (b Numbers[Pos], p *Pair[*Even, Phantom[Pos]])
//rtest:ensures b.V == 1 || p == nil || p.L == nil || *p.L == 0
func Handed(b Box[int], p *Pair[*int, Phantom[int]]) {}

type Phantom[T any] struct{ n int }

// Fields of a type hold refined instances.
type Limits struct {
	Top Pair[int, bool] //rtest:is Pair[Pos, bool]
	//rtest:is Pair[{v int | v <= Top.L}, {b bool | b ==> Top.R}]
	Sub Pair[int, bool]
}

//rtest:ensures l.Top.L > l.Sub.L || l.Sub.R || l.Top.L == 1
func Limited(l Limits) {}

// The type parameter of the function itself.
//
//rtest:with [int8]
//rtest:with [string]
//rtest:requires l != nil
//rtest:sig (l *List[{v T | v != *new(T)}])
//rtest:ensures l.Tail == nil || l.Head == l.Tail.Head
func Full[T comparable](l *List[T]) {}

// Answers of a function.
//
//rtest:sig (f func(b bool) Pair[Pos, {c bool | b ==> c}]) (Below(4))
func Asked(f func(bool) Pair[int, bool]) int {
	x := f(true)
	if !x.R {
		return 9
	}
	return x.L + f(false).L
}

//rtest:via Empty, Push
type Stack[T any] struct{ xs []T }

func Empty[T any]() *Stack[T] { return &Stack[T]{} }

func (s *Stack[T]) Push(x T) { s.xs = append(s.xs, x) }

// Values that calls make, and rings in what comes out.
//
//rtest:sig (s *Stack[Pos]) (*Ring[Pos])
func Closed(s *Stack[int]) *Ring[int] {
	r := &Ring[int]{V: 1}
	r.next = r
	for i, x := range s.xs {
		r.next = &Ring[int]{V: x - i/2, next: r.next}
	}
	return r
}

type Ring[T any] struct {
	next *Ring[T]
	V    T
}

// No predeclared type satisfies the constraint, which has one type.
//
//rtest:ensures result < 2
func Octet[B ~uint8](b B) B { return b }

// Type parameters in the fields of a core type.
//
//rtest:ensures !result
func Keyed[S ~[]struct {
	K K
	N int
}, K comparable](s S) bool {
	return len(s) == 2 && s[0].K == s[1].K && s[0].N > s[1].N
}
