package propagate

import (
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/search/interval"
)

// A propagator narrows the domains of a cell of one operation and of its arguments, in both
// directions. It returns false if one becomes empty. It must not remove a value that the cell and
// its arguments can have together. A domain that it narrows wakes the cells that depend on it.
type propagator func(t *Net, n int32, c *Cell) bool

// propagators holds the propagator of each operation.
var propagators = [...]propagator{
	form.Const:  given,
	form.Ref:    given,
	OpVar:       given,
	form.Not:    (*Net).reviseNot,
	form.And:    func(t *Net, n int32, c *Cell) bool { return t.reviseAnd(n, c.A, c.B, 0) },
	form.Or:     func(t *Net, n int32, c *Cell) bool { return t.reviseAnd(n, c.A, c.B, 1) },
	form.Ite:    (*Net).reviseIte,
	form.Eq:     (*Net).reviseEq,
	form.Lt:     func(t *Net, n int32, c *Cell) bool { return t.reviseLt(n, c.A, c.B, 0) },
	form.Le:     func(t *Net, n int32, c *Cell) bool { return t.reviseLt(n, c.B, c.A, 1) },
	form.Add:    (*Net).reviseArith,
	form.Sub:    (*Net).reviseArith,
	form.Mul:    (*Net).reviseArith,
	form.Quo:    (*Net).reviseArith,
	form.Rem:    (*Net).reviseArith,
	form.BitAnd: (*Net).reviseArith,
	form.BitOr:  (*Net).reviseArith,
	form.BitXor: (*Net).reviseArith,
	form.AndNot: (*Net).reviseArith,
	form.Shl:    (*Net).reviseArith,
	form.Shr:    (*Net).reviseArith,
	form.Conv:   (*Net).reviseArith,
	OpMember:    (*Net).reviseMember,
	opRealized:  (*Net).reviseRealized,
	opSizes:     (*Net).reviseSizes,
	OpDiffLe:    func(t *Net, _ int32, c *Cell) bool { return t.reviseDiffLe(c.A, c.B, c.Val) },
	OpDiffNe:    func(t *Net, _ int32, c *Cell) bool { return t.reviseDiffNe(c.A, c.B, c.Val) },
	OpDiffEq:    func(t *Net, _ int32, c *Cell) bool { return t.reviseDiffEq(c.A, c.B, c.Val) },
}

// given is the propagator of cells without arguments.
func given(*Net, int32, *Cell) bool { return true }

func (t *Net) reviseNot(n int32, c *Cell) bool {
	v := t.Dom[c.A]
	if !t.Narrow(n, interval.Of(1-v.Hi, 1-v.Lo)) {
		return false
	}
	v = t.Dom[n]
	return t.Narrow(c.A, interval.Of(1-v.Hi, 1-v.Lo))
}
