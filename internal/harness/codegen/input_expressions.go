package codegen

import (
	"go/types"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// maxStated is the greatest length of an expression that stands for an input. The length
// doubles if each input uses the one before twice.
const maxStated = 2000

// stated returns the names of the inputs in preconditions, and which inputs have an expression
// instead. A number or text that equals an expression over earlier inputs is drawn.
// Preconditions about it become ones about that expression, which the form can see.
func (t *Target) stated(f *gosource.File, pkg *refine.Package) (names func(*refine.Variable) string, stated map[int]bool) {
	exprs := map[int]refine.Expr{}
	stated = map[int]bool{}
	sizes := map[int]int{}
	for i, s := range t.Shapes {
		d, ok := s.(*value.Drawn)
		if !ok {
			continue
		}
		draw := t.Contract.Draws[d.Draw]
		b, basic := t.Contract.Inputs()[i].Type.Underlying().(*types.Basic)
		if draw.Single && basic && b.Info()&(types.IsInteger|types.IsBoolean|types.IsString) != 0 && writes(pkg, draw.From.X, "") {
			if n := size(draw.From.X, pkg, sizes); n <= maxStated {
				exprs[i], sizes[i], stated[i] = draw.From.X, n, true
			}
		}
	}
	names = func(v *refine.Variable) string {
		if e := exprs[v.Index]; e != nil && v.Role == refine.Input {
			return "(" + f.Expr(e, names, nil) + ")"
		}
		return paramName(v)
	}
	return names, stated
}

// size estimates the length of the text of an expression, given the lengths of the texts for
// some inputs.
func size(e refine.Expr, pkg *refine.Package, sizes map[int]int) int {
	n := len(refine.Text(e, pkg.Types))
	refine.Inspect(e, func(e refine.Expr) bool {
		if r, ok := e.(*refine.Ref); ok && r.Var.Role == refine.Input {
			n += sizes[r.Var.Index]
		}
		return true
	})
	return n
}
