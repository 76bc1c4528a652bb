package interp

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/analysis"
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/vars"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// A Program holds what all runs share: the compiled functions and the package variables. The zero
// value is ready to use. It is not safe for concurrent use.
type Program struct {
	// MaxSteps is how many instructions one evaluation of a predicate may execute; the default is 1
	// million.
	MaxSteps int64
	// Ahead is the number of steps after which a test starts its scouts (see conjunction); the
	// default is about a million. A negative number starts them at once, even if there are few
	// inputs.
	Ahead int64
	// Vars knows which package variables change. If it is nil, only the SSA form of the program
	// tells.
	Vars *vars.Analysis
	// Hopeful assumes that package variables have the values that the initialization and the runs
	// so far have left. The answers are then only likely.
	Hopeful bool
	// Accepted are texts with which calls succeeded, for tests that ask for this, whatever the test
	// answered.
	Accepted []string
	// Patterns are the regular expressions that were matched against texts.
	Patterns []string

	lay     *layout.Layout
	codes   map[*ssa.Function]*code
	roots   map[*ssa.Function]*code // predicates, whose arguments may be lazy
	refused map[*ssa.Function]string
	globals map[*ssa.Global]*Object
	begun   map[*ssa.Package]bool
	ids     typeutil.Map
	methods map[method]*ssa.Function
	objects int64
	// all holds, by predicate, the tally over all its tests.
	all map[*ssa.Function]*Tally
}

// A method is identified by the number of its type and its name.
type method struct {
	typeID int
	name   string
}

func (p *Program) init() {
	if p.codes != nil {
		return
	}
	if p.MaxSteps == 0 {
		p.MaxSteps = 1_000_000
	}
	p.lay = layout.New(maxCells)
	if p.Vars == nil {
		p.Vars = vars.New(nil)
	}
	p.codes = map[*ssa.Function]*code{}
	p.roots = map[*ssa.Function]*code{}
	p.refused = map[*ssa.Function]string{}
	p.globals = map[*ssa.Global]*Object{}
	p.begun = map[*ssa.Package]bool{}
	p.all = map[*ssa.Function]*Tally{}
	p.methods = map[method]*ssa.Function{}
}

// Interface returns a value of type t in an interface.
func (p *Program) Interface(t types.Type, v Value) Value {
	p.init()
	return Value{ref: &content{t, p.id(t), v}}
}

// id returns the number of a type. Identical types have the same number.
func (p *Program) id(t types.Type) int {
	if n, ok := p.ids.At(t).(int); ok {
		return n
	}
	n := p.ids.Len()
	p.ids.Set(t, n)
	return n
}

// compiled returns the code of a function, or its native replacement, or the reason why there is
// neither.
func (p *Program) compiled(fn *ssa.Function) (*code, native, string) {
	if c := p.codes[fn]; c != nil {
		return c, nil, ""
	}
	if do := p.native(fn); do != nil {
		return nil, do, ""
	}
	if why, ok := p.refused[fn]; ok {
		return nil, nil, why
	}
	if fn.Pkg != nil {
		fn.Pkg.Build()
	}
	if len(fn.Blocks) == 0 {
		why := "the source of " + fn.String() + " is not available"
		p.refused[fn] = why
		return nil, nil, why
	}
	c := p.compile(fn, false)
	p.codes[fn] = c
	return c, nil, ""
}

// lookup returns the method of a type, or nil.
func (p *Program) lookup(prog *ssa.Program, c *content, pkg *types.Package, name string) *ssa.Function {
	key := method{c.typeID, name}
	if fn, ok := p.methods[key]; ok {
		return fn
	}
	var fn *ssa.Function
	if c.typeID >= 0 {
		fn = prog.LookupMethod(c.typ, pkg, name)
	}
	p.methods[key] = fn
	return fn
}

// global returns a package variable as the initialization leaves it.
func (m *machine) global(g *ssa.Global) (*Object, bool) {
	if o := m.globals[g]; o != nil {
		return o, true
	}
	if m.begun[g.Pkg] {
		m.giveUp("the package variable " + g.Name() + " may change")
		return nil, false
	}
	m.initialize(g.Pkg)
	return m.global(g)
}

// unknownOf returns an unknown value of type t.
func (p *Program) unknownOf(t types.Type, why string) Value {
	u := Unknown(why)
	a, ok := p.zero(t).ref.(aggregate)
	if !ok {
		return u
	}
	tuple, isTuple := t.(*types.Tuple)
	for i := range a {
		a[i] = u
		if isTuple {
			a[i] = p.unknownOf(tuple.At(i).Type(), why)
		}
	}
	return Value{ref: a}
}

// Harmless reports whether calls of a predicate, and of all closures it makes, leave the inputs
// unchanged.
func (p *Program) Harmless(fn *ssa.Function) bool {
	return analysis.Harmless(fn, p.isNative)
}

func (p *Program) isNative(fn *ssa.Function) bool { return p.native(fn) != nil }
