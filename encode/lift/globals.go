package lift

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/encode/sym"
	"github.com/rtest-dev/rtest/encode/term"
	"github.com/rtest-dev/rtest/encode/vars"
	"github.com/rtest-dev/rtest/refine"
)

// packageVars are the variables of a package after its initialization. vars has no object for a
// variable that other code may change.
type packageVars struct {
	vars map[*ssa.Global]*sym.Object
	// initial has the initial values of the variables that may change.
	initial map[*ssa.Global]*sym.Object
	// lost are the objects that unknown code may change during the initialization.
	lost []*sym.Object
	// exposed reports that unknown code received functions of the package.
	exposed bool
}

// global returns the address of a package-level variable.
func (f *Frame) global(g *ssa.Global) sym.Val {
	v := f.globals[g.Pkg]
	if v == nil {
		v = f.initialize(g.Pkg)
	}
	if o := v.vars[g]; o != nil {
		return &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: o}}}
	}
	why := "the package variable " + g.Name() + " may change"
	o := v.initial[g]
	// Without an object, an earlier call may have set the variable. A solution is only a candidate,
	// but the absence of one proves nothing.
	if o == nil || !f.assumes(why) {
		return &sym.Unknown{Guard: term.Yes, Why: why}
	}
	return &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: o}}}
}

// initialize executes the initialization of a package, but not those of the packages it imports.
func (m *Machine) initialize(pkg *ssa.Package) *packageVars {
	pkg.Build()
	v := &packageVars{vars: map[*ssa.Global]*sym.Object{}, initial: map[*ssa.Global]*sym.Object{}}
	m.globals[pkg] = v
	fates := m.Vars.Of(pkg)
	for _, name := range slices.Sorted(maps.Keys(pkg.Members)) {
		g, ok := pkg.Members[name].(*ssa.Global)
		if !ok {
			continue
		}
		t := g.Type().Underlying().(*types.Pointer).Elem()
		if m.Layout.Size(t) > sym.MaxCells {
			continue
		}
		v.vars[g] = m.NewVariable(term.Yes, m.Zero(t))
		if fates[g] == vars.Hidden {
			v.loseObject(v.vars[g])
		}
	}
	init := pkg.Func("init")
	if init == nil || len(init.Blocks) == 0 {
		m.forget(v, "its initial value is not available")
		return v
	}
	// Giving up here makes a value unknown; it is not a gap in the predicate.
	faults, blind, gaps, stack, old := m.faults, m.blind, m.Gaps, m.stack, m.starting
	m.starting, m.stack = pkg, nil
	done := m.call(init, nil, nil, term.Yes, init.Pos())
	failed := len(m.faults) > len(faults) || len(m.blind) > len(blind)
	m.faults, m.blind, m.Gaps, m.stack, m.starting = faults, blind, gaps, stack, old
	if done == nil || failed {
		m.forget(v, "its initial value cannot be followed")
	}
	v.settle(fates)
	return v
}

// settle removes the variables that may change, and those that lead to memory that may change.
func (v *packageVars) settle(fates map[*ssa.Global]vars.Fate) {
	for g, o := range v.vars {
		if fates[g] != vars.Kept {
			if !o.Lost {
				v.initial[g] = &sym.Object{Cells: slices.Clone(o.Cells), Made: o.Made, Newest: o.Newest}
			}
			v.loseObject(o)
		}
	}
	for _, o := range v.vars {
		// A later call of a closure may set its captured variables.
		v.lose(reached(o.Cells).bound...)
	}
	for g, o := range v.vars {
		if r := reached(o.Cells); o.Lost || slices.ContainsFunc(r.objects, func(o *sym.Object) bool { return o.Lost }) ||
			slices.ContainsFunc(r.tables, func(t *sym.Table) bool { return t.Changing }) {
			delete(v.vars, g)
		}
	}
	for _, o := range v.vars {
		v.lose(reached(o.Cells).shared...)
	}
}

// forget makes all variables of a package unknown.
func (m *Machine) forget(v *packageVars, why string) {
	for g, o := range v.vars {
		for i := range o.Cells {
			o.Cells[i] = &sym.Unknown{Guard: term.Yes, Why: "the package variable " + g.Name() + ": " + why}
		}
	}
}

