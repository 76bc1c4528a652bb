package interp

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/internal/form"
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

// A run that comes to the comparison of an undecided number with a known one need not wait for the
// number. What follows is the same for all its values for which the comparison gives the same. So a
// search supposes first the one outcome, then the other, and rejects many values at once.

// A comparing is what a machine knows of the variable for which it waits, and of the comparison at which
// it waits.
type comparing struct {
	waits int32
	at    wait
	// supposes says that it does not wait there, but takes supposed for what the comparison gives.
	supposes, supposed bool
	assumption         assumption
}

// A wait is the comparison of two numbers or addresses at which a run waits, and the values that it
// compares. of is nil if the run waits at something else.
type wait struct {
	of   relation
	x, y Value
}

// A relation compares two numbers or addresses. ok is false if what it gives is known only when
// values are built.
type relation func(x, y Value) (is, ok bool)

// supposable reports whether an instruction compares numbers or addresses. Its operands may be undecided:
// a search may suppose what it gives.
func (c *compiler) supposable(in *ssa.BinOp) bool {
	switch in.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
	default:
		return false
	}
	t, u := in.X.Type(), in.Y.Type()
	if initializes(c.fn) || types.IsInterface(t) || types.IsInterface(u) {
		return false
	}
	if k, ok := layout.KindOf(t); ok {
		return k != form.Bool
	}
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// supposing compiles a comparison whose operands may be undecided.
func supposing(of relation, x, y int) evaluator {
	return func(m *machine, r []Value) (Value, bool) {
		if !decided(r[x]) || !decided(r[y]) {
			if m.supposes {
				m.supposes = false
				return boolean(m.supposed), true
			}
			for _, i := range [2]int{x, y} {
				v, ok := m.resolve(r[i])
				if !ok {
					if m.stop == waiting {
						m.at = wait{of, r[x], r[y]}
					}
					return Value{}, false
				}
				r[i] = v
			}
		}
		is, ok := of(r[x], r[y])
		if !ok {
			m.giveUp("whether slices share an array is known only when they are built")
		}
		return boolean(is), ok
	}
}

// decided reports whether a number or an address is known.
func decided(v Value) bool {
	switch v.ref.(type) {
	case *lazy, *unknown:
		return false
	}
	return true
}

// Outcome returns what the comparison at which the run waits gives for a value of the variable.
func (m *machine) Outcome(x int64) (outcome, ok bool) {
	if m.at.of == nil {
		return false, false
	}
	m.assumption = assumption{m, m.waits, x}
	a, ok := m.at.x.Read(&m.assumption)
	if !ok || !decided(a) {
		return false, false
	}
	b, ok := m.at.y.Read(&m.assumption)
	if !ok || !decided(b) {
		return false, false
	}
	return m.at.of(a, b)
}

// Boundary returns the number with which the comparison at which the run waits compares the variable.
func (m *machine) Boundary() (int64, bool) {
	if m.at.of == nil {
		return 0, false
	}
	for _, side := range [2][2]Value{{m.at.x, m.at.y}, {m.at.y, m.at.x}} {
		if l, ok := side[0].ref.(*lazy); ok && l.isVariable && l.variable == m.waits {
			return m.known(side[1])
		}
	}
	return 0, false
}

// known returns a number that is decided. It does not wait.
func (m *machine) known(v Value) (x int64, ok bool) {
	if l, ok := v.ref.(*lazy); ok && l.isVariable && m.value != nil {
		return m.value(l.variable)
	}
	return v.number, v.ref == nil
}

// Suppose has the comparison at which the run waits give an outcome.
func (m *machine) Suppose(outcome bool) { m.supposes, m.supposed = true, outcome }

// An assumption reads the variables as if one had a value.
type assumption struct {
	m        *machine
	variable int32
	value    int64
}

// Var returns the value of a variable.
func (a *assumption) Var(v int32) (int64, bool) {
	if v == a.variable {
		return a.value, true
	}
	return a.m.value(v)
}
