package encode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/search"
)

// How many assignments of its support a term may have so that its values are
// listed: always when they are few, else only where it matters, as at the end
// of a loop.
const (
	fewRows  = 256
	manyRows = 4096
	// coarseRows is that from which on the coarse lister takes comparisons for variables.
	coarseRows = 64
	// maxColumns bounds the values that are listed in all, and so the memory.
	maxColumns = 1 << 23
)

// A support is what determines the value of a term: variables, by their
// indices, and terms that are taken for variables because too many variables
// determine them, by the complements of theirs. Rows is the number of
// assignments; the values of the last part change fastest.
type support struct {
	parts []int32
	rows  int
}

// tooMany is the index of the support of terms that have too many values.
const tooMany = -1

// A lister lists the values of terms over their supports. What it says of a
// term holds of all assignments; because it takes terms for variables, not
// every row needs to be one.
type lister struct {
	b *builder
	// above is the number of rows from which on a comparison is taken for a
	// variable.
	above    int
	supports []support
	index    map[string]int32
	unions   map[[2]int32]int32
	of       []int32 // by term: the index of its support plus 2, 0 where not known
	columns  map[term][]int64
	parts    map[int32][]int64 // what values has found
	moves    map[[2]int32][]int32
}

func newLister(b *builder, above int) *lister {
	return &lister{
		b: b, above: above, supports: []support{{nil, 1}}, index: map[string]int32{"": 0},
		unions: map[[2]int32]int32{}, columns: map[term][]int64{}, moves: map[[2]int32][]int32{}, parts: map[int32][]int64{},
	}
}

// support returns the index of the support of a term, or tooMany.
func (l *lister) support(t term) int32 {
	for len(l.of) < len(l.b.nodes) {
		l.of = append(l.of, 0)
	}
	if s := l.of[t]; s != 0 {
		return s - 2
	}
	s := l.find(t)
	l.of[t] = s + 2
	return s
}

func (l *lister) find(t term) int32 {
	n := &l.b.nodes[t]
	switch n.op {
	case search.Const:
		return 0
	case search.Ref:
		return l.single(int32(n.val))
	}
	s := l.arguments(t)
	switch {
	case s != tooMany && (l.supports[s].rows <= l.above || n.kind != search.Bool || connects(n.op)):
		return s
	case n.kind == search.Bool || l.b.count(t) > 0:
		return l.single(^int32(t))
	}
	return tooMany
}

// connects tells whether a term of kind Bool is made of others.
func connects(op search.Op) bool {
	switch op {
	case search.And, search.Or, search.Not, search.Ite, opHold:
		return true
	}
	return false
}

// arguments returns the union of the supports of the arguments.
func (l *lister) arguments(t term) int32 {
	s := int32(0)
	for _, a := range l.b.nodes[t].args {
		if s = l.union(s, l.support(a)); s == tooMany {
			break
		}
	}
	return s
}

func (l *lister) single(part int32) int32 {
	if n := len(l.values(part)); n > 0 {
		return l.intern(support{[]int32{part}, n})
	}
	return tooMany
}

// values returns the values of a part of a support, or nothing when they are
// too many.
func (l *lister) values(part int32) []int64 {
	list, ok := l.parts[part]
	if !ok {
		list = l.valuesOf(part)
		l.parts[part] = list
	}
	return list
}

func (l *lister) valuesOf(part int32) []int64 {
	b := l.b
	var list []int64
	if part < 0 {
		t := term(^part)
		if b.nodes[t].kind == search.Bool {
			return []int64{0, 1}
		}
		for i := range b.count(t) {
			list = append(list, b.at(t, i))
		}
		return list
	}
	v := &b.vars[part]
	if len(v.Choice) > 0 {
		for _, a := range v.Choice {
			list = append(list, a.Value)
		}
		return list
	}
	for _, s := range v.Dom {
		if uint64(s.Hi)-uint64(s.Lo) >= manyRows || len(list) > manyRows {
			return nil
		}
		for x := s.Lo; ; x++ {
			list = append(list, x)
			if x == s.Hi {
				break
			}
		}
	}
	return list
}

