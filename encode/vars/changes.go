package vars

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// A changes looks for variables that functions change.
type changes struct {
	vars map[*ssa.Global]bool
	// pkg is the package whose variables are left out; nil where none are.
	pkg *ssa.Package
	// params says of parameters whether the function may change what they
	// refer to.
	params map[*ssa.Parameter]bool
	depth  int
	// under are the values and variables of functions that are being followed.
	under map[ssa.Value]bool
}

func newChanges() *changes {
	return &changes{vars: map[*ssa.Global]bool{}, params: map[*ssa.Parameter]bool{}, under: map[ssa.Value]bool{}}
}

// changes reports whether something done with a value may change what it
// refers to.
func (c *changes) changes(v ssa.Value) bool {
	if !refine.Refers(v.Type()) || v.Referrers() == nil || c.under[v] {
		return false
	}
	c.under[v] = true
	defer delete(c.under, v)
	for _, r := range *v.Referrers() {
		if c.useChanges(v, r) {
			return true
		}
	}
	return false
}

// useChanges reports whether the instruction, which uses v, may change what v
// refers to.
func (c *changes) useChanges(v ssa.Value, in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp:
		return arrow(in) || c.changes(in)
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

// turnsToNumber tells of a conversion of a pointer to a number: where that goes is
// not followed.
func turnsToNumber(in *ssa.Convert) bool {
	from, ok := in.X.Type().Underlying().(*types.Basic)
	to, isBasic := in.Type().Underlying().(*types.Basic)
	return ok && isBasic && from.Kind() == types.UnsafePointer && to.Kind() != types.UnsafePointer
}

// storeChanges is for a store. One of v in a variable of the function, as the
// arguments of a variadic call are, changes nothing unless what is done with that
// variable does.
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

// holderChanges tells whether something done with a variable of the function, or with
// a part of it, of which this is the address, may change what a value refers to that
// was stored there.
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
		// What a closure remembers is looked for where the variable is set.
		return false
	}
	if fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "regexp" {
		return fn.Name() == "Longest" || fn.Name() == "UnmarshalText"
	}
	if fn == nil || !built(fn) {
		return true
	}
	for i, a := range in.Call.Args {
		if a != v {
			continue
		}
		p := fn.Params[i]
		r, ok := c.params[p]
		if !ok {
			// A recursion changes nothing by itself. What was found meanwhile
			// may rest on that, so only the outermost answer is kept.
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

// built makes the body of a function available, if there is source of it, and
// tells whether it has one.
func built(fn *ssa.Function) bool {
	if fn.Pkg != nil {
		fn.Pkg.Build()
	}
	return len(fn.Blocks) > 0
}
