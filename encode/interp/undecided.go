package interp

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/layout"
	"golang.org/x/tools/go/ssa"
)

// A register may hold an undecided value as long as the value is only passed on: to a variable, an
// entry of a map, a called function, the caller. It is read where it is first looked at. So a
// predicate that first collects keys and then compares them can still be decided part by part.

// findUndecided finds the values whose registers may hold undecided values.
func (c *compiler) findUndecided() {
	c.undecided = map[ssa.Value]bool{}
	for changed := true; changed; {
		changed = false
		note := func(v ssa.Value) {
			if !c.undecided[v] && !layout.Aggregate(v.Type()) && c.mayBeUndecided(v) {
				c.undecided[v], changed = true, true
			}
		}
		for _, v := range c.fn.Params {
			note(v)
		}
		for _, b := range c.fn.Blocks {
			for _, in := range b.Instrs {
				if v, ok := in.(ssa.Value); ok {
					note(v)
				}
			}
		}
	}
}

func (c *compiler) mayBeUndecided(v ssa.Value) bool {
	if initializes(c.fn) {
		return true // A value that cannot be followed is unknown; see tolerate.
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.UnOp:
		return c.carries(v)
	case *ssa.Call:
		return calls(v)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && calls(call)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if c.undecided[e] {
				return true
			}
		}
	case *ssa.ChangeType:
		return c.undecided[v.X]
	case *ssa.ChangeInterface:
		return c.undecided[v.X]
	}
	return false
}

// carries reports whether a value read from memory is passed on somewhere, so that it is resolved
// as late as possible.
func (c *compiler) carries(v *ssa.UnOp) bool {
	if _, ok := v.X.Type().Underlying().(*types.Pointer); !ok || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if c.passes(r, v) {
			return true
		}
	}
	return false
}

// calls reports whether a call is not one of a builtin.
func calls(in *ssa.Call) bool {
	_, ok := in.Call.Value.(*ssa.Builtin)
	return !ok
}

// passes reports whether an instruction only passes an operand on. The result of the predicate
// itself is not passed on.
func (c *compiler) passes(in ssa.Instruction, v ssa.Value) bool {
	switch in := in.(type) {
	case *ssa.Store:
		return in.Addr != v
	case *ssa.MapUpdate:
		return in.Map != v && in.Key != v
	case *ssa.Call:
		return calls(in) && in.Call.Value != v
	case *ssa.Return:
		return !c.root
	case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface:
		return true
	case *ssa.BinOp:
		return c.supposable(in)
	}
	return false
}
