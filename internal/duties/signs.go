package duties

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// AsksSign reports whether the code compares a part of an input, or a value computed from it, so that it
// distinguishes the negative number is from 0 or 1. The code is fn and the functions to which it passes the
// part.
func (p *Finder) AsksSign(fn *types.Func, input int, path []string, is int64) bool {
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil {
		return true
	}
	p.Lock()
	defer p.Unlock()
	p.buildMain()
	return p.asksSign(&part{fn: f, input: input, path: path}, is, map[*ssa.Function]bool{})
}

func (p *Finder) asksSign(a *part, is int64, seen map[*ssa.Function]bool) bool {
	if seen[a.fn] {
		return false
	}
	seen[a.fn] = true
	for _, f := range code.WithAnonymous(a.fn) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				if p.tellsSign(in, a, is, seen) {
					return true
				}
			}
		}
	}
	return false
}

// compared reports whether the code compares an input, or a value computed from it, with anything. The code is
// fn and the functions to which it passes the input. The receiver of a method counts as compared. The end of a
// loop does not count as a comparison.
func (p *Finder) compared(fn *types.Func, input int) bool {
	return p.comparedWith(fn, input, func(ssa.Value) bool { return true })
}

// comparedWithin is like compared, but counts only comparisons with values that are not constants, such as
// lengths.
func (p *Finder) comparedWithin(fn *types.Func, input int) bool {
	return p.comparedWith(fn, input, func(other ssa.Value) bool {
		_, isConst := other.(*ssa.Const)
		return !isConst
	})
}

// comparedWith is compared, restricted to comparisons with values for which counts returns true.
func (p *Finder) comparedWith(fn *types.Func, input int, counts func(ssa.Value) bool) bool {
	f := p.SSA.FuncValue(fn.Origin())
	if f == nil || input == 0 && f.Signature.Recv() != nil {
		return true
	}
	return p.anyInstruction(f, input, func(in ssa.Instruction, a *part) bool {
		switch in := in.(type) {
		case *ssa.BinOp:
			return comparison(in.Op) && !endsTurns(in) && (involves(in.X, a) && counts(in.Y) || involves(in.Y, a) && counts(in.X))
		case ssa.CallInstruction:
			b, ok := in.Common().Value.(*ssa.Builtin)
			return ok && (b.Name() == "min" || b.Name() == "max") && slices.ContainsFunc(in.Common().Args, func(v ssa.Value) bool { return involves(v, a) })
		}
		return false
	})
}

// asksNil reports whether fn, or a function to which it passes an input, compares the input with nil.
func (p *Finder) asksNil(fn *types.Func, input int) bool {
	isNil := func(v ssa.Value) bool {
		c, ok := v.(*ssa.Const)
		return ok && c.IsNil()
	}
	f := p.SSA.FuncValue(fn.Origin())
	return f != nil && p.anyInstruction(f, input, func(in ssa.Instruction, a *part) bool {
		b, ok := in.(*ssa.BinOp)
		return ok && (isPart(b.X, a) && isNil(b.Y) || isPart(b.Y, a) && isNil(b.X))
	})
}

// asksLength reports whether fn, or a function to which it passes an input, compares the length of the input
// with anything but a loop variable.
func (p *Finder) asksLength(fn *types.Func, input int) bool {
	f := p.SSA.FuncValue(fn.Origin())
	return f == nil || p.anyInstruction(f, input, func(in ssa.Instruction, a *part) bool {
		call, ok := in.(*ssa.Call)
		if !ok || !measures(in, func(v ssa.Value) bool { return isPart(v, a) }) {
			return false
		}
		return slices.ContainsFunc(*call.Referrers(), func(r ssa.Instruction) bool {
			b, ok := r.(*ssa.BinOp)
			return ok && comparison(b.Op) && !endsTurns(b)
		})
	})
}

// anyInstruction reports whether what is true of an instruction of f that involves an input. It also looks into the
// functions to which f passes the input.
func (p *Finder) anyInstruction(f *ssa.Function, input int, what func(ssa.Instruction, *part) bool) bool {
	if input >= len(f.Params) {
		return false
	}
	p.Lock()
	defer p.Unlock()
	p.buildMain()
	seen := map[*ssa.Function]bool{}
	var within func(a *part) bool
	within = func(a *part) bool {
		if seen[a.fn] {
			return false
		}
		seen[a.fn] = true
		for _, f := range code.WithAnonymous(a.fn) {
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					call, isCall := in.(ssa.CallInstruction)
					if what(in, a) || isCall && p.isPassedTo(call.Common(), a, within) {
						return true
					}
				}
			}
		}
		return false
	}
	return within(&part{fn: f, input: input})
}

