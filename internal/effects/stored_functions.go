package effects

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/code"
	"golang.org/x/tools/go/ssa"
)

// storedIn returns the functions that the variable read by v can hold. ok is false if they are not
// known. They are known for variables of packages and functions that are only read and set.
func (x *Index) storedIn(v ssa.Value) (values []ssa.Value, ok bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil, false
	}
	switch at := load.X.(type) {
	case *ssa.Global:
		if x.escapes[at] || at.Pkg == nil || !x.loaded(at.Pkg.Pkg) || at.Pkg.Pkg != x.Root && at.Object() != nil && at.Object().Exported() {
			return nil, false
		}
		values = x.stores[at]
	case *ssa.Alloc, *ssa.FreeVar:
		if values, ok = localStores(at, map[ssa.Value]bool{}); !ok {
			return nil, false
		}
	default:
		return nil, false
	}
	for _, v := range values {
		if _, parameter := v.(*ssa.Parameter); parameter && calledHere(load.X) {
			// The code that passes a function mentions it.
			continue
		}
		if c, constant := v.(*ssa.Const); functionOf(v) == nil && !(constant && c.IsNil()) {
			return nil, false
		}
	}
	return values, true
}

// calledHere reports whether a local variable is read only while its function runs: the function literals that
// read it are called in place.
func calledHere(at ssa.Value) bool {
	free, ok := at.(*ssa.FreeVar)
	if !ok {
		return true
	}
	fn := free.Parent()
	for _, closure := range closuresOf(fn) {
		for _, use := range *closure.Referrers() {
			if _, spawned := use.(*ssa.Go); spawned {
				return false
			}
			call, ok := use.(ssa.CallInstruction)
			if !ok || call.Common().Value != closure || slices.Contains(call.Common().Args, ssa.Value(closure)) {
				return false
			}
		}
		if !calledHere(closure.Bindings[slices.Index(fn.FreeVars, free)]) {
			return false
		}
	}
	return true
}

// closuresOf returns the instructions that make a function literal a value.
func closuresOf(fn *ssa.Function) []*ssa.MakeClosure {
	var list []*ssa.MakeClosure
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.MakeClosure); ok && c.Fn == fn {
				list = append(list, c)
			}
		}
	}
	return list
}

// functionOf returns the function that a value is, or nil if that is not known.
func functionOf(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.ChangeType:
		return functionOf(v.X)
	}
	return nil
}

// localStores returns the values stored in a local variable, including by function literals. ok is
// false if its address is used otherwise.
func localStores(at ssa.Value, seen map[ssa.Value]bool) (values []ssa.Value, ok bool) {
	if seen[at] {
		return nil, true
	}
	seen[at] = true
	if free, is := at.(*ssa.FreeVar); is {
		if values, ok = capturedStores(free, seen); !ok {
			return nil, false
		}
	}
	for _, r := range *at.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != at {
				return nil, false
			}
			values = append(values, r.Val)
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			fn := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b != at {
					continue
				}
				more, ok := localStores(fn.FreeVars[i], seen)
				if !ok {
					return nil, false
				}
				values = append(values, more...)
			}
		default:
			return nil, false
		}
	}
	return values, true
}

// capturedStores returns the values stored in the variable that a function literal captures.
func capturedStores(free *ssa.FreeVar, seen map[ssa.Value]bool) (values []ssa.Value, ok bool) {
	fn := free.Parent()
	at := slices.Index(fn.FreeVars, free)
	if fn.Parent() == nil || at < 0 {
		return nil, false
	}
	for _, closure := range closuresOf(fn) {
		switch outer := closure.Bindings[at].(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			more, ok := localStores(outer, seen)
			if !ok {
				return nil, false
			}
			values = append(values, more...)
		default:
			return nil, false
		}
	}
	return values, true
}

