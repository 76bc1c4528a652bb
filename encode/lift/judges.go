package lift

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode/sym"
	"golang.org/x/tools/go/ssa"
)

// judges tells whether a function only finds out scalars: then what it finds
// does not depend on the condition under which it is called, which is held
// apart. The others build or change what is merged under the whole condition.
func judges(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	for i := range results.Len() {
		if _, ok := results.At(i).Type().Underlying().(*types.Basic); !ok {
			return false
		}
	}
	return results.Len() > 0 && !sets(fn)
}

// sets tells whether a function itself sets something that is not its own.
func sets(fn *ssa.Function) bool {
	for _, blk := range fn.Blocks {
		for _, in := range blk.Instrs {
			switch in := in.(type) {
			case *ssa.MapUpdate:
				return true
			case *ssa.Store:
				if !own(in.Addr) {
					return true
				}
			}
		}
	}
	return false
}

// calledToSet tells whether functions are among these values that set something, as
// the body of a range statement over a function does.
func calledToSet(values []sym.Val) bool {
	return slices.ContainsFunc(values, func(v sym.Val) bool {
		f, ok := v.(*sym.Callable)
		return ok && slices.ContainsFunc(f.Alts, func(c sym.Callee) bool {
			return !c.IsNil() && c.Fn != nil && (built(c.Fn) && sets(c.Fn) || calledToSet(c.Binds))
		})
	})
}

// own tells whether an address is that of a variable of its function.
func own(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return own(a.X)
	case *ssa.IndexAddr:
		return own(a.X)
	}
	return false
}
