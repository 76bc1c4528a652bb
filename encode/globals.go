package encode

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// packageVars are the variables of one package as its initialization leaves
// them. Those that anything else may change have no object.
type packageVars struct{ vars map[*ssa.Global]*object }

// global returns the address of a package-level variable.
func (m *machine) global(g *ssa.Global) val {
	v := m.globals[g.Pkg]
	if v == nil {
		v = m.initialize(g.Pkg)
	}
	o := v.vars[g]
	if o == nil {
		return &unknown{guard: yes, why: "the package variable " + g.Name() + " may change"}
	}
	return &pointer{[]place{{guard: yes, obj: o}}}
}

// initialize executes the initialization of a package, without those of the
// packages it imports.
func (m *machine) initialize(pkg *ssa.Package) *packageVars {
	pkg.Build()
	v := &packageVars{vars: map[*ssa.Global]*object{}}
	m.globals[pkg] = v
	changed := changedVars(pkg)
	for _, name := range slices.Sorted(maps.Keys(pkg.Members)) {
		g, ok := pkg.Members[name].(*ssa.Global)
		if !ok {
			continue
		}
		t := g.Type().Underlying().(*types.Pointer).Elem()
		if m.lay.Size(t) <= maxCells {
			v.vars[g] = m.newObject(yes, m.zero(t))
		}
	}
	init := pkg.Func("init")
	if init == nil || len(init.Blocks) == 0 {
		m.forget(v, "its initial value is not at hand")
		return v
	}
	// What is given up in here is an unknown value, not a gap in the predicate.
	faults, blind, gaps, stack, old := m.faults, m.blind, m.gaps, m.stack, m.starting
	m.starting, m.stack = pkg, nil
	done := m.call(init, nil, nil, yes, init.Pos())
	failed := len(m.faults) > len(faults) || len(m.blind) > len(blind)
	m.faults, m.blind, m.gaps, m.stack, m.starting = faults, blind, gaps, stack, old
	if done == nil || failed {
		m.forget(v, "its initial value cannot be followed")
	}
	for g, o := range v.vars {
		if changed[g] || slices.ContainsFunc(o.cells, remembers) {
			delete(v.vars, g)
		}
	}
	return v
}

// remembers tells whether a value holds a closure with variables of its own,
// which calls may set.
func remembers(v val) bool {
	switch v := v.(type) {
	case *callable:
		return slices.ContainsFunc(v.alts, func(c callee) bool { return len(c.binds) > 0 })
	case *mapping:
		return slices.ContainsFunc(v.alts, func(r tableRef) bool {
			return r.table != nil && slices.ContainsFunc(r.table.entries, func(e entry) bool { return remembers(e.val) })
		})
	case aggregate:
		return slices.ContainsFunc(v, remembers)
	case *pointer:
		return slices.ContainsFunc(v.alts, func(p place) bool {
			return p.obj != nil && slices.ContainsFunc(p.obj.cells, func(v val) bool { _, ok := v.(*callable); return ok && remembers(v) })
		})
	}
	return false
}

// forget makes all variables of a package unknown.
func (m *machine) forget(v *packageVars, why string) {
	for g, o := range v.vars {
		for i := range o.cells {
			o.cells[i] = &unknown{guard: yes, why: "the package variable " + g.Name() + ": " + why}
		}
	}
}

// tolerate executes an instruction of an initialization: a value that cannot
// be followed is unknown, and the others are not affected.
func (f *frame) tolerate(in ssa.Value) val {
	pc, faults, blind, gaps := f.pc, len(f.faults), len(f.blind), len(f.gaps)
	v := f.eval(in)
	if f.pc != no && v != nil {
		return v
	}
	why := "it panics"
	if len(f.gaps) > gaps {
		why = f.gaps[len(f.gaps)-1].Why
	}
	f.pc, f.faults, f.blind, f.gaps = pc, f.faults[:faults], f.blind[:blind], f.gaps[:gaps]
	if c, ok := in.(*ssa.Call); ok {
		f.forgetAfter(c, why)
	}
	return f.unknownOf(in.Type(), why)
}

// forgetAfter makes unknown what a call that could not be followed may have
// set.
func (f *frame) forgetAfter(call *ssa.Call, why string) {
	v := f.globals[f.starting]
	vars, ok := maySet(call)
	if !ok {
		f.forget(v, why)
		return
	}
	for g := range vars {
		if o := v.vars[g]; o != nil {
			for i := range o.cells {
				o.cells[i] = &unknown{guard: yes, why: "the package variable " + g.Name() + ": " + why}
			}
		}
	}
}

