// Package progs holds programs of the kind that people test with rtest, with
// helper predicates written in the ways in which Go programmers write them.
// Every case is known to rtest by its contract, and to brute force by Cases.
package progs

import "reflect"

// A Case ties a function to its contract for brute force.
type Case struct {
	Name  string
	Depth int
	Fn    any
	// Pre takes the inputs; Post takes the inputs as they were and the
	// results, nil when only panics fail.
	Pre, Post any
}

// Inhabitants are the dynamic types of interfaces, Enums the numbers of
// constants of enumerations.
var (
	Inhabitants = map[reflect.Type][]reflect.Type{
		reflect.TypeFor[Expr]():  {reflect.TypeFor[Add](), reflect.TypeFor[Neg](), reflect.TypeFor[Num]()},
		reflect.TypeFor[Shape](): {reflect.TypeFor[*Circle](), reflect.TypeFor[Rect]()},
	}
	Enums = map[reflect.Type]int{reflect.TypeFor[Color](): 3}
	// Derived are the fields that a precondition fixes as a function of the
	// rest, with the values among which those are at the depth of the case.
	Derived = map[reflect.Type]map[string][]int{
		reflect.TypeFor[WTree](): {"Weight": {1, 2, 3, 4, 5, 6, 7}},
	}
)

// Cases are all programs.
var Cases = []Case{
	{"Merge", 3, Merge, func(a, b []int) bool { return isSorted(a) && isSorted(b) }, func(a, b, r []int) bool { return isSorted(r) && len(r) == len(a)+len(b) }},
	{"MergeWrong", 3, MergeWrong, func(a, b []int) bool { return isSorted(a) && isSorted(b) }, func(a, b, r []int) bool { return isSorted(r) }},
	{"Bounded", 4, Bounded, func(lo, hi, x int) bool { return lo <= hi && lo <= x && x < hi }, func(lo, hi, x, r int) bool { return r >= 0 && r < hi-lo }},
	{"Concat", 3, Concat, func(a, b *Node) bool { return increasing(a) && increasing(b) && lastLess(a, b) }, func(a, b, r *Node) bool { return increasing(r) }},
	{"Rotate", 3, Rotate, func(t *Tree) bool { return inorderSorted(t) && t != nil && t.L != nil }, func(t, r *Tree) bool { return inorderSorted(r) }},
	{"RotateWrong", 3, RotateWrong, func(t *Tree) bool { return inorderSorted(t) && t != nil && t.L != nil }, func(t, r *Tree) bool { return inorderSorted(r) }},
	{"Full", 3, Full, isFull, nil},
	{"Weighted", 3, Weighted, func(t *WTree) bool { return weightsRight(t) }, func(t *WTree, r int) bool { return r == countNodes(t) }},
	{"Simplify", 2, Simplify, func(e Expr) bool { return noNegNeg(e) }, func(e, r Expr) bool { return eval(r) == eval(e) }},
	{"Fold", 2, Fold, func(e Expr) bool { return depthOf(e) <= 2 }, func(e Expr, r int) bool { return r == eval(e) }},
	{"Palindrome", 4, Palindrome, isPalindrome, func(xs []int, r bool) bool { return r }},
	{"Matrix", 2, Matrix, func(m [][]int) bool { return rectangular(m) }, nil},
	{"Mono", 3, Mono, func(xs []int8) bool { return monotone(xs) }, nil},
	{"Perm", 4, Perm, isPerm, nil},
	{"Colors", 3, Colors, func(cs []Color) bool { return noTwoAlike(cs) }, func(cs []Color, r int) bool { return r <= len(cs) }},
	{"Latin", 2, Latin, isLatin, nil},
	{"Stack", 3, Stack, func(s Ring) bool { return s.valid() }, nil},
	{"RoseSum", 3, RoseSum, func(r *Rose) bool { return kidsLess(r) }, nil},
	{"Intervals", 2, Intervals, func(xs []Interval) bool { return disjoint(xs) }, nil},
	{"Area", 2, Area, func(s Shape) bool { return positive(s) }, func(s Shape, r int) bool { return r > 0 }},
	{"Division", 3, Division, func(a, b int) bool { return b != 0 || a == 3 }, nil},
	{"Bits", 4, Bits, func(x, y uint8) bool { return x&y == 0 && x|y != 0 }, func(x, y, r uint8) bool { return r == x+y }},
	{"Pairs", 2, Pairs, func(ps []Pair) bool { return keysAscend(ps) }, nil},
	{"Opt", 3, Opt, func(p *int, q *int) bool { return p == nil || q == nil || *p < *q }, nil},
	{"Walk", 3, Walk, func(t *Tree) bool { return closureOrdered(t) }, nil},
	{"Labelled", 3, Labelled, func(xs []int, k int) bool { return hasPairSum(xs, k) }, nil},
	{"Gray", 3, Gray, func(a [3]bool, n uint) bool { return trues(a) == int(n) }, nil},
	{"Zig", 4, Zig, func(xs []int) bool { return zigzag(xs) }, nil},
}
