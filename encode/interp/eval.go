package interp

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/internal/form"
)

// evaluation compiles an instruction that sets register d. It returns nil for instructions that are
// not supported.
func (c *compiler) evaluation(in ssa.Instruction, d int, next outcome) op {
	if call, ok := in.(*ssa.Call); ok {
		return c.call(call, d, next)
	}
	v, ok := in.(ssa.Value)
	if !ok {
		return nil
	}
	do := c.evaluator(v)
	if do == nil {
		return nil
	}
	return storing(do, d, next)
}

// storing returns an operation that puts a value into register d.
func storing(do evaluator, d int, next outcome) op {
	return func(m *machine, r []Value) outcome {
		v, ok := do(m, r)
		if !ok {
			return m.stop
		}
		r[d] = v
		return next
	}
}

func (c *compiler) evaluator(in ssa.Value) evaluator {
	switch in := in.(type) {
	case *ssa.Alloc:
		return c.allocation(in.Type().Underlying().(*types.Pointer).Elem())
	case *ssa.BinOp:
		return c.binary(in)
	case *ssa.UnOp:
		return c.unary(in)
	case *ssa.ChangeType:
		return c.passThrough(in.X)
	case *ssa.ChangeInterface:
		return c.passThrough(in.X)
	case *ssa.Convert:
		return c.convert(in.X.Type(), in.Type(), c.reg(in.X))
	case *ssa.MultiConvert:
		return c.convert(in.X.Type(), in.Type(), c.reg(in.X))
	case *ssa.Extract:
		x, i := c.reg(in.Tuple), in.Index
		return func(m *machine, r []Value) (Value, bool) { return r[x].ref.(aggregate)[i], true }
	case *ssa.Field:
		x, t := c.reg(in.X), in.Type()
		off := c.lay.Field(in.X.Type().Underlying().(*types.Struct), in.Field)
		return func(m *machine, r []Value) (Value, bool) { return m.resolve(m.part(r[x].ref.(aggregate), off, t)) }
	case *ssa.FieldAddr:
		x := c.reg(in.X)
		off := int64(c.lay.Field(in.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct), in.Field))
		return func(m *machine, r []Value) (Value, bool) {
			p := r[x]
			if p.ref == nil {
				m.throw("invalid memory address or nil pointer dereference")
				return p, false
			}
			p.number += off
			return p, true
		}
	case *ssa.Index:
		return c.index(in)
	case *ssa.IndexAddr:
		return c.indexAddr(in)
	}
	return c.rareInstruction(in)
}

// rareInstruction compiles the rarer instructions.
func (c *compiler) rareInstruction(in ssa.Value) evaluator {
	switch in := in.(type) {
	case *ssa.Lookup:
		return c.lookupOf(in)
	case *ssa.MakeClosure:
		fn, list := in.Fn.(*ssa.Function), c.registers(in.Bindings)
		return func(m *machine, r []Value) (Value, bool) {
			binds := make([]Value, len(list))
			for i, x := range list {
				binds[i] = r[x]
			}
			return Value{ref: &closure{fn: fn, binds: binds}}, true
		}
	case *ssa.MakeInterface:
		x, t := c.reg(in.X), in.X.Type()
		id := c.id(t)
		return func(m *machine, r []Value) (Value, bool) { return Value{ref: &content{t, id, r[x]}}, true }
	case *ssa.MakeMap:
		return func(m *machine, r []Value) (Value, bool) { return Value{ref: m.newTable()}, true }
	case *ssa.MakeSlice:
		return c.makeSlice(in)
	case *ssa.Next:
		return c.next(in)
	case *ssa.Range:
		return c.ranging(in)
	case *ssa.Slice:
		return c.slice(in)
	case *ssa.SliceToArrayPointer:
		x := c.reg(in.X)
		n := int(in.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array).Len())
		return func(m *machine, r []Value) (Value, bool) {
			w, ok := r[x].ref.(*window)
			switch {
			case !ok && n == 0:
				return Value{}, true
			case !ok || w.length < n:
				m.throw("cannot convert slice to array pointer")
				return Value{}, false
			}
			return Pointer(w.obj, w.offset), true
		}
	case *ssa.TypeAssert:
		return c.typeAssert(in)
	}
	return nil
}

