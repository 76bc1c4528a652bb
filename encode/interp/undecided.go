package interp

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/layout"
	"golang.org/x/tools/go/ssa"
)

// A register may hold what is not decided, as long as it is only passed on: to a
// variable, an entry of a map, a function that is called, the caller. What is
// read and kept is so read where it is first looked at, and what a predicate
// collects first and judges later can still be judged part by part.

// findUndecided finds the values whose registers may hold what is not decided.
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
		return true // What cannot be followed there is unknown, see tolerate.
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

// carries tells whether a value that is read from memory is passed on somewhere,
// so that it is read as late as can be.
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

// calls tells whether a function of the user's, or one that is executed, is
// called.
func calls(in *ssa.Call) bool {
	_, ok := in.Call.Value.(*ssa.Builtin)
	return !ok
}

// passes tells whether an instruction does no more with an operand than to pass
// it on. What the predicate itself returns is looked at.
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
	}
	return false
}
