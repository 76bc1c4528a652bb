package vars

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// A changes finds variables that functions change.
type changes struct {
	vars map[*ssa.Global]bool
	// pkg is the package whose variables are ignored; nil ignores none.
	pkg *ssa.Package
	// params says, by parameter, whether the function may change what the parameter refers to.
	params map[*ssa.Parameter]bool
	depth  int
	// under are the values and local variables that are being followed.
	under map[ssa.Value]bool
}

func newChanges() *changes {
	return &changes{vars: map[*ssa.Global]bool{}, params: map[*ssa.Parameter]bool{}, under: map[ssa.Value]bool{}}
}

// changes reports whether a use of a value may change what it refers to.
func (c *changes) changes(v ssa.Value) bool {
	if !refine.Refers(v.Type()) || v.Referrers() == nil || c.under[v] {
		return false
	}
	c.under[v] = true
	defer delete(c.under, v)
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool { return c.useChanges(v, r) })
}

// useChanges reports whether the instruction, which uses v, may change what v
// refers to.
func (c *changes) useChanges(v ssa.Value, in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return receives(in) || c.changes(in)
	case *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.Index, *ssa.Lookup, *ssa.Range, *ssa.Next,
		*ssa.Extract, *ssa.Slice, *ssa.ChangeType, *ssa.TypeAssert, *ssa.ChangeInterface, *ssa.MakeInterface:
		return c.changes(in.(ssa.Value))
	case *ssa.Convert:
		return turnsToNumber(in) || c.changes(in)
	case *ssa.BinOp, *ssa.If, *ssa.DebugRef:
		return false
	case *ssa.Store:
		return c.storeChanges(v, in)
	case *ssa.Call:
		return c.callChanges(v, in)
	}
	return true
}

// turnsToNumber reports whether a conversion turns a pointer into a number, which is not followed.
func turnsToNumber(in *ssa.Convert) bool {
	from, ok := in.X.Type().Underlying().(*types.Basic)
	to, isBasic := in.Type().Underlying().(*types.Basic)
	return ok && isBasic && from.Kind() == types.UnsafePointer && to.Kind() != types.UnsafePointer
}

// storeChanges is useChanges for a store. Storing v in a local variable, such as the arguments of a
// variadic call, changes nothing unless a use of that variable does.
func (c *changes) storeChanges(v ssa.Value, in *ssa.Store) bool {
	if in.Addr == v {
		return true
	}
	at := in.Addr
	for {
		switch x := at.(type) {
		case *ssa.FieldAddr:
			at = x.X
			continue
		case *ssa.IndexAddr:
			at = x.X
			continue
		case *ssa.Alloc:
			if c.under[x] {
				return false
			}
			c.under[x] = true
			defer delete(c.under, x)
			return c.holderChanges(x)
		}
		return true
	}
}

// holderChanges reports whether a use of a local variable, or of a part of it, may change what a
// value stored there refers to. at is the address of the variable or part.
func (c *changes) holderChanges(at ssa.Value) bool {
	return slices.ContainsFunc(*at.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Store:
			return in.Val == at
		case *ssa.FieldAddr:
			return c.holderChanges(in)
		case *ssa.IndexAddr:
			return c.holderChanges(in)
		case *ssa.UnOp:
			return c.changes(in)
		case *ssa.Slice:
			return c.changes(in)
		case *ssa.DebugRef:
			return false
		}
		return true
	})
}

func (c *changes) callChanges(v ssa.Value, in *ssa.Call) bool {
	if b, ok := in.Call.Value.(*ssa.Builtin); ok {
		return b.Name() != "len" && b.Name() != "cap"
	}
	fn := in.Call.StaticCallee()
	if in.Call.Value == v && !in.Call.IsInvoke() && !slices.Contains(in.Call.Args, v) {
		// The variables of a closure are checked where they are set.
		return false
	}
	if fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "regexp" {
		return fn.Name() == "Longest" || fn.Name() == "UnmarshalText"
	}
	if fn == nil || !hasBody(fn) {
		return true
	}
	for i, a := range in.Call.Args {
		if a != v {
			continue
		}
		p := fn.Params[i]
		r, ok := c.params[p]
		if !ok {
			// A recursion changes nothing by itself. Results found in the meantime may depend on
			// that assumption, so only the outermost one is kept.
			c.params[p] = false
			under := c.under
			if c.depth == 0 {
				c.under = map[ssa.Value]bool{}
			}
			c.depth++
			r = c.changes(p)
			c.depth--
			c.under = under
			delete(c.params, p)
			if r || c.depth == 0 {
				c.params[p] = r
			}
		}
		if r {
			return true
		}
	}
	return false
}

// hasBody builds the body of a function, if its source is available, and reports whether it has one.
func hasBody(fn *ssa.Function) bool {
	if fn.Pkg != nil {
		fn.Pkg.Build()
	}
	return len(fn.Blocks) > 0
}
