package resolve

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/internal/effects"
	"github.com/rtest-dev/rtest/refine"
)

// warnImpure warns of calls in the clauses of a contract that set package variables. The outcome of
// such a predicate may depend on how often it is evaluated, and the function under test sees
// changed variables.
func (p *Package) warnImpure(c *refine.Contract) {
	for _, clauses := range [][]*refine.Clause{c.Pre, c.Post, c.Classes} {
		for _, cl := range clauses {
			refine.Inspect(cl.Expr, p.warnImpureCall)
		}
	}
	for _, l := range c.Lets {
		refine.Inspect(l.Value, p.warnImpureCall)
	}
}

// warnImpureCall warns if e is such a call. It returns true, so that the parts of e are visited
// too.
func (p *Package) warnImpureCall(e refine.Expr) bool {
	call, ok := e.(*refine.Call)
	if !ok {
		return true
	}
	var fn *types.Func
	switch f := call.Fun.(type) {
	case *refine.Object:
		fn, _ = f.Obj.(*types.Func)
	case *refine.Method:
		fn, _ = f.Sel.Obj().(*types.Func)
	}
	if fn == nil {
		return true
	}
	v, at := effects.Writes(p.effects.Program(), fn)
	if v == nil {
		return true
	}
	src := call.Src()
	start := p.Unit.Graph.Fset.Position(src.Pos)
	if slices.ContainsFunc(p.Unit.Root.Diags, func(d diag.Diagnostic) bool { return d.Code == codes.Changes && d.Pos == start }) {
		return true // An alias or def already reported it for several functions.
	}
	p.Unit.Report(syntax.Span{From: src.Pos, To: src.End}, diag.Warning, codes.Changes, "",
		"%s sets the package variable %s (%s): a predicate must not set variables; compute the value without that", fn.Name(), v.Name(), p.Unit.ShortPosition(at))
	return true
}
