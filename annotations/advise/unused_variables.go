package advise

import (
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
)

// UnusedVariables warns of variables of a quantifier that its body does not mention: another name
// was probably meant. If the body uses one of two variables, the other may be unused, like the key
// of a map.
func UnusedVariables(sc *names.Scope, e *syntax.Quant) []*Advice {
	var unused []syntax.Ident
	for _, v := range e.Vars {
		again := slices.ContainsFunc(unused, func(w syntax.Ident) bool { return w.Name == v.Name })
		if v.Name != "_" && !again && !speaksOf(sc, e.Body, v.Name) {
			unused = append(unused, v)
		}
	}
	if e.Type == nil && len(unused) < len(e.Vars) {
		return nil
	}
	var all []*Advice
	for _, v := range unused {
		all = append(all, warning(v.Span, codes.Unused, "_", "%s is bound and not used: a name that is not meant is written _", v.Name))
	}
	return all
}

// speaksOf reports whether an expression refers to the outer variable called name, not to one bound
// inside.
func speaksOf(sc *names.Scope, e syntax.Expr, name string) bool {
	named := func(s syntax.Span) bool {
		words := strings.FieldsFunc(sc.Text(s), func(r rune) bool { return !names.IsNameRune(r) })
		return slices.Contains(words, name)
	}
	switch e := e.(type) {
	case nil:
		return false
	case *syntax.Name:
		return e.Name == name
	case *syntax.Quant:
		if e.Type != nil && named(syntax.SpanOf(e.Type)) || speaksOf(sc, e.Over, name) {
			return true
		}
		hidden := slices.ContainsFunc(e.Vars, func(v syntax.Ident) bool { return v.Name == name })
		return !hidden && speaksOf(sc, e.Body, name)
	case *syntax.Bad, *syntax.TypeValue:
		return named(syntax.SpanOf(e))
	}
	return slices.ContainsFunc(syntax.Operands(e), func(part syntax.Expr) bool { return speaksOf(sc, part, name) })
}
