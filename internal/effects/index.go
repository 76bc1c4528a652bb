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
	// withoutEffects are functions without effects.
	withoutEffects map[*ssa.Function]bool
	// taken are the functions that are mentioned without being called, by signature. generic are
	// those whose signatures have type parameters.
	taken    typeutil.Map
	allTaken []*ssa.Function
	generic  []*ssa.Function
	// converted are the types whose values become interfaces. dynamicTypes lists them in order.
	converted    typeutil.Map
	dynamicTypes []types.Type
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
	given            []givenInterface
	kept             []keptValue
	initial          bool
	carrierCache     typeutil.Map
	asserted         typeutil.Map // the types that values of interfaces are asserted to have
	implementerCache typeutil.Map
	visited          map[*ssa.Function]bool
}

// A givenInterface is an interface with the name of the function that returns its values.
type givenInterface struct {
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
		Program: p, withoutEffects: map[*ssa.Function]bool{}, stores: map[*ssa.Global][]ssa.Value{}, escapes: map[*ssa.Global]bool{},
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
		if x.IsOver() {
			break
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
				if pkg.Types == p.Root && !neverCalled(p.SSA.Fset, m) {
					x.visit(m)
				}
			case *ssa.Type:
				if pkg.Main {
					x.recordDeclared(m.Type())
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

// recordDeclared records a type of the module, because an input may hold it in an interface.
func (x *Index) recordDeclared(t types.Type) {
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
	x.recordConversion(t)
	x.recordConversion(types.NewPointer(t))
}

// recordConversion records a type whose values become interfaces, with its methods.
func (x *Index) recordConversion(t types.Type) {
	if types.IsInterface(t) || x.converted.At(t) != nil {
		return
	}
	x.converted.Set(t, true)
	x.dynamicTypes = append(x.dynamicTypes, t)
	for _, f := range x.methodsOf(t, func(*types.Func) bool { return true }) {
		x.visit(f)
	}
}

// visit analyzes a function and the functions it leads to.
func (x *Index) visit(f *ssa.Function) {
	todo := []*ssa.Function{f}
	for len(todo) > 0 && !x.IsOver() {
		f := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if x.visited[f] {
			continue
		}
		x.visited[f] = true
		if !x.isAnalyzed(f) {
			continue
		}
		if len(f.Blocks) == 0 {
			todo = append(todo, f.Origin())
			continue
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				todo = append(todo, x.recordInstruction(in)...)
			}
		}
	}
}

// recordInstruction records what an instruction mentions, and returns the functions among it.
func (x *Index) recordInstruction(in ssa.Instruction) []*ssa.Function {
	var mentioned []*ssa.Function
	var callee *ssa.Value
	x.recordKept(in)
	if call, ok := in.(ssa.CallInstruction); ok {
		callee = &call.Common().Value
		x.recordGiven(call.Common())
	}
	for _, op := range in.Operands(nil) {
		switch v := (*op).(type) {
		case *ssa.Function:
			mentioned = append(mentioned, v)
			_, closure := in.(*ssa.MakeClosure)
			if op != callee && !closure {
				x.recordTaken(v)
			}
		case *ssa.Global:
			x.recordVariable(in, v)
		}
	}
	switch in := in.(type) {
	case *ssa.MakeClosure:
		x.recordTaken(in.Fn.(*ssa.Function))
	case *ssa.TypeAssert:
		x.asserted.Set(in.AssertedType.Underlying(), true)
	case *ssa.MakeInterface:
		if !standardStream(in.X) && !x.fromOutward(in) {
			x.recordConversion(in.X.Type())
		}
	}
	return mentioned
}

// fromOutward reports whether a value comes from a function with effects that is called here. Code
// that gets the value then has effects anyway. It does not apply to initialization.
func (x *Index) fromOutward(in *ssa.MakeInterface) bool {
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

// recordGiven records the interfaces that a function with effects returns. Errors do not count.
func (x *Index) recordGiven(c *ssa.CallCommon) {
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
			x.given = append(x.given, givenInterface{v.Type(), name})
		}
	}
}

// giverOf returns the name of a function that gave a value which implements an interface, or "".
func (x *Index) giverOf(u *types.Interface) string {
	for _, g := range x.given {
		if types.Implements(g.t, u) {
			return g.name
		}
	}
	return ""
}

// recordTaken records a function that is used as a value.
func (x *Index) recordTaken(f *ssa.Function) {
	key := f.Signature
	list, _ := x.taken.At(withoutReceiver(key)).([]*ssa.Function)
	if slices.Contains(list, f) {
		return
	}
	x.taken.Set(withoutReceiver(key), append(list, f))
	x.allTaken = append(x.allTaken, f)
	if hasTypeParams(key) {
		x.generic = append(x.generic, f)
	}
}

// recordVariable records how an instruction uses a package variable.
func (x *Index) recordVariable(in ssa.Instruction, g *ssa.Global) {
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