// A keptValue is a value that a package without source got during initialization and may have kept:
// the writer of log.SetOutput, or the function in flag.Usage. It may also be kept in the results of
// a function, such as the writer of base64.NewEncoder.
type keptValue struct {
	recipient recipient // without a name if a variable was set
	value     ssa.Value
	results   *types.Tuple // nil if the package keeps the value itself
}

// recordKept records the values that an instruction of an initialization passes to code without
// source. They are kept in the results of the call if these are used. A method may also keep them
// in its receiver, which is not followed.
func (x *Index) recordKept(in ssa.Instruction) {
	if !x.initial {
		return
	}
	switch in := in.(type) {
	case *ssa.Store:
		if g, ok := in.Addr.(*ssa.Global); ok && g.Pkg != nil && x.withoutSource(g.Pkg.Pkg) {
			x.kept = append(x.kept, keptValue{recipient: recipient{pkg: g.Pkg.Pkg}, value: in.Val})
		}
	case ssa.CallInstruction:
		f := in.Common().StaticCallee()
		if f == nil || code.PackageOf(f) == nil || x.isAnalyzed(f) {
			return
		}
		var results *types.Tuple
		if used(in) {
			results = f.Signature.Results()
		} else if f.Signature.Recv() != nil {
			return
		}
		for _, arg := range in.Common().Args {
			if _, constant := arg.(*ssa.Const); !constant && holdsCode(arg.Type()) {
				x.kept = append(x.kept, keptValue{recipient{code.PackageOf(f), x.name(f)}, arg, results})
			}
		}
	}
}

// used reports whether the results of a call are used.
func used(call ssa.CallInstruction) bool {
	v := call.Value()
	return v != nil && v.Referrers() != nil && slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		_, debug := r.(*ssa.DebugRef)
		return !debug
	})
}

// initialized follows the values that a package without source may have kept since initialization. These were
// passed to the package itself, to packages below it, or to packages that it imports.
func (s *effects) initialized(f *ssa.Function) {
	pkg := code.PackageOf(f)
	if pkg == nil || s.lookedInto[pkg] || len(s.kept) == 0 {
		return
	}
	s.lookedInto[pkg] = true
	imported := map[*types.Package]bool{}
	s.importedBy(s.Packages[pkg], imported)
	s.inStep(s.name(f), func() {
		for _, k := range s.kept {
			if k.results != nil || !imported[k.recipient.pkg] && k.recipient.pkg != pkg && !strings.HasPrefix(k.recipient.pkg.Path(), pkg.Path()+"/") {
				continue
			}
			if fn := functionOf(k.value); fn != nil {
				s.function(fn)
				continue
			}
			s.passedValue(k.recipient, k.value)
		}
	})
}

// importedBy adds to seen the package and all that it imports, directly or not.
func (x *Index) importedBy(pkg *code.Package, seen map[*types.Package]bool) {
	if pkg == nil || seen[pkg.Types] {
		return
	}
	seen[pkg.Types] = true
	for _, imp := range pkg.Imports {
		x.importedBy(imp, seen)
	}
}

// reinterprets reports whether an instruction converts, by unsafe.Pointer, memory that holds
// functions or interfaces. What is read there later is not known.
func reinterprets(in ssa.Instruction) bool {
	c, ok := in.(*ssa.Convert)
	if !ok {
		return false
	}
	from, to := c.X.Type().Underlying(), c.Type().Underlying()
	if from == types.Typ[types.UnsafePointer] {
		return holdsCode(to)
	}
	return to == types.Typ[types.UnsafePointer] && holdsCode(from)
}

// holdsCode reports whether values of a type lead to functions, or to values of unknown types.
func holdsCode(t types.Type) bool {
	seen := map[types.Type]bool{}
	var visit func(t types.Type) bool
	visit = func(t types.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t.Underlying().(type) {
		case *types.Signature, *types.Interface:
			return true
		}
		return slices.ContainsFunc(componentTypes(t), visit)
	}
	return visit(t)
}
