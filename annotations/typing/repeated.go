package typing

import (
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// WarnListedTwice warns of a value that is already in the list. Such a value is tried once.
func WarnListedTwice(u *names.Unit, before []refine.Expr, x refine.Expr, sc *names.Scope, e syntax.Expr) {
	text := refine.Evaluated(x)
	same := func(y refine.Expr) bool { return refine.Evaluated(y) == text }
	if text != "" && slices.ContainsFunc(before, same) {
		u.Report(syntax.SpanOf(e), diag.Warning, codes.Repeated, "", "%s is listed before, and tried once", sc.Text(syntax.SpanOf(e)))
	}
}

// Repeated reports each name that appears before in the list, and returns whether there is
// one.
func (t *Typer) Repeated(names []syntax.Ident, what string) bool {
	seen, found := map[string]bool{}, false
	for _, id := range names {
		if id.Name == "" || id.Name == "_" {
			continue
		}
		if seen[id.Name] {
			t.Errorf(id.Span, codes.Redeclared, "%s %s redeclared", what, id.Name)
			found = true
		}
		seen[id.Name] = true
	}
	return found
}

// ParamNames returns the names in a list of parameters.
func ParamNames(params []syntax.Param) []syntax.Ident {
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
