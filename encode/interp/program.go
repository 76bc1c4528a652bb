package interp

import (
	"go/types"

	"github.com/rtest-dev/rtest/encode/analysis"
	"github.com/rtest-dev/rtest/encode/layout"
	"github.com/rtest-dev/rtest/encode/vars"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

// A Program holds what is common to all runs: the compiled functions and the
// package variables. The zero value is ready; it is not for concurrent use.
type Program struct {
	// MaxSteps is how many instructions one evaluation of a predicate may
	// execute, 1 million by default.
	MaxSteps int64
	// Ahead is after how many steps a test begins to look at what stands behind the
	// first things that it says, a million by default; less than 0 is at once, and
	// also where the inputs are few.
	Ahead int64
	// Vars knows which package variables change; nil stands for what the SSA form
	// of the program shows.
	Vars *vars.Analysis
	// Hopeful takes package variables that may change to be as the initialization,
	// and the runs so far, leave them: what is found is then no more than likely.
	Hopeful bool
	// Accepted are texts with which calls ended well where a test asks for that,
	// whatever came of the whole.
	Accepted []string
	// Patterns are the regular expressions that were asked about texts.
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
	// all is by predicate what came of all its tests.
	all map[*ssa.Function]*Tally
}

// A method is a type by its number and a name.
type method struct {
	t    int
	name string
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

// Interface is a value of type t in an interface.
func (p *Program) Interface(t types.Type, v Value) Value {
	p.init()
	return Value{r: &content{t, p.id(t), v}}
}

// id returns the number of a type: identical types have one.
func (p *Program) id(t types.Type) int {
	if n, ok := p.ids.At(t).(int); ok {
		return n
	}
	n := p.ids.Len()
	p.ids.Set(t, n)
	return n
}

// compiled returns the code of a function, or what is done instead, or why
// there is neither.
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
		why := "the source of " + fn.String() + " is not at hand"
		p.refused[fn] = why
		return nil, nil, why
	}
	c := p.compile(fn, false)
	p.codes[fn] = c
	return c, nil, ""
}

// lookup returns the method of a type, or nil.
func (p *Program) lookup(prog *ssa.Program, c *content, pkg *types.Package, name string) *ssa.Function {
	key := method{c.id, name}
	if fn, ok := p.methods[key]; ok {
		return fn
	}
	var fn *ssa.Function
	if c.id >= 0 {
		fn = prog.LookupMethod(c.t, pkg, name)
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
	a, ok := p.zero(t).r.(aggregate)
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
	return Value{r: a}
}

// Harmless tells whether calls of a predicate, with all the closures that it makes,
// leave the inputs as they are.
func (p *Program) Harmless(fn *ssa.Function) bool {
	return analysis.Harmless(fn, p.isNative)
}

func (p *Program) isNative(fn *ssa.Function) bool { return p.native(fn) != nil }
