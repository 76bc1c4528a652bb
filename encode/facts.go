package encode

import (
	"sort"

	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// Facts are the conjuncts of a condition, sorted by their atoms. The one at
// index except is not among them; -1 is none.
type facts struct {
	b      *builder
	lits   []term
	except int
	// held is the conjunct that is a condition as a whole, or none.
	held term
}

// facts returns the conjuncts of the condition c.
func (b *builder) facts(c term) facts {
	if n := &b.nodes[c]; n.op == form.And {
		return facts{b, n.args, -1, n.held}
	}
	return facts{b, []term{c}, -1, b.nodes[c].held}
}

// of returns what the facts say of an atom; not ok when they say nothing.
func (f facts) of(atom term) (uint64, bool) {
	f.b.work++
	i := sort.Search(len(f.lits), func(i int) bool { return f.b.literal(f.lits[i]).atom >= atom })
	if i < len(f.lits) && i != f.except {
		if l := f.b.literal(f.lits[i]); l.atom == atom {
			return l.mask, true
		}
	}
	if h, ok := f.behind(); ok {
		return h.of(atom)
	}
	return 0, false
}

// behind returns the facts behind the condition that is held among these.
func (f facts) behind() (facts, bool) {
	if f.held == none {
		return facts{}, false
	}
	return f.b.facts(f.b.nodes[f.held].args[0]), true
}

// decide returns the constant that t is under the facts, seen as a literal, or
// none.
func (f facts) decide(t term) term {
	l := f.b.literal(t)
	switch m, ok := f.of(l.atom); {
	case !ok:
		return none
	case m&l.mask == 0:
		return no
	case m&^l.mask == 0:
		return yes
	}
	return none
}

// How far simplify and bounds look into a term.
const (
	depthOfSimplify = 6
	depthOfBounds   = 3
)

// simplify returns a term that has the value of t where the condition c is
// true. It need not have it elsewhere.
func (b *builder) simplify(c, t term) term {
	return b.simplifyTo(c, t, depthOfSimplify)
}

func (b *builder) simplifyTo(c, t term, fuel int) term {
	switch {
	case c == yes || t <= yes || b.nodes[t].op == form.Const:
		return t
	case c == t:
		return yes
	case fuel == 0 || c == no:
		return t
	}
	key := pairOf(int32(c), int32(t))
	if r, ok := b.known.get(key); ok {
		return term(r)
	}
	b.spend(1)
	r := b.simplified(c, t, fuel)
	if fuel > 2 {
		b.known.set(key, int32(r))
	}
	return r
}

func (b *builder) simplified(c, t term, fuel int) term {
	n := b.nodes[t]
	f := b.facts(c)
	if n.kind == form.Bool {
		if v := f.decide(t); v != none {
			return v
		}
	} else if lo, hi := b.bounds(c, t, depthOfBounds); lo == hi {
		return b.constant(n.kind, lo)
	}
	switch n.op {
	case form.And, form.Or:
		return b.simplifyAll(c, t, fuel)
	case form.Ite:
		cond := b.simplifyTo(c, n.args[0], fuel-1)
		switch {
		case cond == yes:
			return b.simplifyTo(c, n.args[1], fuel-1)
		case cond == no:
			return b.simplifyTo(c, n.args[2], fuel-1)
		}
		x, y := b.simplifyTo(c, n.args[1], fuel-1), b.simplifyTo(c, n.args[2], fuel-1)
		if cond != n.args[0] || x != n.args[1] || y != n.args[2] {
			return b.ite(cond, x, y)
		}
	case opIn:
		return b.simplifyIn(c, t)
	case opHold:
		return b.simplifyTo(c, n.args[0], fuel)
	case form.Conv:
		if x := b.simplifyTo(c, n.args[0], fuel-1); x != n.args[0] {
			return b.conv(n.kind, x)
		}
	case form.Add, form.Sub, form.Mul, form.Quo, form.Rem, form.Shl, form.Shr,
		form.BitAnd, form.BitOr, form.BitXor, form.AndNot:
		x, y := b.simplifyTo(c, n.args[0], fuel-1), b.simplifyTo(c, n.args[1], fuel-1)
		if x != n.args[0] || y != n.args[1] {
			return b.arith(n.op, x, y)
		}
	case form.Lt, form.Le, form.Eq:
		return b.simplifyComparison(c, t)
	}
	return t
}

// simplifyAll handles And and Or; of those that are not of moderate width it tells
// only whether c decides them.
func (b *builder) simplifyAll(c, t term, fuel int) term {
	n := b.nodes[t]
	if len(n.args) > wide {
		return b.decideAll(c, t, fuel)
	}
	args, changed := make([]term, len(n.args)), false
	for i, a := range n.args {
		args[i] = b.simplifyTo(c, a, fuel-1)
		changed = changed || args[i] != a
	}
	switch {
	case !changed:
		return t
	case n.op == form.And:
		return b.and(args...)
	}
	return b.or(args...)
}

// decideAll returns the constant that an And or Or of many arguments is where c is
// true, else t itself: the condition of a path is often that of one which comes
// before it and more.
func (b *builder) decideAll(c, t term, fuel int) term {
	n := b.nodes[t]
	if len(n.args) > 4*wide {
		return t
	}
	neutral := yes
	if n.op == form.Or {
		neutral = no
	}
	r := neutral
	for _, a := range n.args {
		switch v := b.simplifyTo(c, a, fuel-1); {
		case v == neutral:
		case v <= yes:
			return v
		default:
			r = t
		}
	}
	return r
}

func (b *builder) simplifyIn(c, t term) term {
	n := b.nodes[t]
	x := n.args[0]
	lo, hi := b.bounds(c, x, depthOfBounds)
	k := b.nodes[x].kind
	inside := b.where(x, func(v int64) bool { return !less(k, v, lo) && !less(k, hi, v) })
	switch {
	case inside&uint64(n.val) == 0:
		return no
	case inside&^uint64(n.val) == 0:
		return yes
	}
	return t
}

func (b *builder) simplifyComparison(c, t term) term {
	n := b.nodes[t]
	k := b.nodes[n.args[0]].kind
	if k == form.Bool {
		x, y := b.simplifyTo(c, n.args[0], 2), b.simplifyTo(c, n.args[1], 2)
		if x != n.args[0] || y != n.args[1] {
			return b.eq(x, y)
		}
		return t
	}
	xl, xh := b.bounds(c, n.args[0], depthOfBounds)
	yl, yh := b.bounds(c, n.args[1], depthOfBounds)
	if v := compareBounds(n.op, k, xl, xh, yl, yh); v != none {
		return v
	}
	x, y := n.args[0], n.args[1]
	if xl == xh {
		x = b.constant(k, xl)
	}
	if yl == yh {
		y = b.constant(k, yl)
	}
	if x != n.args[0] || y != n.args[1] {
		return b.compare(n.op, x, y)
	}
	return t
}

// bounds returns bounds of t, of an integer kind, where the condition c holds.
func (b *builder) bounds(c, t term, fuel int) (lo, hi int64) {
	n := &b.nodes[t]
	lo, hi = n.lo, n.hi
	if lo == hi || c == yes {
		return lo, hi
	}
	lo, hi = b.stated(c, t, lo, hi)
	if fuel == 0 {
		return lo, hi
	}
	l, h := lo, hi
	switch n.op {
	case form.Ite:
		l, h = b.boundsOfIte(c, t, fuel)
	case form.Add, form.Sub, form.Mul, form.Quo, form.Rem, form.Conv, form.Shr:
		var x, y form.Span
		kx := b.nodes[n.args[0]].kind
		ky := kx
		x.Lo, x.Hi = b.bounds(c, n.args[0], fuel-1)
		if len(n.args) > 1 {
			ky = b.nodes[n.args[1]].kind
			y.Lo, y.Hi = b.bounds(c, n.args[1], fuel-1)
		}
		in := interval.Image(n.op, n.kind, kx, ky, x, y)
		l, h = in.Lo, in.Hi
	}
	if less(n.kind, lo, l) {
		lo = l
	}
	if less(n.kind, h, hi) {
		hi = h
	}
	if less(n.kind, hi, lo) {
		// The condition is false; any bounds are right.
		return n.lo, n.hi
	}
	return lo, hi
}

func (b *builder) boundsOfIte(c, t term, fuel int) (lo, hi int64) {
	n := b.nodes[t]
	f := b.facts(c)
	switch f.decide(n.args[0]) {
	case yes:
		return b.bounds(c, n.args[1], fuel-1)
	case no:
		return b.bounds(c, n.args[2], fuel-1)
	}
	xl, xh := b.bounds(c, n.args[1], fuel-1)
	yl, yh := b.bounds(c, n.args[2], fuel-1)
	if less(n.kind, yl, xl) {
		xl = yl
	}
	if less(n.kind, xh, yh) {
		xh = yh
	}
	return xl, xh
}

// stated narrows bounds of t by what the condition c says of it: by a literal
// about its value, or by comparisons with constants where there are too many
// values for these.
func (b *builder) stated(c, t term, lo, hi int64) (int64, int64) {
	return b.statedBy(b.facts(c), t, lo, hi)
}

func (b *builder) statedBy(f facts, t term, lo, hi int64) (int64, int64) {
	b.work++
	k := b.nodes[t].kind
	if b.count(t) > 0 {
		m, ok := f.of(t)
		if !ok || m == 0 {
			return lo, hi
		}
		return b.span(t, m)
	}
	for _, l := range f.lits {
		n := &b.nodes[l]
		if len(n.args) != 2 || n.args[0] != t && n.args[1] != t {
			continue
		}
		switch other := b.nodes[n.args[0]+n.args[1]-t]; {
		case other.op != form.Const:
		case n.op == form.Eq:
			return other.val, other.val
		case n.op == form.Le && n.args[0] == t && less(k, other.val, hi):
			hi = other.val
		case n.op == form.Le && n.args[1] == t && less(k, lo, other.val):
			lo = other.val
		case n.op == form.Lt && n.args[0] == t && !less(k, hi, other.val):
			// A constant that is less than another is not the greatest.
			hi = other.val - 1
		case n.op == form.Lt && n.args[1] == t && !less(k, other.val, lo):
			lo = other.val + 1
		}
	}
	if h, ok := f.behind(); ok {
		return b.statedBy(h, t, lo, hi)
	}
	return lo, hi
}
