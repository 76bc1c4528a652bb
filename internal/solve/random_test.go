package solve

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A maker makes random forms that are small enough for brute force and touch
// the corners of every kind.
type maker struct {
	rng *rand.Rand
	f   *form.Form
}

func randomForm(rng *rand.Rand) *form.Form {
	m := &maker{rng, &form.Form{}}
	for range 1 + rng.IntN(2) {
		m.variable(-1, form.Span{}, 3)
	}
	m.nodes(6 + rng.IntN(14))
	m.f.Level = int32(1 + rng.IntN(3))
	m.f.Below = rng.IntN(4) > 0
	return m.f
}

func (m *maker) kind() form.Kind { return form.Kind(1 + m.rng.IntN(8)) }

// number is a value of the kind: mostly small, else at the ends.
func (m *maker) number(k form.Kind) int64 {
	in := all(k)
	low, high := in.lo.Int64(), int64(in.hi.Uint64())
	switch m.rng.IntN(8) {
	case 0:
		return low + int64(m.rng.IntN(2))
	case 1:
		return high - int64(m.rng.IntN(2))
	case 2:
		return m.rng.Int64N(100)
	}
	n := int64(m.rng.IntN(9) - 4)
	if !k.Signed() {
		n = max(n, -n)
	}
	return n
}

func (m *maker) variable(parent int, when form.Span, depth int) {
	i := len(m.f.Vars)
	v := form.Var{Name: fmt.Sprintf("x%d", i), Kind: m.kind(), Parent: int32(parent), When: when}
	if m.rng.IntN(5) == 0 {
		v.Kind = form.Bool
	}
	if depth == 0 || m.rng.IntN(2) == 0 {
		m.domain(&v)
		m.f.Vars = append(m.f.Vars, v)
		return
	}
	for range 1 + m.rng.IntN(4) {
		alt := form.Alt{Value: m.value(v.Kind), Level: int32(m.rng.IntN(4)), Size: int32(m.rng.IntN(3))}
		if !slices.ContainsFunc(v.Choice, func(a form.Alt) bool { return a.Value == alt.Value }) {
			v.Choice = append(v.Choice, alt)
		}
	}
	v.Default = v.Choice[m.rng.IntN(len(v.Choice))].Value
	m.f.Vars = append(m.f.Vars, v)
	for range m.rng.IntN(4) {
		a, b := m.value(v.Kind), v.Choice[m.rng.IntN(len(v.Choice))].Value
		if compareKind(v.Kind, a, b) > 0 {
			a, b = b, a
		}
		m.variable(i, form.Span{Lo: a, Hi: b}, depth-1)
	}
}

func (m *maker) value(k form.Kind) int64 {
	if k == form.Bool {
		return int64(m.rng.IntN(2))
	}
	return m.number(k)
}

func compareKind(k form.Kind, a, b int64) int { return number(k, a).Cmp(number(k, b)) }

func (m *maker) domain(v *form.Var) {
	var values []int64
	for range 1 + m.rng.IntN(3) {
		x := m.value(v.Kind)
		for range 1 + m.rng.IntN(3) {
			if compareKind(v.Kind, x, int64(all(v.Kind).hi.Uint64())) < 0 {
				values = append(values, x)
				x++
			}
		}
		values = append(values, x)
	}
	slices.SortFunc(values, func(a, b int64) int { return compareKind(v.Kind, a, b) })
	values = slices.Compact(values)
	for _, x := range values {
		if n := len(v.Dom); n > 0 && v.Dom[n-1].Hi+1 == x && m.rng.IntN(4) > 0 {
			v.Dom[n-1].Hi = x
		} else {
			v.Dom = append(v.Dom, form.Span{Lo: x, Hi: x})
		}
	}
	v.Default = values[m.rng.IntN(len(values))]
	v.Level = int32(m.rng.IntN(3))
	v.ByMagnitude = m.rng.IntN(3) == 0
	v.Ascending = m.rng.IntN(2) == 0
}

func (m *maker) node(op form.Op, kind form.Kind, val int64, args ...int32) int32 {
	m.f.Nodes = append(m.f.Nodes, form.Node{Op: op, Kind: kind, Args: args, Val: val})
	return int32(len(m.f.Nodes) - 1)
}

// pick is some node of the kind, made when there is none.
func (m *maker) pick(k form.Kind) int32 {
	var of []int32
	for i, n := range m.f.Nodes {
		if n.Kind == k {
			of = append(of, int32(i))
		}
	}
	if n := len(of); n > 0 && m.rng.IntN(5) > 0 {
		return of[max(m.rng.IntN(n), m.rng.IntN(n))]
	}
	if k != form.Bool && m.rng.IntN(2) == 0 {
		return m.node(form.Conv, k, 0, m.pick(m.used()))
	}
	return m.node(form.Const, k, m.value(k))
}

// used returns an integer kind that nodes have, or any.
func (m *maker) used() form.Kind {
	for range 10 {
		if k := m.f.Nodes[m.rng.IntN(len(m.f.Nodes))].Kind; k != form.Bool {
			return k
		}
	}
	return form.Int64
}

