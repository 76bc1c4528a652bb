// Command brute prints for each function of package p the least sum of the magnitudes of its numbers with which it fails, for functions of
// trees the least number of their nodes before it.
package main

import (
	"fmt"
	"iter"

	"smallest/p"
)

func main() {
	show("Apart", 2, func(x []int) { p.Apart(x[0], x[1]) })
	show("Distance", 2, func(x []int) {
		if x[0] == int(int8(x[0])) && x[1] == int(int8(x[1])) && p.Distance(int8(x[0]), int8(x[1])) < 0 {
			panic("clause")
		}
	})
	show("Days", 2, func(x []int) { // the second clause
		y, m := x[0], x[1]
		leap := y%4 == 0 && y%100 != 0 || y%400 == 0
		if y > 0 && 1 <= m && m <= 12 && m == 2 && !leap && p.Days(y, m) != 28 {
			panic("clause")
		}
	})
	show("Length", 2, func(x []int) {
		if s := (p.Span{Lo: x[0], Hi: x[1]}); s.Lo <= s.Hi && p.Length(s) != s.Hi-s.Lo {
			panic("clause")
		}
	})
	show("Machine", 1, func(x []int) { // no instruction is too few
		for _, code := range []string{"push", "mul", "inc", ""} {
			if x[0] == int(int16(x[0])) && p.Machine([]p.Instr{{Code: code, Arg: int16(x[0])}}) == 4242 {
				panic("clause")
			}
		}
	})
	show("Mixed", 2, func(x []int) {
		if x[0] == int(uint8(x[0])) {
			p.Mixed(uint8(x[0]), int32(x[1]))
		}
	})
	show("Parity", 1, func(x []int) { p.Parity(x[0]) })
	show("Ratio", 2, func(x []int) { p.Ratio(x[0], x[1]) })
	show("Step", 4, func(x []int) {
		if x[0] < 0 || x[0] >= x[2] || x[1] < 0 || x[1] >= x[3] {
			return
		}
		for dir := range 256 {
			if a, b := p.Step(x[0], x[1], x[2], x[3], byte(dir)); a < 0 || a >= x[2] || b < 0 || b >= x[3] {
				panic("clause")
			}
		}
	})
	show("Triple", 3, func(x []int) { p.Triple(x[0], x[1], x[2]) })
	show("Weights", 2, func(x []int) { p.Weights(x) })
	showTree("Weigh", func(t *p.Tree) { p.Weigh(t) })
}

// showTree prints the least number of nodes of a tree with which a call panics, and the least sum of n numbers in such a tree.
func showTree(name string, call func(*p.Tree)) {
	for n := 1; ; n++ {
		for sum := 5000; sum <= 5050; sum++ { // Less is not the weight.
			if some(nil, n, sum, func(x []int) {
				for t := range trees(x) {
					call(t)
				}
			}) {
				fmt.Println(name, n, "nodes", sum)
				return
			}
		}
	}
}

// trees gives all trees that have the numbers in their nodes, from left to right.
func trees(x []int) iter.Seq[*p.Tree] {
	return func(yield func(*p.Tree) bool) {
		if len(x) == 0 {
			yield(nil)
			return
		}
		for i, v := range x {
			for l := range trees(x[:i]) {
				for r := range trees(x[i+1:]) {
					if !yield(&p.Tree{L: l, R: r, V: v}) {
						return
					}
				}
			}
		}
	}
}

// show prints the least sum of n numbers with which a call panics.
func show(name string, n int, call func([]int)) {
	for sum := 0; ; sum++ {
		if some(make([]int, 0, n), n, sum, call) {
			fmt.Println(name, sum)
			return
		}
	}
}

// some reports whether n more numbers whose magnitudes sum up to sum make a call panic.
func some(x []int, n, sum int, call func([]int)) bool {
	if n == 0 {
		return sum == 0 && panics(x, call)
	}
	from := 0
	if n == 1 {
		from = sum
	}
	for m := from; m <= sum; m++ {
		if some(append(x, m), n-1, sum-m, call) || m > 0 && some(append(x, -m), n-1, sum-m, call) {
			return true
		}
	}
	return false
}

func panics(x []int, call func([]int)) (did bool) {
	defer func() { did = recover() != nil }()
	call(x)
	return false
}
