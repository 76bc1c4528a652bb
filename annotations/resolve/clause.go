package resolve

import (
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// clause types a predicate and makes a clause of it. It returns nil if the predicate is wrong.
func (b *builder) clause(sc *names.Scope, kind refine.ClauseKind, e syntax.Expr) *refine.Clause {
	x := b.t.Boolean(sc, e)
	if x == nil {
		return nil
	}
	s := syntax.SpanOf(e)
	cl := b.u.NewClause(kind, s, sc.Text(s))
	cl.Expr = x
	return cl
}

// warnRepeated warns of a clause that the doc comment has already: another was probably meant. It
// ignores spaces and redundant parentheses.
func (b *builder) warnRepeated(cl *refine.Clause, e syntax.Expr) {
	pkg := b.u.Node.Types
	letters := func(cl *refine.Clause) string { return strings.NewReplacer(" ", "", "(", "", ")", "").Replace(cl.Text) }
	said := refine.Print(cl.Expr, pkg)
	same := func(above *refine.Clause) bool {
		return above.Kind == cl.Kind && letters(above) == letters(cl) && refine.Print(above.Expr, pkg) == said
	}
	if i := slices.IndexFunc(b.clauses, same); i >= 0 {
		b.u.Report(syntax.SpanOf(e), diag.Warning, codes.Repeated, "", "this clause repeats an earlier one (line %d)", b.clauses[i].Pos.Line)
	}
	b.clauses = append(b.clauses, cl)
}
