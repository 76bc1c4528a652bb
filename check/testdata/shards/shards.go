// Package shards has functions that note their inputs in the file that NOTES names.
package shards

import (
	"fmt"
	"os"
	"sort"
)

func note(args ...any) {
	f, err := os.OpenFile(os.Getenv("NOTES"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	if _, err := fmt.Fprintln(f, args...); err != nil {
		panic(err)
	}
	if err := f.Close(); err != nil {
		panic(err)
	}
}

// Four has one solution with 6561 inputs.
//
//rtest:depth 4
//rtest:ensures result == result
func Four(f func(int) int) int {
	a, b, c, d := f(1), f(2), f(3), f(4)
	note("Four", a, b, c, d)
	return a + b + c + d
}

// Until is over as soon as an answer is false.
//
//rtest:depth 1
//rtest:ensures result <= 6
func Until(f func(int) bool) (n int) {
	for n < 6 && f(n) {
		n++
	}
	note("Until", n)
	return n
}

// Filter has as many solutions as there are slices.
//
//rtest:depth 2
//rtest:ensures len(result) <= len(xs)
func Filter(xs []int, keep func(int) bool) (out []int) {
	kept := map[int]bool{}
	for _, x := range xs {
		if kept[x] = keep(x); kept[x] {
			out = append(out, x)
		}
	}
	var keys []int
	for k := range kept {
		keys = append(keys, k)
	}
	sort.Ints(keys)
	line := []any{"Filter", len(xs)}
	for _, x := range xs {
		line = append(line, x)
	}
	for _, k := range keys {
		line = append(line, k, kept[k])
	}
	note(line...)
	return out
}

// Greater has answers that must be greater than what was asked.
//
//rtest:depth 3
//rtest:sig (f func(x int) {v int | v > x}) (int)
//rtest:ensures result == result
func Greater(f func(x int) int) int {
	a, b := f(0), f(1)
	note("Greater", a, b)
	return a + b
}

// Drawn has inputs that are drawn.
//
//rtest:depth 3
//rtest:requires len(xs) == 3
//rtest:requires x in xs
//rtest:ensures result
func Drawn(xs []int, x int) bool {
	note("Drawn", xs[0], xs[1], xs[2], x)
	return true
}

// Listed has an input of which the contract lists the values: nothing is drawn.
//
//rtest:depth 3
//rtest:values k: 3, 5, 8
//rtest:ensures result
func Listed(k int, xs []bool) bool {
	note("Listed", k, xs)
	return true
}

// Plain has solutions only.
//
//rtest:depth 3
//rtest:requires sort.IntsAreSorted(xs)
//rtest:ensures result
func Plain(xs []int, b bool) bool {
	note("Plain", xs, b)
	return true
}
