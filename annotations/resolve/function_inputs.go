package resolve

import (
	"slices"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// checkFunctionCalls reports preconditions that call a function input. It has no code: its answers
// are chosen when it is called. Functions whose values are listed have code.
func (b *builder) checkFunctionCalls() {
	for _, cl := range b.c.Pre {
		refine.Inspect(cl.Expr, func(e refine.Expr) bool {
			call, ok := e.(*refine.Call)
			if !ok {
				return true
			}
			ref, ok := call.Fun.(*refine.Ref)
			if ok && ref.Var.Role == refine.Input && b.isAnswered(ref.Var) {
				src := call.Src()
				b.u.Errorf(syntax.Span{From: src.Pos, To: src.End}, codes.MisplacedForm,
					"a precondition cannot call %s: its answers are chosen when the function under test asks; refine them, as in //rtest:sig (%s func(…) {v T | …})",
					ref.Var.Name, ref.Var.Name)
			}
			return true
		})
	}
}

// isAnswered reports whether an input is a function whose answers are chosen.
func (b *builder) isAnswered(v *refine.Variable) bool {
	if !refine.IsFunc(v.Type) || b.c.IsOrder(v) {
		return false
	}
	if tf := b.p.facts.Of(v.Type); tf != nil && tf.Values != nil {
		return false
	}
	return !slices.ContainsFunc(b.c.Draws, func(d *refine.Draw) bool { return d.Var == v })
}
