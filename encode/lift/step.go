package lift

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// step executes an instruction. It returns the least rank at which a block waits because of it.
func (f *Frame) step(in ssa.Instruction) int {
	switch in := in.(type) {
	case *ssa.If:
		return f.branch(in)
	case *ssa.Jump:
		return f.jump(0, f.PC, f.here())
	case *ssa.Return:
		f.leave(in)
	case *ssa.Panic:
		f.throws(term.Yes, f.thrownBy(in))
	case *ssa.Store:
		if f.storedAway(in.Addr, in.Val) {
			break
		}
		if p := f.use(in.Addr); f.PC != term.No {
			f.Store(p.(*sym.Pointer), f.get(in.Val))
		}
	case *ssa.MapUpdate:
		if f.storedAway(in.Map, in.Key, in.Value) {
			break
		}
		if x := f.use(in.Map); f.PC != term.No {
			f.update(in, x.(*sym.Mapping))
		}
	case *ssa.DebugRef:
	case *ssa.Defer:
		f.postpone(in)
	case *ssa.RunDefers:
		f.runDefers(nil)
	case *ssa.Go, *ssa.Send:
		f.pass(in)
	case ssa.Value:
		v, before := sym.Val(nil), f.writes
		if f.starting != nil {
			v = f.tolerate(in)
		} else {
			v = f.evalOrGuess(in)
		}
		if f.PC != term.No {
			f.set(in, v)
			f.recordComparison(in, v)
			f.reread(in, before)
		}
	default:
		f.GiveUp(fmt.Sprintf("%s cannot be followed", in))
	}
	return math.MaxInt
}

func (f *Frame) branch(in *ssa.If) int {
	x := f.use(in.Cond)
	if f.PC == term.No {
		return math.MaxInt
	}
	c := f.B.Simplify(f.PC, x.(term.Term))
	if l := f.flow.loopOf[f.block.Index]; f.turns[l] > 1 {
		c = f.B.Settle(f.PC, c)
	}
	f.recordBranch(in, c)
	return f.forked(c)
}

func (f *Frame) leave(in *ssa.Return) {
	var v sym.Val = sym.Tuple(nil)
	switch len(in.Results) {
	case 0:
	case 1:
		v = f.get(in.Results[0])
	default:
		t := make(sym.Tuple, len(in.Results))
		for i, r := range in.Results {
			t[i] = f.get(r)
		}
		v = t
	}
	f.returns = append(f.returns, arrival{cond: f.PC, way: f.here(), vals: []sym.Val{v}})
}

// eval computes the value of an instruction.
func (f *Frame) eval(in ssa.Value) sym.Val {
	switch in := in.(type) {
	case *ssa.Alloc:
		t := in.Type().Underlying().(*types.Pointer).Elem()
		return f.allocate(t)
	case *ssa.BinOp:
		return f.binary(in)
	case *ssa.UnOp:
		return f.unary(in)
	case *ssa.Call:
		return f.callInstr(in)
	case *ssa.ChangeType:
		return f.get(in.X)
	case *ssa.ChangeInterface:
		return f.get(in.X)
	case *ssa.Convert:
		return f.convert(in.X.Type(), in.Type(), in.X)
	case *ssa.MultiConvert:
		return f.convert(in.X.Type(), in.Type(), in.X)
	case *ssa.Extract:
		if t, ok := f.use(in.Tuple).(sym.Tuple); ok {
			return t[in.Index]
		}
		return nil
	case *ssa.Field:
		return f.field(in)
	case *ssa.FieldAddr:
		return f.fieldAddr(in)
	case *ssa.Index:
		return f.index(in)
	case *ssa.IndexAddr:
		return f.indexAddr(in)
	}
	return f.evalMore(in)
}

// evalMore computes the values of the rarer instructions.
func (f *Frame) evalMore(in ssa.Value) sym.Val {
	switch in := in.(type) {
	case *ssa.Lookup:
		return f.lookup(in)
	case *ssa.MakeClosure:
		binds := make([]sym.Val, len(in.Bindings))
		for i, b := range in.Bindings {
			binds[i] = f.get(b)
		}
		return &sym.Callable{Alts: []sym.Callee{{Guard: term.Yes, Fn: in.Fn.(*ssa.Function), Binds: binds}}}
	case *ssa.MakeInterface:
		return &sym.Boxed{Alts: []sym.Content{{Guard: term.Yes, T: in.X.Type(), Value: f.get(in.X)}}}
	case *ssa.MakeMap:
		t := &sym.Table{Type: in.Type().Underlying().(*types.Map)}
		if f.starting == nil {
			f.tabled = append(f.tabled, t)
		}
		return &sym.Mapping{Alts: []sym.TableRef{{Guard: term.Yes, Table: t}}}
	case *ssa.MakeSlice:
		return f.makeSlice(in)
	case *ssa.Next:
		return f.next(in)
	case *ssa.Range:
		return f.iterate(in)
	case *ssa.Slice:
		return f.slice(in)
	case *ssa.SliceToArrayPointer:
		return f.arrayPointer(in)
	case *ssa.TypeAssert:
		return f.typeAssert(in)
	}
	f.GiveUp(fmt.Sprintf("%s has no meaning in logic", in))
	return nil
}

