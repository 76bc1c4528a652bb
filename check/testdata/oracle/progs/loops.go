package progs

import (
	"math/bits"
	"slices"
	"sort"
)

// The predicates in this file have loops and recursions whose end depends on
// the data.

// is is an equality of which rtest does not know that it draws its second
// operand.
func is[T comparable](a, b T) bool { return a == b }

// Odious takes numbers with an odd number of bits.
//
//rtest:depth 9
//rtest:requires OddBits(x)
//rtest:ensures result == bits.OnesCount(x)
func Odious(x uint) int { return bits.OnesCount(x) }

// OddBits clears the lowest bit until none is left.
func OddBits(x uint) bool {
	n := 0
	for m := x; m != 0; m &= m - 1 {
		n++
	}
	return n%2 == 1
}

// Ratio takes fractions in lowest terms.
//
//rtest:depth 8
//rtest:requires Coprime(p, q)
func Ratio(p, q int) {}

// Coprime is Euclid's algorithm.
func Coprime(a, b int) bool {
	if a < 0 || b <= 0 {
		return false
	}
	for b != 0 {
		a, b = b, a%b
	}
	return a == 1
}

// Digital takes numbers that read the same in base 3.
//
//rtest:depth 12
//rtest:requires SameBackward(n)
func Digital(n int) {}

// SameBackward turns the digits around.
func SameBackward(n int) bool {
	if n < 0 {
		return false
	}
	back := 0
	for x := n; x > 0; x /= 3 {
		back = back*3 + x%3
	}
	return back == n
}

// Collatz takes numbers and how long they take.
//
//rtest:depth 8
//rtest:requires CollatzSteps(n, k)
func Collatz(n, k int) {}

// CollatzSteps follows a sequence of which nobody knows that it ends.
func CollatzSteps(n, k int) bool {
	steps := 0
	for n > 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		steps++
	}
	return steps == k
}

// Forest takes parent arrays.
//
//rtest:requires Rooted(parent)
func Forest(parent []int) {}

// Rooted finds the root of each.
func Rooted(parent []int) bool {
	for _, p := range parent {
		if p < 0 || p >= len(parent) {
			return false
		}
	}
	for i := range parent {
		steps := 0
		for x := i; parent[x] != x; x = parent[x] {
			if steps++; steps > len(parent) {
				return false
			}
		}
	}
	return true
}

// United takes unions that leave one set.
//
//rtest:depth 2
//rtest:requires OneSet(n, edges)
func United(n int, edges [][2]int) {}

// OneSet is union-find with path halving.
func OneSet(n int, edges [][2]int) bool {
	if n <= 0 {
		return false
	}
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i
	}
	find := func(x int) int {
		for parent[x] != x {
			parent[x] = parent[parent[x]]
			x = parent[x]
		}
		return x
	}
	sets := n
	for _, e := range edges {
		if e[0] < 0 || e[0] >= n || e[1] < 0 || e[1] >= n {
			return false
		}
		if a, b := find(e[0]), find(e[1]); a != b {
			parent[a] = b
			sets--
		}
	}
	return sets == 1
}

// Lookup takes sorted slices that hold x.
//
//rtest:depth 4
//rtest:requires slices.IsSorted(xs) && Found(xs, x)
//rtest:ensures xs[result] == x
func Lookup(xs []int, x int) int { return slices.Index(xs, x) }

