package term

import (
	"context"
	"go/constant"
	"math"

	"github.com/rtest-dev/rtest/internal/form"
)

// A Term is an index into the Nodes of a Builder. Equal terms are one node.
type Term int32

// The two constants of kind Bool, and the absence of a term.
const (
	No   Term = 0
	Yes  Term = 1
	None Term = -1
)

// OpIn is an operation of the builder only: whether the value of the argument, an integer, is in
// the set given by the bits of Val. Bit i stands for the value that Builder.At returns. In a form
// it becomes comparisons.
const OpIn = form.Ops

// OpHold is an operation of the builder only: the value of its argument, a condition that And does
// not divide. Inside a call the path condition is then the condition of the call, as one conjunct,
// and what was found since. So values that merge inside the call do not mention the former.
const OpHold = form.Ops + 1

// A node is a term: a form.Node with the bounds of its value in the order of its kind. The bounds
// of a Bool are 0 and 1.
type node struct {
	Op     form.Op
	Kind   form.Kind
	Args   []Term
	Val    int64
	Lo, Hi int64
	// held is the OpHold among the conjuncts of the term, or None. simpler is what canonical found
	// for the term, or None. oldest is the oldest term of which the term states something, as a
	// condition, or No while that is not known.
	held, simpler, oldest Term
}

// A Builder makes terms and simplifies them. The meaning of a term never depends on what the
// builder knows, except for results of Simplify. Methods panic with TooMuch if Work exceeds Most,
// and with Ended if Ctx has ended.
type Builder struct {
	Nodes     []node
	negations []Term // by term: the negation of a Bool if it is known, else None
	arena     []Term
	table     []Term // open addressing; indices into Nodes, or None
	Vars      []form.Var
	known     pairTable // results of Simplify, by condition and term

	// exact lists the values of terms over variables. coarse lists them over the comparisons that
	// decide whether a loop continues. listed counts the values that both have listed.
	exact, coarse *lister
	listed        int
	// Apart makes Or remove from its conjunctions the values for which another part is true. It costs some work, and shows
	// a search earlier where a reference to an object must lead.
	Apart bool
	// byColumn maps a hash of column, support and kind to the first term that has them.
	byColumn pairTable

	// Work counts the steps of simplification; one step is about as much as looking at a conjunct.
	// If it exceeds Most, the builder panics with TooMuch.
	Work, Most int
	// Ctx may end the encoding; it may be nil. It is checked when Work reaches look.
	Ctx      context.Context
	nextLook int
}

// workOfTerm is the work of a new term, because of its memory.
const workOfTerm = 20

// NewBuilder returns a builder with the terms No and Yes and no limit.
func NewBuilder() *Builder {
	b := &Builder{
		table: make([]Term, 1<<9), Most: math.MaxInt,
	}
	b.exact, b.coarse = newLister(b, manyRows), newLister(b, coarseRows)
	for i := range b.table {
		b.table[i] = None
	}
	b.Constant(form.Bool, 0)
	b.Constant(form.Bool, 1)
	b.negations[No], b.negations[Yes] = Yes, No
	return b
}

// intern returns the node with these parts. lo and hi are its bounds if it is new.
func (b *Builder) intern(op form.Op, kind form.Kind, val, lo, hi int64, args ...Term) Term {
	b.Pass(1)
	h := hashNode(op, kind, val, args)
	mask := uint64(len(b.table) - 1)
	i := h & mask
	for ; b.table[i] != None; i = (i + 1) & mask {
		if b.same(&b.Nodes[b.table[i]], op, kind, val, args) {
			t := b.table[i]
			if s := b.Nodes[t].simpler; s != None {
				return s
			}
			return t
		}
	}
	b.Spend(workOfTerm + len(args))
	t := Term(len(b.Nodes))
	start := len(b.arena)
	if start+len(args) > cap(b.arena) {
		// Most forms have few terms.
		b.arena = make([]Term, 0, max(min(2*cap(b.arena), 1<<14), 1<<8, len(args)))
		start = 0
	}
	b.arena = append(b.arena, args...)
	held := None
	switch op {
	case OpHold:
		held = t
	case form.And:
		held = b.heldAmong(args)
	}
	b.Nodes = append(b.Nodes, node{op, kind, b.arena[start:len(b.arena):len(b.arena)], val, lo, hi, held, None, No})
	b.negations = append(b.negations, None)
	b.table[i] = t
	if 2*len(b.Nodes) > len(b.table) {
		b.grow()
	}
	if s := b.canonical(t, fewRows); s != t {
		b.Nodes[t].simpler = s
		return s
	}
	return t
}

// heldAmong returns the first of the conjuncts that is an OpHold, or None.
func (b *Builder) heldAmong(lits []Term) Term {
	for _, l := range lits {
		if b.Nodes[l].Op == OpHold {
			return l
		}
	}
	return None
}

func (b *Builder) same(n *node, op form.Op, kind form.Kind, val int64, args []Term) bool {
	if n.Op != op || n.Kind != kind || n.Val != val || len(n.Args) != len(args) {
		return false
	}
	for i, a := range args {
		if n.Args[i] != a {
			return false
		}
	}
	return true
}

