package progs

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

// MoreCases are programs whose predicates lean on the standard library, on
// maps, methods, generics and early exits.
var MoreCases = []Case{
	{"Leftist", 3, Leftist, func(h *LHeap) bool { return h.ok() }, nil},
	{"Partition", 4, Partition, func(xs []int, p int) bool { return len(xs) > 0 && slices.Contains(xs, p) }, func(xs []int, p int, r int) bool { return r >= 0 && r < len(xs) }},
	{"QueueLen", 3, QueueLen, func(q Queue) bool { return q.invariant() == nil }, func(q Queue, r int) bool { return r == len(q.Front)+len(q.Back) }},
	{"Uniq", 4, Uniq, func(xs []int) bool { return unique(xs) }, nil},
	{"Anagram", 3, Anagram, func(a, b []int) bool { return sameElements(a, b) }, nil},
	{"Zeros", 4, Zeros, func(xs []uint8) bool { return parity(xs) }, nil},
	{"Majority", 4, Majority, func(xs []int) bool { return hasMajority(xs) }, func(xs []int, r int) bool { return count(xs, r)*2 > len(xs) }},
	{"Mountain", 4, Mountain, func(xs []int) bool { return mountain(xs) }, func(xs []int, r int) bool { return r > 0 && r < len(xs)-1 }},
	{"Trie", 2, Trie, func(t *TrieNode) bool { return trieSorted(t) }, nil},
	{"Even", 3, Even, func(e *EvenList) bool { return evenOK(e) }, nil},
	{"Spiral", 2, Spiral, func(m [2][3]bool) bool { return onePerRow(m) }, nil},
	{"Gcd", 4, Gcd, func(a, b uint) bool { return a > 0 && b > 0 }, func(a, b, r uint) bool { return a%r == 0 && b%r == 0 && r > 0 }},
	{"Clock", 4, Clock, func(c Clk) bool { return c.valid() }, nil},
	{"SwapAt", 3, SwapAt, func(xs []int, i, j int) bool { return inRange(xs, i) && inRange(xs, j) && i < j }, nil},
	{"Treap", 2, Treap, func(t *TreapNode) bool { return bstBetween(t, -100, 100) && heapPrio(t) }, nil},
	{"MinMax", 3, MinMax, func(xs []int, lo, hi int) bool { return loHi(xs, lo, hi) }, nil},
	{"Nested", 2, Nested, func(o Outer) bool { return o.In.A < o.In.B && (o.P == nil || o.P.A == o.In.B) }, nil},
	{"Err", 3, Err, func(n int) bool { return check(n) == nil }, nil},
	{"Median", 4, Median, func(xs []int) bool { return len(xs)%2 == 1 && sort.IntsAreSorted(xs) }, func(xs []int, r int) bool { return r == xs[len(xs)/2] }},
	{"Rle", 3, Rle, func(rs []Run) bool { return canonicalRuns(rs) }, nil},
	{"SkipTwo", 4, SkipTwo, func(n *Node) bool { return n.length()%2 == 0 && n.all(func0) }, nil},
	{"Grid", 2, Grid, func(g [][]bool) bool { return symmetric(g) }, nil},
	{"SetOf", 3, SetOf, func(s Set) bool { return s.normal() }, func(s Set, r int) bool { return r == bits.OnesCount8(uint8(s)) }},
	{"Poly", 3, Poly, func(p []int8, x int8) bool { return evalPoly(p, x) == 0 }, nil},
	{"LastWrong", 3, LastWrong, func(n *Node) bool { return n != nil }, func(n *Node, r int) bool { return r == n.last() }},
	{"AVLSize", 3, AVLSize, func(t *Tree) bool { return avl(t) && strict(t) }, nil},
	{"Swapped", 2, Swapped, func(a, b *Tree) bool { return mirror(a, b) }, nil},
}

func init() { Cases = append(Cases, MoreCases...) }

// LHeap is a leftist heap.
type LHeap struct {
	Val         int
	Left, Right *LHeap
}

func (h *LHeap) rank() int {
	if h == nil {
		return 0
	}
	return 1 + h.Right.rank()
}

