package annotations

import (
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// warnListedTwice warns of a value that is one of those listed before: it is tried once.
func warnListedTwice(u *names.Unit, before []refine.Expr, x refine.Expr, sc *names.Scope, e syntax.Expr) {
	text := refine.Evaluated(x)
	same := func(y refine.Expr) bool { return refine.Evaluated(y) == text }
	if text != "" && slices.ContainsFunc(before, same) {
		u.Report(syntax.SpanOf(e), diag.Warning, codes.Repeated, "", "%s is listed before, and tried once", sc.Text(syntax.SpanOf(e)))
	}
}

// repeated reports each name of a list that stands in it before, and tells
// whether there is one.
func (t *typer) repeated(names []syntax.Ident, what string) bool {
	seen, found := map[string]bool{}, false
	for _, id := range names {
		if id.Name == "" || id.Name == "_" {
			continue
		}
		if seen[id.Name] {
			t.errorf(id.Span, codes.Redeclared, "%s %s redeclared", what, id.Name)
			found = true
		}
		seen[id.Name] = true
	}
	return found
}

func paramNames(params []syntax.Param) []syntax.Ident {
	var names []syntax.Ident
	for _, p := range params {
		names = append(names, p.Name)
	}
	return names
}

func goParamNames(params []syntax.GoParam) []syntax.Ident {
	var names []syntax.Ident
	for _, p := range params {
		names = append(names, p.Name)
	}
	return names
}

func typeParamNames(params []syntax.TypeParam) []syntax.Ident {
	var names []syntax.Ident
	for _, p := range params {
		names = append(names, p.Name)
	}
	return names
}

// repeats warns of a clause that the doc comment has above: another was probably
// meant. Blanks and parentheses that change nothing make no difference.
func (b *builder) repeats(cl *refine.Clause, e syntax.Expr) {
	pkg := b.u.Node.Types
	letters := func(cl *refine.Clause) string { return strings.NewReplacer(" ", "", "(", "", ")", "").Replace(cl.Text) }
	said := refine.Print(cl.Expr, pkg)
	same := func(above *refine.Clause) bool {
		return above.Kind == cl.Kind && letters(above) == letters(cl) && refine.Print(above.Expr, pkg) == said
	}
	if i := slices.IndexFunc(b.clauses, same); i >= 0 {
		b.u.Report(syntax.SpanOf(e), diag.Warning, codes.Repeated, "", "this clause stands above already (line %d)", b.clauses[i].Pos.Line)
	}
	b.clauses = append(b.clauses, cl)
}
