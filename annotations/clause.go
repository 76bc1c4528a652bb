package annotations

import (
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// clause types a predicate and makes a clause of it; nil when it is wrong.
func (b *builder) clause(sc *names.Scope, kind refine.ClauseKind, e syntax.Expr) *refine.Clause {
	x := b.t.boolean(sc, e)
	if x == nil {
		return nil
	}
	s := syntax.SpanOf(e)
	cl := b.u.NewClause(kind, s, sc.Text(s))
	cl.Expr = x
	return cl
}
