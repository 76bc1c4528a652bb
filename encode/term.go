package encode

import (
	"context"
	"go/constant"
	"math"

	"github.com/rtest-dev/rtest/internal/form"
)

// A term is an index into the nodes of a builder. Equal terms are one node.
type term int32

// The two constants of kind Bool, and no term at all.
const (
	no   term = 0
	yes  term = 1
	none term = -1
)

// opIn is an operation of the builder only: the value of the argument, an
// integer, is one of the set whose bits are the node's val. Bit i stands for
// the value that builder.at gives. A form gets comparisons instead.
const opIn = form.Conv + 1

// opHold is an operation of the builder only: the value of its argument, a
// condition that and does not take apart. What holds within a call is then the
// condition of the call, as one conjunct, and what was found out since, so that
// values that merge within the call do not mention the former.
const opHold = form.Conv + 2

// A node is a term: a search.Node with the bounds of its value, in the order
// of its kind. Bools have bounds as 0 and 1.
type node struct {
	op     form.Op
	kind   form.Kind
	args   []term
	val    int64
	lo, hi int64
	// held is the opHold among the conjuncts of the term, or none, simpler what
	// canonical has found instead of it, or none.
	held, simpler term
}

// A builder makes terms and simplifies them while it does so. What a term
// means never depends on what the builder knows; what simplify returns does.
type builder struct {
	nodes []node
	neg   []term // the negation of a Bool term where it is known, else none
	arena []term
	table []term // open addressing, indices into nodes or none
	vars  []form.Var
	known pairTable // results of simplify, by condition and term

	// exact lists the values of terms over the variables, coarse over the
	// comparisons that decide where a loop goes on; listed counts what both
	// have listed.
	exact, coarse *lister
	listed        int
	// byColumn has the first term with each column, by a hash of it and of its
	// support and kind.
	byColumn pairTable

	// work counts what simplifying takes, in steps of the order of one conjunct
	// looked at; where it reaches most the builder panics with a tooMuch.
	work, most int
	// ctx is what may end the encoding, looked at when work reaches look; nil when
	// there is none.
	ctx  context.Context
	look int
}

// workOfTerm is what a new term counts, for the memory that it takes.
const workOfTerm = 20

func newBuilder() *builder {
	b := &builder{
		table: make([]term, 1<<12), most: math.MaxInt,
	}
	b.exact, b.coarse = newLister(b, manyRows), newLister(b, coarseRows)
	for i := range b.table {
		b.table[i] = none
	}
	b.constant(form.Bool, 0)
	b.constant(form.Bool, 1)
	b.neg[no], b.neg[yes] = yes, no
	return b
}

// intern returns the node with these parts, whose bounds are lo and hi when it
// is new.
func (b *builder) intern(op form.Op, kind form.Kind, val, lo, hi int64, args ...term) term {
	h := hashNode(op, kind, val, args)
	mask := uint64(len(b.table) - 1)
	i := h & mask
	for ; b.table[i] != none; i = (i + 1) & mask {
		if b.same(&b.nodes[b.table[i]], op, kind, val, args) {
			t := b.table[i]
			if s := b.nodes[t].simpler; s != none {
				return s
			}
			return t
		}
	}
	b.spend(workOfTerm + len(args))
	t := term(len(b.nodes))
	start := len(b.arena)
	if start+len(args) > cap(b.arena) {
		b.arena = make([]term, 0, max(1<<14, len(args)))
		start = 0
	}
	b.arena = append(b.arena, args...)
	held := none
	switch op {
	case opHold:
		held = t
	case form.And:
		held = b.heldAmong(args)
	}
	b.nodes = append(b.nodes, node{op, kind, b.arena[start:len(b.arena):len(b.arena)], val, lo, hi, held, none})
	b.neg = append(b.neg, none)
	b.table[i] = t
	if 2*len(b.nodes) > len(b.table) {
		b.grow()
	}
	if s := b.canonical(t, fewRows); s != t {
		b.nodes[t].simpler = s
		return s
	}
	return t
}

// heldAmong returns the first of the conjuncts that is an opHold, or none.
func (b *builder) heldAmong(lits []term) term {
	for _, l := range lits {
		if b.nodes[l].op == opHold {
			return l
		}
	}
	return none
}

func (b *builder) same(n *node, op form.Op, kind form.Kind, val int64, args []term) bool {
	if n.op != op || n.kind != kind || n.val != val || len(n.args) != len(args) {
		return false
	}
	for i, a := range args {
		if n.args[i] != a {
			return false
		}
	}
	return true
}

func hashNode[T term | int64](op form.Op, kind form.Kind, val int64, args []T) uint64 {
	const prime = 0x9E3779B97F4A7C15
	h := (uint64(op)<<8 | uint64(kind)) * prime
	h = (h ^ uint64(val)) * prime
	for _, a := range args {
		h = (h ^ h>>29 ^ uint64(a)) * prime
	}
	return h ^ h>>32
}