// tolerate executes an instruction of an initialization. If it cannot be followed, its value is
// unknown and execution continues.
func (f *Frame) tolerate(in ssa.Value) sym.Val {
	pc, faults, blind, gaps := f.PC, len(f.faults), len(f.blind), len(f.Gaps)
	v := f.eval(in)
	if f.PC != term.No && v != nil {
		return v
	}
	why := "it panics"
	if len(f.Gaps) > gaps {
		why = f.Gaps[len(f.Gaps)-1].Why
	}
	f.PC, f.faults, f.blind, f.Gaps = pc, f.faults[:faults], f.blind[:blind], f.Gaps[:gaps]
	if c, ok := in.(*ssa.Call); ok {
		f.loseAfter(&c.Call)
	} else if refine.Refers(in.Type()) {
		f.loseOperands(in.(ssa.Instruction))
	}
	return f.unknownOf(in.Type(), why)
}

// loseAfter makes the memory unknown that a call which could not be followed may set, now or later.
func (f *Frame) loseAfter(call *ssa.CallCommon) {
	v := f.globals[f.starting]
	for _, o := range v.lost {
		v.loseObject(o) // The object may hold new references by now.
	}
	for g := range f.Vars.MaySet(f.starting, call, v.exposed) {
		if o := v.vars[g]; o != nil {
			v.loseObject(o)
		}
	}
	v.exposed = v.exposed || vars.Exposes(f.starting, call)
	for _, x := range append(slices.Clone(call.Args), call.Value) {
		if _, builtin := x.(*ssa.Builtin); !builtin && refine.Refers(x.Type()) {
			v.lose(f.get(x))
		}
	}
}

// loseOperands makes the memory unknown that the operands of an instruction lead to.
func (f *Frame) loseOperands(in ssa.Instruction) {
	for _, x := range in.Operands(nil) {
		if *x != nil && refine.Refers((*x).Type()) {
			f.globals[f.starting].lose(f.get(*x))
		}
	}
}

// storedAway reports whether an instruction of an initialization stores to an unknown address or into
// an unknown map. All memory that such an address may lead to is unknown already; the stored value
// becomes so too.
func (f *Frame) storedAway(at ssa.Value, stored ...ssa.Value) bool {
	if f.starting == nil {
		return false
	}
	switch x := f.get(at).(type) {
	case *sym.Unknown:
		if x.Guard != term.Yes {
			return false
		}
	case *sym.Mapping:
		if !slices.ContainsFunc(x.Alts, func(r sym.TableRef) bool { return r.Table != nil && r.Table.Changing }) {
			return false
		}
	default:
		return false
	}
	for _, x := range stored {
		if refine.Refers(x.Type()) {
			f.globals[f.starting].lose(f.get(x))
		}
	}
	return true
}

// lose makes the memory unknown that values lead to.
func (v *packageVars) lose(list ...sym.Val) {
	r := reached(list)
	for _, o := range r.objects {
		v.loseObject(o)
	}
	for _, t := range r.tables {
		t.Lost, t.Changing = true, true
	}
}

// loseObject makes an object unknown, and the memory it leads to.
func (v *packageVars) loseObject(o *sym.Object) {
	cells := slices.Concat(o.Cells, o.Fill)
	if !o.Lost {
		o.Lost = true
		v.lost = append(v.lost, o)
	}
	for i := range o.Cells {
		o.Cells[i] = &sym.Unknown{Guard: term.Yes, Why: whyShared}
	}
	for i := range o.Fill {
		o.Fill[i] = &sym.Unknown{Guard: term.Yes, Why: whyShared}
	}
	v.lose(cells...)
}

const whyShared = "what a package variable holds may change"

// unknownOf returns an unknown value of type t.
func (m *Machine) unknownOf(t types.Type, why string) sym.Val {
	u := &sym.Unknown{Guard: term.Yes, Why: why}
	switch z := m.Zero(t).(type) {
	case sym.Aggregate:
		for i := range z {
			z[i] = u
		}
		return z
	case sym.Tuple:
		for i := range z {
			z[i] = m.unknownOf(t.(*types.Tuple).At(i).Type(), why)
		}
		return z
	}
	return u
}
