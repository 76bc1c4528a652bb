package hints

import (
	"cmp"
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/refine"
	"golang.org/x/tools/go/ssa"
)

// A valueFlow is what is known of function values and of stored values in the code that was
// visited. Function values that the visited code mentions are visited with it. Others come from
// outside: from package variables, type assertions, receivers of methods that interfaces call, and
// code whose source is not loaded.
type valueFlow struct {
	// dynamic are the calls of function values.
	dynamic []dynamicCall
	// external are the types of values that come from outside, foreign the types of values returned
	// by code whose source is not loaded, vars the types of package variables.
	external, foreign, vars []types.Type
	// globals are the package variables that the visited code mentions.
	globals map[*ssa.Global]bool
	// stored are the types of values that are stored where other code may find them.
	stored []types.Type
	// inContract are the functions that clauses of the contract reach through function values.
	inContract map[*ssa.Function]bool
}

// A dynamicCall is a call of a function value with a signature. inContract says that a clause of
// the contract, or a function that the clause calls, makes the call.
type dynamicCall struct {
	sig        *types.Signature
	inContract bool
}

// addCall records a call of a function value.
func (f *valueFlow) addCall(sig *types.Signature, said bool) {
	if !slices.ContainsFunc(f.dynamic, func(c dynamicCall) bool { return c.inContract == said && types.Identical(c.sig, sig) }) {
		f.dynamic = append(f.dynamic, dynamicCall{sig, said})
	}
}

// addExternal records that a value of type t comes from outside.
func (f *valueFlow) addExternal(t types.Type) { f.external = addType(f.external, t) }

// addVariable records a package variable.
func (f *valueFlow) addVariable(g *ssa.Global) {
	if g != nil && !f.globals[g] {
		f.globals[g] = true
		t := refine.Pointed(g.Type())
		f.vars = addType(f.vars, t)
		f.addExternal(t)
	}
}

// mayFind reports whether a function value may be found: it goes anywhere, or into a package
// variable that is mentioned.
func (f *valueFlow) mayFind(s *route) bool {
	for g := range s.homes {
		if f.globals[g] {
			return true
		}
	}
	return s.anywhere
}

// size returns a number that grows with each record in the flow.
func (f *valueFlow) size() int {
	return len(f.dynamic) + len(f.external) + len(f.foreign) + len(f.globals) + len(f.stored)
}

// addFlow adds to the flow what a summary says about function values and stores. inContract says
// that a clause of the contract calls fn.
func (h *hinter) addFlow(fn *ssa.Function, s *summary, inContract bool) {
	for _, sig := range s.dynamic {
		h.flow.addCall(sig, inContract)
	}
	for _, t := range s.external {
		h.flow.addExternal(t)
	}
	for _, t := range s.foreign {
		h.flow.foreign = addType(h.flow.foreign, t)
	}
	if h.a.Module(fn) == "" && fn.Synthetic == "" {
		return
	}
	for _, g := range s.globals {
		h.flow.addVariable(g)
	}
	for _, t := range s.published {
		h.reads.addReachable(t)
	}
	for _, t := range s.stored {
		h.flow.stored = addType(h.flow.stored, t)
	}
}

// visitDynamic visits the functions that calls of function values may reach, until it finds nothing
// new. If the called function may be an input, or one whose source is not loaded, it reads all of
// its arguments.
func (h *hinter) visitDynamic() {
	for n := -1; n != h.flow.size(); {
		n = h.flow.size()
		external, foreign := signatures(h.flow.external), signatures(h.flow.foreign)
		for i := 0; i < len(h.flow.dynamic); i++ {
			c := h.flow.dynamic[i]
			unseen := anyMatches(foreign, c.sig)
			if unseen || h.funcInputs {
				for v := range c.sig.Params().Variables() {
					h.reads.addReachable(v.Type())
				}
			}
			if unseen || anyMatches(external, c.sig) {
				h.candidates(c)
			}
		}
		h.readTypeArgs()
	}
	if h.a.background() {
		h.readPublished()
	}
}

