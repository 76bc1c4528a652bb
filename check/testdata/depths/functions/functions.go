// Package functions: functions as inputs, and inputs drawn from others.
package functions

import (
	"iter"
	"slices"
)

// f is asked once: answers -d..d
//
//rtest:ensures result >= 0
func Once(f func(int) int, x int) int { return f(x) * f(x) }

// two different arguments
//
//rtest:ensures result
func Two(f func(int) bool) bool { return f(0) == f(1) || f(0) }

// the second question depends on the first
//
//rtest:ensures result < 3
func Chain(f func(bool) int) int {
	n := f(false)
	if n > 0 {
		n += f(true)
	}
	return n
}

//rtest:sig (f func(x int) {v int | x <= v}, n int) (int)
//rtest:ensures result >= n
func Ref(f func(int) int, n int) int { return f(n) }

//rtest:sig (f func(x {v int | v > 0}) bool, xs []int) (bool)
func Cb(f func(int) bool, xs []int) bool { return len(xs) > 0 && f(xs[0]) }

// slices.IndexFunc shape
//
//rtest:ensures result == -1 || f(xs[result])
//rtest:ensures result == -1 ==> forall x in xs: !f(x)
func Find(xs []int, f func(int) bool) int {
	for i := len(xs) - 1; i >= 0; i-- {
		if f(xs[i]) {
			return i
		}
	}
	return -1
}

//rtest:ensures calls(f) == xs
func Each(xs []int, f func(int)) {
	for _, x := range slices.Compact(slices.Clone(xs)) {
		f(x)
	}
}

//rtest:ensures len(calls(f)) <= 1
func Visit(xs []bool, f func(bool, int) bool) {
	for i, x := range xs {
		if !f(x, i) {
			return
		}
	}
}

// no parameters: answers anew, after d calls zero
//
//rtest:ensures result < 3
func Gen(f func() int) (n int) {
	for range 3 {
		n += f()
	}
	return
}

//rtest:ensures result == nil || len(*result) < 2
func Maps(xs []int, f func(int) (int, bool)) *[]int {
	var r []int
	for _, x := range xs {
		if y, ok := f(x); ok {
			r = append(r, y)
		}
	}
	return &r
}

//rtest:depth 2
//rtest:ensures result
func Less(xs []int, less func(a, b int) bool) bool { return len(xs) < 2 || !less(xs[1], xs[0]) }

//rtest:requires len(xs) == 2
//rtest:ensures result != 1
func Cmp(xs []string, cmp func(a, b string) int) int { return cmp(xs[0], xs[1]) }

//rtest:requires f != nil
//rtest:ensures result != 1
func NilF(f func() int) int { return f() }

//rtest:ensures result != 1
func NilF2(f func() int) int {
	if f == nil {
		return 1
	}
	return f()
}

//rtest:values inc, dec
type Step func(int) int

func inc(x int) int { return x + 1 }
func dec(x int) int { return x - 1 }

//rtest:ensures result > x
func Apply(s Step, x int) int { return s(x) }

//rtest:ensures sum(slices.Collect(seq)) == result
func SumSeq(seq iter.Seq[int]) (n int) {
	for x := range seq {
		if x < 0 {
			return n
		}
		n += x
	}
	return n
}

// A Scope reaches itself through its function.
type Scope struct {
	Outer func(bool) *Scope
	Last  bool
}

//rtest:ensures result < 2
func (s *Scope) Height(b bool) int {
	if s.Last {
		return 1
	}
	if outer := s.Outer(b); outer != nil {
		return 1 + outer.Height(b)
	}
	return 1
}

//rtest:ensures result != 3
func Asked(outer func(bool) *Scope, b bool) int {
	if s := outer(b); s != nil {
		return s.Height(b)
	}
	return 0
}

// A nil iterator is tried where iterators are compared with nil, in elements too.
//
//rtest:ensures result >= 0
func NilSeq(seq iter.Seq[bool], more []iter.Seq2[int, bool], n int) int {
	if len(more) > 0 && more[0] == nil || seq == nil {
		return -n
	}
	for b := range seq {
		if b {
			return 1
		}
	}
	return 0
}

