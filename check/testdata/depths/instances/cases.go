package instances

import (
	b "example.com/depths/brute"
)

func evens(xs ...int) bool {
	for _, x := range xs {
		if x%2 != 0 {
			return false
		}
	}
	return true
}

func positive(xs ...int) bool {
	for _, x := range xs {
		if x <= 0 {
			return false
		}
	}
	return true
}

func heads[T any](l *List[T]) (xs []T) {
	for ; l != nil; l = l.Tail {
		xs = append(xs, l.Head)
	}
	return xs
}

func proper(t *Tree[string, []int]) bool {
	if t == nil {
		return true
	}
	for k, c := range t.Kids {
		if k == "b" || !proper(c) {
			return false
		}
	}
	return positive(t.Val...)
}

// full has no zero value.
func full[T comparable](l *List[T]) bool {
	var zero T
	for _, x := range heads(l) {
		if x == zero {
			return false
		}
	}
	return l != nil
}

func unequal[T comparable](l *List[T]) bool { return l.Tail != nil && l.Head != l.Tail.Head }

// stacks are the elements of all stacks of at most d steps.
func stacks(d int) [][]int {
	all, last := [][]int{{}}, [][]int{{}}
	for range d {
		var next [][]int
		for _, s := range last {
			for x := -(d + 1) / 2; x <= (d+1)/2; x++ {
				next = append(next, append(append([]int{}, s...), x))
			}
		}
		all, last = append(all, next...), next
	}
	return all
}

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		{Name: "Boxed", Pre: func(x *Box[int]) bool { return x == nil || evens(x.V) && evens(x.Vs...) },
			Bad: func(x *Box[int]) bool { return x != nil && x.V+len(x.Vs) >= 2 }, Say: "Boxed(&Box[int]{V: 2})"},
		{Name: "Sum", Pre: func(l *List[int]) bool { return positive(heads(l)...) }, Bad: func(l *List[int]) bool { return Sum(l) >= 6 }, Say: "Sum(&List[int]{Head: 3, Tail: &List[int]{Head: 3}})"},
		{Name: "Walk", Pre: proper, Max: 2},
		{Name: "Swapped", Pre: func(s Swap[int, int], lo int, t Pair[int, bool]) bool {
			return evens(s.P.L) && positive(s.P.R...) && t.L >= lo
		}, Bad: Swapped},
		{Name: "Less", Count: func(d int) (n int) {
			for l, p := 0, 1; l <= d; l, p = l+1, p*d {
				n += p // the texts of 1..d
			}
			return n
		}, At: 2},
		{Name: "Vecs", Pre: func(v Vec[int], m map[int][]int) bool {
			for k, x := range m {
				if !evens(k) || !evens(x...) {
					return false
				}
			}
			return positive(v...)
		}, Bad: func(v Vec[int], m map[int][]int) bool { return len(v) > 0 && len(m) > 1 }, Max: 2, Say: "Vecs([]int{1}, map[int][]int{0: nil, 2: nil})"},
		{Name: "Handed", Pre: func(x Box[int], p *Pair[*int, Phantom[int]]) bool {
			return positive(x.V) && positive(x.Vs...) && (p == nil || p.L == nil || evens(*p.L))
		}, Bad: func(x Box[int], p *Pair[*int, Phantom[int]]) bool {
			return x.V != 1 && p != nil && p.L != nil && *p.L != 0
		}, Opt: func(e *b.Env) {
			e.Zero["Pair[*int,example.com/depths/instances.Phantom[int]].R"] = true
		}},
		{Name: "Limited", Pre: func(l Limits) bool {
			return l.Top.L > 0 && l.Sub.L <= l.Top.L && (!l.Sub.R || l.Top.R)
		}, Bad: func(l Limits) bool { return !(l.Top.L > l.Sub.L || l.Sub.R || l.Top.L == 1) }},
		{Name: "Full[int8]", Pre: full[int8], Bad: unequal[int8]},
		{Name: "Full[string]", Pre: full[string], Bad: unequal[string]},
		{Name: "Asked", Count: func(d int) int {
			return d * d * 2 // L and L, and R of the second
		}, At: 2},
		{Name: "Closed", Count: func(d int) (n int) {
			for _, s := range stacks(d) {
				if positive(s...) {
					n++
				}
			}
			return n
		}, At: 3},
		{Name: "Octet", Pre: func(uint8) bool { return true }, Bad: func(x uint8) bool { return x >= 2 }, Say: "Octet[uint8](2)"},
		{Name: "Keyed", Pre: func([]keyed) bool { return true }, Bad: func(s []keyed) bool { return Keyed(s) }, Max: 2},
	}
}

type keyed = struct{ K, N int }