func (c *compiler) passThrough(v ssa.Value) evaluator {
	x := c.reg(v)
	return func(m *machine, r []Value) (Value, bool) { return r[x], true }
}

// allocation compiles the allocation of a variable of type t.
func (c *compiler) allocation(t types.Type) evaluator {
	if c.lay.Size(t) > maxCells {
		return nil
	}
	zero := flat(nil, c.zero(t))
	return func(m *machine, r []Value) (Value, bool) {
		o := &Object{cells: make([]Value, len(zero)), born: m.epoch}
		copy(o.cells, zero)
		m.spend(len(zero))
		return Value{ref: o}, true
	}
}

// load compiles reading a variable of type t through a pointer. carried says that its value need
// not be decided yet.
func (c *compiler) load(x int, t types.Type, carried bool) evaluator {
	if layout.Aggregate(t) {
		n := c.lay.Size(t)
		return func(m *machine, r []Value) (Value, bool) {
			o, ok := m.object(r[x])
			if !ok {
				return Value{}, false
			}
			at := int(r[x].number)
			m.spend(n)
			return Value{ref: append(make(aggregate, 0, n), o.cells[at:at+n]...)}, true
		}
	}
	return func(m *machine, r []Value) (Value, bool) {
		o, ok := r[x].ref.(*Object)
		if !ok {
			m.object(r[x])
			return Value{}, false
		}
		v := o.cells[r[x].number]
		if carried || v.ref == nil {
			return v, true
		}
		return m.resolve(v)
	}
}

// object returns the object that a pointer points to.
func (m *machine) object(p Value) (*Object, bool) {
	switch o := p.ref.(type) {
	case *Object:
		return o, true
	case nil:
		m.throw("invalid memory address or nil pointer dereference")
		return nil, false
	}
	return nil, m.giveUpOn(p)
}

func (c *compiler) store(in *ssa.Store, next outcome) op {
	x, y := c.reg(in.Addr), c.reg(in.Val)
	return func(m *machine, r []Value) outcome { return m.assign(r[x], r[y], next) }
}

func (m *machine) assign(p, v Value, next outcome) outcome {
	o, ok := m.object(p)
	if !ok {
		return m.stop
	}
	if a, ok := v.ref.(aggregate); ok {
		m.spend(len(a))
		for i, x := range a {
			m.set(o, int(p.number)+i, x)
		}
		return next
	}
	m.set(o, int(p.number), v)
	return next
}

func (c *compiler) unary(in *ssa.UnOp) evaluator {
	x := c.reg(in.X)
	k, whole := layout.KindOf(in.X.Type())
	switch in.Op {
	case token.MUL:
		return c.load(x, in.Type(), c.undecided[in])
	case token.NOT:
		return func(m *machine, r []Value) (Value, bool) { return Value{number: r[x].number ^ 1}, true }
	case token.SUB:
		switch {
		case whole:
			return func(m *machine, r []Value) (Value, bool) {
				return Int(form.EvalOp(form.Sub, k, k, 0, r[x].number, 0)), true
			}
		case basicInfo(in.X.Type())&types.IsComplex != 0:
			return func(m *machine, r []Value) (Value, bool) { return Complex(-r[x].ref.(complex128)), true }
		}
		return func(m *machine, r []Value) (Value, bool) { return Float(-r[x].float()), true }
	case token.XOR:
		return func(m *machine, r []Value) (Value, bool) {
			return Int(form.EvalOp(form.BitXor, k, k, r[x].number, form.EvalOp(form.Conv, k, form.Int64, -1, 0, 0), 0)), true
		}
	}
	return nil
}