type Op struct {
	F func(int) int
	N int
}

//rtest:ensures result != 1
func (o Op) Do() int { return o.F(o.N) }

// drawn
//
//rtest:requires x in xs
//rtest:ensures result == 0
func Index(xs []int, x int) int { return slices.Index(xs, x) }

//rtest:requires y == x*x + 3
//rtest:ensures y != 4
func Eq(x, y int) {}

//rtest:requires i in 0..<len(xs)
//rtest:ensures xs[i] >= 0
func InRange(xs []int, i int) {}

type L struct {
	V    bool
	Next *L
}

func nodes(l *L) (r []*L) {
	for ; l != nil; l = l.Next {
		r = append(r, l)
	}
	return
}

//rtest:requires n in nodes(l)
//rtest:ensures n == l || n.V == l.V
func Draw(l, n *L) {}

//rtest:requires a in nodes(l) && b in nodes(l) && a != b
//rtest:ensures a.Next == b || b.Next == a
func Draw2(l, a, b *L) {}

//rtest:sig (m map[int]bool, k {v int | v in m}) ()
//rtest:ensures m[k]
func DrawKey(m map[int]bool, k int) {}

//rtest:requires len(xs) > 0
//rtest:requires p == &xs[0]
//rtest:ensures *p == 0
func DrawPtr2(xs []int, p *int) {}

// Functions that return nothing have one answer wherever they stand.

//rtest:ensures result < 2
func Hooks(hooks []func(int)) (n int) {
	for _, h := range hooks {
		h(3)
		n++
	}
	return n
}

//rtest:ensures result < 2
func Nested(hooks [][]func() struct{}) (n int) {
	for _, hs := range hooks {
		for _, h := range hs {
			h()
			n++
		}
	}
	return n
}

// Answers are values of their types: invariants hold of them, and nil is among
// them only where it is tried.

//rtest:invariant self.N > 0
type Posi struct{ N int }

//rtest:ensures result > 0
func Kept(f func(bool) Posi) int { return f(true).N }

//rtest:ensures result > 1
func KeptAnew(f func() *Posi) int { return f().N + f().N }

type Doer interface{ Done() int }

type doing struct{ N int }

func (d doing) Done() int { return d.N }

//rtest:ensures result < 9
func Anew(f func() Doer) int { return f().Done() }

//rtest:ensures result < 9
func AnewFunc(f func() func() int) int { return f()() }

// Refined function types within inputs.

//rtest:type Up(n int) = func(x {v int | v >= n}) {v int | v > n}

//rtest:sig (fs []Up(0)) (int)
//rtest:ensures result >= len(fs)
func Sum(fs []func(int) int) (n int) {
	for _, f := range fs {
		n += f(0)
	}
	return n
}

type Hooked struct {
	//rtest:is func(x bool) Down
	F func(bool) int
	//rtest:is []func() {v int | v != 0}
	G []func() int
}

//rtest:type Down = {v int | v < 0}

//rtest:ensures result != 0
func Hook(h Hooked) int {
	n := h.F(true)
	for _, g := range h.G {
		if g() == 0 {
			return 0
		}
	}
	return n
}

type Asking struct{ F func(int) bool }

//rtest:sig (m map[bool]*struct{ F func(x Down) bool }) (bool)
func Demand(m map[bool]*Asking) bool {
	if h := m[true]; h != nil {
		return h.F(0)
	}
	return false
}

//rtest:sig (f func(n int) func(x int) Down) (int)
//rtest:ensures result < 0
func Curried(f func(int) func(int) int) int { return f(1)(1) + f(1)(2) }

//rtest:ints next: 4..5
//rtest:ensures 8 <= result && result <= 10
func Offered(next func() int) int { return next() + next() }

// A Source is asked by its precondition, which leaves it as it was.
type Source struct{ next func() int8 }

func (s Source) peek() int8 { return s.next() }

//rtest:requires s.peek() > 0
//rtest:ensures result > 0
func Peeked(s Source) int8 { return s.next() }
