package term

import (
	"sort"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Facts are the conjuncts of a condition, sorted by their atoms, without the one at index except;
// -1 excludes none.
type facts struct {
	builder *Builder
	lits    []Term
	except  int
	// held is the OpHold among the conjuncts, or None.
	held Term
}

// facts returns the conjuncts of the condition c.
func (b *Builder) facts(c Term) facts {
	if n := &b.Nodes[c]; n.Op == form.And {
		return facts{b, n.Args, -1, n.held}
	}
	return facts{b, []Term{c}, -1, b.Nodes[c].held}
}

// Conjuncts returns the conjuncts of a condition; a condition without any is its own.
func (b *Builder) Conjuncts(c Term) []Term { return b.facts(c).lits }

// of returns the mask that the facts state for an atom; ok is false if they state none.
func (f facts) of(atom Term) (uint64, bool) {
	f.builder.Work++
	i := sort.Search(len(f.lits), func(i int) bool { return f.builder.literal(f.lits[i]).atom >= atom })
	if i < len(f.lits) && i != f.except {
		if l := f.builder.literal(f.lits[i]); l.atom == atom {
			return l.mask, true
		}
	}
	if h, ok := f.insideHeld(); ok {
		return h.of(atom)
	}
	return 0, false
}

// insideHeld returns the facts inside the OpHold among these; ok is false if there is none.
func (f facts) insideHeld() (facts, bool) {
	if f.held == None {
		return facts{}, false
	}
	return f.builder.facts(f.builder.Nodes[f.held].Args[0]), true
}

// decide returns the constant that t, as a literal, is under the facts, or None.
func (f facts) decide(t Term) Term {
	l := f.builder.literal(t)
	switch m, ok := f.of(l.atom); {
	case !ok:
		return None
	case m&l.mask == 0:
		return No
	case m&^l.mask == 0:
		return Yes
	}
	return None
}

// oldest returns the oldest term of which the condition c states something. It states nothing of an
// older term, nor of its parts, because these are older still.
func (b *Builder) oldest(c Term) Term {
	if o := b.Nodes[c].oldest; o != No {
		return o
	}
	o := c
	for _, l := range b.Conjuncts(c) {
		o = min(o, b.literal(l).atom)
		switch n := &b.Nodes[l]; {
		case n.Op == OpHold:
			o = min(o, b.oldest(n.Args[0]))
		case len(n.Args) == 2:
			// A comparison with a constant bounds its other side.
			for _, x := range n.Args {
				if b.Nodes[x].Op != form.Const {
					o = min(o, x)
				}
			}
		}
	}
	b.Nodes[c].oldest = o
	return o
}

// How deep Simplify and Bounds look into a term.
const (
	depthOfSimplify = 6
	DepthOfBounds   = 3
)

// Simplify returns a term that has the value of t if the condition c is true. Otherwise its value
// may differ.
func (b *Builder) Simplify(c, t Term) Term {
	return b.simplifyTo(c, t, depthOfSimplify)
}

func (b *Builder) simplifyTo(c, t Term, fuel int) Term {
	switch {
	case c == Yes || t <= Yes || b.Nodes[t].Op == form.Const:
		return t
	case c == t:
		return Yes
	case fuel == 0 || c == No || t < b.oldest(c):
		return t
	}
	key := pairOf(int32(c), int32(t))
	if r, ok := b.known.get(key); ok {
		b.Pass(1)
		return Term(r)
	}
	b.Spend(1)
	r := b.simplifyUncached(c, t, fuel)
	if fuel > 2 {
		b.known.set(key, int32(r))
	}
	return r
}

func (b *Builder) simplifyUncached(c, t Term, fuel int) Term {
	n := b.Nodes[t]
	f := b.facts(c)
	if n.Kind == form.Bool {
		if v := f.decide(t); v != None {
			return v
		}
	} else if lo, hi := b.Bounds(c, t, DepthOfBounds); lo == hi {
		return b.Constant(n.Kind, lo)
	}
	switch n.Op {
	case form.And, form.Or:
		return b.simplifyAll(c, t, fuel)
	case form.Ite:
		cond := b.simplifyTo(c, n.Args[0], fuel-1)
		switch {
		case cond == Yes:
			return b.simplifyTo(c, n.Args[1], fuel-1)
		case cond == No:
			return b.simplifyTo(c, n.Args[2], fuel-1)
		}
		x, y := b.simplifyTo(c, n.Args[1], fuel-1), b.simplifyTo(c, n.Args[2], fuel-1)
		if cond != n.Args[0] || x != n.Args[1] || y != n.Args[2] {
			return b.Ite(cond, x, y)
		}
	case OpIn:
		return b.simplifyIn(c, t)
	case OpHold:
		return b.simplifyTo(c, n.Args[0], fuel)
	case form.Conv:
		if x := b.simplifyTo(c, n.Args[0], fuel-1); x != n.Args[0] {
			return b.Conv(n.Kind, x)
		}
	case form.Add, form.Sub, form.Mul, form.Quo, form.Rem, form.Shl, form.Shr,
		form.BitAnd, form.BitOr, form.BitXor, form.AndNot:
		x, y := b.simplifyTo(c, n.Args[0], fuel-1), b.simplifyTo(c, n.Args[1], fuel-1)
		if x != n.Args[0] || y != n.Args[1] {
			return b.Arith(n.Op, x, y)
		}
	case form.Lt, form.Le, form.Eq:
		return b.simplifyComparison(c, t)
	}
	return t
}

// simplifyAll simplifies And and Or. For those with more than Wide arguments, it only decides them
// if it can.
func (b *Builder) simplifyAll(c, t Term, fuel int) Term {
	n := b.Nodes[t]
	if len(n.Args) > Wide {
		return b.decideAll(c, t, fuel)
	}
	args, changed := make([]Term, len(n.Args)), false
	for i, a := range n.Args {
		args[i] = b.simplifyTo(c, a, fuel-1)
		changed = changed || args[i] != a
	}
	switch {
	case !changed:
		return t
	case n.Op == form.And:
		return b.And(args...)
	}
	return b.Or(args...)
}

// decideAll returns the constant that an And or Or of many arguments is if c is true, or else t.
// The condition of a path often extends the condition of an earlier one.
func (b *Builder) decideAll(c, t Term, fuel int) Term {
	n := b.Nodes[t]
	if len(n.Args) > 4*Wide {
		return t
	}
	neutral := Yes
	if n.Op == form.Or {
		neutral = No
	}
	r := neutral
	for _, a := range n.Args {
		switch v := b.simplifyTo(c, a, fuel-1); {
		case v == neutral:
		case v <= Yes:
			return v
		default:
			r = t
		}
	}
	return r
}

func (b *Builder) simplifyIn(c, t Term) Term {
	n := b.Nodes[t]
	x := n.Args[0]
	lo, hi := b.Bounds(c, x, DepthOfBounds)
	k := b.Nodes[x].Kind
	inside := b.maskWhere(x, func(v int64) bool { return !Less(k, v, lo) && !Less(k, hi, v) })
	switch {
	case inside&uint64(n.Val) == 0:
		return No
	case inside&^uint64(n.Val) == 0:
		return Yes
	}
	return t
}

func (b *Builder) simplifyComparison(c, t Term) Term {
	n := b.Nodes[t]
	k := b.Nodes[n.Args[0]].Kind
	if k == form.Bool {
		x, y := b.simplifyTo(c, n.Args[0], 2), b.simplifyTo(c, n.Args[1], 2)
		if x != n.Args[0] || y != n.Args[1] {
			return b.Eq(x, y)
		}
		return t
	}
	xl, xh := b.Bounds(c, n.Args[0], DepthOfBounds)
	yl, yh := b.Bounds(c, n.Args[1], DepthOfBounds)
	if v := compareBounds(n.Op, k, xl, xh, yl, yh); v != None {
		return v
	}
	x, y := n.Args[0], n.Args[1]
	if xl == xh {
		x = b.Constant(k, xl)
	}
	if yl == yh {
		y = b.Constant(k, yl)
	}
	if x != n.Args[0] || y != n.Args[1] {
		return b.compare(n.Op, x, y)
	}
	return t
}

// Bounds returns bounds of t, of an integer kind, if the condition c holds.
func (b *Builder) Bounds(c, t Term, fuel int) (lo, hi int64) {
	n := &b.Nodes[t]
	lo, hi = n.Lo, n.Hi
	if lo == hi || c == Yes || t < b.oldest(c) {
		return lo, hi
	}
	lo, hi = b.stated(c, t, lo, hi)
	if fuel == 0 {
		return lo, hi
	}
	l, h := lo, hi
	switch n.Op {
	case form.Ite:
		l, h = b.boundsOfIte(c, t, fuel)
	case form.Add, form.Sub, form.Mul, form.Quo, form.Rem, form.Conv, form.Shr:
		var x, y form.Span
		kx := b.Nodes[n.Args[0]].Kind
		ky := kx
		x.Lo, x.Hi = b.Bounds(c, n.Args[0], fuel-1)
		if len(n.Args) > 1 {
			ky = b.Nodes[n.Args[1]].Kind
			y.Lo, y.Hi = b.Bounds(c, n.Args[1], fuel-1)
		}
		in := interval.Image(n.Op, n.Kind, kx, ky, x, y)
		l, h = in.Lo, in.Hi
	}
	if Less(n.Kind, lo, l) {
		lo = l
	}
	if Less(n.Kind, h, hi) {
		hi = h
	}
	if Less(n.Kind, hi, lo) {
		// The condition is false, so any bounds are correct.
		return n.Lo, n.Hi
	}
	return lo, hi
}

func (b *Builder) boundsOfIte(c, t Term, fuel int) (lo, hi int64) {
	n := b.Nodes[t]
	f := b.facts(c)
	switch f.decide(n.Args[0]) {
	case Yes:
		return b.Bounds(c, n.Args[1], fuel-1)
	case No:
		return b.Bounds(c, n.Args[2], fuel-1)
	}
	xl, xh := b.Bounds(c, n.Args[1], fuel-1)
	yl, yh := b.Bounds(c, n.Args[2], fuel-1)
	if Less(n.Kind, yl, xl) {
		xl = yl
	}
	if Less(n.Kind, xh, yh) {
		xh = yh
	}
	return xl, xh
}

// stated narrows bounds of t by what the condition c states: by a literal about its value, or by
// comparisons with constants if t has too many values for a literal.
func (b *Builder) stated(c, t Term, lo, hi int64) (int64, int64) {
	return b.statedBy(b.facts(c), t, lo, hi)
}

func (b *Builder) statedBy(f facts, t Term, lo, hi int64) (int64, int64) {
	b.Work++
	k := b.Nodes[t].Kind
	if b.Count(t) > 0 {
		m, ok := f.of(t)
		if !ok || m == 0 {
			return lo, hi
		}
		return b.maskBounds(t, m)
	}
	b.Pass(len(f.lits))
	for _, l := range f.lits {
		n := &b.Nodes[l]
		if len(n.Args) != 2 || n.Args[0] != t && n.Args[1] != t {
			continue
		}
		switch other := b.Nodes[n.Args[0]+n.Args[1]-t]; {
		case other.Op != form.Const:
		case n.Op == form.Eq:
			return other.Val, other.Val
		case n.Op == form.Le && n.Args[0] == t && Less(k, other.Val, hi):
			hi = other.Val
		case n.Op == form.Le && n.Args[1] == t && Less(k, lo, other.Val):
			lo = other.Val
		case n.Op == form.Lt && n.Args[0] == t && !Less(k, hi, other.Val):
			// A value that is less than a constant is not the greatest.
			hi = other.Val - 1
		case n.Op == form.Lt && n.Args[1] == t && !Less(k, other.Val, lo):
			lo = other.Val + 1
		}
	}
	if h, ok := f.insideHeld(); ok {
		return b.statedBy(h, t, lo, hi)
	}
	return lo, hi
}
