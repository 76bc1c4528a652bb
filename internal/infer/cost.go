package infer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// A Cost is what a check of a proposal takes for each input: steps that grow with a power of the lengths of its values, and
// calls of functions.
type Cost struct {
	Power int
	Calls []string
}

// String is empty for a few steps.
func (c Cost) String() string {
	var says []string
	switch c.Power {
	case 0:
	case 1:
		says = append(says, "n steps")
	case 2:
		says = append(says, "n² steps")
	default:
		says = append(says, fmt.Sprintf("n^%d steps", c.Power))
	}
	if len(c.Calls) > 0 {
		says = append(says, "calls "+strings.Join(c.Calls, ", "))
	}
	return strings.Join(says, ", ")
}

// cost returns what a check of a proposal for a function takes.
func (p *proposer) cost(c *refine.Contract, d Proposal) (cost Cost) {
	kind := refine.Ensures
	switch d.Verb {
	case "pure":
		return Cost{Power: 1} // The inputs are copied before the call, and compared with the copies after it.
	case "requires":
		kind = refine.Requires
	}
	if cl := p.clause(c, kind, d.Text); cl != nil {
		cost.Power = cost.of(cl.Expr)
	}
	return cost
}

// of returns the power of an expression, and adds the functions that it calls.
func (c *Cost) of(e refine.Expr) (power int) {
	for _, x := range refine.Parts(e) {
		power = max(power, c.of(x))
	}
	switch e := e.(type) {
	case *refine.Quant:
		return max(power, 1+c.of(e.Body))
	case *refine.In:
		if e.Over.Kind == refine.Elements || e.Over.Kind == refine.Runes || e.Over.Kind == refine.Iterator {
			return max(power, 1)
		}
	case *refine.Compare:
		if e.Deep {
			return max(power, 1)
		}
	case *refine.Old:
		if refine.Mutable(e.X.Type()) {
			return max(power, 1) // It is copied before the call.
		}
	case *refine.Builtin:
		return max(power, ofBuiltin(e))
	case *refine.Call:
		c.calls(e.Fun)
	}
	return power
}

// ofBuiltin returns the power of a builtin.
func ofBuiltin(e *refine.Builtin) int {
	switch {
	case e.Own && (e.Name == "distinct" || e.Name == "permutation"):
		return 2
	case e.Own || e.Name == "append":
		return 1
	}
	return 0
}

// calls adds the function that a call names.
func (c *Cost) calls(fun refine.Expr) {
	name := ""
	switch f := fun.(type) {
	case *refine.Object:
		name = f.Obj.Name()
	case *refine.Method:
		name = f.Sel.Obj().Name()
	}
	if name != "" && !slices.Contains(c.Calls, name) {
		c.Calls = append(c.Calls, name)
	}
}
