package encode

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/internal/form"
)

// step executes one instruction. It returns the least rank of a block that
// waits because of it.
func (f *frame) step(in ssa.Instruction) int {
	switch in := in.(type) {
	case *ssa.If:
		return f.branch(in)
	case *ssa.Jump:
		return f.jump(0, f.pc, f.here())
	case *ssa.Return:
		f.leave(in)
	case *ssa.Panic:
		f.throws(term.Yes, f.thrownBy(in))
	case *ssa.Store:
		if f.storedAway(in.Addr, in.Val) {
			break
		}
		if p := f.use(in.Addr); f.pc != term.No {
			f.store(p.(*pointer), f.get(in.Val))
		}
	case *ssa.MapUpdate:
		if f.storedAway(in.Map, in.Key, in.Value) {
			break
		}
		if x := f.use(in.Map); f.pc != term.No {
			f.update(in, x.(*mapping))
		}
	case *ssa.DebugRef:
	case *ssa.Defer:
		f.postpone(in)
	case *ssa.RunDefers:
		f.runDefers(nil)
	case *ssa.Go, *ssa.Send, *ssa.Select:
		f.giveUp(fmt.Sprintf("%s has no meaning in logic", in))
	case ssa.Value:
		v, before := val(nil), f.writes
		if f.starting != nil {
			v = f.tolerate(in)
		} else {
			v = f.eval(in)
		}
		if f.pc != term.No {
			f.set(in, v)
			f.compared(in, v)
			f.reread(in, before)
		}
	default:
		f.giveUp(fmt.Sprintf("%s cannot be followed", in))
	}
	return math.MaxInt
}

func (f *frame) branch(in *ssa.If) int {
	x := f.use(in.Cond)
	if f.pc == term.No {
		return math.MaxInt
	}
	c := f.b.Simplify(f.pc, x.(term.Term))
	if l := f.flow.loopOf[f.block.Index]; f.turns[l] > 1 {
		c = f.b.Settle(f.pc, c)
	}
	f.branched(in, c)
	return f.forked(c)
}

func (f *frame) leave(in *ssa.Return) {
	var v val = tuple(nil)
	switch len(in.Results) {
	case 0:
	case 1:
		v = f.get(in.Results[0])
	default:
		t := make(tuple, len(in.Results))
		for i, r := range in.Results {
			t[i] = f.get(r)
		}
		v = t
	}
	f.returns = append(f.returns, arrival{cond: f.pc, way: f.here(), vals: []val{v}})
}

