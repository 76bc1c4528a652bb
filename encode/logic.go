package encode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A literal is a Bool term seen as a statement about the value of its atom: one
// of the set for which mask stands. For an In the atom is its argument; else it
// is the term or its negation, whichever is older, with mask 2 or 1.
type literal struct {
	atom term
	mask uint64
}

func (b *builder) literal(t term) literal {
	n := &b.nodes[t]
	switch {
	case n.op == opIn:
		return literal{n.args[0], uint64(n.val)}
	case n.op == form.Not:
		return literal{n.args[0], 1}
	case b.neg[t] != none && b.neg[t] < t:
		return literal{b.neg[t], 1}
	}
	return literal{t, 2}
}

// term is the inverse of literal.
func (b *builder) term(l literal) term {
	if b.nodes[l.atom].kind != form.Bool {
		return b.in(l.atom, l.mask)
	}
	switch l.mask {
	case 0:
		return no
	case 1:
		return b.not(l.atom)
	case 2:
		return l.atom
	}
	return yes
}

// not returns the negation of t, pushed inward through And, Or and Ite.
func (b *builder) not(t term) term {
	if b.neg[t] != none {
		return b.neg[t]
	}
	n := b.nodes[t]
	var r term
	switch n.op {
	case form.And, form.Or:
		args := make([]term, len(n.args))
		for i, a := range n.args {
			args[i] = b.not(a)
		}
		r = b.intern(form.And+form.Or-n.op, form.Bool, 0, 0, 1, args...)
	case form.Ite:
		r = b.ite(n.args[0], b.not(n.args[1]), b.not(n.args[2]))
	case form.Lt:
		r = b.intern(form.Le, form.Bool, 0, 0, 1, n.args[1], n.args[0])
	case form.Le:
		r = b.intern(form.Lt, form.Bool, 0, 0, 1, n.args[1], n.args[0])
	case opIn:
		r = b.in(n.args[0], b.full(n.args[0])&^uint64(n.val))
	default:
		r = b.intern(form.Not, form.Bool, 0, 0, 1, t)
	}
	b.neg[t] = r
	if b.neg[r] == none {
		b.neg[r] = t
	}
	return r
}

// or returns the disjunction of the arguments.
func (b *builder) or(args ...term) term {
	var few [4]term
	neg := few[:0]
	for _, a := range args {
		if a == yes {
			return yes
		}
		neg = append(neg, b.not(a))
	}
	return b.not(b.and(neg...))
}

// wide is the number of arguments up to which a conjunction is merged into
// another; greater ones stay a part of it, so that the conditions of paths
// through long predicates do not grow with what was checked before.
const wide = 24

// and returns the conjunction of the arguments. It merges statements about one
// atom and takes out of the disjunctions among the arguments what the others
// decide.
func (b *builder) and(args ...term) term {
	if len(args) == 2 {
		if args[0] == args[1] || args[1] == yes {
			return args[0]
		}
		if args[0] == yes {
			return args[1]
		}
	}
	var room [16]term
	lits, ok := b.conjuncts(room[:0], args)
	for ok {
		var changed bool
		lits, changed, ok = b.resolve(lits)
		if !changed || !ok {
			break
		}
		lits, ok = b.conjuncts(nil, lits)
	}
	if ok {
		lits, ok = b.beyondHeld(lits)
	}
	switch {
	case !ok:
		return no
	case len(lits) == 0:
		return yes
	case len(lits) == 1:
		return lits[0]
	}
	if r := b.factor(lits); r != none {
		return r
	}
	return b.intern(form.And, form.Bool, 0, 0, 1, lits...)
}

