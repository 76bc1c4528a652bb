package term

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// How many assignments of its support a term may have so that its values are listed. The lesser
// limit always applies, the greater one only if the result matters much, such as at the end of a
// loop.
const (
	fewRows  = 256
	manyRows = 4096
	// coarseRows is the number above which the coarse lister treats comparisons as variables.
	coarseRows = 64
	// maxColumns bounds the number of all listed values, and so the memory.
	maxColumns = 1 << 23
)

// A lister lists the values of terms over their supports. What it says of a term holds for all
// assignments. But some rows may belong to no assignment, because it treats some terms as
// variables.
type lister struct {
	builder *Builder
	// above is the number of rows above which a comparison is treated as a variable.
	above     int
	supports  []support
	index     map[string]int32
	shapes    map[string]int32
	widths    [][]int32 // by shape: the numbers of values of the wide parts
	unions    pairTable
	supportOf []int32 // by term: the index of its support plus 2; 0 if not known
	// columns holds by term the position of its column in the chunks, plus 1; 0 if not known.
	columns []int32
	chunks  [][]int64
	parts   map[int32][]int64 // cache of values
	moves   map[move][]int32
	key     []byte  // buffer for intern
	both    []int32 // buffer for union
}

// A move maps the rows of a support, which has the shape, to those of a part of it. Bit i of inside
// says that the i-th wide part is in it.
type move struct {
	shape  int32
	inside uint16
}

// chunk is how many values are allocated at once.
const chunk = 1 << 14

func newLister(b *Builder, above int) *lister {
	return &lister{
		builder: b, above: above, supports: []support{{rows: 1}}, index: map[string]int32{"": 0},
		shapes: map[string]int32{"": 0}, widths: [][]int32{nil}, moves: map[move][]int32{}, parts: map[int32][]int64{},
	}
}

// column returns the values of a term by the rows of its support; nil if they are not listed.
func (l *lister) column(t Term) []int64 {
	if int(t) < len(l.columns) && l.columns[t] != 0 {
		at := l.columns[t] - 1
		return l.chunks[at/chunk][at%chunk:][:l.supports[l.support(t)].rows]
	}
	s := l.support(t)
	if s == tooMany || l.builder.listed > maxColumns {
		return nil
	}
	var c []int64
	var at int32
	if p := l.supports[s].parts; len(p) == 1 && (p[0] == ^int32(t) || p[0] >= 0 && l.builder.Nodes[t].Op == form.Ref) {
		c, at = l.room(l.supports[s].rows)
		copy(c, l.values(p[0]))
	} else {
		if !l.prepare(t, s) {
			return nil
		}
		c, at = l.room(l.supports[s].rows)
		l.compute(c, t, s)
	}
	for len(l.columns) < len(l.builder.Nodes) {
		l.columns = append(l.columns, 0)
	}
	l.builder.listed += len(c)
	l.columns[t] = at + 1
	return c
}

// room allocates a column and returns it with its position.
func (l *lister) room(rows int) ([]int64, int32) {
	last := len(l.chunks) - 1
	if last < 0 || len(l.chunks[last])+rows > cap(l.chunks[last]) {
		size := chunk
		if few := last + 1; few < 2 {
			// Most forms have few terms.
			size >>= 6 - 3*few
		}
		l.chunks = append(l.chunks, make([]int64, 0, max(size, rows)))
		last++
	}
	begin := len(l.chunks[last])
	l.chunks[last] = l.chunks[last][:begin+rows]
	return l.chunks[last][begin:], int32(last*chunk + begin)
}

// prepare lists the values of the arguments of t. It reports whether all are listed.
func (l *lister) prepare(t Term, s int32) bool {
	args := l.builder.Nodes[t].Args
	l.builder.Spend(1 + l.supports[s].rows*len(args)/8)
	for _, a := range args {
		if l.column(a) == nil {
			return false
		}
	}
	return true
}

// compute fills in the values of a term over a support that includes those of its arguments, which
// must be listed.
func (l *lister) compute(c []int64, t Term, s int32) {
	n := &l.builder.Nodes[t]
	arg := func(i int) ([]int64, []int32) {
		return l.column(n.Args[i]), l.move(l.support(n.Args[i]), s)
	}
	switch n.Op {
	case form.Const:
		c[0] = n.Val
	case form.And, form.Or, OpHold:
		x, mv := arg(0)
		for r := range c {
			c[r] = x[mv[r]]
		}
		for i := 1; i < len(n.Args); i++ {
			x, mv := arg(i)
			if n.Op == form.And {
				for r := range c {
					c[r] &= x[mv[r]]
				}
				continue
			}
			for r := range c {
				c[r] |= x[mv[r]]
			}
		}
	case OpIn:
		x, mv := arg(0)
		for r := range c {
			c[r] = 0
			if i := l.builder.index(n.Args[0], x[mv[r]]); i >= 0 {
				c[r] = n.Val >> i & 1
			}
		}
	default:
		kind := l.builder.Nodes[n.Args[0]].Kind
		var xs [3][]int64
		var mvs [3][]int32
		for i := range n.Args {
			xs[i], mvs[i] = arg(i)
		}
		for r := range c {
			var x [3]int64
			for i := range n.Args {
				x[i] = xs[i][mvs[i][r]]
			}
			c[r] = form.EvalOp(n.Op, n.Kind, kind, x[0], x[1], x[2])
		}
	}
}

// move returns, for each row of the support to, the row of from, which is a part of it.
func (l *lister) move(from, to int32) []int32 {
	part, whole := &l.supports[from], &l.supports[to]
	key := move{shape: whole.shape}
	for i, at := 0, 0; i < len(whole.wide) && at < len(part.wide); i++ {
		if whole.parts[whole.wide[i]] == part.parts[part.wide[at]] {
			key.inside |= 1 << i
			at++
		}
	}
	if m, ok := l.moves[key]; ok {
		return m
	}
	l.builder.Spend(1 + whole.rows/8)
	// The distance in rows of the part for each wide part of the whole, from the last one on.
	widths := l.widths[whole.shape]
	stride := make([]int32, len(widths))
	width := int32(1)
	for i, w := range slices.Backward(widths) {
		if key.inside>>i&1 != 0 {
			stride[i] = width
			width *= w
		}
	}
	m := make([]int32, whole.rows)
	known := 1 // rows of the wide parts so far, at the beginning of m
	for i, w := range widths {
		for r := known - 1; r >= 0; r-- {
			from, to := m[r], m[r*int(w):]
			for v := w - 1; v >= 0; v-- {
				to[v] = from + v*stride[i]
			}
		}
		known *= int(w)
	}
	l.builder.listed += len(m) / 2
	l.moves[key] = m
	return m
}
