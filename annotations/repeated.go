package annotations

import "github.com/rtest-dev/rtest/annotations/syntax"

// repeated reports each name of a list that stands in it before, and tells
// whether there is one.
func (t *typer) repeated(names []syntax.Ident, what string) bool {
	seen, found := map[string]bool{}, false
	for _, id := range names {
		if id.Name == "" || id.Name == "_" {
			continue
		}
		if seen[id.Name] {
			t.errorf(id.Span, CodeRedeclared, "%s %s redeclared", what, id.Name)
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