func (l *lister) intern(s support) int32 {
	key := make([]byte, 0, 4*len(s.parts))
	for _, p := range s.parts {
		key = append(key, byte(p), byte(p>>8), byte(p>>16), byte(p>>24))
	}
	if i, ok := l.index[string(key)]; ok {
		return i
	}
	i := int32(len(l.supports))
	l.supports = append(l.supports, s)
	l.index[string(key)] = i
	return i
}

func (l *lister) union(x, y int32) int32 {
	switch {
	case x == y || y == 0:
		return x
	case x == tooMany || y == tooMany:
		return tooMany
	case x == 0:
		return y
	}
	key := [2]int32{min(x, y), max(x, y)}
	if s, ok := l.unions[key]; ok {
		return s
	}
	parts := slices.Concat(l.supports[x].parts, l.supports[y].parts)
	l.b.spend(8 + len(parts))
	slices.Sort(parts)
	parts = slices.Compact(parts)
	rows := 1
	for _, p := range parts {
		if rows *= len(l.values(p)); rows > manyRows {
			break
		}
	}
	s := int32(tooMany)
	if rows <= manyRows {
		s = l.intern(support{parts, rows})
	}
	l.unions[key] = s
	return s
}

// column returns the values of a term, by the rows of its support; nil when
// they are not listed.
func (l *lister) column(t term) []int64 {
	if c, ok := l.columns[t]; ok {
		return c
	}
	s := l.support(t)
	if s == tooMany || l.b.listed > maxColumns {
		return nil
	}
	var c []int64
	if p := l.supports[s].parts; len(p) == 1 && (p[0] == ^int32(t) || p[0] >= 0 && l.b.nodes[t].op == search.Ref) {
		c = l.values(p[0])
	} else {
		c = l.compute(t, s)
	}
	if c != nil {
		l.b.listed += len(c)
		l.columns[t] = c
	}
	return c
}

// compute lists the values of t over a support that holds those of its
// arguments.
func (l *lister) compute(t term, s int32) []int64 {
	n := l.b.nodes[t]
	rows := l.supports[s].rows
	l.b.spend(1 + rows*len(n.args)/8)
	if n.op == search.Const {
		return []int64{n.val}
	}
	args, moves := make([][]int64, len(n.args)), make([][]int32, len(n.args))
	for i, a := range n.args {
		if args[i] = l.column(a); args[i] == nil {
			return nil
		}
		moves[i] = l.move(l.support(a), s)
	}
	c := make([]int64, rows)
	switch n.op {
	case search.And, search.Or:
		for r := range c {
			c[r] = args[0][moves[0][r]]
		}
		for i := range args[1:] {
			x, mv := args[i+1], moves[i+1]
			for r := range c {
				c[r] = search.EvalOp(n.op, search.Bool, search.Bool, c[r], x[mv[r]], 0)
			}
		}
	case opIn:
		inside := map[int64]int64{}
		for i := range l.b.count(n.args[0]) {
			inside[l.b.at(n.args[0], i)] = n.val >> i & 1
		}
		for r := range c {
			c[r] = inside[args[0][moves[0][r]]]
		}
	case opHold:
		for r := range c {
			c[r] = args[0][moves[0][r]]
		}
	default:
		kind := l.b.nodes[n.args[0]].kind
		for r := range c {
			var x [3]int64
			for i := range args {
				x[i] = args[i][moves[i][r]]
			}
			c[r] = search.EvalOp(n.op, n.kind, kind, x[0], x[1], x[2])
		}
	}
	return c
}

// move returns for each row of the support to the row of from, a part of it.
func (l *lister) move(from, to int32) []int32 {
	key := [2]int32{from, to}
	if m, ok := l.moves[key]; ok {
		return m
	}
	l.b.spend(1 + l.supports[to].rows/8)
	m := make([]int32, 1, l.supports[to].rows)
	stride := make(map[int32]int32, len(l.supports[from].parts))
	width := int32(1)
	for _, p := range slices.Backward(l.supports[from].parts) {
		stride[p] = width
		width *= int32(len(l.values(p)))
	}
	for _, p := range l.supports[to].parts {
		n := len(l.values(p))
		next := make([]int32, 0, len(m)*n)
		for _, r := range m {
			for i := range n {
				next = append(next, r+int32(i)*stride[p])
			}
		}
		m = next
	}
	l.b.listed += len(m) / 2
	l.moves[key] = m
	return m
}
