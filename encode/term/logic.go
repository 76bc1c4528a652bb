package term

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/form"
)

// A literal is a Bool term as a statement about its atom: the atom's value is in the set of the
// mask. For an OpIn the atom is the argument. Otherwise it is the term or its negation, whichever
// is older, with mask 2 or 1.
type literal struct {
	atom Term
	mask uint64
}

func (b *Builder) literal(t Term) literal {
	n := &b.Nodes[t]
	switch {
	case n.Op == OpIn:
		return literal{n.Args[0], uint64(n.Val)}
	case n.Op == form.Not:
		return literal{n.Args[0], 1}
	case b.negations[t] != None && b.negations[t] < t:
		return literal{b.negations[t], 1}
	}
	return literal{t, 2}
}

// term is the inverse of literal.
func (b *Builder) term(l literal) Term {
	if b.Nodes[l.atom].Kind != form.Bool {
		return b.In(l.atom, l.mask)
	}
	switch l.mask {
	case 0:
		return No
	case 1:
		return b.Not(l.atom)
	case 2:
		return l.atom
	}
	return Yes
}

// Not returns the negation of t, pushed inward through And, Or and Ite.
func (b *Builder) Not(t Term) Term {
	if b.negations[t] != None {
		return b.negations[t]
	}
	n := b.Nodes[t]
	var r Term
	switch n.Op {
	case form.And, form.Or:
		args := make([]Term, len(n.Args))
		for i, a := range n.Args {
			args[i] = b.Not(a)
		}
		r = b.intern(form.And+form.Or-n.Op, form.Bool, 0, 0, 1, args...)
	case form.Ite:
		r = b.Ite(n.Args[0], b.Not(n.Args[1]), b.Not(n.Args[2]))
	case form.Lt:
		r = b.intern(form.Le, form.Bool, 0, 0, 1, n.Args[1], n.Args[0])
	case form.Le:
		r = b.intern(form.Lt, form.Bool, 0, 0, 1, n.Args[1], n.Args[0])
	case OpIn:
		r = b.In(n.Args[0], b.fullMask(n.Args[0])&^uint64(n.Val))
	default:
		r = b.intern(form.Not, form.Bool, 0, 0, 1, t)
	}
	b.negations[t] = r
	if b.negations[r] == None {
		b.negations[r] = t
	}
	return r
}

// Or returns the disjunction of the arguments.
func (b *Builder) Or(args ...Term) Term {
	var few [4]Term
	neg := few[:0]
	for _, a := range args {
		if a == Yes {
			return Yes
		}
		if b.Apart {
			a = b.beside(args, a)
		}
		neg = append(neg, b.Not(a))
	}
	return b.Not(b.And(neg...))
}

// beside returns the conjunction t without the values of an atom for which one of the disjuncts around it is
// true.
func (b *Builder) beside(around []Term, t Term) Term {
	n := &b.Nodes[t]
	if n.Op != form.And || len(n.Args) > Wide {
		return t
	}
	b.Spend(len(around))
	for _, d := range around {
		if b.Nodes[d].Op != OpIn {
			continue
		}
		l := b.literal(d)
		for i, a := range b.Nodes[t].Args {
			if k := b.literal(a); k.atom == l.atom && k.mask&l.mask != 0 {
				args := slices.Clone(b.Nodes[t].Args)
				args[i] = b.term(literal{k.atom, k.mask &^ l.mask})
				t = b.And(args...)
				if b.Nodes[t].Op != form.And {
					return t
				}
				break
			}
		}
	}
	return t
}

// Wide is the greatest number of arguments of a conjunction that is merged into another one. Longer
// ones remain a single conjunct. So the conditions of paths through long predicates do not grow
// with what was checked before.
const Wide = 24

// And returns the conjunction of the arguments. It merges statements about one atom. It removes
// from the disjunctions among the arguments what the other arguments decide.
func (b *Builder) And(args ...Term) Term {
	if len(args) == 2 {
		if args[0] == args[1] || args[1] == Yes {
			return args[0]
		}
		if args[0] == Yes {
			return args[1]
		}
	}
	var room [16]Term
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
		lits, ok = b.dropDecided(lits)
	}
	switch {
	case !ok:
		return No
	case len(lits) == 0:
		return Yes
	case len(lits) == 1:
		return lits[0]
	}
	if r := b.factor(lits); r != None {
		return r
	}
	return b.intern(form.And, form.Bool, 0, 0, 1, lits...)
}

