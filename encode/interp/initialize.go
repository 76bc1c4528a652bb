package interp

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/refine"
)

// initialize executes the initialization of a package, but not of the packages it imports.
func (p *Program) initialize(pkg *ssa.Package) {
	p.begun[pkg] = true
	pkg.Build()
	all := map[*ssa.Global]*Object{}
	fates := p.Vars.Of(pkg)
	for _, member := range pkg.Members {
		g, ok := member.(*ssa.Global)
		if !ok {
			continue
		}
		if t := g.Type().Underlying().(*types.Pointer).Elem(); p.lay.Size(t) <= maxCells {
			all[g] = &Object{cells: flat(nil, p.zero(t))}
			p.globals[g] = all[g]
			if fates[g] == vars.Hidden {
				all[g].makeUnknown()
			}
		}
	}
	why := "its initial value is not available"
	if fn := pkg.Func("init"); fn != nil && len(fn.Blocks) > 0 {
		why = p.execute(pkg, fn)
	}
	for g, o := range all {
		if why != "" {
			o.forget(g, why)
		}
	}
	if !p.Hopeful {
		p.settle(all, fates)
	}
}

// settle removes the variables that something may change, and those that lead to memory that
// something may change.
func (p *Program) settle(all map[*ssa.Global]*Object, fates map[*ssa.Global]vars.Fate) {
	for g, o := range all {
		if fates[g] != vars.Kept {
			o.makeUnknown()
		}
	}
	for _, o := range all {
		// Calls of closures may set their variables.
		makeUnknown(reached(o.cells).bound)
	}
	for g, o := range all {
		r := reached(o.cells)
		if o.lost || slices.ContainsFunc(r.objects, func(o *Object) bool { return o.lost }) ||
			slices.ContainsFunc(r.tables, func(t *Table) bool { return t.lost }) {
			delete(p.globals, g)
		}
	}
	for _, o := range all {
		makeUnknown(reached(o.cells).shared)
	}
}

// initializes reports whether a function is the initialization of a package.
func initializes(fn *ssa.Function) bool { return fn.Synthetic == "package initializer" }

// forget makes a package variable unknown.
func (o *Object) forget(g *ssa.Global, why string) {
	for i := range o.cells {
		o.cells[i] = Unknown("the package variable " + g.Name() + ": " + why)
	}
}

// execute runs an initialization. It returns why it did not end, or "".
func (p *Program) execute(pkg *ssa.Package, fn *ssa.Function) (why string) {
	defer func() {
		if x := recover(); x != nil {
			why = fmt.Sprintf("it cannot be followed: %v", x)
		}
	}()
	m := p.start(&Test{}, nil)
	m.starting, m.left = pkg, 10*p.MaxSteps
	switch m.enter(&closure{fn: fn}, nil, plain) {
	case entered:
	default:
		return m.why
	}
	for {
		switch m.run() {
		case unclear:
			if m.left < 0 || !m.tolerate() {
				return m.why
			}
		case panicking:
			return "its initialization panics"
		case waiting:
			return "its initialization reads an input"
		default:
			return ""
		}
	}
}

// tolerate makes unknown the value of an instruction of an initialization that cannot be followed,
// and everything it may set, now or later. It then continues after the instruction. In a hopeful
// program, calls are assumed to set nothing.
func (m *machine) tolerate() bool {
	if len(m.frames) == 0 {
		return false
	}
	for len(m.frames) > 1 {
		i := len(m.frames) - 1
		clear(m.stack[m.frames[i].base:m.top])
		m.top = m.frames[i].base
		m.frames = m.frames[:i]
	}
	f := &m.frames[0]
	if f.code.ins == nil {
		return false
	}
	d := f.code.dst[f.pc]
	switch in := f.code.ins[f.pc].(type) {
	case *ssa.Call:
		m.loseAfter(&in.Call)
	case *ssa.Store:
		if !m.isUnknown(in.Addr) {
			return false
		}
		m.loseOperands(in)
	case *ssa.MapUpdate:
		if !m.isUnknown(in.Map) {
			return false
		}
		m.loseOperands(in)
	default:
		if d < 0 {
			return false
		}
		if refine.Refers(f.code.types[f.pc]) {
			m.loseOperands(in)
		}
	}
	if d >= 0 {
		m.stack[f.base+d] = m.unknownOf(f.code.types[f.pc], m.why)
	}
	f.pc++
	return true
}

// loseAfter makes unknown everything that a call which could not be followed may set, now or later.
func (m *machine) loseAfter(call *ssa.CallCommon) {
	if m.Hopeful {
		return
	}
	for g := range m.Vars.MaySet(m.starting, call, m.exposed) {
		if o := m.globals[g]; o != nil {
			o.makeUnknown()
		}
	}
	m.exposed = m.exposed || vars.Exposes(m.starting, call)
	for _, x := range append(slices.Clone(call.Args), call.Value) {
		if _, builtin := x.(*ssa.Builtin); !builtin && refine.Refers(x.Type()) {
			makeUnknown([]Value{m.operand(x)})
		}
	}
}

// loseOperands makes unknown everything that the operands of an instruction lead to.
func (m *machine) loseOperands(in ssa.Instruction) {
	if m.Hopeful {
		return
	}
	for _, x := range in.Operands(nil) {
		if *x != nil && refine.Refers((*x).Type()) {
			makeUnknown([]Value{m.operand(*x)})
		}
	}
}

// isUnknown reports whether an operand of the initialization is an unknown address or an unknown
// map. Everything it may lead to is already unknown.
func (m *machine) isUnknown(v ssa.Value) bool {
	if g, ok := v.(*ssa.Global); ok {
		return m.globals[g] == nil
	}
	switch x := m.operand(v).ref.(type) {
	case *unknown:
		return true
	case *Table:
		return x.lost
	}
	return false
}

// operand returns the value of an operand of the initialization.
func (m *machine) operand(v ssa.Value) Value {
	f := &m.frames[0]
	if g, ok := v.(*ssa.Global); ok {
		if o := m.globals[g]; o != nil {
			return Value{ref: o}
		}
		return Value{}
	}
	if i, ok := f.code.regs[v]; ok {
		return m.stack[f.base+i]
	}
	return Value{}
}
