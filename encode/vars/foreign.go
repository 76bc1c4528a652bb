package vars

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// MaySet returns the variables of a package that a call in its initialization may set, other than
// by its arguments. exposed says that functions of the package were handed out before, so that the
// call may reach them.
func (a *Analysis) MaySet(pkg *ssa.Package, call *ssa.CallCommon, exposed bool) map[*ssa.Global]bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return nil
	}
	r := &reach{changes: newChanges(), target: pkg, seen: map[*ssa.Function]bool{}}
	if !exposed && r.call(call) {
		return r.vars
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	all := newChanges()
	maps.Copy(all.vars, a.changedBy(pkg))
	for _, fn := range functions(pkg) {
		switch {
		case !initializes(fn):
		case fn.Synthetic != "":
			for _, f := range fn.AnonFuncs {
				all.scan(f)
			}
		default:
			all.scan(fn)
		}
	}
	return all.vars
}

// Exposes reports whether a call in the initialization of a package may hand out one of its
// functions.
func Exposes(pkg *ssa.Package, call *ssa.CallCommon) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return false
	}
	fn := call.StaticCallee()
	return fn == nil || fn.Pkg == nil || fn.Pkg == pkg || !allForeign(pkg, call.Args)
}

// A reach collects what a call, and the calls it leads to, set.
type reach struct {
	*changes
	target *ssa.Package
	seen   map[*ssa.Function]bool
}

// call follows a call. It returns false if it is not known which functions of the package the call
// leads to.
func (r *reach) call(call *ssa.CallCommon) bool {
	if _, ok := call.Value.(*ssa.Builtin); ok {
		return true
	}
	fn := call.StaticCallee()
	switch {
	case fn == nil || fn.Pkg == nil && fn.Origin() == nil && fn.Parent() == nil:
		return false
	case fn.Pkg != nil && fn.Pkg != r.target:
		// Other packages do not know this one.
		return allForeign(r.target, call.Args)
	}
	return r.function(fn)
}

func (r *reach) function(fn *ssa.Function) bool {
	if r.seen[fn] {
		return true
	}
	r.seen[fn] = true
	r.scan(fn)
	for _, f := range append(slices.Clone(fn.AnonFuncs), fn) {
		if f != fn && !r.function(f) {
			return false
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && !r.call(call.Common()) {
					return false
				}
			}
		}
	}
	return len(fn.Blocks) > 0
}

func allForeign(pkg *ssa.Package, args []ssa.Value) bool {
	return !slices.ContainsFunc(args, func(a ssa.Value) bool { return !foreign(pkg, a, foreignDepth) })
}

// foreignDepth is how many steps back the origin of an argument is followed.
const foreignDepth = 6

// foreign reports whether nothing of a package can be reached from a value of its initialization:
// no memory of a variable, and no function. That holds for values made for one call, and for what
// other packages make of such values.
func foreign(pkg *ssa.Package, v ssa.Value, depth int) bool {
	if !refine.Refers(v.Type()) {
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

// madeFor reports whether an allocation is stored nowhere, and only foreign values are stored in
// it. at is its address, or that of a part of it.
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