// candidates visits the functions of modules that are used as values with the signature of a call.
func (h *hinter) candidates(c dynamicCall) {
	for _, fn := range h.a.functionValues() {
		if !matches(fn.Signature, c.sig) || h.seen[fn] || h.flow.inContract[fn] || !h.flow.mayFind(h.a.gathered.homes[fn]) {
			continue
		}
		for _, v := range fn.FreeVars {
			h.flow.addExternal(refine.Pointed(v.Type()))
		}
		if c.inContract {
			h.flow.inContract[fn], h.inClauses = true, true
			h.addBody(fn)
		} else {
			h.visit(fn)
		}
	}
}

// readPublished records that stored values are read if a package variable reaches a value of their
// type. A goroutine or a callback from before the call may look at it.
func (h *hinter) readPublished() {
	reached := map[types.Type]bool{}
	for _, t := range h.flow.vars {
		eachPart(t, reached, func(types.Type) {})
	}
	for _, t := range h.flow.stored {
		for part := range reached {
			if types.Identical(part, types.Unalias(t)) {
				h.reads.addReachable(t)
				break
			}
		}
	}
}

// eachPart yields t and all types that values of t reach, without looking into interfaces.
func eachPart(t types.Type, seen map[types.Type]bool, yield func(types.Type)) {
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	seen[t] = true
	yield(t)
	for _, part := range parts(t) {
		eachPart(part, seen, yield)
	}
}

// parts returns the types that values of t consist of, including the element types of channels.
func parts(t types.Type) []types.Type {
	if c, ok := t.Underlying().(*types.Chan); ok {
		return []types.Type{c.Elem()}
	}
	return refine.TypeParts(t)
}

// signatures returns the signatures of the functions that values of these types reach.
func signatures(list []types.Type) (out []*types.Signature) {
	seen := map[types.Type]bool{}
	for _, t := range list {
		eachPart(t, seen, func(t types.Type) {
			if sig, ok := t.Underlying().(*types.Signature); ok {
				out = append(out, sig)
			}
		})
	}
	return out
}

// anyMatches reports whether a function with one of these signatures may be called with the
// signature of a call.
func anyMatches(list []*types.Signature, sig *types.Signature) bool {
	return slices.ContainsFunc(list, func(o *types.Signature) bool { return matches(o, sig) })
}

// matches reports whether two signatures are identical, or may be for some type arguments.
func matches(a, b *types.Signature) bool {
	return a.Variadic() == b.Variadic() && tuplesMatch(a.Params(), b.Params()) && tuplesMatch(a.Results(), b.Results())
}

func tuplesMatch(a, b *types.Tuple) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		x, y := a.At(i).Type(), b.At(i).Type()
		if !types.Identical(x, y) && !refine.Parametric(x) && !refine.Parametric(y) {
			return false
		}
	}
	return true
}

// functionValues returns the functions that code of modules uses as values, whether or not the
// function under test reaches that code.
func (p *Program) functionValues() []*ssa.Function {
	p.gather()
	return p.gathered.values
}

// background reports whether code that runs before the function under test may leave behind
// something that reads package variables later. Such code starts a goroutine, or passes a function
// or a value with methods to code whose source is not loaded.
func (p *Program) background() bool {
	p.gather()
	return p.gathered.background
}

// gathered is the result of a walk through all functions of modules.
type gathered struct {
	values []*ssa.Function
	// homes has, for each of the values, where it goes.
	homes      map[*ssa.Function]*route
	mentions   map[*ssa.Global][]ssa.Instruction
	background bool
}

func (p *Program) gather() {
	if p.gathered != nil {
		return
	}
	p.gathered = &gathered{homes: map[*ssa.Function]*route{}, mentions: map[*ssa.Global][]ssa.Instruction{}}
	seen := map[*ssa.Function]bool{}
	order := slices.SortedFunc(maps.Values(p.Packages), func(a, b *code.Package) int { return cmp.Compare(a.Path, b.Path) })
	for _, pkg := range order {
		if pkg.Info == nil || pkg.Module == "" {
			continue
		}
		for _, fn := range p.declared(pkg) {
			p.gatherFrom(fn, seen)
		}
	}
	p.gathered.spreadVariables()
	p.gathered.background = p.initLeavesBehind(order)
}

