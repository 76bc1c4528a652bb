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
