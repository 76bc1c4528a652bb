package encode

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// maySet returns the variables of its package that a call in an initialization
// may set; not ok where that is not known.
func maySet(call *ssa.Call) (vars map[*ssa.Global]bool, ok bool) {
	fn := call.Call.StaticCallee()
	pkg := call.Parent().Pkg
	c := &changes{vars: map[*ssa.Global]bool{}, params: map[*ssa.Parameter]bool{}}
	if fn == nil || slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return !foreign(pkg, a, foreignDepth) }) ||
		!c.reach(fn, pkg, map[*ssa.Function]bool{}) {
		return nil, false
	}
	return c.vars, true
}

// foreignDepth is how far the making of an argument is followed.
const foreignDepth = 6

// foreign tells whether nothing of a package can be reached from a value of its
// initialization: neither what a variable refers to nor a function. So are values
// that are made for one call, and what other packages make of such ones.
func foreign(pkg *ssa.Package, v ssa.Value, depth int) bool {
	if !refers(v.Type()) {
		return true
	}
	if depth == 0 {
		return false
	}
	is := func(v ssa.Value) bool { return foreign(pkg, v, depth-1) }
	switch v := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.Global:
		return v.Pkg != pkg
	case *ssa.Function:
		return v.Pkg != nil && v.Pkg != pkg
	case *ssa.Alloc:
		return madeFor(v, is)
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn != nil && fn.Pkg != nil && fn.Pkg != pkg && !slices.ContainsFunc(v.Call.Args, func(a ssa.Value) bool { return !is(a) })
	case *ssa.MakeInterface:
		n, named := types.Unalias(refine.Pointed(v.X.Type())).(*types.Named)
		return is(v.X) && !(named && n.Obj().Pkg() == pkg.Pkg)
	case *ssa.UnOp:
		return is(v.X)
	case *ssa.FieldAddr:
		return is(v.X)
	case *ssa.IndexAddr:
		return is(v.X)
	case *ssa.Slice:
		return is(v.X)
	case *ssa.ChangeType:
		return is(v.X)
	case *ssa.ChangeInterface:
		return is(v.X)
	case *ssa.Convert:
		return is(v.X)
	case *ssa.Extract:
		return is(v.Tuple)
	}
	return false
}

// madeFor tells whether an allocation is stored nowhere, and only what is foreign is
// stored in it. At is its address, or that of a part of it.
func madeFor(at ssa.Value, foreign func(ssa.Value) bool) bool {
	return !slices.ContainsFunc(*at.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Store:
			return in.Val == at || !foreign(in.Val)
		case *ssa.FieldAddr:
			return !madeFor(in, foreign)
		case *ssa.IndexAddr:
			return in.X == at && !madeFor(in, foreign)
		case *ssa.Slice:
			return !madeFor(in, foreign)
		case *ssa.MakeInterface:
			return !madeFor(in, foreign)
		case *ssa.ChangeType:
			return !madeFor(in, foreign)
		case *ssa.Call, *ssa.UnOp, *ssa.DebugRef:
			return false
		}
		return true
	})
}
