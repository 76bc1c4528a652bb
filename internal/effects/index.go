package effects

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/refine"
)

// An Index is what the search for effects knows about a whole program: which functions are used as
// values, and which types are converted to interfaces, in code that may run.
type Index struct {
	*code.Program
	// clean are functions without effects.
	clean map[*ssa.Function]bool
	// taken are the functions that are mentioned without being called, by signature. generic are
	// those whose signatures have type parameters.
	taken    typeutil.Map
	allTaken []*ssa.Function
	generic  []*ssa.Function
	// converted are the types whose values become interfaces. all lists them in order.
	converted typeutil.Map
	all       []types.Type
	// stores are the values stored in package variables. escapes are the variables that are used in
	// other ways than being read and set.
	stores  map[*ssa.Global][]ssa.Value
	escapes map[*ssa.Global]bool
	// interfaces are the methods of the interfaces of code without source, by name. Only the
	// stream's own package looks for the methods of streams in values of any type.
	interfaces map[string][]interfaceMethod
	// given are interfaces whose values come from functions with effects during initialization.
	// kept are values that code without source gets then. initial is set while initialization is
	// analyzed.
	given     []given
	kept      []kept
	initial   bool
	carrying  typeutil.Map
	asserted  typeutil.Map // the types that values of interfaces are asserted to have
	implement typeutil.Map
	visited   map[*ssa.Function]bool
}

// A given is an interface with the name of the function that returns its values.
type given struct {
	t    types.Type
	name string
}

type interfaceMethod struct {
	sig    *types.Signature
	stream string
}

// NewIndex analyzes the code that may run: the package under test without its tests, the
// initialization of packages, and what these lead to.
func NewIndex(p *code.Program) *Index {
	x := &Index{
		Program: p, clean: map[*ssa.Function]bool{}, stores: map[*ssa.Global][]ssa.Value{}, escapes: map[*ssa.Global]bool{},
		interfaces: map[string][]interfaceMethod{}, visited: map[*ssa.Function]bool{},
	}
	x.addUnnamed()
	for _, pkg := range x.sorted() {
		x.addInterfaces(pkg)
	}
	x.initial = true
	for _, pkg := range x.sorted() {
		if !x.loaded(pkg.Types) {
			continue
		}
		s := p.SSA.Package(pkg.Types)
		s.Build()
		x.visit(s.Func("init"))
	}
	x.initial = false
	for _, pkg := range x.sorted() {
		if !x.loaded(pkg.Types) {
			continue
		}
		s := p.SSA.Package(pkg.Types)
		for _, name := range slices.Sorted(maps.Keys(s.Members)) {
			switch m := s.Members[name].(type) {
			case *ssa.Function:
				if pkg.Types == p.Root && !idle(p.SSA.Fset, m) {
					x.visit(m)
				}
			case *ssa.Type:
				if pkg.Main {
					x.declared(m.Type())
				}
			}
		}
	}
	return x
}

// sorted returns the packages in the order of their paths.
func (x *Index) sorted() []*code.Package {
	list := slices.Collect(maps.Values(x.Packages))
	slices.SortFunc(list, func(a, b *code.Package) int {
		if a.Path != b.Path {
			if a.Path < b.Path {
				return -1
			}
			return 1
		}
		return 0
	})
	return list
}

// declared records a type of the module, because an input may hold it in an interface.
func (x *Index) declared(t types.Type) {
	n, ok := t.(*types.Named)
	if !ok || types.IsInterface(t) {
		return
	}
	if n.TypeParams().Len() > 0 {
		for m := range n.Methods() {
			if f := x.SSA.FuncValue(m); f != nil {
				x.visit(f)
			}
		}
	}
	x.convert(t)
	x.convert(types.NewPointer(t))
}

// convert records a type whose values become interfaces, with its methods.
func (x *Index) convert(t types.Type) {
	if types.IsInterface(t) || x.converted.At(t) != nil {
		return
	}
	x.converted.Set(t, true)
	x.all = append(x.all, t)
	for _, f := range x.methodsOf(t, func(*types.Func) bool { return true }) {
		x.visit(f)
	}
}

// visit analyzes a function and what it leads to.
func (x *Index) visit(f *ssa.Function) {
	todo := []*ssa.Function{f}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x.visited[f] {
			continue
		}
		x.visited[f] = true
		if !x.walked(f) {
			continue
		}
		if len(f.Blocks) == 0 {
			todo = append(todo, f.Origin())
			continue
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				todo = append(todo, x.note(in)...)
			}
		}
	}
}

// note records what an instruction mentions, and returns the functions among it.
func (x *Index) note(in ssa.Instruction) []*ssa.Function {
	var mentioned []*ssa.Function
	var callee *ssa.Value
	x.keep(in)
	if call, ok := in.(ssa.CallInstruction); ok {
		callee = &call.Common().Value
		x.give(call.Common())
	}
	for _, op := range in.Operands(nil) {
		switch v := (*op).(type) {
		case *ssa.Function:
			mentioned = append(mentioned, v)
			_, closure := in.(*ssa.MakeClosure)
			if op != callee && !closure {
				x.take(v)
			}
		case *ssa.Global:
			x.variable(in, v)
		}
	}
	switch in := in.(type) {
	case *ssa.MakeClosure:
		x.take(in.Fn.(*ssa.Function))
	case *ssa.TypeAssert:
		x.asserted.Set(in.AssertedType.Underlying(), true)
	case *ssa.MakeInterface:
		if !standardStream(in.X) && !x.opened(in) {
			x.convert(in.X.Type())
		}
	}
	return mentioned
}

// opened reports whether a value comes from a function with effects that is called here. Code that
// gets the value then has effects anyway. It does not apply to initialization.
func (x *Index) opened(in *ssa.MakeInterface) bool {
	v := in.X
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || x.initial {
		return false
	}
	f := call.Call.StaticCallee()
	return f != nil && x.outward(f) != ""
}

// give records the interfaces that a function with effects returns. Errors do not count.
func (x *Index) give(c *ssa.CallCommon) {
	f := c.StaticCallee()
	if f == nil || !x.initial {
		return
	}
	name := x.outward(f)
	if name == "" {
		return
	}
	for v := range f.Signature.Results().Variables() {
		if types.IsInterface(v.Type()) && !refine.IsError(v.Type()) {
			x.given = append(x.given, given{v.Type(), name})
		}
	}
}

// givenAs returns the name of a function that gave a value which implements an interface, or "".
func (x *Index) givenAs(u *types.Interface) string {
	for _, g := range x.given {
		if types.Implements(g.t, u) {
			return g.name
		}
	}
	return ""
}

// take records a function that is used as a value.
func (x *Index) take(f *ssa.Function) {
	key := f.Signature
	list, _ := x.taken.At(plain(key)).([]*ssa.Function)
	if slices.Contains(list, f) {
		return
	}
	x.taken.Set(plain(key), append(list, f))
	x.allTaken = append(x.allTaken, f)
	if hasTypeParams(key) {
		x.generic = append(x.generic, f)
	}
}

// variable records how an instruction uses a package variable.
func (x *Index) variable(in ssa.Instruction, g *ssa.Global) {
	switch in := in.(type) {
	case *ssa.Store:
		if in.Addr == g && in.Val != g {
			x.stores[g] = append(x.stores[g], in.Val)
			return
		}
	case *ssa.UnOp, *ssa.DebugRef:
		return
	}
	x.escapes[g] = true
}
