// Package containers: slices, maps, arrays, structs and pointers.
package containers

import "slices"

//rtest:requires len(xs) >= 2 && xs[0] < xs[len(xs)-1]
//rtest:ensures result > xs[0]
func Last(xs []int) int { return xs[len(xs)-1] }

//rtest:requires forall x in xs: len(x) > 0
//rtest:ensures len(result) >= len(xs)
func Flat(xs [][]int) []int { return slices.Concat(xs...) }

//rtest:requires xs == nil || sorted(xs)
//rtest:ensures xs != nil || result == 0
func NilTold(xs []bool2) int { return len(xs) }

type bool2 = int

// Of the keys only how many they are is looked at: a map compares them.
//
//rtest:requires len(m) != 1
//rtest:ensures len(m) != 2
func KeysOnly(m map[Pt]bool) {}

//rtest:requires len(m) != 1
//rtest:ensures result == len(m)
func Len(m map[int]bool) int {
	n := 0
	for range m {
		n++
	}
	return n
}

//rtest:requires forall k, v in m: k != v
//rtest:ensures forall k, v in result: m[v] == k
func Inv(m map[int]int) map[int]int {
	r := map[int]int{}
	for k, v := range m {
		r[v] = k
	}
	return r
}

//rtest:depth 2
//rtest:requires "a" in m
//rtest:ensures m["a"] != nil
func Str(m map[string][]int) {}

//rtest:depth 2
//rtest:requires a != b
//rtest:ensures a[0] != b[0]
func Arr(a, b [2]int) {}

//rtest:depth 2
//rtest:requires len(a[0]) == len(a[1])
//rtest:ensures result
func ArrS(a [2][]int) bool { return len(a[0]) < 2 || a[0][0] == a[1][0] }

//rtest:requires m[[2]bool{true, false}] > 0
//rtest:ensures len(m) < 3
func ArrKey(m map[[2]bool]int) {}

type Pt struct{ X, Y int }

//rtest:depth 2
//rtest:requires p != q
//rtest:ensures p.X != q.X
func StructEq(p, q Pt) {}

//rtest:requires Pt{1, 1} in ps
//rtest:ensures ps[0] != Pt{}
func InS(ps []Pt) {}

//rtest:depth 2
//rtest:requires m[Pt{X: 1}] == "b"
//rtest:ensures true
func PtKey(m map[Pt]string) {}

type Inner struct {
	a int
	B bool
}

type Outer struct {
	Inner
	name string
	Arr  [2]Inner
}

//rtest:depth 2
//rtest:requires o.a == o.Arr[0].a && o.B != o.Arr[1].B
//rtest:ensures o.name == "" || !o.Arr[0].B || o.Arr[1].a <= 0
func Emb(o Outer) {}

//rtest:requires o.a > 0
//rtest:ensures o.name == ""
func EmbFew(o Outer) {}

//rtest:requires p != nil && q != nil && *p < *q
//rtest:ensures p != q
func Ptrs(p, q *int) {}

//rtest:requires pp == nil || *pp == nil || **pp == 1
//rtest:ensures pp != nil
func PP(pp **int) {}

//rtest:depth 2
//rtest:requires len(xs) > 0 && xs[0] != nil
//rtest:ensures *xs[0] == 0
func PtrSlice(xs []*int) {}

//rtest:depth 2
//rtest:requires len(m) == 1
//rtest:ensures forall k, v in m: v == nil
func MapPtr(m map[bool]*bool) {}

//rtest:requires len(rest) > 0
//rtest:ensures result >= first
func MaxOf(first int, rest ...int) int { return slices.Max(rest) }

//rtest:requires len(xs) > 0 && len(xs[0]) == len(xs)
//rtest:ensures false
func Sqr(xs []string) {}

//rtest:requires cap(xs) > len(xs)
//rtest:ensures len(result) == len(xs)+1
func Room(xs []bool) []bool { return append(xs, true) }

// RoomBytes fails where append writes behind the length.
//
//rtest:requires cap(b) > len(b)
//rtest:ensures b[:cap(b)] == old(b[:cap(b)])
func RoomBytes(b []byte) {
	if len(b) == 1 && b[0] == 'b' {
		_ = append(b, 'b')
	}
}

//rtest:requires len(g) == 2 && len(g[0]) == len(g[1])
//rtest:ensures len(g[0]) == 0 || g[0][0] <= g[1][0]
func Grid(g [][]int) {}

//rtest:requires count(xs, 1) == count(xs, 0)
//rtest:ensures sum(xs) == 0 || len(xs) > 2
func Cnt(xs []int) {}

//rtest:requires permutation(xs, ys) && xs != ys
//rtest:ensures len(xs) != 2
func Perm(xs, ys []int) {}

//rtest:requires distinct(xs) && sorted(xs)
//rtest:ensures len(xs) < 3 || xs[1] == 0
func Dist(xs []int) {}

// At depth 0 there are no characters.
//
//rtest:requires b == nil
//rtest:ensures len(b) == 0
func NilBytes(b []byte) {}