func (b *builder) grow() {
	b.table = make([]term, 2*len(b.table))
	for i := range b.table {
		b.table[i] = none
	}
	mask := uint64(len(b.table) - 1)
	for t := range b.nodes {
		n := &b.nodes[t]
		i := hashNode(n.op, n.kind, n.val, n.args) & mask
		for b.table[i] != none {
			i = (i + 1) & mask
		}
		b.table[i] = term(t)
	}
}

// constant returns the constant v of a kind.
func (b *builder) constant(k form.Kind, v int64) term {
	return b.intern(form.Const, k, v, v, v)
}

// number returns the constant v of kind Int64.
func (b *builder) number(v int) term { return b.constant(form.Int64, int64(v)) }

// scalar is a constant of Go, of a bool or an integer type.
func (b *builder) scalar(k form.Kind, v constant.Value) term {
	if k == form.Bool {
		return b.bool(constant.BoolVal(v))
	}
	v = constant.ToInt(v)
	if i, exact := constant.Int64Val(v); exact {
		return b.constant(k, i)
	}
	u, _ := constant.Uint64Val(v)
	return b.constant(k, int64(u))
}

// bool returns the constant v of kind Bool.
func (b *builder) bool(v bool) term {
	if v {
		return yes
	}
	return no
}

// value returns the value of t when it is a constant.
func (b *builder) value(t term) (int64, bool) {
	n := &b.nodes[t]
	return n.val, n.op == form.Const
}

// ref returns the value of variable v.
func (b *builder) ref(v int) term {
	x := &b.vars[v]
	lo, hi := x.Default, x.Default
	for _, a := range x.Choice {
		if less(x.Kind, a.Value, lo) {
			lo = a.Value
		}
		if less(x.Kind, hi, a.Value) {
			hi = a.Value
		}
	}
	if len(x.Choice) == 0 {
		lo, hi = x.Dom[0].Lo, x.Dom[len(x.Dom)-1].Hi
	}
	return b.intern(form.Ref, x.Kind, int64(v), lo, hi)
}

// less is the order of a kind.
func less(k form.Kind, x, y int64) bool {
	if k == form.Uint64 {
		return uint64(x) < uint64(y)
	}
	return x < y
}

// count returns how many values the masks of In speak of for t, or 0 when
// these are too many for a mask.
func (b *builder) count(t term) int {
	n := &b.nodes[t]
	if n.op == form.Ref {
		if c := b.vars[n.val].Choice; len(c) > 0 && len(c) <= 64 {
			return len(c)
		}
	}
	if w := uint64(n.hi) - uint64(n.lo); w < 64 {
		return int(w) + 1
	}
	return 0
}

// at returns the value of t for which bit i of a mask stands.
func (b *builder) at(t term, i int) int64 {
	n := &b.nodes[t]
	if n.op == form.Ref {
		if c := b.vars[n.val].Choice; len(c) > 0 && len(c) <= 64 {
			return c[i].Value
		}
	}
	return n.lo + int64(i)
}

// index is the inverse of at: the bit that stands for a value of t, -1 where none
// does.
func (b *builder) index(t term, v int64) int {
	n := &b.nodes[t]
	if n.op == form.Ref {
		if c := b.vars[n.val].Choice; len(c) > 0 && len(c) <= 64 {
			for i := range c {
				if c[i].Value == v {
					return i
				}
			}
			return -1
		}
	}
	if i := uint64(v) - uint64(n.lo); i < uint64(b.count(t)) {
		return int(i)
	}
	return -1
}

// full returns the mask of all values that t can have; count is not 0.
func (b *builder) full(t term) uint64 {
	n := &b.nodes[t]
	m := ^uint64(0) >> (64 - b.count(t))
	if n.op != form.Ref || len(b.vars[n.val].Dom) < 2 {
		return m
	}
	m = 0
	for _, s := range b.vars[n.val].Dom {
		for v := s.Lo; ; v++ {
			m |= 1 << uint64(v-n.lo)
			if v == s.Hi {
				break
			}
		}
	}
	return m
}

// where returns the mask of the values of t that satisfy ok.
func (b *builder) where(t term, ok func(v int64) bool) uint64 {
	var m uint64
	for i := range b.count(t) {
		if ok(b.at(t, i)) {
			m |= 1 << i
		}
	}
	return m
}

// span returns the least and the greatest value of t in a mask that is not empty.
func (b *builder) span(t term, mask uint64) (lo, hi int64) {
	k := b.nodes[t].kind
	first := true
	for i := range b.count(t) {
		if mask>>i&1 == 0 {
			continue
		}
		v := b.at(t, i)
		if first || less(k, v, lo) {
			lo = v
		}
		if first || less(k, hi, v) {
			hi = v
		}
		first = false
	}
	return lo, hi
}
