package duties

import (
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// before reports whether one instruction of a function may run before another. A comparison after the panic,
// such as the bound of a loop over a new slice, is not a check.
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

// checked reports whether a function compares a part of its inputs, or a value computed from it. A duty about
// nil needs a comparison with nil, one about types a type assertion; others accept any comparison.
func (d *duty) checked(a *part) bool {
	is := func(v ssa.Value) bool {
		x := partOf(v)
		return x != nil && x.same(a)
	}
	for _, f := range code.WithAnonymous(a.fn) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if d.raises.Parent() == f && !before(in, d.raises) {
					continue
				}
				if d.kind == DutyRoom && measures(in, is) {
					return true
				}
				switch in := in.(type) {
				case *ssa.BinOp:
					if d.kind == DutyIndex && endsTurns(in) {
						continue
					}
					if d.isCheck(in.Op, in.Y) && is(in.X) || d.isCheck(mirrored(in.Op), in.X) && is(in.Y) {
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

// isCheck reports whether a comparison with a value checks what the duty demands.
func (d *duty) isCheck(op token.Token, with ssa.Value) bool {
	if _, isConst := with.(*ssa.Const); d.kind == DutyNotZero && (isConst || op != token.EQL && op != token.NEQ) {
		return splits(op, with, 0)
	}
	return d.compares(op) && d.checksAgainst(with)
}

// checksAgainst reports whether comparing with v can check what the duty demands.
func (d *duty) checksAgainst(v ssa.Value) bool {
	c, isConst := v.(*ssa.Const)
	switch d.kind {
	case DutyAccepted, DutyRoom:
		return false
	case DutyNotNil, DutyType, DutyComparable:
		return isConst && c.IsNil()
	case DutyIndex:
		// An index that is less than another index may still be out of range.
		other := partOf(v)
		return other == nil || len(other.path) > 0 || !isInteger(v.Type())
	}
	return true
}

// compares reports whether an operator can check the duty. Equality with some value does not show that an index
// is in range.
func (d *duty) compares(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ:
		return d.kind != DutyIndex && d.kind != DutySize
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// isOwed reports whether callers are responsible for the part that is the operand of an instruction. They are not
// responsible for computed numbers, or for indices of a type whose constants the code has to know.
func (d *duty) isOwed(in ssa.Instruction) bool {
	switch d.kind {
	case DutyNotZero, DutySize:
		return d.part.direct
	case DutyRoom:
		// Methods know the length of their receiver.
		return d.target.Signature.Recv() == nil || d.part.input > 0 || len(d.part.path) > 0
	case DutyIndex:
		return !enumerated(d.part.typ()) && (!d.part.isCharacter || d.intoInput(in))
	}
	return true
}

// intoInput reports whether an instruction indexes another input of the target. Two inputs that belong together
// are the callers' responsibility. The index of a table of the code, read from a text, is not.
func (d *duty) intoInput(in ssa.Instruction) bool {
	var list ssa.Value
	switch in := in.(type) {
	case *ssa.IndexAddr:
		list = in.X
	case *ssa.Index:
		list = in.X
	case *ssa.Lookup:
		list = in.X
	case *ssa.Slice:
		list = in.X
	default:
		return false
	}
	way := &duty{Finder: d.Finder, kind: DutyNotNil, target: d.target, stack: d.from, raises: in}
	return way.blames(in.Parent(), list) && !hidden(way.part.path)
}
