package annotations

import (
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// clause types a predicate and makes a clause of it; nil when it is wrong.
func (b *builder) clause(sc *scope, kind refine.ClauseKind, e syntax.Expr) *refine.Clause {
	x := b.t.boolean(sc, e)
	if x == nil {
		return nil
	}
	s := syntax.SpanOf(e)
	cl := b.u.newClause(kind, s, sc.text(s))
	cl.Expr = x
	return cl
}

// newClause returns a clause without its expression, whose source is text.
func (u *unit) newClause(kind refine.ClauseKind, s syntax.Span, text string) *refine.Clause {
	return &refine.Clause{Kind: kind, Text: text, Pos: u.graph.Fset.Position(s.From), End: u.graph.Fset.Position(s.To)}
}
