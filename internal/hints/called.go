package hints

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// called returns the function of the contract, and those that its clauses and the laws of the types name
// that inputs and results reach. known is false if clauses call others as well. writes says that they
// call builtins that write to their arguments.
func (h *hinter) called() (out []*types.Func, known, writes bool) {
	out, known = []*types.Func{h.c.Func}, true
	note := func(x refine.Expr) bool {
		var obj types.Object
		switch x := x.(type) {
		case *refine.Object:
			obj = x.Obj
		case *refine.Method:
			obj = x.Sel.Obj()
		case *refine.Call:
			known = known && isDeclared(x.Fun)
		case *refine.Builtin:
			writes = writes || slices.Contains([]string{"append", "copy", "delete", "clear"}, x.Name)
		}
		if fn, ok := obj.(*types.Func); ok {
			out = append(out, fn)
		}
		return true
	}
	h.c.Inspect(note)
	for _, t := range h.types() {
		if tf := h.a.facts.Of(t); tf != nil {
			for _, law := range tf.Laws() {
				refine.Inspect(law.Expr, note)
			}
		}
	}
	return out, known, writes
}

// isDeclared reports whether an expression is a function or a method by its declaration, or an input.
func isDeclared(fun refine.Expr) bool {
	switch fun := fun.(type) {
	case *refine.Object:
		_, ok := fun.Obj.(*types.Func)
		return ok
	case *refine.Method, *refine.Ref:
		return true
	}
	return false
}