// reach collects what a function and those it calls may set of a package. It
// reports false when it cannot tell.
func (c *changes) reach(fn *ssa.Function, pkg *ssa.Package, seen map[*ssa.Function]bool) bool {
	if seen[fn] || fn.Pkg != nil && fn.Pkg != pkg {
		// Other packages know nothing of this one's variables.
		return true
	}
	seen[fn] = true
	if fn.Pkg == nil && fn.Origin() == nil {
		return false
	}
	c.scan(fn)
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, ok := call.Common().Value.(*ssa.Builtin); ok {
				continue
			}
			to := call.Common().StaticCallee()
			if to == nil || !c.reach(to, pkg, seen) {
				return false
			}
		}
	}
	return true
}

// unknownOf returns an unknown value of type t.
func (m *machine) unknownOf(t types.Type, why string) val {
	u := &unknown{guard: yes, why: why}
	switch z := m.zero(t).(type) {
	case aggregate:
		for i := range z {
			z[i] = u
		}
		return z
	case tuple:
		for i := range z {
			z[i] = m.unknownOf(t.(*types.Tuple).At(i).Type(), why)
		}
		return z
	}
	return u
}

// changedVars returns the variables of a package that something other than its
// initialization may set, themselves or through a reference that they hold.
func changedVars(pkg *ssa.Package) map[*ssa.Global]bool {
	c := &changes{vars: map[*ssa.Global]bool{}, params: map[*ssa.Parameter]bool{}}
	for _, name := range slices.Sorted(maps.Keys(pkg.Members)) {
		switch x := pkg.Members[name].(type) {
		case *ssa.Function:
			if x.Name() != "init" && !strings.HasPrefix(x.Name(), "init#") {
				c.scan(x)
			}
		case *ssa.Type:
			if named, ok := x.Type().(*types.Named); ok {
				for i := range named.NumMethods() {
					if fn := pkg.Prog.FuncValue(named.Method(i)); fn != nil {
						c.scan(fn)
					}
				}
			}
		}
	}
	return c.vars
}

type changes struct {
	vars map[*ssa.Global]bool
	// params says of parameters whether the function may change what they
	// refer to.
	params map[*ssa.Parameter]bool
	depth  int
}

func (c *changes) scan(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				if g, ok := (*op).(*ssa.Global); ok && c.useChanges(g, in) {
					c.vars[g] = true
				}
			}
		}
	}
	for _, a := range fn.AnonFuncs {
		c.scan(a)
	}
}

// changes reports whether something done with a value may change what it
// refers to.
func (c *changes) changes(v ssa.Value) bool {
	if !refers(v.Type()) || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if c.useChanges(v, r) {
			return true
		}
	}
	return false
}

// useChanges reports whether the instruction, which uses v, may change what v
// refers to.
func (c *changes) useChanges(v ssa.Value, in ssa.Instruction) bool {
	switch in := in.(type) {
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.Index, *ssa.Lookup, *ssa.Range, *ssa.Next,
		*ssa.Extract, *ssa.Slice, *ssa.ChangeType, *ssa.Convert, *ssa.TypeAssert, *ssa.ChangeInterface, *ssa.MakeInterface:
		return c.changes(in.(ssa.Value))
	case *ssa.BinOp, *ssa.If, *ssa.DebugRef:
		return false
	case *ssa.Call:
		return c.callChanges(v, in)
	}
	return true
}

func (c *changes) callChanges(v ssa.Value, in *ssa.Call) bool {
	if b, ok := in.Call.Value.(*ssa.Builtin); ok {
		return b.Name() != "len" && b.Name() != "cap"
	}
	fn := in.Call.StaticCallee()
	if in.Call.Value == v && !in.Call.IsInvoke() && !slices.Contains(in.Call.Args, v) {
		// What a closure remembers is looked for where the variable is set.
		return false
	}
	if fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "regexp" {
		return fn.Name() == "Longest" || fn.Name() == "UnmarshalText"
	}
	if fn == nil || !built(fn) {
		return true
	}
	for i, a := range in.Call.Args {
		if a != v {
			continue
		}
		p := fn.Params[i]
		r, ok := c.params[p]
		if !ok {
			// A recursion changes nothing by itself. What was found meanwhile
			// may rest on that, so only the outermost answer is kept.
			c.params[p] = false
			c.depth++
			r = c.changes(p)
			c.depth--
			delete(c.params, p)
			if r || c.depth == 0 {
				c.params[p] = r
			}
		}
		if r {
			return true
		}
	}
	return false
}

// refers reports whether a value of type t may share memory with another.
func refers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for i := range u.NumFields() {
			if refers(u.Field(i).Type()) {
				return true
			}
		}
		return false
	case *types.Array:
		return refers(u.Elem())
	case *types.Interface:
		// Errors are compared and handed on; nobody sets what is behind them.
		return !types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
	case *types.Tuple:
		for i := range u.Len() {
			if refers(u.At(i).Type()) {
				return true
			}
		}
		return false
	}
	return true
}
