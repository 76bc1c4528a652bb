package heaps

// Catalan returns how many binary trees have n nodes, or search trees n given keys.
func Catalan(n int) int {
	counts := make([]int, n+1)
	counts[0] = 1
	for i := 1; i <= n; i++ {
		for left := range i {
			counts[i] += counts[left] * counts[i-1-left]
		}
	}
	return counts[n]
}

// Bell returns the number of lists of n references that differ in which of them are equal.
func Bell(n int) int {
	row := []int{1}
	for range n {
		next := []int{row[len(row)-1]}
		for _, x := range row {
			next = append(next, next[len(next)-1]+x)
		}
		row = next
	}
	return row[0]
}

// RedBlackTrees returns how many red-black trees have n given keys. The root may have either color.
func RedBlackTrees(n int) int { return redBlackTrees(n, true) }

// BlackRootedTrees returns how many red-black trees with a black root have n given keys.
func BlackRootedTrees(n int) int { return redBlackTrees(n, false) }

func redBlackTrees(n int, redRoot bool) (count int) {
	type key struct {
		n, black int
		red      bool
	}
	known := map[key]int{}
	var trees func(k key) int
	either := func(n, black int) int { return trees(key{n, black, false}) + trees(key{n, black, true}) }
	trees = func(k key) int {
		if k.n == 0 {
			if k.black == 0 && !k.red {
				return 1
			}
			return 0
		}
		if c, ok := known[k]; ok {
			return c
		}
		c := 0
		for left := range k.n {
			right := k.n - 1 - left
			switch {
			case k.red:
				c += trees(key{left, k.black, false}) * trees(key{right, k.black, false})
			case k.black > 0:
				c += either(left, k.black-1) * either(right, k.black-1)
			}
		}
		known[k] = c
		return c
	}
	for black := range n + 1 {
		if count += trees(key{n, black, false}); redRoot {
			count += trees(key{n, black, true})
		}
	}
	return count
}

// SortedLists returns how many ascending lists have n of the given number of values.
func SortedLists(n, values int) int {
	counts := make([]int, n+1)
	counts[0] = 1
	for range values {
		for i := 1; i <= n; i++ {
			counts[i] += counts[i-1]
		}
	}
	return counts[n]
}

// Forests returns the number of ways to give each of n labelled elements a parent or none, without cycles. It
// uses Cayley's formula.
func Forests(n int) int {
	count := 1
	for range n - 1 {
		count *= n + 1
	}
	return count
}

// BinomialHeaps returns how many binomial heaps have n nodes with keys among 1 to the given number.
func BinomialHeaps(n, keys int) int {
	// trees returns those of an order whose root has the key.
	var trees func(order, key int) int
	trees = func(order, key int) int {
		count := 1
		for o := range order {
			below := 0
			for k := key; k <= keys; k++ {
				below += trees(o, k)
			}
			count *= below
		}
		return count
	}
	count := 1
	for order := 0; n>>order > 0; order++ {
		if n>>order&1 == 1 {
			all := 0
			for key := 1; key <= keys; key++ {
				all += trees(order, key)
			}
			count *= all
		}
	}
	return count
}

// FibonacciHeaps returns how many Fibonacci heaps have n nodes with keys among 1 to the given number.
func FibonacciHeaps(n, keys int) (count int) {
	if n == 0 {
		return 1
	}
	// forests returns the rows of trees of n nodes with keys from the least on.
	var forests func(n, least int) int
	trees := func(n, least int) (count int) {
		for key := least; key <= keys; key++ {
			count += forests(n-1, key)
		}
		return count
	}
	forests = func(n, least int) int {
		if n == 0 {
			return 1
		}
		count := 0
		for first := 1; first <= n; first++ {
			count += trees(first, least) * forests(n-first, least)
		}
		return count
	}
	for first := 1; first <= n; first++ {
		for key := 1; key <= keys; key++ {
			count += forests(first-1, key) * forests(n-first, key)
		}
	}
	return count
}

// FibonacciHeapsWithMin returns how many Fibonacci heaps have at most n nodes with keys below n, each with
// one of its least roots.
func FibonacciHeapsWithMin(n int) int {
	// forests returns the rows of trees of some nodes with keys from the least on.
	var forests func(nodes, least int) int
	forests = func(nodes, least int) (count int) {
		if nodes == 0 {
			return 1
		}
		for first := 1; first <= nodes; first++ {
			for key := least; key < n; key++ {
				count += forests(first-1, key) * forests(nodes-first, least)
			}
		}
		return count
	}
	// circles returns the rows of trees of some nodes with keys from the least on, and how many of
	// their roots have it.
	var circles func(nodes, least int) (rows, roots int)
	circles = func(nodes, least int) (rows, roots int) {
		if nodes == 0 {
			return 1, 0
		}
		for first := 1; first <= nodes; first++ {
			more, marked := circles(nodes-first, least)
			for key := least; key < n; key++ {
				below := forests(first-1, key)
				rows += below * more
				roots += below * marked
				if key == least {
					roots += below * more
				}
			}
		}
		return rows, roots
	}
	count := 1
	for nodes := 1; nodes <= n; nodes++ {
		for least := range n {
			_, roots := circles(nodes, least)
			count += roots
		}
	}
	return count
}

// BinomialHeapsUpTo returns how many binomial heaps have at most n nodes with keys among 1 to n.
func BinomialHeapsUpTo(n int) (count int) {
	for size := range n + 1 {
		count += BinomialHeaps(size, n)
	}
	return count
}

// HeapArrays returns how many heaps there are in arrays of at most n cells, with values from 0 to n.
func HeapArrays(n int) (count int) {
	for size := range n + 1 {
		// below returns the heaps of the cells under the i-th, itself among them, whose values are at
		// most v.
		known := map[[2]int]int{}
		var below func(i, v int) int
		below = func(i, v int) int {
			if i >= size {
				return 1
			}
			if v < 0 {
				return 0
			}
			key := [2]int{i, v}
			if _, ok := known[key]; !ok {
				known[key] = below(i, v-1) + below(2*i+1, v)*below(2*i+2, v)
			}
			return known[key]
		}
		count += below(0, n) * (n - size + 1)
	}
	return count
}

// DoublyLinkedLists returns how many circular lists have n things, of which each but the first may be
// missing and only the identity counts.
func DoublyLinkedLists(n int) int { return Bell(n+1) - Bell(n) }

// DisjointSets returns how many disjoint sets have at most n elements, each with the index of its parent,
// or its own, and a rank below n, less than that of its parent, and no more roots than elements of rank 0.
func DisjointSets(n int) (count int) {
	for size := range n + 1 {
		sets := make([]Ranked, size)
		var fill func(i int)
		fill = func(i int) {
			if i == size {
				if IsRanked(sets) {
					count++
				}
				return
			}
			for parent := range size {
				for rank := range n {
					sets[i] = Ranked{parent, rank}
					fill(i + 1)
				}
			}
		}
		fill(0)
	}
	return count
}
