package annotations

import (
	"go/types"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// typeArguments is what the refined type arguments of a Go type demand: of each
// value in x that stands where the type argument stands.
func (t *typer) typeArguments(sc *names.Scope, r *syntax.RefName, base types.Type, x refine.Expr, depth int) (refine.Expr, bool) {
	var pred refine.Expr
	valid := true
	for i, a := range r.TypeArgs {
		if !t.refines(sc, a) {
			continue
		}
		inside, err := refine.Inside(names.SourceOf(a), x, base, i, sc.Place == names.After || sc.Cyclic || t.u.AtTypes.Builds(base, map[types.Type]bool{}), t.u.Node.Types)
		if err != nil {
			t.errorf(syntax.SpanOf(a), codes.TypeArguments, "this type argument cannot be refined: %s", err.Error())
			valid = false
		}
		if inside == nil {
			continue
		}
		dom, typs := domainOf(inside)
		v := t.hidden(elementName(a), typs[0])
		body, ok := t.refined(sc, a, &refine.Ref{Source: names.SourceOf(a), Var: v}, depth+1)
		t.release([]*refine.Variable{v})
		if body != nil {
			pred = conj(pred, &refine.Quant{Source: names.SourceOf(a), All: true, Vars: []*refine.Variable{v}, Over: dom, Body: body})
		}
		valid = valid && ok
	}
	return pred, valid
}
