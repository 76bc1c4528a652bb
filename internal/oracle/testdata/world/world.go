package world

type Color int8

type Flag bool

type Tree struct {
	Key         int
	Left, Right *Tree
}

func (t *Tree) Size() int {
	if t == nil {
		return 0
	}
	return 1 + t.Left.Size() + t.Right.Size()
}

type Pair struct {
	A uint8
	B string
	F float64
}

type Bag struct {
	Pair
	Items []float64
	Index map[string]float64
}

type Area interface{ Area() int }

type Square struct{ N int }

func (s Square) Area() int { return s.N * s.N }

type Rect struct{ W, H int }

func (r *Rect) Area() int { return r.W * r.H }

func Double(x int) int { return x + x }

func Has[T comparable](xs []T, x T) bool {
	for _, y := range xs {
		if y == x {
			return true
		}
	}
	return false
}

func Get(m map[string]int, k string) (int, bool) {
	v, ok := m[k]
	return v, ok
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

type Box[T any] struct{ V T }

func (b Box[T]) Unbox() T { return b.V }

func (s Square) Plus(x int) int { return s.N + x }

func Apply(f func(int) int, x int) int { return f(f(x)) }

func First[T any](xs []T) T { return xs[0] }

// Runs counts the runs of equal characters.
func Runs(s string) int {
	n := 0
	var last rune
	again := func(r rune) (same bool) {
		defer func() { last = r }()
		return n > 0 && r == last
	}
	for _, r := range s {
		if again(r) {
			continue
		}
		n++
	}
	return n
}

// Apart tells whether two elements are apart by d.
func Apart(xs []int, d int) bool {
	found := false
search:
	for i, x := range xs {
		for j := 0; ; j++ {
			switch {
			case j == i:
				continue search
			case xs[j]-x == d, x-xs[j] == d:
				found = true
				break search
			}
		}
	}
	return found
}

// Rank falls through from the greatest to the least.
func Rank(c Color) (n int) {
	switch c {
	case 2:
		n += 4
		fallthrough
	case 1:
		n += 2
		fallthrough
	case 0:
		n++
	default:
		n = -n - 1
	}
	return n
}

// Cleared is xs with zeros from the i-th on.
func Cleared(xs []int, i int) []int {
	out := append([]int(nil), xs...)
	clear(out[i:])
	return out
}
