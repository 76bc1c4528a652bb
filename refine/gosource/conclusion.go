package gosource

import "github.com/rtest-dev/rtest/refine"

// ExprNoting is Expr for a predicate that may hold vacuously: an implication with a false premise,
// or a universal quantifier over nothing. The code evaluates the condition note, which is true,
// when e comes to its conclusion. Ok is false if e has no conclusion of its own.
func (f *File) ExprNoting(e refine.Expr, names, old func(*refine.Variable) string, note string) (code string, ok bool) {
	p := newPrinter(f, names, old)
	p.lacks = refine.LacksOf(e)
	if p.conclusion = conclusion(e); p.conclusion == e {
		return "", false
	}
	p.note = note
	code = p.cond(e, 0)
	return code, p.notePrinted
}

// conclusion returns what a predicate states after its premises and about the elements over which
// it quantifies. It returns e itself if e has neither.
func conclusion(e refine.Expr) refine.Expr {
	switch x := e.(type) {
	case *refine.Logic:
		if x.Op == refine.Implies {
			return conclusion(x.Y)
		}
	case *refine.Quant:
		if x.All {
			return conclusion(x.Body)
		}
	}
	return e
}