// Found is a binary search.
func Found(xs []int, x int) bool {
	lo, hi := 0, len(xs)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if xs[mid] < x {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(xs) && xs[lo] == x
}

// Insertion takes the place where x belongs.
//
//rtest:requires sort.IntsAreSorted(xs) && Belongs(xs, x, i)
func Insertion(xs []int, x, i int) {}

// Belongs searches with the library.
func Belongs(xs []int, x, i int) bool {
	j, ok := slices.BinarySearch(xs, x)
	return i == sort.SearchInts(xs, x) && i == j && (!ok || i == sort.Search(len(xs), func(i int) bool { return xs[i] >= x }))
}

// Prime takes primes.
//
//rtest:depth 30
//rtest:requires IsPrime(n)
func Prime(n int) {}

// IsPrime divides.
func IsPrime(n int) bool {
	if n < 2 {
		return false
	}
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return true
}

// Root takes numbers with their roots.
//
//rtest:depth 12
//rtest:requires n >= 0 && is(Isqrt(n), r)
//rtest:ensures result
func Root(n, r int) bool { return r*r <= n && n < (r+1)*(r+1) }

// Isqrt is Newton's method.
func Isqrt(n int) int {
	x := n
	y := (x + 1) / 2
	for y < x {
		x = y
		y = (x + n/x) / 2
	}
	return x
}

// Chain takes links that visit everything.
//
//rtest:requires VisitsAll(next)
func Chain(next []int8) {}

// VisitsAll follows the links from 0 on.
func VisitsAll(next []int8) bool {
	seen := make([]bool, len(next))
	n := 0
	for i := 0; i >= 0 && i < len(next) && !seen[i]; i = int(next[i]) {
		seen[i] = true
		n++
	}
	return n == len(next)
}

// Runner takes lists without a middle of 1.
//
//rtest:requires MiddleIs(l, 1)
func Runner(l *Node) {}

// MiddleIs sends a fast and a slow pointer.
func MiddleIs(l *Node, v int) bool {
	slow, fast := l, l
	for fast != nil && fast.Next != nil {
		slow, fast = slow.Next, fast.Next.Next
	}
	return slow != nil && slow.Val == v
}

// Heap takes heaps.
//
//rtest:depth 4
//rtest:requires IsHeap(h)
//rtest:ensures len(h) == 0 || result == slices.Min(h)
func Heap(h []int) int {
	if len(h) == 0 {
		return 0
	}
	return h[0]
}

// IsHeap climbs from every element.
func IsHeap(h []int) bool {
	for i := range h {
		for j := i; j > 0; j = (j - 1) / 2 {
			if h[j] < h[(j-1)/2] {
				return false
			}
		}
	}
	return true
}

// Profit takes prices with a gain of k.
//
//rtest:depth 4
//rtest:requires is(BestSum(xs), k)
func Profit(xs []int, k int) {}

// BestSum is Kadane's algorithm.
func BestSum(xs []int) int {
	best, cur := 0, 0
	for _, x := range xs {
		cur = max(cur+x, 0)
		best = max(best, cur)
	}
	return best
}

// Subsets takes numbers of which some add up to k.
//
//rtest:requires SubsetSum(xs, k)
func Subsets(xs []int, k int) {}

// SubsetSum tries all of them.
func SubsetSum(xs []int, k int) bool {
	if len(xs) == 0 {
		return k == 0
	}
	return SubsetSum(xs[1:], k) || SubsetSum(xs[1:], k-xs[0])
}

// Common takes slices with a common subsequence of half their length.
//
//rtest:requires LCS(a, b)*2 >= max(len(a), len(b))
func Common(a, b []uint8) {}

// LCS fills a table.
func LCS(a, b []uint8) int {
	dp := make([][]int, len(a)+1)
	for i := range dp {
		dp[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				dp[i+1][j+1] = dp[i][j] + 1
			} else {
				dp[i+1][j+1] = max(dp[i][j+1], dp[i+1][j])
			}
		}
	}
	return dp[len(a)][len(b)]
}

// Rising takes slices whose longest increasing subsequence is k.
//
//rtest:depth 4
//rtest:requires is(LIS(xs), k)
func Rising(xs []int, k int) {}

// LIS keeps the smallest tails.
func LIS(xs []int) int {
	var tails []int
	for _, x := range xs {
		i := sort.SearchInts(tails, x)
		if i == len(tails) {
			tails = append(tails, x)
		} else {
			tails[i] = x
		}
	}
	return len(tails)
}

// Queens takes boards.
//
//rtest:depth 4
//rtest:requires Peaceful(cols)
func Queens(cols []uint8) {}

