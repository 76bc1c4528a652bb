package refine

import "go/token"

// A Lack says which outcome of a predicate may be wrong, because a quantifier over a type covered
// only the values within the bounds. It found no deciding value: no counterexample of a forall, no
// witness of an exists.
type Lack uint8

// LackHolds means that the outcome true may be wrong, LackFails that false may be.
const (
	LackHolds Lack = 1 << iota
	LackFails
)

// LacksOf returns, for each quantifier in a predicate, which outcome of the predicate is in doubt if the
// quantifier finds no deciding value. In a positive position that is true for a forall and false for an exists.
// In a negative position it is the reverse; elsewhere it is both.
func LacksOf(e Expr) map[*Quant]Lack {
	out := map[*Quant]Lack{}
	collectLacks(e, LackHolds, out)
	return out
}

// collectLacks records the quantifiers in e. All is the lack for a forall at this place.
func collectLacks(e Expr, all Lack, out map[*Quant]Lack) {
	const both = LackHolds | LackFails
	switch e := e.(type) {
	case *Logic:
		left, right := all, all
		switch e.Op {
		case Implies:
			left = opposite(all)
		case Iff:
			left, right = both, both
		}
		collectLacks(e.X, left, out)
		collectLacks(e.Y, right, out)
	case *Unary:
		if e.Op == token.NOT {
			all = opposite(all)
		}
		collectLacks(e.X, all, out)
	case *Cond:
		collectLacks(e.C, both, out)
		collectLacks(e.A, all, out)
		collectLacks(e.B, all, out)
	case *LetIn:
		collectLacks(e.Value, both, out)
		collectLacks(e.Body, all, out)
	case *Quant:
		own, where := all, opposite(all)
		if !e.All {
			own, where = opposite(all), all
		}
		out[e] |= own
		collectLacks(e.Body, all, out)
		for _, x := range nonNil(e.Over.X, e.Over.Low, e.Over.High) {
			collectLacks(x, both, out)
		}
		if e.Over.Where != nil {
			collectLacks(e.Over.Where, where, out)
		}
	default:
		for _, x := range Parts(e) {
			collectLacks(x, both, out)
		}
	}
}

// opposite returns the lack for a negated place.
func opposite(l Lack) Lack {
	switch l {
	case LackHolds:
		return LackFails
	case LackFails:
		return LackHolds
	}
	return l
}
