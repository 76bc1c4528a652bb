package progs

import (
	"cmp"
	"container/heap"
	"iter"
	"maps"
	"math"
	"slices"
	"sort"
	"sync"
	"time"
)

// The predicates in this file use maps, sorting, deferred calls, generic types
// and package variables.

// Positive takes maps without numbers below one.
//
//rtest:requires AllPositive(m)
func Positive(m map[int]int) {}

// AllPositive ranges.
func AllPositive(m map[int]int) bool {
	for k, v := range m {
		if v <= 0 || k < 0 {
			return false
		}
	}
	return true
}

// Inverse takes maps that can be turned around.
//
//rtest:requires Injective(m)
func Inverse(m map[int]int) {}

// Injective builds the inverse.
func Injective(m map[int]int) bool {
	inv := make(map[int]int, len(m))
	for k, v := range m {
		if _, ok := inv[v]; ok {
			return false
		}
		inv[v] = k
	}
	return len(inv) == len(m)
}

// Paired takes slices in which everything is there twice.
//
//rtest:depth 4
//rtest:requires AllTwice(xs)
func Paired(xs []int) {}

// AllTwice counts.
func AllTwice(xs []int) bool {
	counts := map[int]int{}
	for _, x := range xs {
		counts[x]++
	}
	for _, n := range counts {
		if n != 2 {
			return false
		}
	}
	return true
}

// Sums takes maps with a total.
//
//rtest:depth 2
//rtest:requires is(Total(m), n)
func Sums(m map[int8]int, n int) {}

// Total adds up values and the keys in order.
func Total(m map[int8]int) int {
	n := 0
	for _, k := range slices.Sorted(maps.Keys(m)) {
		n += m[k]
	}
	return n
}

// Acyclic takes graphs without cycles.
//
//rtest:depth 2
//rtest:requires IsAcyclic(g)
func Acyclic(g [][]int) {}

// IsAcyclic colors.
func IsAcyclic(g [][]int) bool {
	state := make(map[int]int)
	var visit func(v int) bool
	visit = func(v int) bool {
		if v < 0 || v >= len(g) || state[v] == 1 {
			return false
		}
		if state[v] == 2 {
			return true
		}
		state[v] = 1
		for _, w := range g[v] {
			if !visit(w) {
				return false
			}
		}
		state[v] = 2
		return true
	}
	for v := range g {
		if !visit(v) {
			return false
		}
	}
	return true
}

// Account has a lock.
type Account struct {
	mu      sync.Mutex
	Balance int
	Limit   int
}

// OK takes the lock.
func (a *Account) OK() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.Balance >= -a.Limit && a.Limit >= 0
}

// Withdraw takes accounts.
//
//rtest:depth 4
//rtest:requires a != nil && a.OK()
func Withdraw(a *Account) {}

// Divisible takes numbers that divide.
//
//rtest:depth 5
//rtest:requires Divides(a, b)
func Divisible(a, b int) {}

// Divides recovers from a division by zero.
func Divides(a, b int) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return b%a == 0
}

// Spread takes slices that are wide when sorted.
//
//rtest:depth 4
//rtest:requires Gaps(xs)
func Spread(xs []int) {}

// Gaps sorts a copy.
func Gaps(xs []int) bool {
	ys := append([]int(nil), xs...)
	sort.Ints(ys)
	for i := 1; i < len(ys); i++ {
		if ys[i]-ys[i-1] < 2 {
			return false
		}
	}
	return true
}

// Ranked takes runs that are in order of their flags when sorted by length.
//
//rtest:depth 2
//rtest:requires SortedBoth(rs)
func Ranked(rs []Run) {}

func rank(r Run) int {
	if r.B {
		return 1
	}
	return 0
}

// SortedBoth sorts by functions.
func SortedBoth(rs []Run) bool {
	ys := slices.Clone(rs)
	sort.Slice(ys, func(i, j int) bool { return ys[i].Len < ys[j].Len })
	zs := slices.Clone(rs)
	slices.SortFunc(zs, func(a, b Run) int { return cmp.Or(cmp.Compare(a.Len, b.Len), cmp.Compare(rank(a), rank(b))) })
	for i := range ys {
		if ys[i].Len != zs[i].Len {
			return false
		}
	}
	return slices.IsSortedFunc(zs, func(a, b Run) int { return cmp.Compare(rank(a), rank(b)) })
}

type byVal []Pair

func (p byVal) Len() int           { return len(p) }
func (p byVal) Less(i, j int) bool { return p[i].Key < p[j].Key }
func (p byVal) Swap(i, j int)      { p[i], p[j] = p[j], p[i] }

// Sorter takes what sort.Sort leaves with a first key of 1.
//
//rtest:depth 2
//rtest:requires LeastIs(ps, 1)
func Sorter(ps []Pair) {}

// LeastIs sorts by an interface.
func LeastIs(ps []Pair, k int8) bool {
	ps = slices.Clone(ps)
	sort.Sort(byVal(ps))
	return len(ps) > 0 && ps[0].Key == k && sort.IsSorted(byVal(ps))
}

type intHeap []int

