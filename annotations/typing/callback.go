package typing

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// CallbackOf types the refined function type of a parameter.
func (t *Typer) CallbackOf(f *functionType, v *refine.Variable) *refine.Callback {
	t.unfolding = append(t.unfolding, f.of...)
	cb := t.callback(f.in, f.RefFunc, v)
	t.unfolding = t.unfolding[:len(t.unfolding)-len(f.of)]
	t.wrapNested(0, f.lets)
	for _, cl := range append(cb.Require[:len(cb.Require):len(cb.Require)], cb.Ensure...) {
		cl.Expr = wrapLets(cl.Expr, f.lets)
	}
	return cb
}

// A functionType is a refined function type and its scope.
type functionType struct {
	*syntax.RefFunc
	in *names.Scope
	// of are the aliases that lead to the type, lets the bindings of their arguments.
	of   []names.Declaration
	lets []*refine.LetIn
}

// FunctionType returns the function type that r is, or that the alias r stands for. It returns
// nil when r is no function type or no part of it is refined.
func (t *Typer) FunctionType(sc *names.Scope, r syntax.RefType) *functionType {
	quiet, depth := t.quiet, len(t.unfolding)
	t.quiet = true
	defer func() { t.quiet = quiet }()
	defer t.leaveTo(t.outside())()
	f := &functionType{in: sc}
	for {
		switch x := syntax.UnparenType(r).(type) {
		case *syntax.RefFunc:
			if !t.refinesAnything(f.in, x) {
				return nil
			}
			f.RefFunc = x
			return f
		case *syntax.RefName:
			a, b := t.resolveRef(f.in, x)
			if b != nil && b.Ref != nil {
				t.leaveTo(b.Outside)
				f.in, f.of, r = b.RefScope, f.of[:len(b.Outside)-depth], b.Ref
				continue
			}
			if a == nil {
				return nil
			}
			in, lets, ok := t.openAlias(f.in, a, x)
			if !ok {
				return nil
			}
			f.in, f.of, f.lets, r = in, append(slices.Clip(f.of), a), append(f.lets, lets...), a.Type
		default:
			return nil
		}
	}
}

// callback types a refined function type of v: the conditions on its arguments and on its
// results.
func (t *Typer) callback(sc *names.Scope, r *syntax.RefFunc, v *refine.Variable) *refine.Callback {
	sig := v.Type.Underlying().(*types.Signature)
	cb := &refine.Callback{Var: v}
	in := sc.Inner()
	var vars []*refine.Variable
	side := func(ps []syntax.Param, tuple *types.Tuple, prefix string, into func(i int) (leave func())) (list []*refine.Variable, clauses []*refine.Clause) {
		for i, p := range ps {
			name := p.Name.Name
			if name == "" || name == "_" {
				name = setName(p.Type, fmt.Sprintf("%s%d", prefix, i))
			}
			x := &refine.Variable{Name: t.fresh(name), Type: tuple.At(i).Type(), Role: refine.Bound, Index: i}
			t.boundNames[x.Name]++
			vars = append(vars, x)
			list = append(list, x)
			leave := into(i)
			pred, ok := t.Refined(in, p.Type, &refine.Ref{Source: names.SourceOf(p.Type), Var: x}, 1)
			if leave(); ok && pred != nil {
				clauses = append(clauses, t.Refinement(in, p.Type, pred))
			}
			if p.Name.Name != "" {
				in.Names[p.Name.Name] = &names.Binding{Expr: &refine.Ref{Var: x}}
			}
		}
		return list, clauses
	}
	cb.Params, cb.Require = side(r.Params, sig.Params(), "a", func(int) func() { return t.NoFunctions() })
	cb.Results, cb.Ensure = side(r.Results, sig.Results(), "r", t.intoField)
	whereErrNil(cb)
	t.release(vars)
	return cb
}

// whereErrNil restricts the conditions on the results to calls that return a nil error as the
// last result, as in the sig of a function.
func whereErrNil(cb *refine.Callback) {
	n := len(cb.Results)
	if n == 0 || !refine.IsError(cb.Results[n-1].Type) {
		return
	}
	for _, cl := range cb.Ensure {
		src := cl.Expr.Src()
		err := &refine.Ref{Source: src, Var: cb.Results[n-1]}
		isNil := &refine.Compare{Source: src, Op: token.EQL, X: err, Y: &refine.Nil{Source: src, T: err.Var.Type}}
		cl.Expr = &refine.Logic{Source: src, Op: refine.Implies, X: isNil, Y: cl.Expr}
	}
}

// setName returns the variable of a refined type {v T | P}, and other for any other type.
func setName(r syntax.RefType, other string) string {
	if s, ok := syntax.UnparenType(r).(*syntax.RefSet); ok && s.Var.Name != "_" {
		return s.Var.Name
	}
	return other
}

// instead suggests what to write where a part of a value cannot have a refined function type.
func instead(part refine.Expr) string {
	result := false
	refine.Inspect(part, func(e refine.Expr) bool {
		if r, ok := e.(*refine.Ref); ok && r.Var.Role == refine.Result {
			result = true
		}
		return true
	})
	if result {
		return "; say in ensures what it returns: forall x in 0..9: result(x) > 0"
	}
	return "; give the function a named type whose values are listed (//rtest:values)"
}
