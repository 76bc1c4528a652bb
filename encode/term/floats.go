package term

import "github.com/rtest-dev/rtest/internal/form"

// Float returns an operation on floating-point numbers, given as terms of their bits. The arguments
// have the same kind; the result has the given kind.
func (b *Builder) Float(op form.Op, kind form.Kind, args ...Term) Term {
	x, y := args[0], args[len(args)-1]
	vx, cx := b.Value(x)
	vy, cy := b.Value(y)
	arg := b.Nodes[x].Kind
	if cx && cy {
		return b.Constant(kind, form.EvalOp(op, kind, arg, vx, vy, 0))
	}
	if op == form.FConv && kind == arg {
		return x
	}
	if r := b.floatIte(op, kind, args); r != None {
		return r
	}
	if r := b.ofIntegers(op, kind, x, y); r != None {
		return r
	}
	if x > y && (op == form.FAdd || op == form.FMul || op == form.FEq) {
		args = []Term{y, x}
	}
	all := kind.Bounds()
	return b.intern(op, kind, 0, all.Lo, all.Hi, args...)
}

// ofIntegers computes with integers where the numbers are integers that they hold exactly. It returns
// None where they are not.
func (b *Builder) ofIntegers(op form.Op, kind form.Kind, x, y Term) Term {
	v, is := b.integerOf(x)
	switch op {
	case form.FFloor, form.FCeil, form.FTrunc, form.FEven, form.FAway:
		if b.Nodes[x].Op == form.FOfInt {
			return x
		}
	case form.FToInt:
		if is && b.Keeps(kind, v) {
			return b.Conv(kind, v)
		}
	case form.FEq, form.FLt, form.FLe:
		w, also := b.integerOf(y)
		if !is || !also {
			return None
		}
		return b.compare(map[form.Op]form.Op{form.FEq: form.Eq, form.FLt: form.Lt, form.FLe: form.Le}[op], v, w)
	}
	return None
}

// integerOf returns the integer, of kind Int64, that a number was converted from without rounding.
func (b *Builder) integerOf(x Term) (Term, bool) {
	n := &b.Nodes[x]
	most := int64(1) << 53
	if n.Kind == form.Uint32 {
		most = 1 << 24
	}
	switch n.Op {
	case form.Const:
		v := form.EvalOp(form.FToInt, form.Int64, n.Kind, n.Val, 0, 0)
		back := form.EvalOp(form.FOfInt, n.Kind, form.Int64, v, 0, 0)
		zero := form.EvalOp(form.FEq, form.Bool, n.Kind, n.Val, 0, 0) == 1
		return b.Constant(form.Int64, v), (back == n.Val || zero) && -most <= v && v <= most
	case form.FOfInt:
		of := &b.Nodes[n.Args[0]]
		if of.Kind == form.Uint64 && of.Hi < 0 || of.Lo < -most || of.Hi > most {
			return None, false
		}
		return b.Conv(form.Int64, n.Args[0]), true
	}
	return None, false
}

// floatIte distributes an operation over a conditional between constants, where the other argument
// is a constant. It returns None where there is none.
func (b *Builder) floatIte(op form.Op, kind form.Kind, args []Term) Term {
	at := -1
	for i, a := range args {
		n := &b.Nodes[a]
		switch {
		case n.Op == form.Const:
		case n.Op == form.Ite && at < 0 && b.Nodes[n.Args[1]].Op == form.Const && b.Nodes[n.Args[2]].Op == form.Const:
			at = i
		default:
			return None
		}
	}
	n := b.Nodes[args[at]]
	with := func(v Term) Term {
		of := append([]Term(nil), args...)
		of[at] = v
		return b.Float(op, kind, of...)
	}
	return b.Ite(n.Args[0], with(n.Args[1]), with(n.Args[2]))
}

// IsNaN returns whether the number with the bits x is none.
func (b *Builder) IsNaN(x Term) Term { return b.Not(b.Float(form.FEq, form.Bool, x, x)) }