// eval returns the value of an instruction.
func (f *frame) eval(in ssa.Value) val {
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
		if t, ok := f.use(in.Tuple).(tuple); ok {
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

// evalMore has the rarer instructions.
func (f *frame) evalMore(in ssa.Value) val {
	switch in := in.(type) {
	case *ssa.Lookup:
		return f.lookup(in)
	case *ssa.MakeClosure:
		binds := make([]val, len(in.Bindings))
		for i, b := range in.Bindings {
			binds[i] = f.get(b)
		}
		return &callable{[]callee{{guard: term.Yes, fn: in.Fn.(*ssa.Function), binds: binds}}}
	case *ssa.MakeInterface:
		return &boxed{[]content{{term.Yes, in.X.Type(), f.get(in.X)}}}
	case *ssa.MakeMap:
		t := &table{typ: in.Type().Underlying().(*types.Map)}
		if f.starting == nil {
			f.tabled = append(f.tabled, t)
		}
		return &mapping{[]tableRef{{term.Yes, t}}}
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
	f.giveUp(fmt.Sprintf("%s has no meaning in logic", in))
	return nil
}

// constant returns the value of a constant.
func (m *machine) constant(c *ssa.Const) val {
	t := c.Type()
	if c.Value == nil {
		return m.zero(t)
	}
	if k, ok := layout.KindOf(t); ok {
		return m.b.Scalar(k, c.Value)
	}
	basic, ok := t.Underlying().(*types.Basic)
	switch {
	case !ok:
	case basic.Info()&types.IsString != 0:
		if c.Value.Kind() == constant.Int {
			return m.str(string(rune(c.Int64())))
		}
		return m.str(constant.StringVal(c.Value))
	case basic.Info()&(types.IsFloat|types.IsComplex) != 0:
		re, _ := constant.Float64Val(constant.Real(constant.ToComplex(c.Value)))
		im, _ := constant.Float64Val(constant.Imag(constant.ToComplex(c.Value)))
		if isSingle(t) {
			re, im = float64(float32(re)), float64(float32(im))
		}
		return &numbers{[]number{{term.Yes, complex(re, im)}}}
	}
	return &unknown{guard: term.Yes, why: "constant " + c.String() + " cannot be followed"}
}

var binaryOps = map[token.Token]form.Op{
	token.ADD: form.Add, token.SUB: form.Sub, token.MUL: form.Mul,
	token.QUO: form.Quo, token.REM: form.Rem,
	token.AND: form.BitAnd, token.OR: form.BitOr, token.XOR: form.BitXor, token.AND_NOT: form.AndNot,
	token.SHL: form.Shl, token.SHR: form.Shr,
}

func (f *frame) binary(in *ssa.BinOp) val {
	x, y := f.use(in.X), f.use(in.Y)
	if f.pc == term.No {
		return nil
	}
	switch in.Op {
	case token.EQL, token.NEQ:
		if f.comparing(in, x, y); f.pc == term.No {
			return nil
		}
		if in.Op == token.EQL {
			return f.equal(x, y)
		}
		return f.negation(f.equal(x, y))
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
	case *text:
		return f.concat(x, y.(*text))
	case *numbers:
		return f.arithmetic(in.Op, in.Type(), x, y.(*numbers))
	}
	f.giveUp(fmt.Sprintf("%s cannot be followed", in))
	return nil
}

func (m *machine) negation(v val) val {
	if u, ok := v.(*unknown); ok {
		if u.rest == nil {
			return u
		}
		return &unknown{u.guard, u.why, u.pos, m.negation(u.rest)}
	}
	return m.b.Not(v.(term.Term))
}

// integer is arithmetic on integers, with its panics.
func (f *frame) integer(in *ssa.BinOp, x, y term.Term) val {
	switch in.Op {
	case token.QUO, token.REM:
		f.panics(f.b.Eq(y, f.b.Constant(f.b.Nodes[y].Kind, 0)))
	case token.SHL, token.SHR:
		if k := f.b.Nodes[y].Kind; k < form.Uint8 {
			f.panics(f.b.Lt(y, f.b.Constant(k, 0)))
		}
	}
	op, ok := binaryOps[in.Op]
	if !ok {
		f.giveUp(fmt.Sprintf("%s cannot be followed", in))
		return nil
	}
	if f.b.Nodes[x].Kind == form.Bool {
		if op == form.BitAnd {
			return f.b.And(x, y)
		}
		return f.b.Or(x, y)
	}
	return f.b.Arith(op, x, y)
}

func (f *frame) unary(in *ssa.UnOp) val {
	x := f.use(in.X)
	if f.pc == term.No {
		return nil
	}
	if in.Op == token.MUL {
		return f.load(x.(*pointer), in.Type())
	}
	switch x := x.(type) {
	case term.Term:
		k := f.b.Nodes[x].Kind
		switch in.Op {
		case token.NOT:
			return f.b.Not(x)
		case token.SUB:
			return f.b.Arith(form.Sub, f.b.Constant(k, 0), x)
		case token.XOR:
			return f.b.Arith(form.BitXor, x, f.b.Constant(k, form.EvalOp(form.Conv, k, form.Int64, -1, 0, 0)))
		}
	case *numbers:
		if in.Op == token.SUB {
			return f.mapNumbers(x, func(v complex128) complex128 { return -v })
		}
	}
	f.giveUp(fmt.Sprintf("%s has no meaning in logic", in))
	return nil
}
