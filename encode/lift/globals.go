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

// packageVars are the variables of one package as its initialization leaves
// them. Those that anything else may change have no object.
type packageVars struct {
	vars map[*ssa.Global]*sym.Object
	// initial are the others, as the initialization leaves them.
	initial map[*ssa.Global]*sym.Object
	// lost are the objects that code which is not followed may change, while the
	// package is being initialized.
	lost []*sym.Object
	// exposed says that functions of the package were handed to such code.
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
	if o == nil || f.follow == nil {
		return &sym.Unknown{Guard: term.Yes, Why: why}
	}
	// What is found so is only tried, but what is not found may be where an earlier call has set it.
	if f.trial != nil && f.starting == nil {
		f.trial.initial = append(f.trial.initial, Goal{Open: true, Why: why, Pos: f.trial.place(f), Cond: f.PC})
	}
	return &sym.Pointer{Alts: []sym.Place{{Guard: term.Yes, Obj: o}}}
}

// initialize executes the initialization of a package, without those of the
// packages it imports.
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
		m.forget(v, "its initial value is not at hand")
		return v
	}
	// What is given up in here is an unknown value, not a gap in the predicate.
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

// settle leaves out the variables that something may change, and those that lead to
// memory that something may change.
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
		// Calls of closures may set what these remember.
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

// tolerate executes an instruction of an initialization: a value that cannot
// be followed is unknown, and the others are not affected.
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

// loseAfter makes unknown what a call that could not be followed may set, now or
// later.
func (f *Frame) loseAfter(call *ssa.CallCommon) {
	v := f.globals[f.starting]
	for _, o := range v.lost {
		v.loseObject(o) // Something may have been stored there meanwhile.
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

// loseOperands makes unknown what the operands of an instruction lead to.
func (f *Frame) loseOperands(in ssa.Instruction) {
	for _, x := range in.Operands(nil) {
		if *x != nil && refine.Refers((*x).Type()) {
			f.globals[f.starting].lose(f.get(*x))
		}
	}
}

// storedAway reports whether an instruction of an initialization stores something at an
// unknown address, or in a map that is unknown. All that such an address may lead to
// is unknown already, and what is stored there becomes so.
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

// lose makes unknown, from now on, what values lead to.
func (v *packageVars) lose(list ...sym.Val) {
	r := reached(list)
	for _, o := range r.objects {
		v.loseObject(o)
	}
	for _, t := range r.tables {
		t.Lost, t.Changing = true, true
	}
}

// loseObject makes an object unknown, and what it leads to.
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
