package contracts

import (
	"maps"
	"reflect"
	"slices"
	"sort"

	b "example.com/depths/brute"
)

func okPair(p Pair) bool { return p.A > 0 && p.B < p.A }
func inv(i Iv) bool      { return i.lo <= i.hi }

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		{Name: "Contains", Pre: func(xs []spot, x spot) bool { return true }, Max: 1},
		{Name: "Alone", Pre: func(x spot) bool { return true }},
		{Name: "Boxed", Pre: func(x spot) bool { return true }},
		{Name: "bag.Has", Pre: func(s bag[spot], x spot) bool { return true }, Max: 1},
		{Name: "lamp.Watts", Pre: lit, Opt: func(e *b.Env) { e.Zero["lamp.name"] = true }},
		{Name: "Lamps", Pre: func(ls []lamp) bool {
			return !slices.ContainsFunc(ls, func(l lamp) bool { return !lit(l) })
		}, Opt: func(e *b.Env) { e.Zero["lamp.name"], e.Zero["lamp.watts"] = true, true }},
		{Name: "Below", Pre: func(a *Above) bool { return a.n > 0 }, Opt: noNilAbove},
		{Name: "Above.Height", Pre: func(a *Above) bool { return a.n > 0 }, Opt: noNilAbove},
		{Name: "Lowest", Pre: func(a []*Above) bool {
			return !slices.ContainsFunc(a, func(x *Above) bool { return x.n <= 0 })
		}, Opt: noNilAbove},
		{Name: "Rescale", Pre: func(r1, r2, s int) bool { return r1 > 0 && r2 > 0 && 0 <= s && s < r1 }, Bad: func(r1, r2, s int) bool { r := s * (r2 / r1); return r < 0 || r >= r2 }},
		{Name: "Zip", Pre: func(n int, xs []int, ys []bool) bool { return n >= 0 && len(xs) == n && len(ys) == n }, Bad: func(n int, xs []int, ys []bool) bool { return slices.Contains(ys, false) }, Max: 3},
		{Name: "Two", Pre: func(xs []int, i, j int) bool {
			return sort.IntsAreSorted(xs) && 0 <= i && i < len(xs) && i < j && j < len(xs)
		}, Bad: func(xs []int, i, j int) bool { return xs[i] == xs[j] }},
		{Name: "RefPair", Pre: okPair, Bad: func(p Pair) bool { return p.A != 1 && !okPair(Pair{p.A - 2, p.B}) }},
		{Name: "MapRef", Pre: func(m map[int]int) bool {
			for k, v := range m {
				if k <= 0 || v < 0 {
					return false
				}
			}
			return true
		}, Bad: func(m map[int]int) bool { return len(m) > 1 }, Max: 3},
		{Name: "PtrRef", Pre: func(xs []*int) bool {
			return !slices.ContainsFunc(xs, func(p *int) bool { return p != nil && *p <= 0 })
		}, Bad: func(xs []*int) bool { return len(xs) >= 2 && xs[0] != nil && xs[1] != nil && *xs[0] > *xs[1] }},
		{Name: "Nested", Pre: func(xs [][]int, a [2]int) bool {
			return a[0] >= 0 && a[1] >= 0 && !slices.ContainsFunc(xs, func(x []int) bool { return slices.ContainsFunc(x, func(i int) bool { return i <= 0 }) })
		}, Bad: func(xs [][]int, a [2]int) bool { return len(xs) >= 2 && a[0] > a[1] }, Max: 2},
		{Name: "StructRef", Pre: func(s XYZ) bool { return s.X >= 0 && 0 <= s.Y && s.Y < s.X }, Bad: func(s XYZ) bool { return s.X+s.Y+s.Z == 3 }},
		{Name: "Iv.Join", Pre: func(i Iv, x int) bool { return inv(i) }},
		{Name: "Iv.Shift", Pre: func(i Iv, x int) bool { return inv(i) }, Bad: func(i Iv, x int) bool { return i.lo+x > i.hi-x }},
		{Name: "Mk", Pre: func(x, y int) bool { return true }, Bad: func(x, y int) bool { return x > y }},
		{Name: "MkOK", Pre: func(x, y int) bool { return true }},
		{Name: "Hull", Pre: func(is []Iv) bool { return len(is) > 0 && !slices.ContainsFunc(is, func(i Iv) bool { return !inv(i) }) }, Bad: func(is []Iv) bool { return is[0].lo > is[len(is)-1].hi }},
		{Name: "Bag.Get", Pre: func(x Bag, k int) bool { return x.sz == x.count() }, Max: 1},
		{Name: "Map", Pre: func(xs []int, x int) bool { return true }},
		{Name: "Index[string]", Pre: func(xs []string, x string) bool { return slices.Contains(xs, x) }, Bad: func(xs []string, x string) bool { return slices.Index(xs, x) != 0 }, Max: 2},
		{Name: "Index[contracts.bool2]", Pre: func(xs []bool2, x bool2) bool { return slices.Contains(xs, x) }, Bad: func(xs []bool2, x bool2) bool { return slices.Index(xs, x) != 0 }},
		{Name: "Min", Pre: func(xs []int) bool { return slices.IsSorted(xs) }, Bad: func(xs []int) bool { return len(xs) > 0 && Min(xs) != xs[0] }},
		{Name: "Stack.Pop", Pre: func(xs []int) bool { return len(xs) > 0 }, Bad: func(xs []int) bool { return xs[0] != xs[len(xs)-1] }},
		{Name: "PropRev", Pre: func(xs []int) bool { return true }, Bad: func(xs []int) bool { return !PropRev(xs) }},
		{Name: "Prop_x", Pre: func(x, y bool) bool { return true }},
		{Name: "Pan", Pre: func(x int) bool { return true }, Bad: func(x int) bool { return x == -1 }},
		{Name: "Pan2", Pre: func(x int) bool { return true }, Bad: func(x int) bool { return x == 0 }},
		{Name: "Pure", Pre: func(xs []int) bool { return true }, Bad: func(xs []int) bool { return len(xs) > 1 && xs[0] > xs[1] && !slices.IsSorted(xs) }},
		{Name: "Sort", Pre: func(xs []int) bool { return true }, Bad: func(xs []int) bool { xs = slices.Clone(xs); Sort(xs); return !slices.IsSorted(xs) }},
		{Name: "Swap", Pre: func(p, q *int) bool { return p != nil && q != nil }, Bad: func(p, q *int) bool { return *q == 2 && *p != 0 }},
		{Name: "Upto2", Pre: func(n int) bool { return n >= 0 }, Bad: func(n int) bool { return n > 2 }, Max: 4},
		{Name: "DivMod", Pre: func(x, y int) bool { return true }, Bad: func(x, y int) bool { return y != 0 && x/y*y+x&y != x }},
		{Name: "Quant", Pre: func(xs []int) bool {
			for i, x := range xs {
				if i > 0 && !slices.ContainsFunc(xs[:i], func(y int) bool { return y < x }) {
					return false
				}
			}
			return true
		}, Bad: func(xs []int) bool { return len(xs) >= 3 }},
		{Name: "QuantMap", Pre: func(m map[int]int) bool {
			for k, v := range m {
				if k == v {
					return true
				}
			}
			return false
		}, Bad: func(m map[int]int) bool { return slices.Min(slices.Collect(maps.Keys(m))) < 0 }, Max: 2},
		{Name: "QuantStr", Count: func(d int) int { return 1<<(d+1) - 1 }, At: 2, Say: `QuantStr("aa")`},
		{Name: "QuantType", Pre: func(x int) bool { return x > 0 }, Bad: func(x int) bool { return x == 2 }},
		{Name: "Def", Pre: func(x, y int) bool { return (-1 <= x && x <= 1) == (-1 <= y && y <= 1) }, Bad: func(x, y int) bool { return x == y && x != 0 }},
		{Name: "InNot", Pre: func(x, y int, xs []int) bool { return slices.Contains(xs, x) != slices.Contains(xs, y) }, Bad: func(x, y int, xs []int) bool { return xs[0] == 1 }, Max: 2},
	}
}

var _ reflect.Type

func noNilAbove(e *b.Env) { e.NotNil[b.T[*Above]()] = true }

func lit(l lamp) bool { return l.on && l.spare[0].on && l.spare[1].on }