// isPart reports whether a value is a part of the inputs.
func isPart(v ssa.Value, a *part) bool {
	x := partOf(v)
	return x != nil && x.same(a)
}

// involves reports whether a value is a part or a sum with that part.
func involves(v ssa.Value, a *part) bool {
	return isPart(v, a) || slices.ContainsFunc(summands(v, map[ssa.Value]bool{}), func(b *part) bool { return b.same(a) })
}

func comparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// tellsSign reports whether an instruction compares a part so that it distinguishes the number is.
func (p *Finder) tellsSign(in ssa.Instruction, a *part, is int64, seen map[*ssa.Function]bool) bool {
	same := func(v ssa.Value) bool {
		x := partOf(v)
		return x != nil && x.same(a)
	}
	switch in := in.(type) {
	case *ssa.BinOp:
		return (same(in.X) && splits(in.Op, in.Y, is) || same(in.Y) && splits(mirrored(in.Op), in.X, is)) && !rejects(in)
	case *ssa.Convert:
		b, ok := in.Type().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsUnsigned != 0 && same(in.X)
	case ssa.CallInstruction:
		return p.handsToAsk(in.Common(), a, is, seen)
	}
	return false
}

// rejects reports whether one side of the branch on a comparison only panics. The numbers that lead there are
// not intended.
func rejects(b *ssa.BinOp) bool {
	return slices.ContainsFunc(*b.Referrers(), func(r ssa.Instruction) bool {
		branch, ok := r.(*ssa.If)
		return ok && slices.ContainsFunc(branch.Block().Succs, func(s *ssa.BasicBlock) bool {
			_, panics := s.Instrs[len(s.Instrs)-1].(*ssa.Panic)
			return panics
		})
	})
}

// handsToAsk reports whether a call passes a part, or the value that contains it, to code that compares its
// sign.
func (p *Finder) handsToAsk(call *ssa.CallCommon, a *part, is int64, seen map[*ssa.Function]bool) bool {
	if b, ok := call.Value.(*ssa.Builtin); ok && b.Name() == "max" {
		return slices.ContainsFunc(call.Args, func(arg ssa.Value) bool {
			x := partOf(arg)
			return x != nil && x.same(a)
		})
	}
	return p.isPassedTo(call, a, func(to *part) bool { return p.asksSign(to, is, seen) })
}

// isPassedTo reports whether a call passes a part, or the value that contains it, to a function for which holds is
// true. It does not look into other modules.
func (p *Finder) isPassedTo(call *ssa.CallCommon, a *part, holds func(to *part) bool) bool {
	callee := call.StaticCallee()
	if callee == nil || !p.isMain(callee) {
		return false
	}
	for i, arg := range call.Args {
		x := partOf(arg)
		if x == nil || i >= len(callee.Params) || x.fn != a.fn || x.input != a.input || len(x.path) > len(a.path) || !slices.Equal(x.path, a.path[:len(x.path)]) {
			continue
		}
		if holds(&part{fn: callee, input: i, path: a.path[len(x.path):]}) {
			return true
		}
	}
	return false
}

// mirrored returns the operator with which the operands of a comparison are exchanged.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// ordinary is the greatest number that callers pass without a reason.
const ordinary = 16

// splits reports whether a comparison with a constant distinguishes a negative number, or zero, from 0 or 1, or
// a great number from an ordinary one. Equality with another number does not.
func splits(op token.Token, with ssa.Value, is int64) bool {
	c, ok := with.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int && c.Value.Kind() != constant.Float {
		return false
	}
	holds := func(x int64) bool { return constant.Compare(constant.MakeInt64(x), op, c.Value) }
	switch op {
	case token.EQL, token.NEQ:
		return holds(is) == (op == token.EQL)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		if is > ordinary {
			return holds(is) != holds(ordinary)
		}
		return holds(is) != holds(0) || holds(is) != holds(1)
	}
	return false
}
