package diag

import (
	"slices"
	"strings"
)

// Nearest returns the one of names that was probably meant by a misspelt one,
// the first of equals, or "". Two edits are near for long names, one for short
// ones, and a difference in case always is.
func Nearest(name string, names []string) string {
	best, least := "", 3
	if len(name) < 5 {
		least = 2
	}
	for _, n := range names {
		if n == name || n == "_" || len(n) < 2 && len(name) > 1 {
			continue
		}
		d := Distance(name, n)
		if strings.EqualFold(name, n) {
			d = 0
		}
		if d < least && d < len(name) {
			best, least = n, d
		}
	}
	return best
}

// NearestFunction returns the functions that a misspelt name probably means, or "". A method that is
// named without its type means each method of that name, of which it returns up to three.
func NearestFunction(name string, names []string) string {
	var methods []string
	for _, n := range names {
		if i := strings.LastIndexByte(n, '.'); i > 0 && strings.EqualFold(n[i+1:], name) && len(methods) < 3 && !slices.Contains(methods, n) {
			methods = append(methods, n)
		}
	}
	if len(methods) > 0 {
		return strings.Join(methods, " or ")
	}
	return Nearest(name, names)
}

// Distance returns the number of characters to insert, delete, replace, or exchange
// with their neighbour that turns a into b (optimal string alignment, after
// Damerau and Levenshtein).
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := [3][]int{make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)}
	for j := range rows[1] {
		rows[1][j] = j
	}
	for i := range x {
		before, prev, cur := rows[0], rows[1], rows[2]
		cur[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			cur[j+1] = min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				cur[j+1] = min(cur[j+1], before[j-1]+1)
			}
		}
		rows = [3][]int{prev, cur, before}
	}
	return rows[1][len(y)]
}
