package interp

import (
	"go/constant"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/encode/analysis"
	"github.com/rtest-dev/rtest/encode/layout"
	"golang.org/x/tools/go/ssa"
)

// A code is a compiled function. Its registers are the parameters, the variables of the closure,
// the values of instructions, and the constants.
type code struct {
	fn   *ssa.Function
	size int
	// image is the content of the registers on entry.
	image []Value
	ops   []op
	// By instruction: the register it sets, or -1, and the type of the value.
	dst   []int
	types []types.Type
	// For the initialization of a package: its instructions, and the registers.
	ins  []ssa.Instruction
	regs map[ssa.Value]int
	// recovery is the instruction at which the function continues after a recovered panic, or -1.
	recovery int
}

// A compiler compiles one function.
type compiler struct {
	*Program
	fn     *ssa.Function
	code   *code
	regs   map[ssa.Value]int
	consts []ssa.Value
	guards []*ssa.Call // see analysis.Guards
	starts map[*ssa.BasicBlock]int
	open   *analysis.Evaluation
	// root says that the function is a predicate. undecided are the values whose registers may hold
	// undecided values.
	root      bool
	undecided map[ssa.Value]bool
}

// compile compiles a function that has blocks. root says that it is a predicate.
func (p *Program) compile(fn *ssa.Function, root bool) *code {
	c := &compiler{Program: p, fn: fn, root: root, code: &code{fn: fn, recovery: -1}, regs: map[ssa.Value]int{}, starts: map[*ssa.BasicBlock]int{}}
	c.findUndecided()
	c.guards = analysis.Guards(fn)
	c.open = analysis.EvaluationOf(fn)
	for _, v := range fn.Params {
		c.regs[v] = len(c.regs)
	}
	for _, v := range fn.FreeVars {
		c.regs[v] = len(c.regs)
	}
	at := 0
	for _, b := range fn.Blocks {
		c.starts[b] = at
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				c.regs[v] = len(c.regs)
			}
			if !skipped(in) {
				at++
			}
			if len(c.open.Held[in]) > 0 {
				at++
			}
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if skipped(in) {
				continue
			}
			c.add(in)
		}
	}
	if fn.Recover != nil {
		c.code.recovery = c.starts[fn.Recover]
	}
	first := len(c.regs) - len(c.consts)
	c.code.size = len(c.regs)
	c.code.image = make([]Value, c.code.size)
	for i, v := range c.consts {
		c.code.image[first+i] = c.constantOf(v)
	}
	return c.code
}

// add adds the code of an instruction.
func (c *compiler) add(in ssa.Instruction) {
	d := -1
	var t types.Type
	if v, ok := in.(ssa.Value); ok {
		d, t = c.regs[v], v.Type()
	}
	do := c.instruction(in, d, outcome(len(c.code.ops)+1))
	if c.open.Early[in] {
		do = unordered(in, do)
	}
	c.emit(do, d, t, in)
	if len(c.open.Held[in]) > 0 {
		c.emit(c.rereading(in, outcome(len(c.code.ops)+1)), -1, nil, nil)
	}
}

// emit adds an operation, with the register and the type of its value, or -1 and nil. in is nil if
// the operation does not implement an instruction.
func (c *compiler) emit(do op, d int, t types.Type, in ssa.Instruction) {
	c.code.ops = append(c.code.ops, do)
	c.code.dst, c.code.types = append(c.code.dst, d), append(c.code.types, t)
	if initializes(c.fn) {
		c.code.ins, c.code.regs = append(c.code.ins, in), c.regs
	}
}

// skipped reports whether an instruction has no code. A Phi is executed by the jump to its block.
func skipped(in ssa.Instruction) bool {
	switch in.(type) {
	case *ssa.Phi, *ssa.DebugRef:
		return true
	}
	return false
}

// reg returns the register of an operand. All instructions must have registers already; those of
// constants follow.
func (c *compiler) reg(v ssa.Value) int {
	if i, ok := c.regs[v]; ok {
		return i
	}
	i := len(c.regs)
	c.regs[v] = i
	c.consts = append(c.consts, v)
	return i
}

func (c *compiler) constantOf(v ssa.Value) Value {
	switch v := v.(type) {
	case *ssa.Const:
		return c.constant(v)
	case *ssa.Function:
		return Value{ref: &closure{fn: v}}
	case *ssa.Global:
		return Value{} // It is found when it is used.
	}
	return Unknown(v.String() + " cannot be followed")
}

// constant returns the value of a constant.
func (p *Program) constant(c *ssa.Const) Value {
	t := c.Type()
	if c.Value == nil {
		return p.zero(t)
	}
	if _, ok := layout.KindOf(t); ok {
		if c.Value.Kind() == constant.Bool {
			return boolean(constant.BoolVal(c.Value))
		}
		v := constant.ToInt(c.Value)
		if i, exact := constant.Int64Val(v); exact {
			return Int(i)
		}
		u, _ := constant.Uint64Val(v)
		return Int(int64(u))
	}
	switch in := basicInfo(t); {
	case in&types.IsString != 0:
		if c.Value.Kind() == constant.Int {
			return String(string(rune(c.Int64())))
		}
		return String(constant.StringVal(c.Value))
	case in&(types.IsFloat|types.IsComplex) != 0:
		z := constant.ToComplex(c.Value)
		re, _ := constant.Float64Val(constant.Real(z))
		im, _ := constant.Float64Val(constant.Imag(z))
		if isSinglePrecision(t) {
			re, im = float64(float32(re)), float64(float32(im))
		}
		if in&types.IsComplex != 0 {
			return Complex(complex(re, im))
		}
		return Float(re)
	}
	return Unknown("the constant " + c.String() + " cannot be followed")
}