func (h *LHeap) ok() bool {
	if h == nil {
		return true
	}
	for _, c := range []*LHeap{h.Left, h.Right} {
		if c != nil && (c.Val < h.Val || !c.ok()) {
			return false
		}
	}
	return h.Left.rank() >= h.Right.rank()
}

// Leftist takes leftist heaps.
//
//rtest:requires h.ok()
func Leftist(h *LHeap) {}

// Partition partitions.
//
//rtest:depth 4
//rtest:requires len(xs) > 0 && p in xs
//rtest:ensures 0 <= result < len(xs)
func Partition(xs []int, p int) int {
	i := 0
	for _, x := range xs {
		if x < p {
			i++
		}
	}
	return i
}

// Queue is a queue of two lists.
type Queue struct{ Front, Back []int }

func (q Queue) invariant() error {
	if len(q.Front) < len(q.Back) {
		return errors.New("back is longer")
	}
	for i, x := range q.Front {
		if x == 0 {
			return fmt.Errorf("zero at %d", i)
		}
	}
	return nil
}

// QueueLen counts.
//
//rtest:requires q.invariant() == nil
//rtest:ensures result == len(q.Front) + len(q.Back)
func QueueLen(q Queue) int { return len(q.Front) + len(q.Back) }

// Uniq takes slices without repetition.
//
//rtest:depth 4
//rtest:requires unique(xs)
func Uniq(xs []int) {}

func unique(xs []int) bool {
	seen := make(map[int]bool)
	for _, x := range xs {
		if seen[x] {
			return false
		}
		seen[x] = true
	}
	return true
}

// Anagram takes permutations of each other.
//
//rtest:requires sameElements(a, b)
func Anagram(a, b []int) {}

func sameElements(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	n := map[int]int{}
	for _, x := range a {
		n[x]++
	}
	for _, x := range b {
		n[x]--
	}
	for _, c := range n {
		if c != 0 {
			return false
		}
	}
	return true
}

// Zeros takes even parity.
//
//rtest:depth 4
//rtest:requires parity(xs)
func Zeros(xs []uint8) {}

func parity(xs []uint8) bool {
	var p uint8
	for _, x := range xs {
		p ^= x
	}
	return bits.OnesCount8(p)%2 == 0
}

// Majority finds the majority.
//
//rtest:depth 4
//rtest:requires hasMajority(xs)
//rtest:ensures count(xs, result)*2 > len(xs)
func Majority(xs []int) int {
	best, n := 0, 0
	for _, x := range xs {
		switch {
		case n == 0:
			best, n = x, 1
		case x == best:
			n++
		default:
			n--
		}
	}
	return best
}

func count(xs []int, x int) (n int) {
	for _, y := range xs {
		if x == y {
			n++
		}
	}
	return n
}

func hasMajority(xs []int) bool {
	return slices.ContainsFunc(xs, func(x int) bool { return 2*count(xs, x) > len(xs) })
}

// Mountain finds a peak, except where it is the second from the end.
//
//rtest:depth 4
//rtest:requires mountain(xs)
//rtest:ensures 0 < result < len(xs)-1
func Mountain(xs []int) int {
	for i := 1; i < len(xs)-2; i++ {
		if xs[i] > xs[i+1] {
			return i
		}
	}
	return len(xs) - 1
}

func mountain(xs []int) bool {
	i, n := 0, len(xs)
	for i+1 < n && xs[i] < xs[i+1] {
		i++
	}
	if i == 0 || i == n-1 {
		return false
	}
	for i+1 < n && xs[i] > xs[i+1] {
		i++
	}
	return i == n-1
}

// TrieNode is a trie over edges in a slice.
type TrieNode struct {
	End   bool
	Edges []Edge
}

// Edge is one way down.
type Edge struct {
	Label uint8
	To    *TrieNode
}

func trieSorted(t *TrieNode) bool {
	if t == nil {
		return true
	}
	for i, e := range t.Edges {
		if i > 0 && t.Edges[i-1].Label >= e.Label {
			return false
		}
		if e.To == nil || !e.To.End && len(e.To.Edges) == 0 {
			return false
		}
		if !trieSorted(e.To) {
			return false
		}
	}
	return true
}

