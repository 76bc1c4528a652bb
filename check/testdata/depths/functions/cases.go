package functions

import (
	"slices"

	b "example.com/depths/brute"
)

// ask makes a function of choices: equal arguments, equal answers.
func ask[A comparable](choose func(int) int, n int) func(A) int {
	seen := map[A]int{}
	return func(a A) int {
		if v, ok := seen[a]; ok {
			return v
		}
		seen[a] = choose(n)
		return seen[a]
	}
}

func num(i, d int) int { // i-th of 0, 1, -1, ...
	if i%2 == 1 {
		return (i + 1) / 2
	}
	return -i / 2
}

func slicesOf(d int) (r [][]int) {
	for _, v := range b.NewEnv(d).Gen(b.T[[]int](), d) {
		r = append(r, v.Interface().([]int))
	}
	return
}

// Brute are the cases of this package.
func Brute() []b.Case {
	return []b.Case{
		{Name: "Once", Count: func(d int) int { return (2*d + 1) * (2*d + 1) }, At: -1},
		{Name: "Two", Count: func(int) int {
			return b.Choices(func(c func(int) int) { f := ask[int](c, 2); _ = f(0) == f(1) || f(0) == 1 })
		}, At: 0},
		{Name: "Chain", Count: func(d int) int {
			return b.Choices(func(c func(int) int) {
				f := ask[bool](c, 2*d+1)
				if num(f(false), d) > 0 {
					f(true)
				}
			})
		}, At: 2},
		{Name: "Ref", Count: func(d int) int {
			n := 0
			for x := -d; x <= d; x++ {
				n += d - x + 1
			}
			return n
		}, At: -1},
		{Name: "Find", Count: func(d int) (n int) {
			for _, xs := range slicesOf(d) {
				n += b.Choices(func(c func(int) int) {
					f := ask[int](c, 2)
					for i := len(xs) - 1; i >= 0; i-- {
						if f(xs[i]) == 1 {
							break
						}
					}
				})
			}
			return
		}, At: -1},
		{Name: "Each", Count: func(d int) int { return len(slicesOf(d)) }, At: 2, Say: "Each([]int{0, 0}, func(int) {})"},
		{Name: "Visit", Count: func(d int) (n int) {
			for l := 0; l <= d; l++ {
				n += (1 << l) * (l + 1)
				// f(x, i) differs for each i: the answers true^k false, or all true
			}
			return
		}, At: 2},
		{Name: "Gen", Count: func(d int) int {
			k := min(d, 3)
			n := 1
			for range k {
				n *= 2*d + 1
			}
			return n
		}, At: 2},
		{Name: "Less", Count: func(d int) int { return 2 * len(slicesOf(d)) }, At: 2, Max: 2},
		{Name: "Cmp", Count: func(d int) int {
			if d < 2 {
				return 0
			}
			n := (1<<d - 1)
			return 2 * n * n
		}, At: 2},
		{Name: "NilF", Count: func(d int) int { return []int{1, 3, 5, 7}[d] }, At: 1},
		// A scope that is the last has no question; another has one with the answers of less depth, nil among them.
		{Name: "Scope.Height", Count: func(d int) int { return []int{0, 4, 8, 12}[d] }, At: 2},
		{Name: "Asked", Count: func(d int) int { return []int{2, 6, 10, 14}[d] }, At: 3},
		{Name: "NilSeq", Count: func(d int) int {
			// Each iterator is nil or one of 2^d - 1 with less than d elements.
			elems, more := 1<<d, 1
			for l, all := 1, 1; l <= d; l++ {
				all *= elems
				more += all
			}
			return 2 * elems * more * (2*d + 1)
		}, At: 1, Say: "NilSeq(nil, nil, 1)", Max: 2},
		{Name: "NilF2", Count: func(d int) int { return []int{1, 3, 5, 7}[d] + 1 }, At: 0},
		{Name: "Apply", Count: func(d int) int { return 2 * (2*d + 1) }, At: 0, Say: "Apply(Step(dec), 0)"},
		{Name: "Op.Do", Count: func(d int) int { return (2*d + 1) * (2*d + 1) }, At: 1},
		{Name: "Index", Count: func(d int) (n int) {
			for _, xs := range slicesOf(d) {
				ys := slices.Clone(xs)
				slices.Sort(ys)
				n += len(slices.Compact(ys))
			}
			return
		}, At: 2, Max: 3},
		{Name: "Eq", Count: func(d int) int { return 2*d + 1 }, At: 1, Say: "Eq(1, 4)"},
		{Name: "InRange", Count: func(d int) (n int) {
			for _, xs := range slicesOf(d) {
				n += len(xs)
			}
			return
		}, At: 1, Say: "InRange([]int{-1}, 0)"},
		{Name: "Draw", Count: func(d int) (n int) {
			for l := 1; l <= d; l++ {
				n += (1 << l) * l
			}
			return
		}, At: 2},
		{Name: "Draw2", Count: func(d int) (n int) {
			for l := 1; l <= d; l++ {
				n += (1 << 0) * l * (l - 1)
			}
			return
		}, At: 3},
		{Name: "DrawPtr2", Count: func(d int) int { return len(slicesOf(d)) - 1 }, At: 1},
		{Name: "DrawKey", Count: func(d int) (n int) {
			for _, v := range b.NewEnv(d).Gen(b.T[map[int]bool](), d) {
				n += v.Len()
			}
			return
		}, At: 1},
		{Name: "Hooks", Count: func(d int) int { return d + 1 }, At: 2, Say: "Hooks([]func(int){func(int) {}, func(int) {}})"},
		{Name: "Nested", Count: func(d int) (n int) {
			for l, all := 0, 1; l <= d; l, all = l+1, all*d {
				n += all // each of l slices has a length of 0..d-1
			}
			return
		}, At: 2},
		{Name: "Kept", Count: func(d int) int { return d }, At: -1},
		{Name: "KeptAnew", Count: func(d int) int { return max(d*d, 0) }, At: -1},
		{Name: "Anew", Count: func(d int) int { return 2*d + 1 }, At: -1},
		{Name: "AnewFunc", Count: func(d int) int { return 2*d + 1 }, At: -1},
		{Name: "Sum", Count: func(d int) (n int) {
			for l, all := 0, 1; l <= d; l, all = l+1, all*d {
				n += all // each of l functions gives 1..d
			}
			return
		}, At: -1},
		{Name: "Hook", Count: func(d int) (n int) {
			for l, all := 0, 1; l <= d; l, all = l+1, all*2*d {
				n += d * all // F gives -d..-1, each of l functions what is not 0
			}
			return
		}, At: -1},
		{Name: "Curried", Count: func(d int) int { return d * d }, At: -1},
		{Name: "Demand", Count: func(d int) int { return []int{2, 6, 10}[min(d, 2)] }, At: 1},
		// When the depth is used up the first answer is left: zero is none.
		{Name: "Offered", Count: func(d int) int { return 1 << min(d, 2) }, At: -1},
		{Name: "Peeked", Count: func(d int) int { return d }, At: -1},
	}
}