func isSinglePrecision(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && (b.Kind() == types.Float32 || b.Kind() == types.Complex64)
}

// instruction compiles an instruction.
func (c *compiler) instruction(in ssa.Instruction, d int, next outcome) op {
	do := c.control(in, next)
	if do == nil {
		do = c.evaluation(in, d, next)
	}
	if do == nil {
		why := in.String() + " cannot be followed"
		do = func(m *machine, r []Value) outcome { return m.giveUp(why) }
	}
	return c.resolvingOperands(in, do)
}

// resolvingOperands prepares the operands of an instruction: it finds package variables, and
// resolves undecided values that the instruction does not merely pass on.
func (c *compiler) resolvingOperands(in ssa.Instruction, do op) op {
	var used []ssa.Value
	for _, v := range in.Operands(nil) {
		if *v == nil || slices.Contains(used, *v) {
			continue
		}
		used = append(used, *v)
		if c.undecided[*v] && !c.passes(in, *v) {
			do = c.resolving(*v, do)
		}
	}
	return c.findingGlobals(used, do)
}

// findingGlobals returns do after the package variables among the operands have been found.
func (c *compiler) findingGlobals(used []ssa.Value, do op) op {
	for _, v := range used {
		if g, ok := v.(*ssa.Global); ok {
			do = c.findingGlobal(g, do)
		}
	}
	return do
}

// resolving returns then after an operand has been resolved, if it is undecided.
func (c *compiler) resolving(v ssa.Value, then op) op {
	i := c.reg(v)
	return func(m *machine, r []Value) outcome {
		if r[i].ref != nil {
			v, ok := m.resolve(r[i])
			if !ok {
				return m.stop
			}
			r[i] = v
		}
		return then(m, r)
	}
}

func (c *compiler) findingGlobal(g *ssa.Global, then op) op {
	i := c.reg(g)
	return func(m *machine, r []Value) outcome {
		if r[i].ref == nil {
			o, ok := m.global(g)
			if !ok {
				return m.stop
			}
			r[i] = Value{ref: o}
		}
		return then(m, r)
	}
}

// control compiles an instruction without a value. It returns nil for other instructions.
func (c *compiler) control(in ssa.Instruction, next outcome) op {
	switch in := in.(type) {
	case *ssa.If:
		x := c.reg(in.Cond)
		then, other := c.jump(in.Block(), 0), c.jump(in.Block(), 1)
		call, good := checked(in)
		texts := c.texts(call)
		return func(m *machine, r []Value) outcome {
			holds := r[x].number != 0
			if call != nil && m.smooth() {
				if holds != good {
					return m.reject()
				}
				m.accept(r, texts)
			}
			if holds {
				return then(m, r)
			}
			return other(m, r)
		}
	case *ssa.Jump:
		return c.jump(in.Block(), 0)
	case *ssa.Return:
		return c.returnFrom(in)
	case *ssa.Panic:
		x := c.reg(in.X)
		return func(m *machine, r []Value) outcome {
			m.fault, m.stop = r[x], panicking
			if r[x].ref == nil && m.catches() {
				// Whether recover returns nil depends on the Go version of the main module.
				return m.giveUp(whyRuntimeError)
			}
			return panicking
		}
	case *ssa.Store:
		return c.store(in, next)
	case *ssa.MapUpdate:
		return c.update(in, next)
	case *ssa.Defer:
		return c.deferCall(in, next)
	case *ssa.RunDefers:
		return func(m *machine, r []Value) outcome {
			f := &m.frames[len(m.frames)-1]
			w := f.deferred
			if w == nil {
				return next
			}
			f.deferred = w.next
			return m.enter(w.fn, w.args, again)
		}
	}
	return nil
}

// jump compiles a jump to successor i of a block.
func (c *compiler) jump(from *ssa.BasicBlock, i int) op {
	to := from.Succs[i]
	edge := analysis.Edge(from, i)
	at := outcome(c.starts[to])
	var moves []move
	var values []ssa.Value
	for _, in := range to.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		moves = append(moves, move{c.reg(phi), c.reg(phi.Edges[edge])})
		values = append(values, phi.Edges[edge])
	}
	return c.findingGlobals(values, jumping(at, moves))
}

type move struct{ to, from int }

// jumping returns a jump that sets registers in parallel.
func jumping(at outcome, moves []move) op {
	switch len(moves) {
	case 0:
		return func(m *machine, r []Value) outcome { return at }
	case 1:
		mv := moves[0]
		return func(m *machine, r []Value) outcome {
			r[mv.to] = r[mv.from]
			return at
		}
	}
	return func(m *machine, r []Value) outcome {
		m.args = m.args[:0]
		for _, mv := range moves {
			m.args = append(m.args, r[mv.from])
		}
		for i, mv := range moves {
			r[mv.to] = m.args[i]
		}
		return at
	}
}

func (c *compiler) registers(vs []ssa.Value) []int {
	list := make([]int, len(vs))
	for i, v := range vs {
		list[i] = c.reg(v)
	}
	return list
}
