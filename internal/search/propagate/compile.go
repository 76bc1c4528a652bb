package propagate

import (
	"math"
	"math/bits"
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A Program is a form compiled for propagation. Cells 0..Vars-1 are the variables of the form, by
// index.
type Program struct {
	Net      Net
	Realized []int32 // by variable: the cell that says whether it is realized
	Choices  []int32 // the choice variables, ascending
	Root     int32   // the cell of Root
	Size     int32   // the cell that holds the size of the input
	Begun    bool    // the first propagation is complete
	Empty    bool    // known to have no solution
}

// Compile compiles the form, which must pass Check. The cells are the variables, then the terms
// that Root needs, then those that tie variables to their parents and to the size.
func Compile(f *form.Form) *Program {
	b := &builder{form: f, known: make(map[Cell]int32), bitValues: make(map[origin][]int64)}
	b.hierarchy = &hierarchy{Vars: make([]varInfo, len(f.Vars))}
	for i := range f.Vars {
		b.variable(i)
	}
	of := make([]int32, len(f.Nodes))
	for i := range f.Nodes {
		of[i] = b.node(&f.Nodes[i], of)
	}
	p := &Program{}
	b.finish(p, of[f.Root])
	return p
}

// A builder makes each distinct cell once. It evaluates cells that depend on no variable and truth
// values that depend on one small variable.
type builder struct {
	form      *form.Form
	hierarchy *hierarchy
	cells     []Cell
	dom       []interval.Interval
	small     []Small
	known     map[Cell]int32
	dep       []int32   // by cell: the one variable it depends on, or none or many
	vals      [][]int64 // by cell: if dep ≥ 0, and it is no test for membership, the value for each bit of that variable
	bitValues map[origin][]int64
}

// An origin is the kind of a variable and the value of its lowest bit.
type origin struct {
	kind form.Kind
	base int64
}

const (
	none int32 = -1
	many int32 = -2
)

func (b *builder) variable(i int) {
	f := b.form
	v := &f.Vars[i]
	h := &b.hierarchy.Vars[i]
	h.defaultKey = interval.Key(v.Kind, v.Default)
	h.Spans = interval.Allowed(v, f.Level)
	h.empty = len(h.Spans) == 0
	open := h.Spans
	if v.Parent >= 0 && !slices.ContainsFunc(open, func(s interval.Interval) bool { return s.Contains(h.defaultKey) }) {
		open = interval.Merge(append(slices.Clone(open), interval.Of(h.defaultKey, h.defaultKey)))
	}
	if len(open) == 0 {
		open = []interval.Interval{{Lo: h.defaultKey, Hi: h.defaultKey}}
	}
	dom := interval.Of(open[0].Lo, open[len(open)-1].Hi)
	s := Small{Base: dom.Lo}
	dep := many
	if dom.Width() < 64 {
		s.Bits = s.Encode(open)
		h.Bits = s.Encode(h.Spans)
		dep = int32(i)
	} else if len(open) > 1 {
		s.Spans = open
	}
	if len(h.Spans) > 0 {
		h.hull = interval.Of(h.Spans[0].Lo, h.Spans[len(h.Spans)-1].Hi)
	}
	if v.Parent >= 0 {
		k := f.Vars[v.Parent].Kind
		h.When = interval.Of(interval.Key(k, v.When.Lo), interval.Key(k, v.When.Hi))
		if u := &b.small[v.Parent]; u.Bits != 0 {
			h.whenBits = u.Bits & u.Encode([]interval.Interval{h.When})
		}
	}
	b.small = append(b.small, s)
	b.push(Cell{Op: OpVar, Kind: v.Kind, A: -1, B: -1, C: -1, Val: int64(i)}, dom, dep)
	if dep >= 0 {
		b.vals[i] = b.ascending(v.Kind, s.Base)
	}
}

// ascending returns the values of the bits from base on. The slice is shared, because all elements
// of a large array need the same one.
func (b *builder) ascending(k form.Kind, base int64) []int64 {
	key := origin{k, base}
	vals, ok := b.bitValues[key]
	if !ok {
		vals = make([]int64, 64)
		for i := range vals {
			vals[i] = interval.Key(k, base+int64(i))
		}
		b.bitValues[key] = vals
	}
	return vals
}

// Encode returns the bits of those values in spans that are less than base + 64 and at least base.
func (s *Small) Encode(spans []interval.Interval) uint64 {
	var set uint64
	for _, v := range spans {
		v.Lo = max(v.Lo, s.Base)
		if s.Base <= math.MaxInt64-63 {
			v.Hi = min(v.Hi, s.Base+63)
		}
		if v.Lo <= v.Hi {
			set |= BitRun(uint64(v.Lo-s.Base), uint64(v.Hi-s.Base))
		}
	}
	return set
}

func (b *builder) push(c Cell, dom interval.Interval, dep int32) int32 {
	b.cells = append(b.cells, c)
	b.dom = append(b.dom, dom)
	b.dep = append(b.dep, dep)
	b.vals = append(b.vals, nil)
	return int32(len(b.cells) - 1)
}

// constant returns the cell of a value.
func (b *builder) constant(k form.Kind, v int64) int32 {
	c := Cell{Op: form.Const, Kind: k, A: -1, B: -1, C: -1, Val: v}
	if n, ok := b.known[c]; ok {
		return n
	}
	n := b.push(c, interval.Of(interval.Key(k, v), interval.Key(k, v)), none)
	b.known[c] = n
	return n
}

func (b *builder) node(n *form.Node, of []int32) int32 {
	switch n.Op {
	case form.Const:
		return b.constant(n.Kind, n.Val)
	case form.Ref:
		return int32(n.Val)
	}
	args := make([]int32, len(n.Args))
	for i, a := range n.Args {
		args[i] = of[a]
	}
	if n.Op == form.And || n.Op == form.Or {
		return b.balance(n.Op, args)
	}
	return b.make(n.Op, n.Kind, args...)
}

// balance makes a balanced tree of cells with two arguments.
func (b *builder) balance(op form.Op, args []int32) int32 {
	if len(args) == 1 {
		return args[0]
	}
	m := len(args) / 2
	return b.make(op, form.Bool, b.balance(op, args[:m]), b.balance(op, args[m:]))
}

// make returns the cell of a term; equal terms share one.
func (b *builder) make(op form.Op, kind form.Kind, args ...int32) int32 {
	if n, ok := b.simplify(op, kind, args); ok {
		return n
	}
	c := Cell{Op: op, Kind: kind, A: args[0], B: -1, C: -1, KindA: b.cells[args[0]].Kind}
	c.KindB = c.KindA
	if len(args) > 1 {
		c.B, c.KindB = args[1], b.cells[args[1]].Kind
	}
	if len(args) > 2 {
		c.C = args[2]
	}
	if n, ok := b.known[c]; ok {
		return n
	}
	if n, ok := b.known[opposite(c)]; ok {
		return b.make(form.Not, form.Bool, n)
	}
	dep := none
	for _, a := range args {
		switch d := b.dep[a]; {
		case d == none || d == dep:
		case dep == none:
			dep = d
		default:
			dep = many
		}
	}
	n := b.evaluated(c, dep)
	b.known[c] = n
	return n
}

// opposite returns the cell of the negated order: b <= a for a < b. So the two, which stand on
// different paths through a predicate, are decided together.
func opposite(c Cell) Cell {
	switch c.Op {
	case form.Lt:
		c.Op = form.Le
	case form.Le:
		c.Op = form.Lt
	default:
		return Cell{Op: form.Ref}
	}
	c.A, c.B, c.KindA, c.KindB = c.B, c.A, c.KindB, c.KindA
	return c
}

// evaluated makes a cell. It is a constant if its value is known. It is a test for set membership
// if it is a truth value that depends on one small variable.
func (b *builder) evaluated(c Cell, dep int32) int32 {
	if dep == many {
		return b.push(c, interval.All(c.Kind), many)
	}
	at := func(n int32, i int) int64 {
		switch {
		case n < 0:
			return 0
		case b.dep[n] >= 0 && b.cells[n].Op == OpMember:
			return int64(b.cells[n].Set >> i & 1)
		case b.dep[n] >= 0:
			return b.vals[n][i]
		}
		return b.cells[n].Val
	}
	value := func(i int) int64 {
		return form.EvalOp(c.Op, c.Kind, c.KindA, at(c.A, i), at(c.B, i), at(c.C, i))
	}
	if dep == none {
		return b.constant(c.Kind, value(0))
	}
	dom := b.small[dep].Bits
	if c.Kind != form.Bool {
		vals := make([]int64, bits.Len64(dom))
		for i := range vals {
			if dom>>i&1 != 0 {
				vals[i] = value(i)
			}
		}
		n := b.push(c, interval.All(c.Kind), dep)
		b.vals[n] = vals
		return n
	}
	var set uint64
	for left := dom; left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		set |= uint64(value(i)&1) << i
	}
	switch set {
	case 0:
		return b.constant(form.Bool, 0)
	case dom:
		return b.constant(form.Bool, 1)
	}
	m := Cell{Op: OpMember, Kind: form.Bool, A: dep, B: -1, C: -1, Set: set}
	if n, ok := b.known[m]; ok {
		return n
	}
	n := b.push(m, interval.Unknown, dep)
	b.known[m] = n
	return n
}
