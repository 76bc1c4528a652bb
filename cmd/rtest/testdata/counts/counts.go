package counts

type List struct {
	Head int
	Tail *List
}

//rtest:requires strict(l)
func Strict(l *List) int { return l.sum() }

//rtest:requires weak(l)
func Weak(l *List) int { return l.sum() }

//rtest:requires strictSlice(xs)
func StrictSlice(xs []int) {}

//rtest:requires slices.IsSorted(xs)
func WeakSlice(xs []int) {}

func (l *List) sum() int {
	if l == nil {
		return 0
	}
	return l.Head + l.Tail.sum()
}

func strictSlice(xs []int) bool {
	for i, x := range xs {
		if i > 0 && xs[i-1] >= x {
			return false
		}
	}
	return true
}

func strict(l *List) bool {
	for l != nil && l.Tail != nil {
		if l.Head >= l.Tail.Head {
			return false
		}
		l = l.Tail
	}
	return true
}

func weak(l *List) bool {
	return l == nil || l.Tail == nil || l.Head <= l.Tail.Head && weak(l.Tail)
}

type Tree struct {
	Key         int
	Left, Right *Tree
}

func bst(t *Tree, lo, hi *int) bool {
	return t == nil || (lo == nil || *lo < t.Key) && (hi == nil || t.Key < *hi) && bst(t.Left, lo, &t.Key) && bst(t.Right, &t.Key, hi)
}

//rtest:requires bst(t, nil, nil)
func BST(t *Tree) int { return t.size() }

func (t *Tree) size() int {
	if t == nil {
		return 0
	}
	return 1 + t.Left.size() + t.Right.size()
}

type Color bool

const (
	Red   Color = false
	Black Color = true
)

type RB struct {
	Color Color
	Left  *RB
	Key   int
	Right *RB
}

func rbOrdered(t *RB, lo, hi *int) bool {
	return t == nil || (lo == nil || *lo < t.Key) && (hi == nil || t.Key < *hi) && rbOrdered(t.Left, lo, &t.Key) && rbOrdered(t.Right, &t.Key, hi)
}

func isRed(t *RB) bool { return t != nil && t.Color == Red }

func noRedRed(t *RB) bool {
	if t == nil {
		return true
	}
	if isRed(t) && (isRed(t.Left) || isRed(t.Right)) {
		return false
	}
	return noRedRed(t.Left) && noRedRed(t.Right)
}

func blacks(t *RB) (int, bool) {
	if t == nil {
		return 1, true
	}
	l, ok := blacks(t.Left)
	if !ok {
		return 0, false
	}
	r, ok := blacks(t.Right)
	if !ok || l != r {
		return 0, false
	}
	if t.Color == Black {
		l++
	}
	return l, true
}

func valid(t *RB) bool {
	_, ok := blacks(t)
	return ok && rbOrdered(t, nil, nil) && noRedRed(t)
}

//rtest:requires valid(t)
func RedBlack(t *RB) {}

func height(t *Tree) int {
	if t == nil {
		return 0
	}
	return 1 + max(height(t.Left), height(t.Right))
}

func balanced(t *Tree) bool {
	if t == nil {
		return true
	}
	d := height(t.Left) - height(t.Right)
	return -1 <= d && d <= 1 && balanced(t.Left) && balanced(t.Right)
}

//rtest:requires bst(t, nil, nil) && balanced(t)
func AVL(t *Tree) {}

// ATree stores its height.
type ATree struct {
	Key, Height int
	Left, Right *ATree
}

func (t *ATree) height() int {
	if t == nil {
		return 0
	}
	return t.Height
}

func (t *ATree) ok(lo, hi int) bool {
	if t == nil {
		return true
	}
	if t.Key < lo || t.Key > hi || !t.Left.ok(lo, t.Key-1) || !t.Right.ok(t.Key+1, hi) {
		return false
	}
	l, r := t.Left.height(), t.Right.height()
	return t.Height == max(l, r)+1 && l-r <= 1 && r-l <= 1
}

//rtest:requires t.ok(-100, 100)
func StoredAVL(t *ATree) {}

//rtest:requires isHeap(xs)
func Heap(xs []uint) {}

func isHeap(xs []uint) bool {
	for i := 1; i < len(xs); i++ {
		if xs[(i-1)/2] > xs[i] {
			return false
		}
	}
	return true
}

// A Whole and its Part lead to each other, but nothing that Unlink reads does: it
// has one input, at depth 1.
type Whole struct{ Root Part }

type Part struct {
	Of   *Whole
	Next *Part
}

//rtest:ensures true
func (w *Whole) Unlink() { w.Root.Of = w }
