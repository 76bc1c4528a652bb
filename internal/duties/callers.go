package duties

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/decode/tree"
	"golang.org/x/tools/go/ssa"
)

// NoCaller reports whether a function of package main is never called with such inputs. All its callers are
// known then. It returns false if nothing calls the function, or if it is used as a value.
func (p *Finder) NoCaller(fn *types.Func, inputs []Input) bool {
	if fn.Pkg() == nil || fn.Pkg().Name() != "main" {
		return false
	}
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil {
		return false
	}
	p.Lock()
	defer p.Unlock()
	p.buildMain()
	calls, all := p.callsOf(f)
	return all && len(calls) > 0 && !slices.ContainsFunc(calls, func(c *ssa.CallCommon) bool {
		for i, in := range inputs {
			if v := argument(c, i); v == nil || !mayBe(v, in.Value) {
				return v == nil
			}
		}
		return true
	})
}

// callsOf returns the calls of a function in its own package. All is true if there are no other uses, such as a
// call of a method through an interface or a method value.
func (p *Finder) callsOf(f *ssa.Function) (calls []*ssa.CallCommon, all bool) {
	all = true
	for _, line := range p.lines {
		for _, in := range line {
			if in.Parent().Pkg != f.Pkg {
				continue
			}
			if c, ok := in.(ssa.CallInstruction); ok {
				switch {
				case c.Common().StaticCallee() == f:
					calls = append(calls, c.Common())
					continue
				case c.Common().IsInvoke() && c.Common().Method.Name() == f.Name():
					all = false
				}
			}
			if b, ok := in.(*ssa.MakeInterface); ok && f.Signature.Recv() != nil {
				all = all && !types.Identical(pointed(b.X.Type()), pointed(f.Signature.Recv().Type()))
			}
			for _, op := range in.Operands(nil) {
				g, ok := (*op).(*ssa.Function)
				all = all && !(ok && g.Object() == f.Object())
			}
		}
	}
	return calls, all
}

// mayBe reports whether an expression may have a value. It decides constants, slice literals and non-nil values,
// and returns true for others.
func mayBe(v ssa.Value, is *tree.Value) bool {
	if is == nil {
		return true
	}
	empty := is.Kind == tree.Nil || is.Kind == tree.Sequence && len(is.Elems) == 0
	switch v := v.(type) {
	case *ssa.ChangeType:
		return mayBe(v.X, is)
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.Alloc); ok {
			if only := singleStore(a); only != nil {
				return mayBe(only, is)
			}
		}
	case *ssa.Const:
		return mayBeConst(v, is)
	case *ssa.Slice:
		if n := arrayLen(v); n >= 0 && (is.Kind == tree.Nil || is.Kind == tree.Sequence) {
			return n == len(is.Elems) && !(is.Kind == tree.Nil && n > 0)
		}
	case *ssa.MakeMap, *ssa.MakeClosure, *ssa.Function, *ssa.Alloc, *ssa.Global, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.MakeInterface:
		return is.Kind != tree.Nil
	case *ssa.MakeSlice:
		if c, ok := v.Len.(*ssa.Const); ok {
			return c.Int64() > 0 != empty
		}
	}
	return true
}

// arrayLen returns how many elements a slice of a whole array has; negative for other slices.
func arrayLen(v *ssa.Slice) int {
	a, ok := v.X.(*ssa.Alloc)
	if !ok || v.Low != nil || v.High != nil {
		return -1
	}
	return int(a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len())
}

func mayBeConst(v *ssa.Const, is *tree.Value) bool {
	if v.Value == nil {
		return is.Kind == tree.Nil || is.Kind == tree.Compound
	}
	if is.Kind != tree.Scalar {
		return true
	}
	switch v.Value.Kind() {
	case constant.Int:
		n, err := strconv.ParseInt(is.Text, 10, 64)
		return err != nil || n == v.Int64()
	case constant.String:
		s, err := strconv.Unquote(is.Text)
		return err != nil || s == constant.StringVal(v.Value)
	case constant.Bool:
		return is.Text == v.Value.String()
	}
	return true
}

// pointed returns the type that a pointer leads to; another type is itself.
func pointed(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
