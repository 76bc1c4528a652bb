package mixed

import (
	"reflect"
	"slices"
	"strings"

	b "example.com/depths/brute"
)

func namers(e *b.Env) {
	e.Impl[b.T[Namer]()] = []reflect.Type{b.T[First](), b.T[*Second]()}
}

func isFirst(n Namer) bool { _, ok := n.(First); return ok }

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		{Name: "Label", Pre: func(x Box[bool]) bool { return !isFirst(x.Namer) || x.Val }, Bad: func(x Box[bool]) bool { return len(x.Name()) >= 2 },
			Opt: func(e *b.Env) { namers(e); e.Zero["Box[bool].Hook"] = true }},
		{Name: "Halves", Pre: func(m map[[2]bool][2]Half) bool {
			for k, v := range m {
				if k[0] == k[1] || v[0] >= v[1] {
					return false
				}
			}
			return true
		}, Bad: func(m map[[2]bool][2]Half) bool { return len(m) >= 2 }, Max: 2},
		{Name: "Longest", Pre: func(ns []Namer) bool {
			return len(ns) > 0 && !slices.ContainsFunc(ns, func(n Namer) bool { return !isFirst(n) })
		},
			Bad: func(ns []Namer) bool {
				return slices.ContainsFunc(ns, func(n Namer) bool { return len(n.Name()) > 2 })
			}, Opt: namers, Say: "Longest(First{N: 3})"},
		{Name: "Only", Pre: func(d Dir) bool { return d.total() == 1 }, Bad: func(d Dir) bool { return d.Size != 1 && len(d.Rest) > 0 },
			Opt: func(e *b.Env) { e.Ints = func(reflect.Type, int) []int64 { return []int64{0, 1} } }, Max: 1, Say: "Only(Dir{Rest: []Dir{{Size: 1}}})"},
		{Name: "Each", Pre: func(xs []int) bool {
			for i := 1; i < len(xs); i++ {
				if xs[i-1] >= xs[i] {
					return false
				}
			}
			return true
		}, Bad: func(xs []int) bool { return len(xs) > 2 && xs[len(xs)-1] > 1 }},
		{Name: "Tree", Pre: func(n int) bool { return true }},
		{Name: "Aged", Pre: func(xs []Age) bool { return slices.ContainsFunc(xs, Age.Adult) }, Bad: func(xs []Age) bool {
			return len(xs) > 1 && !slices.ContainsFunc(xs, func(x Age) bool { return x >= 2 })
		}, Say: "Aged([]Age{0, 1})"},
		{Name: "Clamp[uint8]", Pre: func(x, lo, hi uint8) bool { return lo <= x && x <= hi }},
		{Name: "Clamp[float32]", Pre: func(x, lo, hi float32) bool { return lo <= x && x <= hi }, Bad: func(x, lo, hi float32) bool { return min(max(x, lo), hi) != x }, Max: 3},
		{Name: "Shadow", Pre: func(n, s, old int, r bool) bool { return n > 0 && s+n != old && r }, Bad: func(_, s, _ int, _ bool) bool { return s >= 2 }},
		{Name: "Labelled", Pre: func(g [][]bool) bool { return triangle(g) == 1 }, Bad: func(g [][]bool) bool { return len(g) >= 2 && len(g[1]) > 0 }},
		{Name: "Base.Width", Pre: func(x Base) bool { return x.lo <= x.hi }},
		{Name: "Promoted", Pre: func(d Derived) bool { return d.Base != nil && d.Width() == 1 && d.Base2.hi }, Bad: func(d Derived) bool { return d.lo >= 1 }},
		{Name: "Alias", Pre: func(v [][]bool) bool { return len(v) != 1 || len(v[0]) == 1 }, Bad: func(v [][]bool) bool { return len(v) >= 2 }},
		{Name: "RangeFunc", Pre: func(xs []int) bool { return firstEven(xs) > 0 }, Bad: func(xs []int) bool { return xs[0] == 1 }, Say: "RangeFunc([]int{1, 2})"},
		{Name: "Clear", Pre: func(m map[int]bool, n int) bool { return cleared(m, n) == n }, Bad: func(m map[int]bool, n int) bool { return n != 0 && !m[n] }},
		{Name: "Pixels", Pre: func(p, q Pixel) bool { return p != q && p.On == q.On && p.X == q.Y && p.Y == q.X }, Bad: func(p, q Pixel) bool { return p.X >= q.X }, Max: 2},
		{Name: "Complex", Pre: func(m map[complex64]uint8) bool { _, zero := m[0]; return len(m) == 1 && !zero }, Bad: func(m map[complex64]uint8) bool { return m[1i] != 0 }, Max: 1,
			Say: "Complex(map[complex64]uint8{complex(0, 1): 1})"},
		{Name: "Goto", Pre: func(n int) bool { return gotos(n) == 1 }, Bad: func(n int) bool { return n == 2 }},
		{Name: "Recovered", Pre: func(xs []int, i int) bool { return guarded(xs, i) == -9 }, Bad: func(xs []int, i int) bool { return i >= 0 && len(xs) > 0 }},
		{Name: "Switched", Pre: func(v any) bool { return describe(v) == "plain" || describe(v) == "up" }, Bad: func(v any) bool { _, is := v.([1]int); return is },
			Opt: func(e *b.Env) {
				e.Impl[b.T[any]()] = []reflect.Type{b.T[int](), b.T[bool](), b.T[*int](), b.T[[1]int]()}
				e.NilI[b.T[any]()] = true
			}, Fresh: true},
		{Name: "Pointers", Pre: func(p **int, q *[2]*bool) bool {
			return p != nil && *p != nil && q != nil && (**p != 1 || q[1] == nil)
		}, Bad: func(p **int, q *[2]*bool) bool { return **p == 1 && q[0] != nil && !*q[0] }},
		{Name: "Anonymous", Pre: func(x, y struct {
			S string
			T rune
		}) bool {
			return x.S != y.S || x.T == y.T
		}, Bad: func(x, y struct {
			S string
			T rune
		}) bool {
			return x.T > y.T && x.S != ""
		}, Max: 2},
		{Name: "Matrix", Pre: func(m [2][2]int) bool { return m[0][1] == m[1][0] && m != [2][2]int{} }, Bad: func(m [2][2]int) bool { return m[0][1] < 0 }},
		{Name: "Balanced", Pre: balanced, Bad: func(ops []bool) bool { return len(ops) >= 3 && !ops[1] }, Max: 5, Say: "Balanced([]bool{true, false, true, false})"},
		{Name: "Composed", Pre: func(x, y int) bool { return squareSum(x, y) == 3 }, Bad: func(x, y int) bool { return x > y }, Max: 4},
		{Name: "Mutual", Pre: func(n uint) bool { return n == 1 }, Max: 4},
		{Name: "Halved", Pre: func(xs []int) bool { return slices.Equal(xs[len(xs)/2:], xs[:len(xs)-len(xs)/2]) }, Bad: func(xs []int) bool { return len(xs) >= 2 && xs[0] >= 1 }},
		{Name: "Keyed", Pre: func(m map[Key]*int) bool {
			for k, v := range m {
				if v == nil || len(k.A) > *v {
					return false
				}
			}
			return true
		}, Bad: func(m map[Key]*int) bool { return len(m) >= 1 }, Max: 2},
		{Name: "SortedBy", Pre: func(xs []int) bool { return slices.IsSortedFunc(xs, func2) }, Bad: func(xs []int) bool { return len(xs) > 0 && xs[0] > 0 }},
		{Name: "Nothing", Count: func(int) int { return 1 }, At: -1},
		{Name: "Shifts", Pre: func(x int8) bool { return x>>1<<1 == x && -x/2 <= x%3 && ^x < 2 && x&^1 != 2 }, Bad: func(x int8) bool { return x >= 4 },
			Opt: func(e *b.Env) {
				e.Ints = func(reflect.Type, int) (all []int64) {
					for i := int64(-8); i <= 8; i++ {
						all = append(all, i)
					}
					return all
				}
			}, Max: 1},
		{Name: "Mapped", Pre: func(s string) bool { return s != "" && strings.Map(up, s) == strings.ToUpper(s) }, Bad: func(s string) bool { return s[0] == 'b' }},
	}
}