// binary compiles arithmetic and comparisons.
func (c *compiler) binary(in *ssa.BinOp) evaluator {
	x, y := c.reg(in.X), c.reg(in.Y)
	t := in.X.Type()
	switch in.Op {
	case token.EQL, token.NEQ:
		return c.comparison(t, in.Y.Type(), x, y, in.Op == token.NEQ)
	case token.LSS:
		return c.ordered(t, x, y, false)
	case token.GTR:
		return c.ordered(t, y, x, false)
	case token.LEQ:
		return c.ordered(t, y, x, true)
	case token.GEQ:
		return c.ordered(t, x, y, true)
	}
	if _, ok := layout.KindOf(t); ok {
		return c.integer(in, x, y)
	}
	switch n := basicInfo(t); {
	case n&types.IsString != 0:
		return func(m *machine, r []Value) (Value, bool) {
			a, ok := m.str(r[x])
			if !ok {
				return Value{}, false
			}
			b, ok := m.str(r[y])
			m.spend(len(a) + len(b))
			return String(a + b), ok
		}
	case n&types.IsFloat != 0:
		return floats(in.Op, isSinglePrecision(t), x, y)
	case n&types.IsComplex != 0:
		return complexes(in.Op, isSinglePrecision(t), x, y)
	}
	return nil
}

// integer compiles arithmetic on integers, with its panics.
func (c *compiler) integer(in *ssa.BinOp, x, y int) evaluator {
	k, _ := layout.KindOf(in.X.Type())
	of, _ := layout.KindOf(in.Y.Type())
	op, ok := binaryOps[in.Op.String()]
	if !ok {
		return nil
	}
	if k == form.Bool {
		op = map[token.Token]form.Op{token.AND: form.And, token.OR: form.Or}[in.Op]
	}
	switch op {
	case form.Quo, form.Rem:
		return func(m *machine, r []Value) (Value, bool) {
			if r[y].number == 0 {
				m.throw("integer divide by zero")
				return Value{}, false
			}
			return Int(form.EvalOp(op, k, k, r[x].number, r[y].number, 0)), true
		}
	case form.Shl, form.Shr:
		signed := of < form.Uint8
		return func(m *machine, r []Value) (Value, bool) {
			if signed && r[y].number < 0 {
				m.throw("negative shift amount")
				return Value{}, false
			}
			return Int(form.EvalOp(op, k, k, r[x].number, r[y].number, 0)), true
		}
	case form.Add:
		if k == form.Int64 {
			return func(m *machine, r []Value) (Value, bool) { return Value{number: r[x].number + r[y].number}, true }
		}
	case form.Sub:
		if k == form.Int64 {
			return func(m *machine, r []Value) (Value, bool) { return Value{number: r[x].number - r[y].number}, true }
		}
	}
	return func(m *machine, r []Value) (Value, bool) {
		return Int(form.EvalOp(op, k, k, r[x].number, r[y].number, 0)), true
	}
}

func floats(op token.Token, single bool, x, y int) evaluator {
	var do func(a, b float64) float64
	switch op {
	case token.ADD:
		do = func(a, b float64) float64 { return a + b }
	case token.SUB:
		do = func(a, b float64) float64 { return a - b }
	case token.MUL:
		do = func(a, b float64) float64 { return a * b }
	case token.QUO:
		do = func(a, b float64) float64 { return a / b }
	default:
		return nil
	}
	return func(m *machine, r []Value) (Value, bool) {
		z := do(r[x].float(), r[y].float())
		if single {
			z = float64(float32(z))
		}
		return Float(z), true
	}
}

func complexes(op token.Token, single bool, x, y int) evaluator {
	var do func(a, b complex128) complex128
	switch op {
	case token.ADD:
		do = func(a, b complex128) complex128 { return a + b }
	case token.SUB:
		do = func(a, b complex128) complex128 { return a - b }
	case token.MUL:
		do = func(a, b complex128) complex128 { return a * b }
	case token.QUO:
		do = func(a, b complex128) complex128 { return a / b }
	default:
		return nil
	}
	return func(m *machine, r []Value) (Value, bool) {
		z := do(r[x].ref.(complex128), r[y].ref.(complex128))
		if single {
			z = complex128(complex64(z))
		}
		return Complex(z), true
	}
}