func (m *maker) nodes(n int) {
	for i, v := range m.f.Vars {
		m.node(form.Ref, v.Kind, int64(i))
	}
	m.node(form.Const, form.Int64, m.number(form.Int64))
	for range n {
		m.operation()
	}
	root := m.pick(form.Bool)
	for range 2 {
		k := m.used()
		op := []form.Op{form.Lt, form.Le, form.Eq}[m.rng.IntN(3)]
		join := []form.Op{form.And, form.Or, form.Or}[m.rng.IntN(3)]
		root = m.node(join, form.Bool, 0, root, m.node(op, form.Bool, 0, m.pick(k), m.pick(k)))
	}
	m.f.Root = root
}

func (m *maker) operation() {
	k := m.used()
	switch op := form.Op(2 + m.rng.IntN(19)); op {
	case form.Not:
		m.node(op, form.Bool, 0, m.pick(form.Bool))
	case form.And, form.Or:
		m.node(op, form.Bool, 0, m.pick(form.Bool), m.pick(form.Bool), m.pick(form.Bool))
	case form.Ite:
		if m.rng.IntN(4) == 0 {
			k = form.Bool
		}
		m.node(op, k, 0, m.pick(form.Bool), m.pick(k), m.pick(k))
	case form.Eq:
		if m.rng.IntN(4) == 0 {
			k = form.Bool
		}
		m.node(op, form.Bool, 0, m.pick(k), m.pick(k))
	case form.Lt, form.Le:
		m.node(op, form.Bool, 0, m.pick(k), m.pick(k))
	case form.Shl, form.Shr:
		m.node(op, k, 0, m.pick(k), m.pick(m.used()))
	case form.Conv:
		m.node(op, m.kind(), 0, m.pick(k))
	default:
		m.node(op, k, 0, m.pick(k), m.pick(k))
	}
}

// A brute tries all assignments of a form.
type brute struct {
	f           *form.Form
	vals        []int64
	on          []bool
	found       []assignment
	tried, most int
}

// An assignment is a solution with its sort key.
type assignment struct {
	size         int32
	shape        []int
	data, stream []int64
	vars         []*form.Var
}

// bruteForce gives the solutions of a form by trying all assignments; ok is
// false when these are more than most.
func bruteForce(f *form.Form, most int) (streams [][]int64, ok bool) {
	b := &brute{f: f, vals: make([]int64, len(f.Vars)), on: make([]bool, len(f.Vars)), most: most}
	b.walk(0, assignment{})
	if b.tried > most {
		return nil, false
	}
	slices.SortStableFunc(b.found, func(s, t assignment) int {
		if c := cmp.Or(cmp.Compare(s.size, t.size), slices.Compare(s.shape, t.shape)); c != 0 {
			return c
		}
		for j, x := range s.data {
			if c := compareData(s.vars[j], x, t.data[j]); c != 0 {
				return c
			}
		}
		return 0
	})
	for _, s := range b.found {
		streams = append(streams, s.stream)
	}
	return streams, true
}

// walk tries the values of the variables from i on.
func (b *brute) walk(i int, s assignment) {
	if b.tried > b.most {
		return
	}
	if i == len(b.f.Vars) {
		b.finish(s)
		return
	}
	v := &b.f.Vars[i]
	b.on[i] = v.Parent < 0 || b.on[v.Parent] && holds(b.f.Vars[v.Parent].Kind, v.When, b.vals[v.Parent])
	if !b.on[i] {
		b.walk(i+1, s)
		return
	}
	next := func(x int64) assignment {
		b.vals[i] = x
		t := s
		t.stream = append(slices.Clip(s.stream), x)
		return t
	}
	for a, alt := range v.Choice {
		t := next(alt.Value)
		t.shape = append(slices.Clip(s.shape), a)
		b.walk(i+1, t)
	}
	for _, dom := range v.Dom {
		for x := dom.Lo; ; x++ {
			t := next(x)
			t.data, t.vars = append(slices.Clip(s.data), x), append(slices.Clip(s.vars), v)
			b.walk(i+1, t)
			if x == dom.Hi || b.tried > b.most {
				break
			}
		}
	}
}

func (b *brute) finish(s assignment) {
	b.tried++
	good, level, size, err := b.f.Eval(s.stream)
	if err != nil {
		panic(err)
	}
	if good && b.f.Admits(level) {
		s.size = size
		b.found = append(b.found, s)
	}
}

// compareData orders two values of a data variable.
func compareData(v *form.Var, a, b int64) int {
	if v.Ascending || v.Kind == form.Uint64 {
		return compareKind(v.Kind, a, b)
	}
	abs := func(x int64) uint64 {
		if x == math.MinInt64 {
			return 1 << 63
		}
		return uint64(max(x, -x))
	}
	return cmp.Or(cmp.Compare(abs(a), abs(b)), -cmp.Compare(a, b))
}