// conjuncts flattens args, sorts them by their atoms and merges those of one
// atom. It reports false when they contradict each other.
func (b *builder) conjuncts(out, args []term) ([]term, bool) {
	for _, a := range args {
		n := &b.nodes[a]
		switch {
		case a == no:
			return nil, false
		case a == yes:
		case n.op == form.And && (len(n.args) <= wide || len(args) <= 2 && len(n.args) <= 4*wide && a == args[0]):
			out = append(out, n.args...)
		default:
			out = append(out, a)
		}
	}
	b.spend(len(out))
	slices.SortFunc(out, func(x, y term) int { return int(b.literal(x).atom) - int(b.literal(y).atom) })
	kept := out[:0]
	for i := 0; i < len(out); {
		l := b.literal(out[i])
		j, m := i+1, l.mask
		for j < len(out) {
			k := b.literal(out[j])
			if k.atom != l.atom {
				break
			}
			m &= k.mask
			j++
		}
		t := out[i]
		if m != l.mask {
			t = b.term(literal{l.atom, m})
		}
		if t == no {
			return nil, false
		}
		kept = append(kept, t)
		i = j
	}
	return kept, true
}

// beyondHeld drops the conjuncts that the one that is held decides. It reports
// false when they contradict it.
func (b *builder) beyondHeld(lits []term) ([]term, bool) {
	held := b.heldAmong(lits)
	if held == none || len(lits) == 1 {
		return lits, true
	}
	h := b.facts(b.nodes[held].args[0])
	kept := make([]term, 0, len(lits))
	for _, t := range lits {
		switch h.decide(t) {
		case no:
			return nil, false
		case none:
			kept = append(kept, t)
		}
	}
	return kept, true
}

// hold returns the condition c as one that and does not take apart.
func (b *builder) hold(c term) term {
	switch b.nodes[c].op {
	case form.And, form.Or, form.Ite:
		return b.intern(opHold, form.Bool, 0, 0, 1, c)
	}
	return c
}

// resolve simplifies the disjunctions among sorted conjuncts under the others.
// It reports whether something changed, and false when one became false.
func (b *builder) resolve(lits []term) (out []term, changed, ok bool) {
	if len(lits) < 2 {
		return lits, false, true
	}
	held := b.heldAmong(lits)
	for i, t := range lits {
		if b.nodes[t].op != form.Or {
			continue
		}
		r := b.disjunction(facts{b, lits, i, held}, t)
		if r == t {
			continue
		}
		if r == no {
			return nil, true, false
		}
		if !changed {
			lits = slices.Clone(lits)
			changed = true
		}
		lits[i] = r
	}
	return lits, changed, true
}

// disjunction returns the Or t without what the facts decide.
func (b *builder) disjunction(f facts, t term) term {
	args := b.nodes[t].args
	b.spend(len(args))
	var room [8]term
	kept, changed := room[:0], false
	for _, d := range args {
		r := f.decide(d)
		switch {
		case r != none:
		case b.nodes[d].op == form.And:
			r = b.conjunction(f, d)
		default:
			r = d
		}
		if r == yes {
			return yes
		}
		changed = changed || r != d
		if r != no {
			kept = append(kept, r)
		}
	}
	if !changed {
		return t
	}
	return b.or(kept...)
}

// conjunction returns the And t without what the facts decide.
func (b *builder) conjunction(f facts, t term) term {
	args := b.nodes[t].args
	if len(args) > wide {
		if v := f.decide(t); v != none {
			return v
		}
		return t
	}
	b.spend(len(args))
	var room [wide]term
	kept := room[:0]
	for _, a := range args {
		switch f.decide(a) {
		case no:
			return no
		case none:
			kept = append(kept, a)
		}
	}
	if len(kept) == len(args) {
		return t
	}
	return b.and(kept...)
}

// factor takes out what all conjuncts, when all are disjunctions, have in
// common. It returns none when there is nothing.
func (b *builder) factor(lits []term) term {
	for _, t := range lits {
		if b.nodes[t].op != form.Or {
			return none
		}
	}
	var common []term
	for _, a := range b.nodes[lits[0]].args {
		everywhere := true
		b.pass(len(lits))
		for _, t := range lits[1:] {
			everywhere = everywhere && slices.Contains(b.nodes[t].args, a)
		}
		if everywhere {
			common = append(common, a)
		}
	}
	if len(common) == 0 {
		return none
	}
	rest := make([]term, len(lits))
	for i, t := range lits {
		var own []term
		for _, a := range b.nodes[t].args {
			if !slices.Contains(common, a) {
				own = append(own, a)
			}
		}
		rest[i] = b.or(own...)
	}
	return b.or(append(common, b.and(rest...))...)
}
