package hints

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// sentinel adds a package variable y with which an error is compared.
func (s *summary) sentinel(t types.Type, y ssa.Value) {
	if !refine.IsError(t) {
		return
	}
	switch v := y.(type) {
	case *ssa.MakeInterface:
		y = v.X
	case *ssa.ChangeInterface:
		y = v.X
	}
	load, ok := y.(*ssa.UnOp)
	if !ok {
		return
	}
	if g, ok := load.X.(*ssa.Global); ok {
		if v, ok := g.Object().(*types.Var); ok {
			s.sentinels = append(s.sentinels, v)
		}
	}
}

// errorAsserted adds the type that an error is asserted to have.
func (s *summary) errorAsserted(from, to types.Type) {
	if refine.IsError(from) && !types.IsInterface(to) {
		s.errorTypes = append(s.errorTypes, to)
	}
}

// errorsCall adds what errors.Is, errors.As and errors.AsType look for.
func (s *summary) errorsCall(fn *ssa.Function, args []ssa.Value) {
	obj := fn.Object()
	if o := fn.Origin(); o != nil {
		obj = o.Object()
	}
	if obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "errors" {
		return
	}
	switch obj.Name() {
	case "Is":
		s.sentinel(args[0].Type(), args[1])
		s.unwraps = true
	case "As":
		if made, ok := args[1].(*ssa.MakeInterface); ok {
			if ptr, ok := made.X.Type().Underlying().(*types.Pointer); ok {
				s.errorAsserted(args[0].Type(), ptr.Elem())
			}
		}
	case "AsType":
		if targs := fn.TypeArgs(); len(targs) == 1 {
			s.errorAsserted(args[0].Type(), targs[0])
		}
	}
}

// errorHints adds what a function does with errors.
func (h *hinter) errorHints(s *summary) {
	h.out.Unwraps = h.out.Unwraps || s.unwraps
	for _, v := range s.sentinels {
		h.sentinel(v)
	}
	for _, t := range s.errorTypes {
		h.errorType(types.Universe.Lookup("error").Type(), t)
	}
}

// errorType adds the type that a value of the interface type from is asserted to have, if from is
// error.
func (h *hinter) errorType(from, to types.Type) {
	same := func(o types.Type) bool { return types.Identical(o, to) }
	if refine.IsError(from) && !types.IsInterface(to) && !slices.ContainsFunc(h.out.ErrorTypes, same) {
		h.out.ErrorTypes = append(h.out.ErrorTypes, to)
	}
}

func (h *hinter) sentinel(v *types.Var) {
	if !slices.Contains(h.out.Sentinels, v) {
		h.out.Sentinels = append(h.out.Sentinels, v)
	}
}

// errorNode adds the errors that a predicate compares with an error, or searches for in its chain.
func (h *hinter) errorNode(x refine.Expr) {
	switch x := x.(type) {
	case *refine.Compare:
		h.comparedError(x.X, x.Y)
		h.comparedError(x.Y, x.X)
	case *refine.Call:
		obj, ok := x.Fun.(*refine.Object)
		if !ok || obj.Obj.Pkg() == nil || obj.Obj.Pkg().Path() != "errors" || obj.Obj.Name() != "Is" || len(x.Args) != 2 {
			return
		}
		h.comparedError(x.Args[0], x.Args[1])
		h.out.Unwraps = true
	case *refine.Is:
		h.errorType(x.X.Type(), x.T)
	case *refine.Assert:
		h.errorType(x.X.Type(), x.T)
	}
}

func (h *hinter) comparedError(x, y refine.Expr) {
	if c, ok := y.(*refine.Convert); ok {
		y = c.X
	}
	obj, ok := y.(*refine.Object)
	if !ok || !refine.IsError(x.Type()) {
		return
	}
	if v, ok := obj.Obj.(*types.Var); ok {
		h.sentinel(v)
	}
}
