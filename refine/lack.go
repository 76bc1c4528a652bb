package refine

import "go/token"

// A Lack says of what a predicate may be wrong because a quantifier over a type
// went through the values within the bounds only, and found no value that
// decides: none that is against a forall, none for an exists.
type Lack uint8

// The lacks: that the predicate holds may be wrong, that it fails may be.
const (
	LackHolds Lack = 1 << iota
	LackFails
)

// LacksOf returns for each quantifier in a predicate what is in doubt when it
// finds no value that decides. Where it counts for the predicate, it is for a
// forall that the predicate holds and for an exists that it fails; where it
// counts against it, the other way round; elsewhere it is both.
func LacksOf(e Expr) map[*Quant]Lack {
	out := map[*Quant]Lack{}
	signs(e, LackHolds, out)
	return out
}

// signs notes the quantifiers in e; all is what is in doubt for a forall.
func signs(e Expr, all Lack, out map[*Quant]Lack) {
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
		signs(e.X, left, out)
		signs(e.Y, right, out)
	case *Unary:
		if e.Op == token.NOT {
			all = opposite(all)
		}
		signs(e.X, all, out)
	case *Cond:
		signs(e.C, both, out)
		signs(e.A, all, out)
		signs(e.B, all, out)
	case *LetIn:
		signs(e.Value, both, out)
		signs(e.Body, all, out)
	case *Quant:
		own, where := all, opposite(all)
		if !e.All {
			own, where = opposite(all), all
		}
		out[e] |= own
		signs(e.Body, all, out)
		for _, x := range present(e.Over.X, e.Over.Low, e.Over.High) {
			signs(x, both, out)
		}
		if e.Over.Where != nil {
			signs(e.Over.Where, where, out)
		}
	default:
		for _, x := range Parts(e) {
			signs(x, both, out)
		}
	}
}

// opposite is what is in doubt where a truth counts the other way.
func opposite(l Lack) Lack {
	switch l {
	case LackHolds:
		return LackFails
	case LackFails:
		return LackHolds
	}
	return l
}
