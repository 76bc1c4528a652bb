package predicates

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	b "example.com/depths/brute"
)

func R(e *b.Env, lo, hi int64) {
	e.Ints = func(reflect.Type, int) (r []int64) {
		for x := lo; x <= hi; x++ {
			r = append(r, x)
		}
		return
	}
}

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		{Name: "Visited", Pre: func(n *Node) bool { return tree(n) }, Bad: func(n *Node) bool { return !(n == nil || n.L == nil || n.R == nil) }, Max: 3, Opt: func(e *b.Env) { e.Zero["Node.V"] = true }},
		{Name: "Uniq", Pre: func(xs []int) bool { return uniq(xs) }, Bad: func(xs []int) bool { return !(len(xs) < 2 || xs[0] < xs[1]) }, Max: 3},
		{Name: "Named", Pre: func(xs []int) bool { return balanced(xs) }, Bad: func(xs []int) bool { return !(len(xs) == 0 || xs[0]%2 == 0) }, Max: 4},
		{Name: "Labels", Pre: func(g [][]int) bool { return labelled(g) }, Bad: func(g [][]int) bool { return !(len(g) != 2 || len(g[0]) == len(g[1])) }, Max: 2},
		{Name: "Goto", Pre: func(n int) bool { return gotos(n) }, Bad: func(n int) bool { return !(n != 4) }, Max: 5},
		{Name: "Recover", Pre: func(xs []int) bool { return recovered(xs) }, Bad: func(xs []int) bool { return !(len(xs) == 1 || xs[0] != 1) }, Max: 3},
		{Name: "Defer", Pre: func(x int) bool { return deferred(x) == 14 }, Bad: func(x int) bool { return !(x != 2) }, Max: 3},
		{Name: "Generic", Pre: func(xs []int) bool { return gen(xs, cmp.Less[int]) }, Bad: func(xs []int) bool { return !(len(xs) < 2 || xs[1] != 2) }, Max: 3},
		{Name: "SortSlice", Pre: func(xs []int) bool { return desc(xs) }, Bad: func(xs []int) bool { return !(len(xs) < 3) }, Max: 4},
		{Name: "SortedFunc", Pre: func(xs []rec) bool { return byKN(xs) }, Bad: func(xs []rec) bool { return !(len(xs) < 2 || xs[0].K < xs[1].K || xs[0].N == xs[1].N) }, Max: 2},
		{Name: "Fields", Pre: func(s string) bool { return len(strings.Fields(s)) == 2 }, Bad: func(s string) bool { return !(s[0] != ' ') }, Max: 5, Opt: func(e *b.Env) { e.Alpha = []rune("a ") }},
		{Name: "Split", Pre: func(s string) bool { return slices.Contains(strings.Split(s, ","), "ab") }, Bad: func(s string) bool { return !(len(s) < 3) }, Max: 5, Opt: func(e *b.Env) { e.Alpha = []rune("ab,") }},
		{Name: "Pal", Pre: func(s string) bool { return pal(s) }, Bad: func(s string) bool { return !(len(s) < 3 || s[0] == s[1]) }, Max: 5},
		{Name: "Runes", Pre: func(s string) bool { return runeSum(s) == 2 }, Bad: func(s string) bool { return !(len(s) < 4) }, Max: 4, Opt: func(e *b.Env) { e.Alpha = []rune("aé") }},
		{Name: "OddPlaces", Pre: func(s string) bool { return oddPlaces(s) > 1 }, Bad: func(s string) bool { return !utf8.ValidString(s) }, Max: 4, Opt: func(e *b.Env) { e.Alpha = []rune{'a', 'é', '€', b.Raw + 0xff} }},
		{Name: "EqualPairs", Pre: func(s string) bool { return equalPairs(s)%3 == 1 }, Bad: func(s string) bool { return len(s) == 5 }, Max: 4, Opt: func(e *b.Env) { e.Alpha = []rune{'a', b.Raw + 0xa9, b.Raw + 0xc3, 'é'} }},
		{Name: "Behind", Pre: func(s string) bool { return behind(s) > 1 }, Bad: func(s string) bool { return s[1] == 'a' }, Max: 4, Opt: func(e *b.Env) { e.Alpha = []rune{'a', 'é', b.Raw + 0x80, b.Raw + 0xff} }},
		{Name: "LastRune", Pre: func(s string) bool { return lastRune([]rune(s)) == 'é' && len(s) > 5 }, Bad: func(s string) bool { return s[0] != 'a' }, Max: 4, Opt: func(e *b.Env) { e.Alpha = []rune{'a', 'é', '𝄞', b.Raw + 0xf0} }},
		{Name: "Ident", Pre: func(s string) bool { return ident(s) }, Bad: func(s string) bool { return !(strings.ToLower(s) == s) }, Max: 3, Opt: func(e *b.Env) { e.Alpha = []rune("aB1") }},
		{Name: "Collatz", Pre: func(n int) bool { return collatz(n) > 20 }, Bad: func(n int) bool { return !(n != 27) }, Max: 1, Opt: func(e *b.Env) { R(e, 1, 30) }},
		{Name: "Fib", Pre: func(n int) bool { return fib(n)%7 == 0 }, Bad: func(n int) bool { return !(n != 16) }, Max: 1, Opt: func(e *b.Env) { R(e, 0, 20) }},
		{Name: "RangeFunc", Pre: func(xs []int) bool { return firstEven(xs) == 2 }, Bad: func(xs []int) bool { return !(xs[0] == 2) }, Max: 3},
		{Name: "Collect", Pre: func(xs []int) bool { return len(slices.Collect(evens(xs))) == len(xs) }, Bad: func(xs []int) bool { return !(len(xs) != 2) }, Max: 3},
		{Name: "Keys", Pre: func(m map[int]bool) bool { return slices.Equal(slices.Sorted(maps.Keys(m)), []int{0, 1}) }, Bad: func(m map[int]bool) bool { return !(m[0] || !m[1]) }, Max: 3},
		{Name: "Alias", Pre: func(xs []int) bool { return aliased(xs) }, Bad: func(xs []int) bool { return !(len(xs) < 2) }, Max: 3},
		{Name: "Grid", Pre: func(g grid) bool { return diag(g) }, Bad: func(g grid) bool { return !(!g[1][1]) }, Max: 1},
		{Name: "TypeSwitch", Pre: func(s shape) bool { return kind(s) == 2 && s.area() == 2 || kind(s) == 1 }, Bad: func(s shape) bool { return !(s != shape(sq(1))) }, Max: 2, Opt: func(e *b.Env) { e.Impl[b.T[shape]()] = []reflect.Type{b.T[sq](), b.T[rc]()} }},
		{Name: "MinMax", Pre: func(x, y int) bool { return min(x, y, 1) == 1 && max(x, y) != x }, Bad: func(x, y int) bool { return !(y-x != 1) }, Max: 3},
		{Name: "Clears", Pre: func(xs []int, m map[int]int) bool { return clears(xs, m) }, Bad: func(xs []int, m map[int]int) bool { return !(m[0] == 0) }, Max: 2},
		{Name: "DivOK", Pre: func(x int) bool { return x != 0 && 6/x == 3 }, Bad: func(x int) bool { return !(x != 2) }, Max: 3},
		{Name: "Wraps", Pre: func(x int8) bool { return wraps(x) }, Bad: func(x int8) bool { return !(x != 29) }, Max: 1, Opt: func(e *b.Env) { R(e, 20, 127) }},
		{Name: "Shift", Pre: func(n int) bool { return 1<<uint(n) == 8 || n < 0 }, Bad: func(n int) bool { return !(n != 3) }, Max: 4},
		{Name: "Hash", Pre: func(s string) bool { return hash(s)%3 == 1 }, Bad: func(s string) bool { return !(len(s) != 2) }, Max: 5},
		{Name: "Luhn", Pre: func(xs []int) bool { return len(xs) > 0 && luhn(xs) }, Bad: func(xs []int) bool { return !(len(xs) < 2 || xs[0] == 0) }, Max: 3, Opt: func(e *b.Env) { R(e, 0, 9) }},
		{Name: "Brackets", Pre: func(s string) bool { return brackets(s) }, Bad: func(s string) bool { return !(len(s) < 4 || s[0] == s[2]) }, Max: 4, Opt: func(e *b.Env) { e.Alpha = []rune("()[]") }},
		{Name: "Parse", Pre: func(s string) bool { return parses(s) }, Bad: func(s string) bool { return !(s[0] != '-') }, Max: 4, Opt: func(e *b.Env) { e.Alpha = []rune("01-") }},
		{Name: "Closures", Pre: func(xs []int) bool { return closures(xs) }, Bad: func(xs []int) bool { return !(len(xs) == 2) }, Max: 4},
		{Name: "Idem", Pre: func(m matrix) bool { return m.mul(m) == m }, Bad: func(m matrix) bool { return !(m == matrix{} || m[0][1] == m[1][0]) }, Max: 3},
		{Name: "Perms", Pre: func(xs []int) bool { return perms(xs) }, Bad: func(xs []int) bool { return !(len(xs) < 2 || xs[0] != xs[1]) }, Max: 3},
		{Name: "Graph", Pre: func(adj [2][2]bool) bool { return dfs2(adj) }, Bad: func(adj [2][2]bool) bool { return !adj[0][0] }, Max: 1},
		{Name: "Acyclic", Pre: func(next map[int]int) bool { return acyclic(next) }, Bad: func(next map[int]int) bool { return !(len(next) < 2 || next[0] == next[1]) }, Max: 2},
		{Name: "BitCount", Pre: func(x, y uint) bool { return bits(x) == 2 && bits(y) == 1 && x&y == 0 }, Bad: func(x, y uint) bool { return !(x|y != 7) }, Max: 1, Opt: func(e *b.Env) { R(e, 0, 64) }},
		{Name: "Gcd", Pre: func(a, b int) bool { return gcd(a, b) == 3 }, Bad: func(a, b int) bool { return !(a < b) }, Max: 1, Opt: func(e *b.Env) { R(e, 1, 12) }},
		{Name: "Ack", Pre: func(m, n uint) bool { return ack(m, n) == 5 }, Bad: func(m, n uint) bool { return !(m != 1) }, Max: 3},
		{Name: "Fallthrough", Pre: func(x int) bool { return sw(x) > 0 }, Bad: func(x int) bool { return !(sw(x) != 7) }, Max: 4},
		{Name: "Strs", Pre: func(xs []string) bool { return strs(xs) }, Bad: func(xs []string) bool { return !(xs[0] != "") }, Max: 3},
		{Name: "StrLess", Pre: func(s, t string) bool { return s < t && strings.HasPrefix(t, s) }, Bad: func(s, t string) bool { return !(len(t)-len(s) == 1) }, Max: 3},
		{Name: "RunLen", Pre: func(s string) bool { return runlen(s) }, Bad: func(s string) bool { return !(s[0] == 'a') }, Max: 5},
		{Name: "Fold", Pre: func(s string) bool { return caseFold(s) }, Bad: func(s string) bool { return !(s != "AB") }, Max: 3, Opt: func(e *b.Env) { e.Alpha = []rune("abAB") }},
		{Name: "BSearch", Pre: func(xs []int, k int) bool { return bsearch(xs, k) }, Bad: func(xs []int, k int) bool { return !(len(xs) < 2 || xs[1]-xs[0] < 3) }, Max: 3},
		{Name: "SumTo", Pre: func(xs []int) bool { return len(xs) > 0 && sumTo(len(xs)) == len(xs)*2 && xs[len(xs)-1] > 0 }, Bad: func(xs []int) bool { return !(xs[0] > 0) }, Max: 3},
		{Name: "Floats", Pre: func(x, y float64) bool { return floats(x, y) }, Bad: func(x, y float64) bool { return !(x < y) }, Max: 3},
		{Name: "Ptrs", Pre: func(p, q *int) bool { return ptrs(p, q) }, Bad: func(p, q *int) bool { return !(*p == *q) }, Max: 3},
		{Name: "Struc", Pre: func(p, q Node) bool { return struc(p, q) }, Bad: func(p, q Node) bool { return !(p.V < 2 && p.L == nil) }, Max: 1, Fresh: true},
		{Name: "Slicing", Pre: func(xs []int) bool { return len(xs) > 0 && xs[len(xs)-1:][0] == 1 && xs[:1][0] == -1 }, Bad: func(xs []int) bool { return !(len(xs) < 3 || xs[1] == 0) }, Max: 3},
		{Name: "Rot", Pre: func(xs []byte) bool { return rot(xs) }, Bad: func(xs []byte) bool { return !(xs[0] == 'a') }, Max: 4},
		{Name: "Cplx", Pre: func(z complex128) bool { return cplx(z) }, Bad: func(z complex128) bool { return !(imag(z) != -1) }, Max: 2},
		{Name: "MapEq", Count: func(d int) int { return 2*d + 1 }, At: 1, Say: `MapEq(1, map[string]int{"a": 1})`},
		{Name: "Sprint", Count: func(d int) int { return 2*d + 1 }, At: 0, Max: 2},
	}
}