// Peaceful marks rows and diagonals.
func Peaceful(cols []uint8) bool {
	n := len(cols)
	var rows, up, down uint
	for i, c := range cols {
		if int(c) >= n {
			return false
		}
		r, u, d := uint(1)<<c, uint(1)<<(i+int(c)), uint(1)<<(i-int(c)+n)
		if rows&r|up&u|down&d != 0 {
			return false
		}
		rows, up, down = rows|r, up|u, down|d
	}
	return true
}

// Fill takes grids whose true cells hang together.
//
//rtest:depth 1
//rtest:requires Connected(g)
func Fill(g [2][3]bool) {}

// Connected floods with a queue.
func Connected(g [2][3]bool) bool {
	type cell struct{ r, c int }
	var queue []cell
	total := 0
	for r := range g {
		for c := range g[r] {
			if g[r][c] {
				if total == 0 {
					queue = append(queue, cell{r, c})
				}
				total++
			}
		}
	}
	if total == 0 {
		return false
	}
	g[queue[0].r][queue[0].c] = false
	seen := 0
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		seen++
		for _, d := range directions {
			r, c := p.r+d[0], p.c+d[1]
			if r < 0 || r >= len(g) || c < 0 || c >= len(g[0]) || !g[r][c] {
				continue
			}
			g[r][c] = false
			queue = append(queue, cell{r, c})
		}
	}
	return seen == total
}

var directions = [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}

// Stacked takes trees whose keys come in order.
//
//rtest:requires InOrder(t)
func Stacked(t *Tree) {}

// InOrder walks with a stack.
func InOrder(t *Tree) bool {
	var stack []*Tree
	first, last := true, 0
	for t != nil || len(stack) > 0 {
		for t != nil {
			stack = append(stack, t)
			t = t.L
		}
		t = stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !first && t.Key < last {
			return false
		}
		first, last = false, t.Key
		t = t.R
	}
	return true
}

// Arena takes trees in a slice.
//
//rtest:depth 2
//rtest:requires IsArena(ns)
func Arena(ns []Cell) {}

// Cell is a node whose children are indices; 0 is none.
type Cell struct{ L, R int8 }

// IsArena visits every node once.
func IsArena(ns []Cell) bool {
	if len(ns) == 0 {
		return false
	}
	seen := map[int8]bool{0: true}
	stack := []int8{0}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, c := range []int8{ns[n].L, ns[n].R} {
			if c == 0 {
				continue
			}
			if c < 0 || int(c) >= len(ns) || seen[c] {
				return false
			}
			seen[c] = true
			stack = append(stack, c)
		}
	}
	return len(seen) == len(ns)
}

// Power takes powers of b.
//
//rtest:depth 8
//rtest:requires b > 1 && IsPower(n, b)
func Power(n, b int) {}

// IsPower divides as long as that goes.
func IsPower(n, b int) bool {
	if n < 1 || b < 2 {
		return false
	}
	for n%b == 0 {
		n /= b
	}
	return n == 1
}

// Josephus takes who is left.
//
//rtest:requires IsLast(n, k, r)
func Josephus(n, k, r int) {}

// IsLast asks who is left.
func IsLast(n, k, r int) bool { return LastLeft(n, k) == r }

// LastLeft removes from a slice.
func LastLeft(n, k int) int {
	if n <= 0 || k <= 0 {
		return -9
	}
	var ring []int
	for i := range n {
		ring = append(ring, i)
	}
	i := 0
	for len(ring) > 1 {
		i = (i + k - 1) % len(ring)
		ring = slices.Delete(ring, i, i+1)
	}
	return ring[0]
}

// Partitions takes numbers with how often they can be written as sums.
//
//rtest:depth 6
//rtest:requires n >= 0 && is(CountSums(n, n), k)
func Partitions(n, k int) {}

// CountSums recurs over numbers.
func CountSums(n, most int) int {
	if n == 0 {
		return 1
	}
	total := 0
	for i := min(n, most); i > 0; i-- {
		total += CountSums(n-i, i)
	}
	return total
}

// Fibs takes Fibonacci numbers.
//
//rtest:depth 9
//rtest:requires IsFib(n)
func Fibs(n int) {}

// IsFib goes up to n.
func IsFib(n int) bool {
	a, b := 0, 1
	for a < n {
		a, b = b, a+b
	}
	return a == n
}