// conjuncts flattens args, sorts them by their atoms and merges those of one atom. It returns false
// if they contradict each other.
func (b *Builder) conjuncts(out, args []Term) ([]Term, bool) {
	for _, a := range args {
		n := &b.Nodes[a]
		switch {
		case a == No:
			return nil, false
		case a == Yes:
		case n.Op == form.And && (len(n.Args) <= Wide || len(args) <= 2 && len(n.Args) <= 4*Wide && a == args[0]):
			out = append(out, n.Args...)
		default:
			out = append(out, a)
		}
	}
	b.Spend(len(out))
	slices.SortFunc(out, func(x, y Term) int { return int(b.literal(x).atom) - int(b.literal(y).atom) })
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
		if t == No {
			return nil, false
		}
		kept = append(kept, t)
		i = j
	}
	return kept, true
}

// dropDecided drops the conjuncts that the OpHold among them decides. It returns false if they
// contradict it.
func (b *Builder) dropDecided(lits []Term) ([]Term, bool) {
	held := b.heldAmong(lits)
	if held == None || len(lits) == 1 {
		return lits, true
	}
	h := b.facts(b.Nodes[held].Args[0])
	kept := make([]Term, 0, len(lits))
	for _, t := range lits {
		switch h.decide(t) {
		case No:
			return nil, false
		case None:
			kept = append(kept, t)
		}
	}
	return kept, true
}

// Hold returns the condition c as one that And does not divide.
func (b *Builder) Hold(c Term) Term {
	switch b.Nodes[c].Op {
	case form.And, form.Or, form.Ite:
		return b.intern(OpHold, form.Bool, 0, 0, 1, c)
	}
	return c
}

// resolve simplifies the disjunctions among sorted conjuncts under the others. changed reports
// whether something changed. ok is false if one became false.
func (b *Builder) resolve(lits []Term) (out []Term, changed, ok bool) {
	if len(lits) < 2 {
		return lits, false, true
	}
	held := b.heldAmong(lits)
	for i, t := range lits {
		if b.Nodes[t].Op != form.Or {
			continue
		}
		r := b.disjunction(facts{b, lits, i, held}, t)
		if r == t {
			continue
		}
		if r == No {
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
func (b *Builder) disjunction(f facts, t Term) Term {
	args := b.Nodes[t].Args
	b.Spend(len(args))
	var room [8]Term
	kept, changed := room[:0], false
	for _, d := range args {
		r := f.decide(d)
		switch {
		case r != None:
		case b.Nodes[d].Op == form.And:
			r = b.conjunction(f, d)
		default:
			r = d
		}
		if r == Yes {
			return Yes
		}
		changed = changed || r != d
		if r != No {
			kept = append(kept, r)
		}
	}
	if !changed {
		return t
	}
	return b.Or(kept...)
}

// conjunction returns the And t without what the facts decide.
func (b *Builder) conjunction(f facts, t Term) Term {
	args := b.Nodes[t].Args
	if len(args) > Wide {
		if v := f.decide(t); v != None {
			return v
		}
		return t
	}
	b.Spend(len(args))
	var room [Wide]Term
	kept := room[:0]
	for _, a := range args {
		switch f.decide(a) {
		case No:
			return No
		case None:
			kept = append(kept, a)
		}
	}
	if len(kept) == len(args) {
		return t
	}
	return b.And(kept...)
}

// factor moves common disjuncts out of conjuncts that are all disjunctions. It returns None if
// there are none.
func (b *Builder) factor(lits []Term) Term {
	for _, t := range lits {
		if b.Nodes[t].Op != form.Or {
			return None
		}
	}
	var common []Term
	for _, a := range b.Nodes[lits[0]].Args {
		everywhere := true
		b.Pass(len(lits))
		for _, t := range lits[1:] {
			everywhere = everywhere && slices.Contains(b.Nodes[t].Args, a)
		}
		if everywhere {
			common = append(common, a)
		}
	}
	if len(common) == 0 {
		return None
	}
	rest := make([]Term, len(lits))
	for i, t := range lits {
		b.Pass(len(b.Nodes[t].Args))
		var own []Term
		for _, a := range b.Nodes[t].Args {
			if !slices.Contains(common, a) {
				own = append(own, a)
			}
		}
		rest[i] = b.Or(own...)
	}
	return b.Or(append(common, b.And(rest...))...)
}
