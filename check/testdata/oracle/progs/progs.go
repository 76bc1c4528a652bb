package progs

import (
	"cmp"
	"slices"
)

// Node is a linked list.
type Node struct {
	Val  int
	Next *Node
}

// Tree is a binary tree.
type Tree struct {
	L   *Tree
	Key int
	R   *Tree
}

// WTree is a tree that stores weights.
type WTree struct {
	Weight int
	L, R   *WTree
}

// Merge merges.
//
//rtest:requires isSorted(a) && isSorted(b)
//rtest:ensures isSorted(result) && len(result) == len(a) + len(b)
func Merge(a, b []int) []int {
	var out []int
	for len(a) > 0 && len(b) > 0 {
		if a[0] <= b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// MergeWrong compares the wrong way round.
//
//rtest:requires isSorted(a)
//rtest:requires isSorted(b)
//rtest:ensures isSorted(result)
func MergeWrong(a, b []int) []int {
	var out []int
	for len(a) > 0 && len(b) > 0 {
		if a[0] >= b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func isSorted[T cmp.Ordered](xs []T) bool {
	for i := len(xs) - 1; i > 0; i-- {
		if xs[i] < xs[i-1] {
			return false
		}
	}
	return true
}

// Bounded is a plain arithmetic one.
//
//rtest:depth 4
//rtest:sig (lo int, hi {h int | lo <= h}, x {v int | lo <= v < hi}) ({r int | 0 <= r < hi - lo})
func Bounded(lo, hi, x int) int { return x - lo }

// Concat joins two lists.
//
//rtest:requires increasing(a) && increasing(b) && lastLess(a, b)
//rtest:ensures increasing(result)
func Concat(a, b *Node) *Node {
	if a == nil {
		return b
	}
	return &Node{a.Val, Concat(a.Next, b)}
}

func increasing(n *Node) bool {
	var prev *Node
	for ; n != nil; n = n.Next {
		if prev != nil && prev.Val >= n.Val {
			return false
		}
		prev = n
	}
	return true
}

func lastLess(a, b *Node) bool {
	if a == nil || b == nil {
		return true
	}
	last := a
	for last.Next != nil {
		last = last.Next
	}
	return last.Val < b.Val
}

// Rotate rotates right.
//
//rtest:requires inorderSorted(t) && t != nil && t.L != nil
//rtest:ensures inorderSorted(result)
func Rotate(t *Tree) *Tree {
	l := t.L
	return &Tree{l.L, l.Key, &Tree{l.R, t.Key, t.R}}
}

// RotateWrong loses the order.
//
//rtest:requires inorderSorted(t) && t != nil && t.L != nil
//rtest:ensures inorderSorted(result)
func RotateWrong(t *Tree) *Tree {
	l := t.L
	return &Tree{l.L, l.Key, &Tree{t.R, t.Key, l.R}}
}

func inorderSorted(t *Tree) bool {
	var keys []int
	var walk func(*Tree)
	walk = func(t *Tree) {
		if t == nil {
			return
		}
		walk(t.L)
		keys = append(keys, t.Key)
		walk(t.R)
	}
	walk(t)
	return slices.IsSorted(keys)
}

// Full takes trees in which every node has two children or none.
//
//rtest:requires isFull(t)
func Full(t *Tree) {}

func isFull(t *Tree) bool {
	if t == nil {
		return true
	}
	if (t.L == nil) != (t.R == nil) || t.Key < 0 {
		return false
	}
	return isFull(t.L) && isFull(t.R)
}

// Weighted counts.
//
//rtest:requires weightsRight(t)
//rtest:ensures result == countNodes(t)
func Weighted(t *WTree) int {
	if t == nil {
		return 0
	}
	return t.Weight
}

func weightsRight(t *WTree) bool {
	_, ok := weigh(t)
	return ok
}

func weigh(t *WTree) (n int, ok bool) {
	if t == nil {
		return 0, true
	}
	l, ok := weigh(t.L)
	if !ok {
		return 0, false
	}
	r, ok := weigh(t.R)
	if !ok || t.Weight != l+r+1 {
		return 0, false
	}
	return t.Weight, true
}

func countNodes(t *WTree) int {
	if t == nil {
		return 0
	}
	return countNodes(t.L) + countNodes(t.R) + 1
}

// Expr is a sealed sum.
type Expr interface{ isExpr() }

type (
	// Num is a number.
	Num int
	// Add is a sum.
	Add struct{ X, Y Expr }
	// Neg is a negation.
	Neg struct{ X Expr }
)

func (Num) isExpr() {}
func (Add) isExpr() {}
func (Neg) isExpr() {}

func eval(e Expr) int {
	switch e := e.(type) {
	case Num:
		return int(e)
	case Add:
		return eval(e.X) + eval(e.Y)
	case Neg:
		return -eval(e.X)
	}
	panic("unknown expression")
}

func noNegNeg(e Expr) bool {
	switch e := e.(type) {
	case Neg:
		if _, ok := e.X.(Neg); ok {
			return false
		}
		return noNegNeg(e.X)
	case Add:
		return noNegNeg(e.X) && noNegNeg(e.Y)
	}
	return true
}

// Simplify drops zeros, and a negation too many.
//
//rtest:depth 2
//rtest:requires noNegNeg(e)
//rtest:ensures eval(result) == eval(e)
func Simplify(e Expr) Expr {
	if a, ok := e.(Add); ok {
		if a.X == Num(0) {
			if n, ok := a.Y.(Neg); ok {
				return n.X
			}
			return a.Y
		}
	}
	return e
}

func depthOf(e Expr) int {
	switch e := e.(type) {
	case Add:
		return 1 + max(depthOf(e.X), depthOf(e.Y))
	case Neg:
		return 1 + depthOf(e.X)
	default:
		return 0
	}
}

// Fold evaluates.
//
//rtest:depth 2
//rtest:requires depthOf(e) <= 2
//rtest:ensures result == eval(e)
func Fold(e Expr) int { return eval(e) }

// Palindrome is always given one.
//
//rtest:depth 4
//rtest:requires isPalindrome(xs)
//rtest:ensures result
func Palindrome(xs []int) bool {
	rev := slices.Clone(xs)
	slices.Reverse(rev)
	return slices.Equal(rev, xs)
}

func isPalindrome(xs []int) bool {
	for i, j := 0, len(xs)-1; i < j; i, j = i+1, j-1 {
		if xs[i] != xs[j] {
			return false
		}
	}
	return true
}

// Matrix takes rectangles.
//
//rtest:depth 2
//rtest:requires rectangular(m)
func Matrix(m [][]int) int {
	n := 0
	for _, row := range m {
		n += len(row)
	}
	return n
}

func rectangular(m [][]int) bool {
	for _, row := range m {
		if len(row) != len(m[0]) {
			return false
		}
	}
	return true
}

// Mono takes slices that do not turn.
//
//rtest:requires monotone(xs)
func Mono(xs []int8) {}

func monotone(xs []int8) bool {
	up, down := true, true
	for i := range xs[:max(0, len(xs)-1)] {
		switch d := xs[i+1] - xs[i]; {
		case d > 0:
			down = false
		case d < 0:
			up = false
		}
	}
	return up || down
}

// Perm takes permutations of 0..n-1.
//
//rtest:depth 4
//rtest:requires isPerm(xs)
func Perm(xs []int) {}

func isPerm(xs []int) bool {
	seen := make([]bool, len(xs))
	for _, x := range xs {
		if x < 0 || x >= len(xs) || seen[x] {
			return false
		}
		seen[x] = true
	}
	return true
}

// Color is an enumeration.
type Color int

// The colors.
const (
	Red Color = iota
	Green
	Blue
)

// Colors counts runs.
//
//rtest:requires noTwoAlike(cs)
//rtest:ensures result <= len(cs)
func Colors(cs []Color) int { return len(cs) }

func noTwoAlike(cs []Color) bool {
	last := Color(-1)
	for _, c := range cs {
		if c == last {
			return false
		}
		last = c
	}
	return true
}

// Latin takes 2 by 2 squares.
//
//rtest:depth 2
//rtest:requires isLatin(m)
func Latin(m [2][2]int) {}

func isLatin(m [2][2]int) bool {
	for i := range m {
		var row, col [3]bool
		for j := range m[i] {
			if m[i][j] < 0 || m[j][i] < 0 {
				return false
			}
			if row[m[i][j]] || col[m[j][i]] {
				return false
			}
			row[m[i][j]], col[m[j][i]] = true, true
		}
	}
	return true
}

// Ring is a ring buffer.
type Ring struct {
	Buf        []int
	Head, Size int
}

func (s Ring) valid() bool {
	if len(s.Buf) == 0 {
		return s.Head == 0 && s.Size == 0
	}
	return 0 <= s.Head && s.Head < len(s.Buf) && 0 <= s.Size && s.Size <= len(s.Buf)
}

// Stack takes rings that are valid.
//
//rtest:requires s.valid()
func Stack(s Ring) int {
	n := 0
	for i := range s.Size {
		n += s.Buf[(s.Head+i)%len(s.Buf)]
	}
	return n
}

// Rose is a tree with any number of children.
type Rose struct {
	Val  int
	Kids []*Rose
}

// RoseSum adds up.
//
//rtest:requires kidsLess(r)
func RoseSum(r *Rose) int {
	if r == nil {
		return 0
	}
	n := r.Val
	for _, k := range r.Kids {
		n += RoseSum(k)
	}
	return n
}

func kidsLess(r *Rose) bool {
	if r == nil {
		return true
	}
	for _, k := range r.Kids {
		if k == nil || k.Val >= r.Val || !kidsLess(k) {
			return false
		}
	}
	return true
}

// Interval is a range.
type Interval struct{ Lo, Hi int }

// Intervals takes disjoint ones.
//
//rtest:depth 2
//rtest:requires disjoint(xs)
func Intervals(xs []Interval) {}

func disjoint(xs []Interval) bool {
	for i, x := range xs {
		if x.Lo > x.Hi {
			return false
		}
		for _, y := range xs[i+1:] {
			if x.Lo <= y.Hi && y.Lo <= x.Hi {
				return false
			}
		}
	}
	return true
}

// Shape is implemented by a pointer and by a value.
type Shape interface{ area() int }

type (
	// Circle is one.
	Circle struct{ R int }
	// Rect is another.
	Rect struct{ W, H int }
)

func (c *Circle) area() int { return 3 * c.R * c.R }
func (r Rect) area() int    { return r.W * r.H }

func positive(s Shape) bool {
	switch s := s.(type) {
	case *Circle:
		return s.R > 0
	case Rect:
		return s.W > 0 && s.H > 0 || s.W < -1 && s.H < -1
	}
	return false
}

// Area is positive.
//
//rtest:depth 2
//rtest:requires positive(s)
//rtest:ensures result > 0
func Area(s Shape) int { return s.area() }

// Division divides by zero once.
//
//rtest:requires b != 0 || a == 3
func Division(a, b int) int { return a / b }

// Bits adds without carry.
//
//rtest:depth 4
//rtest:requires x&y == 0 && x|y != 0
//rtest:ensures result == x + y
func Bits(x, y uint8) uint8 { return x ^ y }

// Pair is a key and a value.
type Pair struct {
	Key  int8
	Vals []bool
}

// Pairs takes ascending keys.
//
//rtest:depth 2
//rtest:requires keysAscend(ps)
func Pairs(ps []Pair) int {
	n := 0
	for _, p := range ps {
		for _, v := range p.Vals {
			if v {
				n++
			}
		}
	}
	return n
}

func keysAscend(ps []Pair) bool {
	return slices.IsSortedFunc(ps, func(a, b Pair) int { return cmp.Compare(a.Key, b.Key) })
}

// Opt takes two optional numbers.
//
//rtest:requires p == nil || q == nil || *p < *q
func Opt(p, q *int) {}

// Walk takes search trees.
//
//rtest:requires closureOrdered(t)
func Walk(t *Tree) {}

func closureOrdered(t *Tree) bool {
	last, first := 0, true
	var visit func(t *Tree) bool
	visit = func(t *Tree) bool {
		if t == nil {
			return true
		}
		if !visit(t.L) {
			return false
		}
		if !first && t.Key <= last {
			return false
		}
		first, last = false, t.Key
		return visit(t.R)
	}
	return visit(t)
}

// Labelled takes a sum of two.
//
//rtest:requires hasPairSum(xs, k)
func Labelled(xs []int, k int) {}

func hasPairSum(xs []int, k int) bool {
	found := false
outer:
	for i := range xs {
		for j := range xs {
			if i == j {
				continue
			}
			if xs[i]+xs[j] == k {
				found = true
				break outer
			}
		}
	}
	return found
}

// Gray takes n bits.
//
//rtest:requires trues(a) == int(n)
func Gray(a [3]bool, n uint) {}

func trues(a [3]bool) (n int) {
	for _, b := range a {
		if b {
			n++
		}
	}
	return
}

// Zig takes zigzags.
//
//rtest:depth 4
//rtest:requires zigzag(xs)
func Zig(xs []int) {}

func zigzag(xs []int) bool {
	const (
		start = iota
		rising
		falling
	)
	state := start
	for i := 1; i < len(xs); i++ {
		switch {
		case xs[i] > xs[i-1] && state != rising:
			state = rising
		case xs[i] < xs[i-1] && state != falling:
			state = falling
		default:
			return false
		}
	}
	return true
}
