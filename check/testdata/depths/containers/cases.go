package containers

import (
	"slices"

	b "example.com/depths/brute"
)

func cnt(xs []int, v int) (n int) {
	for _, x := range xs {
		if x == v {
			n++
		}
	}
	return
}

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		{Name: "NilBytes", Pre: func(b []byte) bool { return b == nil }},
		{Name: "Last", Pre: func(xs []int) bool { return len(xs) >= 2 && xs[0] < xs[len(xs)-1] }},
		{Name: "Flat", Pre: func(xs [][]int) bool {
			return !slices.ContainsFunc(xs, func(x []int) bool { return len(x) == 0 })
		}},
		{Name: "NilTold", Pre: func(xs []int) bool { return slices.IsSorted(xs) }, Opt: func(e *b.Env) { e.Empty[b.T[[]int]()] = true }},
		{Name: "Len", Pre: func(m map[int]bool) bool { return len(m) != 1 }},
		{Name: "Inv", Pre: func(m map[int]int) bool {
			for k, v := range m {
				if k == v {
					return false
				}
			}
			return true
		}, Max: 3},
		{Name: "Str", Pre: func(m map[string][]int) bool { _, ok := m["a"]; return ok }, Bad: func(m map[string][]int) bool { return m["a"] == nil }, Opt: func(e *b.Env) { e.Empty[b.T[[]int]()] = true }, Max: 2},
		{Name: "Arr", Pre: func(x, y [2]int) bool { return x != y }, Bad: func(x, y [2]int) bool { return x[0] == y[0] }, Max: 2},
		{Name: "ArrS", Pre: func(a [2][]int) bool { return len(a[0]) == len(a[1]) }, Bad: func(a [2][]int) bool { return len(a[0]) >= 2 && a[0][0] != a[1][0] }, Max: 2},
		{Name: "ArrKey", Pre: func(m map[[2]bool]int) bool { return m[[2]bool{true, false}] > 0 }, Bad: func(m map[[2]bool]int) bool { return len(m) >= 3 }},
		{Name: "StructEq", Pre: func(p, q Pt) bool { return p != q }, Bad: func(p, q Pt) bool { return p.X == q.X }, Max: 2},
		{Name: "InS", Pre: func(ps []Pt) bool { return slices.Contains(ps, Pt{1, 1}) }, Bad: func(ps []Pt) bool { return ps[0] == Pt{} }, Max: 3},
		{Name: "PtKey", Pre: func(m map[Pt]string) bool { return m[Pt{X: 1}] == "b" }, Max: 2},
		{Name: "KeysOnly", Pre: func(m map[Pt]bool) bool { return len(m) != 1 }, Bad: func(m map[Pt]bool) bool { return len(m) == 2 }, Max: 2},
		{Name: "Emb", Pre: func(o Outer) bool { return o.a == o.Arr[0].a && o.B != o.Arr[1].B }, Bad: func(o Outer) bool { return !(o.name == "" || !o.Arr[0].B || o.Arr[1].a <= 0) }, Max: 2},
		{Name: "EmbFew", Pre: func(o Outer) bool { return o.a > 0 }, Bad: func(o Outer) bool { return o.name != "" }, Opt: func(e *b.Env) { e.Zero["Inner.B"] = true; e.Zero["Outer.Arr"] = true }, Max: 3},
		{Name: "Ptrs", Pre: func(p, q *int) bool { return p != nil && q != nil && *p < *q }},
		{Name: "PP", Pre: func(pp **int) bool { return pp == nil || *pp == nil || **pp == 1 }, Bad: func(pp **int) bool { return pp == nil }},
		{Name: "PtrSlice", Pre: func(xs []*int) bool { return len(xs) > 0 && xs[0] != nil }, Bad: func(xs []*int) bool { return *xs[0] != 0 }, Max: 2},
		{Name: "MapPtr", Pre: func(m map[bool]*bool) bool { return len(m) == 1 }, Bad: func(m map[bool]*bool) bool {
			for _, v := range m {
				if v != nil {
					return true
				}
			}
			return false
		}, Max: 2},
		{Name: "MaxOf", Pre: func(first int, rest []int) bool { return len(rest) > 0 }, Bad: func(first int, rest []int) bool { return slices.Max(rest) < first }},
		{Name: "Sqr", Pre: func(xs []string) bool { return len(xs) > 0 && len(xs[0]) == len(xs) }, Bad: func(xs []string) bool { return true }},
		{Name: "RoomBytes", Count: func(d int) int { return d * (1<<(d+1) - 1) }, At: 1, Say: `RoomBytes([]byte{'b', '~'}[:1])`},
		{Name: "Room", Count: func(d int) int {
			n := 0
			for l := 0; l <= d; l++ {
				n += (1 << l) * d
			}
			return n
		}, At: -1},
		{Name: "Grid", Pre: func(g [][]int) bool { return len(g) == 2 && len(g[0]) == len(g[1]) }, Bad: func(g [][]int) bool { return len(g[0]) > 0 && g[0][0] > g[1][0] }, Max: 3},
		{Name: "Cnt", Pre: func(xs []int) bool { return cnt(xs, 0) == cnt(xs, 1) }, Bad: func(xs []int) bool {
			s := 0
			for _, x := range xs {
				s += x
			}
			return s != 0 && len(xs) <= 2
		}, Max: 4},
		{Name: "Perm", Pre: func(xs, ys []int) bool {
			if slices.Equal(xs, ys) {
				return false
			}
			xs, ys = slices.Clone(xs), slices.Clone(ys)
			slices.Sort(xs)
			slices.Sort(ys)
			return slices.Equal(xs, ys)
		}, Bad: func(xs, ys []int) bool { return len(xs) == 2 }},
		{Name: "Dist", Pre: func(xs []int) bool {
			for i := 1; i < len(xs); i++ {
				if xs[i-1] >= xs[i] {
					return false
				}
			}
			return true
		}, Bad: func(xs []int) bool { return len(xs) >= 3 && xs[1] != 0 }, Max: 4},
	}
}
