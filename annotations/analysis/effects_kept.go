package analysis

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A kept is what a package got from the initialization of another one, and may have
// put aside: the writer of log.SetOutput, the function in flag.Usage.
type kept struct {
	by    *types.Package
	to    *ssa.Function // nil where a variable was set
	value ssa.Value
}

// keep notes what an instruction of an initialization gives to code without source. A
// call is noted where nobody uses what it returns: else it is there that it is kept, as
// it is in the receiver of a method.
func (x *effectIndex) keep(in ssa.Instruction) {
	if !x.initial {
		return
	}
	switch in := in.(type) {
	case *ssa.Store:
		if g, ok := in.Addr.(*ssa.Global); ok && g.Pkg != nil && x.foreign(g.Pkg.Pkg) {
			x.kept = append(x.kept, kept{g.Pkg.Pkg, nil, in.Val})
		}
	case ssa.CallInstruction:
		f := in.Common().StaticCallee()
		if f == nil || packageOf(f) == nil || f.Signature.Recv() != nil || x.walked(f) || used(in) {
			return
		}
		for _, arg := range in.Common().Args {
			if _, constant := arg.(*ssa.Const); !constant && holdsCode(arg.Type()) {
				x.kept = append(x.kept, kept{packageOf(f), f, arg})
			}
		}
	}
}

// used tells whether something is done with the results of a call.
func used(call ssa.CallInstruction) bool {
	v := call.Value()
	return v != nil && v.Referrers() != nil && slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		_, debug := r.(*ssa.DebugRef)
		return !debug
	})
}

// initialized looks into what code without source may have kept since the packages
// were initialized: that of its own package, of those below it, and of those that it
// imports.
func (s *effects) initialized(f *ssa.Function) {
	pkg := packageOf(f)
	if pkg == nil || s.asked[pkg] || len(s.kept) == 0 {
		return
	}
	s.asked[pkg] = true
	imported := map[*types.Package]bool{}
	s.importedBy(s.packages[pkg], imported)
	s.within(s.name(f), func() {
		for _, k := range s.kept {
			if !imported[k.by] && k.by != pkg && !strings.HasPrefix(k.by.Path(), pkg.Path()+"/") {
				continue
			}
			if fn := functionOf(k.value); fn != nil {
				s.function(fn)
				continue
			}
			s.handed(k.to, k.value)
		}
	})
}

// importedBy adds the packages that a package and those below it import.
func (p *Program) importedBy(pkg *Package, seen map[*types.Package]bool) {
	if pkg == nil || seen[pkg.Types] {
		return
	}
	seen[pkg.Types] = true
	for _, imp := range pkg.Imports {
		p.importedBy(imp, seen)
	}
}

// reinterprets tells of a conversion by way of unsafe.Pointer of memory that holds
// functions or interfaces: what is read there later is not known.
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

// holdsCode tells whether values of a type lead to functions, or to values of
// unknown types.
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
		for _, part := range componentTypes(t) {
			if visit(part) {
				return true
			}
		}
		return false
	}
	return visit(t)
}