func hashNode[T Term | int64](op form.Op, kind form.Kind, val int64, args []T) uint64 {
	const prime = 0x9E3779B97F4A7C15
	h := (uint64(op)<<8 | uint64(kind)) * prime
	h = (h ^ uint64(val)) * prime
	for _, a := range args {
		h = (h ^ h>>29 ^ uint64(a)) * prime
	}
	return h ^ h>>32
}

func (b *Builder) grow() {
	b.table = make([]Term, 2*len(b.table))
	for i := range b.table {
		b.table[i] = None
	}
	mask := uint64(len(b.table) - 1)
	for t := range b.Nodes {
		n := &b.Nodes[t]
		i := hashNode(n.Op, n.Kind, n.Val, n.Args) & mask
		for b.table[i] != None {
			i = (i + 1) & mask
		}
		b.table[i] = Term(t)
	}
}

// Constant returns the constant v of a kind.
func (b *Builder) Constant(k form.Kind, v int64) Term {
	return b.intern(form.Const, k, v, v, v)
}

// Number returns the constant v of kind Int64.
func (b *Builder) Number(v int) Term { return b.Constant(form.Int64, int64(v)) }

// Scalar returns a constant of a Go bool or integer type.
func (b *Builder) Scalar(k form.Kind, v constant.Value) Term {
	if k == form.Bool {
		return b.Bool(constant.BoolVal(v))
	}
	v = constant.ToInt(v)
	if i, exact := constant.Int64Val(v); exact {
		return b.Constant(k, i)
	}
	u, _ := constant.Uint64Val(v)
	return b.Constant(k, int64(u))
}

// Bool returns the constant v of kind Bool.
func (b *Builder) Bool(v bool) Term {
	if v {
		return Yes
	}
	return No
}

// Value returns the value of t; ok is false if t is not a constant.
func (b *Builder) Value(t Term) (int64, bool) {
	n := &b.Nodes[t]
	return n.Val, n.Op == form.Const
}

// Ref returns the value of variable v.
func (b *Builder) Ref(v int) Term {
	x := &b.Vars[v]
	lo, hi := x.Default, x.Default
	for _, a := range x.Choice {
		if Less(x.Kind, a.Value, lo) {
			lo = a.Value
		}
		if Less(x.Kind, hi, a.Value) {
			hi = a.Value
		}
	}
	if len(x.Choice) == 0 {
		lo, hi = x.Dom[0].Lo, x.Dom[len(x.Dom)-1].Hi
	}
	return b.intern(form.Ref, x.Kind, int64(v), lo, hi)
}

// Less reports whether x < y in the order of a kind.
func Less(k form.Kind, x, y int64) bool {
	if k == form.Uint64 {
		return uint64(x) < uint64(y)
	}
	return x < y
}

// Count returns how many values a mask of t represents, or 0 if there are too many for a mask.
func (b *Builder) Count(t Term) int {
	n := &b.Nodes[t]
	if n.Op == form.Ref {
		if c := b.Vars[n.Val].Choice; len(c) > 0 && len(c) <= 64 {
			return len(c)
		}
	}
	if w := uint64(n.Hi) - uint64(n.Lo); w < 64 {
		return int(w) + 1
	}
	return 0
}

// At returns the value of t for which bit i of a mask stands.
func (b *Builder) At(t Term, i int) int64 {
	n := &b.Nodes[t]
	if n.Op == form.Ref {
		if c := b.Vars[n.Val].Choice; len(c) > 0 && len(c) <= 64 {
			return c[i].Value
		}
	}
	return n.Lo + int64(i)
}

// index is the inverse of At. It returns -1 if no bit stands for the value.
func (b *Builder) index(t Term, v int64) int {
	n := &b.Nodes[t]
	if n.Op == form.Ref {
		if c := b.Vars[n.Val].Choice; len(c) > 0 && len(c) <= 64 {
			for i := range c {
				if c[i].Value == v {
					return i
				}
			}
			return -1
		}
	}
	if i := uint64(v) - uint64(n.Lo); i < uint64(b.Count(t)) {
		return int(i)
	}
	return -1
}

// fullMask returns the mask of all values that t can have; Count(t) must not be 0.
func (b *Builder) fullMask(t Term) uint64 {
	n := &b.Nodes[t]
	m := ^uint64(0) >> (64 - b.Count(t))
	if n.Op != form.Ref || len(b.Vars[n.Val].Dom) < 2 {
		return m
	}
	m = 0
	for _, s := range b.Vars[n.Val].Dom {
		for v := s.Lo; ; v++ {
			m |= 1 << uint64(v-n.Lo)
			if v == s.Hi {
				break
			}
		}
	}
	return m
}

// maskWhere returns the mask of the values of t that satisfy ok.
func (b *Builder) maskWhere(t Term, ok func(v int64) bool) uint64 {
	var m uint64
	for i := range b.Count(t) {
		if ok(b.At(t, i)) {
			m |= 1 << i
		}
	}
	return m
}

// maskBounds returns the least and the greatest value of t in a mask that is not empty.
func (b *Builder) maskBounds(t Term, mask uint64) (lo, hi int64) {
	k := b.Nodes[t].Kind
	first := true
	for i := range b.Count(t) {
		if mask>>i&1 == 0 {
			continue
		}
		v := b.At(t, i)
		if first || Less(k, v, lo) {
			lo = v
		}
		if first || Less(k, hi, v) {
			hi = v
		}
		first = false
	}
	return lo, hi
}