// constant returns the value of a constant.
func (m *Machine) constant(c *ssa.Const) sym.Val {
	t := c.Type()
	if c.Value == nil {
		return m.Zero(t)
	}
	if k, ok := layout.KindOf(t); ok {
		return m.B.Scalar(k, c.Value)
	}
	basic, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
	case basic.Info()&types.IsString != 0:
		if c.Value.Kind() == constant.Int {
			return m.ConstText(string(rune(c.Int64())))
		}
		return m.ConstText(constant.StringVal(c.Value))
	case basic.Info()&(types.IsFloat|types.IsComplex) != 0:
		re, _ := constant.Float64Val(constant.Real(constant.ToComplex(c.Value)))
		im, _ := constant.Float64Val(constant.Imag(constant.ToComplex(c.Value)))
		if sym.IsSingle(t) {
			re, im = float64(float32(re)), float64(float32(im))
		}
		return &sym.Numbers{Alts: []sym.Number{{Guard: term.Yes, Value: complex(re, im)}}}
	}
	return &sym.Unknown{Guard: term.Yes, Why: "constant " + c.String() + " cannot be followed"}
}

// BinaryOps has the operations on integers.
var BinaryOps = map[token.Token]form.Op{
	token.ADD: form.Add, token.SUB: form.Sub, token.MUL: form.Mul,
	token.QUO: form.Quo, token.REM: form.Rem,
	token.AND: form.BitAnd, token.OR: form.BitOr, token.XOR: form.BitXor, token.AND_NOT: form.AndNot,
	token.SHL: form.Shl, token.SHR: form.Shr,
}

func (f *Frame) binary(in *ssa.BinOp) sym.Val {
	x, y := f.use(in.X), f.use(in.Y)
	if f.PC == term.No {
		return nil
	}
	switch in.Op {
	case token.EQL, token.NEQ:
		if f.comparing(in, x, y); f.PC == term.No {
			return nil
		}
		if in.Op == token.EQL {
			return f.Equal(x, y)
		}
		return f.Negation(f.Equal(x, y))
	case token.LSS:
		return f.before(x, y)
	case token.GTR:
		return f.before(y, x)
	case token.LEQ:
		return f.upTo(x, y)
	case token.GEQ:
		return f.upTo(y, x)
	}
	switch x := x.(type) {
	case term.Term:
		return f.integer(in, x, y.(term.Term))
	case *sym.Text:
		return f.Concat(x, y.(*sym.Text))
	case *sym.Numbers, *sym.Float:
		return f.arithmetic(in, x, y)
	}
	f.GiveUp(fmt.Sprintf("%s cannot be followed", in))
	return nil
}

// integer executes arithmetic on integers, with its panics.
func (f *Frame) integer(in *ssa.BinOp, x, y term.Term) sym.Val {
	switch in.Op {
	case token.QUO, token.REM:
		f.Panics(f.B.Eq(y, f.B.Constant(f.B.Nodes[y].Kind, 0)))
	case token.SHL, token.SHR:
		if k := f.B.Nodes[y].Kind; k < form.Uint8 {
			f.Panics(f.B.Lt(y, f.B.Constant(k, 0)))
		}
	}
	op, ok := BinaryOps[in.Op]
	if !ok {
		f.GiveUp(fmt.Sprintf("%s cannot be followed", in))
		return nil
	}
	if f.B.Nodes[x].Kind == form.Bool {
		if op == form.BitAnd {
			return f.B.And(x, y)
		}
		return f.B.Or(x, y)
	}
	return f.B.Arith(op, x, y)
}

func (f *Frame) unary(in *ssa.UnOp) sym.Val {
	x := f.use(in.X)
	if f.PC == term.No {
		return nil
	}
	if in.Op == token.MUL {
		return f.Load(x.(*sym.Pointer), in.Type())
	}
	switch x := x.(type) {
	case term.Term:
		k := f.B.Nodes[x].Kind
		switch in.Op {
		case token.NOT:
			return f.B.Not(x)
		case token.SUB:
			return f.B.Arith(form.Sub, f.B.Constant(k, 0), x)
		case token.XOR:
			return f.B.Arith(form.BitXor, x, f.B.Constant(k, form.EvalOp(form.Conv, k, form.Int64, -1, 0, 0)))
		}
	case *sym.Float:
		if in.Op == token.SUB {
			return f.negated(x)
		}
	case *sym.Numbers:
		if in.Op == token.SUB {
			return f.MapNumbers(x, func(v complex128) complex128 { return -v })
		}
	}
	f.GiveUp(fmt.Sprintf("%s has no meaning in logic", in))
	return nil
}
