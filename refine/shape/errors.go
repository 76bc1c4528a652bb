package shape

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// standardError reports whether t is error with rtest's own list of values, not those of a
// directive.
func (s *shaper) standardError(t types.Type) bool {
	tf := s.facts.Of(t)
	return refine.IsError(t) && tf != nil && tf.Standard && tf.Values == nil && len(tf.Via) > 0
}

// errors makes the shape of error. It has the values built by the calls of the list and the error
// types that the code looks for. It also has the sentinels of the code, and wraps them if the code
// unwraps errors.
func (s *shaper) errors(t types.Type, at place, keep func(value.Shape)) {
	shape := &value.Interface{T: t, Nil: at.nilable}
	keep(shape)
	calls := s.calls(t, at)
	shape.Alts = []value.Alt{{T: t, Ref: value.Ref{Shape: calls}}}
	var sentinels []refine.Expr
	for _, v := range s.opt.Hints.Sentinels {
		if s.foreign(v.Pkg()) && !v.Exported() {
			continue
		}
		var e refine.Expr = &refine.Object{Obj: v}
		if !types.Identical(v.Type(), t) {
			e = &refine.Convert{T: t, X: e}
		}
		sentinels = append(sentinels, e)
	}
	if s.opt.Hints.Unwraps {
		sentinels = append(sentinels, s.wrapped(sentinels)...)
	}
	if len(sentinels) > 0 {
		shape.Alts = append(shape.Alts, value.Alt{T: t, Ref: value.Ref{Shape: s.listedExprs(t, sentinels)}})
	}
	for _, e := range s.graph.errors {
		alt := s.inhabitantShape(t, refine.Inhabitant{T: e}, at)
		if value.FindUnsupported(alt.Shape) != nil {
			shape.Dropped = append(shape.Dropped, e)
			continue
		}
		shape.Alts = append(shape.Alts, alt)
	}
}

// wrapped returns each error wrapped by the constructor of rtest's own list that takes errors.
func (s *shaper) wrapped(errs []refine.Expr) []refine.Expr {
	t := types.Universe.Lookup("error").Type()
	var out []refine.Expr
	for _, via := range s.facts.Of(t).Via {
		if via.Func == nil || !via.Func.Signature().Variadic() {
			continue
		}
		for _, e := range errs {
			out = append(out, &refine.Call{Fun: &refine.Object{Obj: via.Func, T: via.Func.Type()}, Args: []refine.Expr{e}, T: t})
		}
	}
	return out
}

// PackageVariable reports whether the i-th value of a shape made by Shapes is a package variable.
func PackageVariable(l *value.Listed, i int) bool {
	exprs, ok := l.Origin.([]refine.Expr)
	if !ok {
		return false
	}
	e := exprs[i]
	if c, ok := e.(*refine.Convert); ok {
		e = c.X
	}
	obj, ok := e.(*refine.Object)
	if !ok {
		return false
	}
	_, isVar := obj.Obj.(*types.Var)
	return isVar
}

// Wrapped returns the index of the package variable that the i-th value of a shape made by Shapes
// wraps. Ok is false if it wraps none.
func Wrapped(l *value.Listed, i int) (j int, ok bool) {
	exprs, _ := l.Origin.([]refine.Expr)
	if exprs == nil {
		return 0, false
	}
	c, ok := exprs[i].(*refine.Call)
	if !ok || len(c.Args) != 1 {
		return 0, false
	}
	j = slices.IndexFunc(exprs, func(e refine.Expr) bool { return e == c.Args[0] })
	return j, j >= 0 && PackageVariable(l, j)
}

// errorTypes returns the types of the current package that inhabit error because the code looks for
// them.
func (o Options) errorTypes() []types.Type {
	var out []types.Type
	for _, t := range o.Hints.ErrorTypes {
		elem := t
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			elem = p.Elem()
		}
		n, ok := types.Unalias(elem).(*types.Named)
		if ok && n.Obj().Pkg() != nil && (o.Package == nil || n.Obj().Pkg().Path() == o.Package.Path()) {
			out = append(out, t)
		}
	}
	return out
}