// Trie takes tries.
//
//rtest:depth 2
//rtest:requires trieSorted(t)
func Trie(t *TrieNode) {}

// EvenList and OddList take turns.
type EvenList struct {
	N    int
	Next *OddList
}

// OddList is the other.
type OddList struct {
	B    bool
	Next *EvenList
}

func evenOK(e *EvenList) bool {
	return e == nil || e.N%2 == 0 && oddOK(e.Next)
}

func oddOK(o *OddList) bool {
	return o == nil || o.B && evenOK(o.Next)
}

// Even takes such lists.
//
//rtest:requires evenOK(e)
func Even(e *EvenList) {}

// Spiral takes matrices with one bit in a row.
//
//rtest:depth 2
//rtest:requires onePerRow(m)
func Spiral(m [2][3]bool) {}

func onePerRow(m [2][3]bool) bool {
	for _, row := range m {
		n := 0
		for _, b := range row {
			if b {
				n++
			}
		}
		if n != 1 {
			return false
		}
	}
	return true
}

// Gcd is Euclid's.
//
//rtest:depth 4
//rtest:sig (a, b {n uint | 0 < n}) ({r uint | 0 < r && a%r == 0 && b%r == 0})
func Gcd(a, b uint) uint {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Clk is a time of day, in a world of short days.
type Clk struct{ H, M uint8 }

func (c Clk) valid() bool {
	switch c.H {
	case 0, 1:
		return c.M < 2
	case 2:
		fallthrough
	case 3:
		return c.M == c.H
	}
	return false
}

// Clock takes valid times.
//
//rtest:depth 4
//rtest:requires c.valid()
func Clock(c Clk) {}

func inRange[T any](xs []T, i int) bool { return uint(i) < uint(len(xs)) }

// SwapAt swaps.
//
//rtest:requires inRange(xs, i) && inRange(xs, j) && i < j
func SwapAt(xs []int, i, j int) { xs[i], xs[j] = xs[j], xs[i] }

// TreapNode is a tree that is also a heap.
type TreapNode struct {
	Key, Prio int
	L, R      *TreapNode
}

func bstBetween(t *TreapNode, lo, hi int) bool {
	return t == nil || lo < t.Key && t.Key < hi && bstBetween(t.L, lo, t.Key) && bstBetween(t.R, t.Key, hi)
}

func heapPrio(t *TreapNode) bool {
	if t == nil {
		return true
	}
	kids := [...]*TreapNode{t.L, t.R}
	for _, k := range kids {
		if k == nil {
			continue
		}
		if k.Prio > t.Prio {
			return false
		}
	}
	return heapPrio(t.L) && heapPrio(t.R)
}

// Treap takes treaps with small keys.
//
//rtest:depth 2
//rtest:requires bstBetween(t, -100, 100) && heapPrio(t)
func Treap(t *TreapNode) {}

// MinMax takes bounds.
//
//rtest:requires loHi(xs, lo, hi)
func MinMax(xs []int, lo, hi int) {}

func loHi(xs []int, lo, hi int) bool {
	if len(xs) == 0 {
		return false
	}
	l, h := xs[0], xs[0]
	for _, x := range xs[1:] {
		l, h = min(l, x), max(h, x)
	}
	return l == lo && h == hi
}

// Inner is inside.
type Inner struct{ A, B int }

// Outer is outside.
type Outer struct {
	In Inner
	P  *Inner
}

// Nested takes what belongs together.
//
//rtest:depth 2
//rtest:requires o.In.A < o.In.B && (o.P == nil || o.P.A == o.In.B)
func Nested(o Outer) int {
	if o.P != nil {
		return o.P.B
	}
	return 0
}

func check(n int) error {
	if n < 0 {
		return errors.New("negative")
	}
	return nil
}

// Err takes what passes a check.
//
//rtest:requires check(n) == nil
func Err(n int) {}

// Median is that of sorted slices of odd length.
//
//rtest:depth 4
//rtest:requires len(xs)%2 == 1 && sort.IntsAreSorted(xs)
//rtest:ensures result == xs[len(xs)/2]
func Median(xs []int) int { return xs[(len(xs)-1)/2] }

// Run is a run of equal bytes.
type Run struct {
	Len int
	B   bool
}

func canonicalRuns(rs []Run) bool {
	for i := 0; i < len(rs); i++ {
		if rs[i].Len <= 0 {
			return false
		}
		if i+1 < len(rs) && rs[i].B == rs[i+1].B {
			return false
		}
	}
	return true
}

// Rle takes run lengths.
//
//rtest:requires canonicalRuns(rs)
func Rle(rs []Run) {}

func (n *Node) length() (k int) {
	for n != nil {
		k++
		n = n.Next
	}
	return k
}

func (n *Node) all(p func(int) bool) bool {
	return n == nil || p(n.Val) && n.Next.all(p)
}

func (n *Node) last() int {
	if n.Next == nil {
		return n.Val
	}
	return n.Next.last()
}

// SkipTwo takes lists of even length.
//
//rtest:depth 4
//rtest:requires n.length()%2 == 0 && n.all(func0)
func SkipTwo(n *Node) {}

func func0(v int) bool { return v >= 0 }

// Grid takes symmetric grids.
//
//rtest:depth 2
//rtest:requires symmetric(g)
func Grid(g [][]bool) {}

func symmetric(g [][]bool) bool {
	for i := range g {
		if len(g[i]) != len(g) {
			return false
		}
		for j := range i {
			if g[i][j] != g[j][i] {
				return false
			}
		}
	}
	return true
}

// Set is a set of small numbers.
type Set uint8

func (s Set) normal() bool {
	for m := s; m != 0; m &= m - 1 {
		if bits.TrailingZeros8(uint8(m)) > 1 {
			return false
		}
	}
	return true
}

// SetOf counts.
//
//rtest:requires s.normal()
//rtest:ensures result == bits.OnesCount8(uint8(s))
func SetOf(s Set) (n int) {
	for ; s != 0; s >>= 1 {
		n += int(s & 1)
	}
	return n
}

func evalPoly(p []int8, x int8) (y int8) {
	for _, c := range p {
		y = y*x + c
	}
	return y
}

// Poly takes zeros of polynomials.
//
//rtest:requires evalPoly(p, x) == 0
func Poly(p []int8, x int8) {}

// LastWrong is wrong for lists of three.
//
//rtest:requires n != nil
//rtest:ensures result == n.last()
func LastWrong(n *Node) int {
	if n.Next == nil {
		return n.Val
	}
	return n.Next.Val
}

func heightOf(t *Tree) int {
	if t == nil {
		return 0
	}
	return 1 + max(heightOf(t.L), heightOf(t.R))
}

func avl(t *Tree) bool {
	if t == nil {
		return true
	}
	d := heightOf(t.L) - heightOf(t.R)
	if d < -1 || d > 1 {
		return false
	}
	return avl(t.L) && avl(t.R)
}

func keysOf(t *Tree, out *[]int) {
	if t != nil {
		keysOf(t.L, out)
		*out = append(*out, t.Key)
		keysOf(t.R, out)
	}
}

func strict(t *Tree) bool {
	var ks []int
	keysOf(t, &ks)
	return sort.SliceIsSorted(ks, func(i, j int) bool { return ks[i] <= ks[j] }) || len(ks) < 2
}

// AVLSize takes AVL trees.
//
//rtest:requires avl(t) && strict(t)
func AVLSize(t *Tree) int {
	if t == nil {
		return 0
	}
	return 1 + AVLSize(t.L) + AVLSize(t.R)
}

func mirror(a, b *Tree) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Key == b.Key && mirror(a.L, b.R) && mirror(a.R, b.L)
}

// Swapped takes a tree and its mirror image.
//
//rtest:depth 2
//rtest:requires mirror(a, b)
func Swapped(a, b *Tree) {}

// Words is here for its strings.
func Words(s string) []string { return strings.Fields(s) }
