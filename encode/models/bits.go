package models

import (
	"github.com/rtest-dev/rtest/encode/lift"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// onesCount is the model of the functions that count the bits set.
func onesCount(f *lift.Frame, args []sym.Val) sym.Val {
	b := f.B
	x := args[0].(term.Term)
	n := b.Number(0)
	one := b.Constant(b.Nodes[x].Kind, 1)
	for i := range bitsOf(f, x) {
		bit := b.Arith(form.BitAnd, b.Arith(form.Shr, x, b.Number(i)), one)
		n = b.Arith(form.Add, n, b.Conv(form.Int64, bit))
	}
	return n
}

// bitsOf returns how many of the low bits of the unsigned number x may be set.
func bitsOf(f *lift.Frame, x term.Term) int {
	_, hi := f.B.Bounds(f.PC, x, term.DepthOfBounds)
	n := 0
	for h := uint64(hi); h > 0; h >>= 1 {
		n++
	}
	return n
}

func bitLen(f *lift.Frame, args []sym.Val) sym.Val {
	b := f.B
	x := args[0].(term.Term)
	n := b.Number(0)
	for i := range bitsOf(f, x) {
		n = b.Ite(b.Le(b.Constant(b.Nodes[x].Kind, 1<<i), x), b.Number(i+1), n)
	}
	return n
}

func trailingZeros(f *lift.Frame, args []sym.Val) sym.Val {
	b := f.B
	x := args[0].(term.Term)
	k := b.Nodes[x].Kind
	n := b.Number(8 << (k - form.Uint8))
	for i := bitsOf(f, x) - 1; i >= 0; i-- {
		bit := b.Arith(form.BitAnd, x, b.Constant(k, 1<<i))
		n = b.Ite(b.Eq(bit, b.Constant(k, 0)), n, b.Number(i))
	}
	return n
}

func leadingZeros(f *lift.Frame, args []sym.Val) sym.Val {
	return f.B.Arith(form.Sub, f.B.Number(64), bitLen(f, args).(term.Term))
}