// declared returns the functions and methods of a package.
func (p *Program) declared(pkg *code.Package) (out []*ssa.Function) {
	built := p.SSA.Package(pkg.Types)
	built.Build()
	for _, name := range slices.Sorted(maps.Keys(built.Members)) {
		switch m := built.Members[name].(type) {
		case *ssa.Function:
			out = append(out, m)
		case *ssa.Type:
			if named, ok := m.Type().(*types.Named); ok {
				for method := range named.Methods() {
					out = append(out, p.SSA.FuncValue(method))
				}
			}
		}
	}
	return out
}

// gatherFrom adds the function values of fn and of the functions that it mentions.
func (p *Program) gatherFrom(fn *ssa.Function, seen map[*ssa.Function]bool) {
	if fn == nil || seen[fn] {
		return
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				if g, ok := (*op).(*ssa.Global); ok {
					p.gathered.mentions[g] = append(p.gathered.mentions[g], in)
				}
			}
			eachMention(in, func(f *ssa.Function, value bool) {
				if value {
					p.gathered.value(in, f)
				}
				p.gatherFrom(f, seen)
			})
		}
	}
}

// value records that an instruction uses fn as a value.
func (g *gathered) value(in ssa.Instruction, fn *ssa.Function) {
	if g.homes[fn] == nil {
		g.values = append(g.values, fn)
		g.homes[fn] = newRoute()
	}
	g.homes[fn].use(in, fn)
}

// spreadVariables finds the package variables whose content goes elsewhere, and with it the
// functions in them.
func (g *gathered) spreadVariables() {
	known := map[*ssa.Global]bool{}
	for _, fn := range g.values {
		s := g.homes[fn]
		for home := range s.homes {
			if _, ok := known[home]; !ok {
				known[home] = onlyReachedBy(home, g.mentions[home])
			}
			s.anywhere = s.anywhere || !known[home]
		}
	}
}

// eachMention yields the functions that an instruction mentions. value says that the instruction
// does not just call the function.
func eachMention(in ssa.Instruction, yield func(fn *ssa.Function, value bool)) {
	var callee *ssa.Value
	if call, ok := in.(ssa.CallInstruction); ok {
		callee = &call.Common().Value
	}
	for _, op := range in.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok {
			yield(fn, op != callee)
		}
	}
}

// initLeavesBehind reports whether initializing packages of modules leaves something running or
// registered; see background.
func (p *Program) initLeavesBehind(order []*code.Package) bool {
	seen := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function) bool
	visit = func(fn *ssa.Function) bool {
		if seen[fn] || p.Module(fn) == "" && fn.Synthetic == "" {
			return false
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				found := p.startsBackground(in)
				eachMention(in, func(f *ssa.Function, _ bool) { found = found || visit(f) })
				if found {
					return true
				}
			}
		}
		return false
	}
	return slices.ContainsFunc(order, func(pkg *code.Package) bool {
		return pkg.Info != nil && pkg.Module != "" && visit(p.SSA.Package(pkg.Types).Func("init"))
	})
}

// startsBackground reports whether an instruction starts a goroutine, or passes a function, or a
// value of a module's type with methods, to code whose source is not loaded.
func (p *Program) startsBackground(in ssa.Instruction) bool {
	if _, ok := in.(*ssa.Go); ok {
		return true
	}
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	fn := call.Common().StaticCallee()
	if fn == nil || p.Build(fn) {
		return false
	}
	return slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool {
		if refine.IsFunc(arg.Type()) {
			return true
		}
		n, ok := types.Unalias(refine.Pointed(withoutInterface(arg).Type())).(*types.Named)
		return ok && n.Obj().Pkg() != nil && p.Packages[n.Obj().Pkg()] != nil && p.Packages[n.Obj().Pkg()].Module != "" &&
			types.NewMethodSet(types.NewPointer(n)).Len() > 0
	})
}
