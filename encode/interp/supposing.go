package interp

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/internal/form"
)

// A run that comes to the comparison of an undecided number with a known one need not wait for the
// number. What follows is the same for all its values for which the comparison gives the same. So a
// search supposes first the one outcome, then the other, and rejects many values at once.

// A comparing is what a machine knows of the comparison at which it waits.
type comparing struct {
	at wait
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