func (h intHeap) Len() int           { return len(h) }
func (h intHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h intHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *intHeap) Push(x any)        { *h = append(*h, x.(int)) }
func (h *intHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// Kth takes slices with their second smallest.
//
//rtest:requires SecondIs(xs, x)
func Kth(xs []int, x int) {}

// SecondIs pops from a heap.
func SecondIs(xs []int, x int) bool {
	if len(xs) < 2 {
		return false
	}
	h := intHeap(slices.Clone(xs))
	heap.Init(&h)
	heap.Pop(&h)
	return heap.Pop(&h) == x
}

// List is a generic stack.
type List[T any] struct{ Items []T }

// All iterates from the top.
func (s List[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i := len(s.Items) - 1; i >= 0; i-- {
			if !yield(len(s.Items)-1-i, s.Items[i]) {
				return
			}
		}
	}
}

// Generic takes stacks that grow downward.
//
//rtest:depth 4
//rtest:requires Growing(s)
func Generic(s List[int]) {}

// Growing ranges over a function.
func Growing(s List[int]) bool {
	last := math.MinInt
	for i, x := range s.All() {
		if x < last || x < i-2 {
			return false
		}
		last = x
	}
	return true
}

// Walked takes trees whose keys are distinct.
//
//rtest:requires DistinctKeys(t)
func Walked(t *Tree) {}

func (t *Tree) each(yield func(int) bool) bool {
	return t == nil || t.L.each(yield) && yield(t.Key) && t.R.each(yield)
}

// DistinctKeys collects from an iterator.
func DistinctKeys(t *Tree) bool {
	seen := map[int]struct{}{}
	for k := range func(yield func(int) bool) { t.each(yield) } {
		if _, dup := seen[k]; dup {
			return false
		}
		seen[k] = struct{}{}
	}
	return true
}

var (
	daysIn = [...]int{1: 2, 2: 1, 3: 2}
	names  = map[string]int{"a": 1, "ab": 2}
	table  [8]int
	limits = newLimits()
	memo   = map[int]int{}
	once   sync.Once
	greet  = func(n int) int { return n * 2 }
)

func init() {
	for i := range table {
		table[i] = i * i % 5
	}
}

func newLimits() *Interval { return &Interval{-1, 1} }

// Calendar takes days that are there.
//
//rtest:depth 4
//rtest:requires ValidDay(m, d)
func Calendar(m, d int) {}

// ValidDay reads tables of the package.
func ValidDay(m, d int) bool {
	return m > 0 && m < len(daysIn) && 0 < d && d <= daysIn[m] && table[m] >= limits.Lo && greet(d) > limits.Hi
}

// Memoized takes numbers that a memo knows.
//
//rtest:depth 7
//rtest:requires n >= 0 && is(Fib(n), k)
func Memoized(n, k int) {}

// Fib remembers what it has computed.
func Fib(n int) int {
	if n < 2 {
		return n
	}
	memo := make(map[int]int)
	var fib func(n int) int
	fib = func(n int) int {
		if n < 2 {
			return n
		}
		if v, ok := memo[n]; ok {
			return v
		}
		v := fib(n-1) + fib(n-2)
		memo[n] = v
		return v
	}
	return fib(n)
}

// Waited takes durations within bounds.
//
//rtest:depth 4
//rtest:requires Short(d)
func Waited(d time.Duration) {}

// Short compares with constants.
func Short(d time.Duration) bool { return d > 0 && d < 2*time.Nanosecond+time.Microsecond/1000 }

// Points takes points at a distance.
//
//rtest:depth 2
//rtest:requires Near(p, q)
func Points(p, q Interval) {}

// Near computes with floats.
func Near(p, q Interval) bool {
	dx, dy := float64(p.Lo-q.Lo), float64(p.Hi-q.Hi)
	return math.Sqrt(dx*dx+dy*dy) <= 1.5 && math.Abs(dx) >= 1
}

// Machine takes programs that leave one value.
//
//rtest:depth 4
//rtest:requires RunsTo(ops, 2)
func Machine(ops []int8) {}

// RunsTo interprets by a table of functions.
func RunsTo(ops []int8, want int) bool {
	var stack []int
	push := func(n int) bool { stack = append(stack, n); return true }
	actions := map[int8]func() bool{
		0: func() bool { return push(1) },
		1: func() bool {
			if len(stack) < 2 {
				return false
			}
			n := stack[len(stack)-1] + stack[len(stack)-2]
			stack = stack[:len(stack)-2]
			return push(n)
		},
		2: func() bool {
			return len(stack) > 0 && push(stack[len(stack)-1])
		},
	}
	for _, op := range ops {
		do, ok := actions[op]
		if !ok || !do() {
			return false
		}
	}
	return len(stack) == 1 && stack[0] == want
}

// Squares takes squares of magic.
//
//rtest:requires IsMagic(m)
func Squares(m [2][2]int8) {}

// IsMagic adds rows and columns with goto and labels.
func IsMagic(m [2][2]int8) bool {
	sum := m[0][0] + m[0][1]
	i := 0
next:
	if m[i][0]+m[i][1] != sum || m[0][i]+m[1][i] != sum {
		return false
	}
	if i++; i < 2 {
		goto next
	}
	return true
}

// Moves takes robots that come home.
//
//rtest:depth 4
//rtest:requires Home(ms)
func Moves(ms []Color) {}

type point struct{ x, y int }

// Home keeps visited points as keys of a map.
func Home(ms []Color) bool {
	at := point{}
	seen := map[point]int{at: 1}
	for _, m := range ms {
		switch m {
		case Red:
			at.x++
		case Green:
			at.x--
		case Blue:
			at.y, at.x = -at.y+1, -at.x
		}
		seen[at]++
	}
	return seen[point{}] > 1 && len(seen) <= 3
}

// Cached takes numbers within a cached bound.
//
//rtest:depth 4
//rtest:requires WithinCache(n)
func Cached(n int) {}

// WithinCache remembers in a package variable: what it says does not depend on
// that, but to know needs more than lifting.
func WithinCache(n int) bool {
	if v, ok := memo[n]; ok {
		return v > 0
	}
	once.Do(func() {})
	memo[n] = n % 3
	return n%3 > 0
}
