package duties

import (
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// before tells whether one instruction of a function may run before another one: what is
// compared behind a panic, as the bound of a loop over what was made, is no check.
func before(in, other ssa.Instruction) bool {
	from, to := in.Block(), other.Block()
	if from == to && slices.Index(from.Instrs, in) < slices.Index(from.Instrs, other) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{}
	var reaches func(b *ssa.BasicBlock) bool
	reaches = func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Succs, func(s *ssa.BasicBlock) bool {
			if s == to {
				return true
			}
			if seen[s] {
				return false
			}
			seen[s] = true
			return reaches(s)
		})
	}
	return reaches(from)
}

// checked tells whether a function compares a part of its inputs, or what it computes
// from it: with nil where that is the question, with a type where that is, else with
// anything.
func (d *duty) checked(a *part) bool {
	is := func(v ssa.Value) bool {
		x := partOf(v)
		return x != nil && x.same(a)
	}
	for _, f := range code.WithAnonymous(a.of) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if d.raises.Parent() == f && !before(in, d.raises) {
					continue
				}
				switch in := in.(type) {
				case *ssa.BinOp:
					if d.compares(in.Op) && (d.tells(in.Y) && is(in.X) || d.tells(in.X) && is(in.Y)) {
						return true
					}
				case *ssa.TypeAssert:
					if d.kind == DutyType && in.CommaOk && is(in.X) {
						return true
					}
				}
			}
		}
	}
	return false
}

// tells tells whether a comparison with a value is a check of what is asked.
func (d *duty) tells(v ssa.Value) bool {
	c, isConst := v.(*ssa.Const)
	switch d.kind {
	case DutyAccepted:
		return false
	case DutyNotNil, DutyType, DutyComparable:
		return isConst && c.IsNil()
	case DutyIndex:
		// That one index is less than another does not tell that it is one.
		other := partOf(v)
		return other == nil || len(other.path) > 0 || !isInteger(v.Type())
	}
	return true
}

// compares tells of operators that may be such a check: whether an index is equal to
// something does not tell that it is none.
func (d *duty) compares(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ:
		return d.kind != DutyIndex && d.kind != DutySize
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}
