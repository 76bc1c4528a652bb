package facts

import (
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/rtest-dev/rtest/annotations/generics"
	"github.com/rtest-dev/rtest/annotations/names"
)

// Implementers returns the types of t's package that implement t, in order of their names: T
// itself, or *T if only that does. From another package it returns the exported types. For an
// interface without a name, or one that nothing in its own package implements, it returns types of
// the package under test.
//
// Generic types get the type arguments of t. If there are no other implementers, they get those for
// which they implement it. It leaves out test files that no contract needs.
func (f *Facts) Implementers(t types.Type) []types.Type {
	return f.implementing.of(f, nil, t, func() []types.Type { return f.implementers(t) })
}

func (f *Facts) implementers(t types.Type) []types.Type {
	n, named := t.(*types.Named)
	if named && n.Obj().Pkg() != nil {
		pkg := n.Obj().Pkg()
		if out := f.implementersIn(pkg, n); len(out) > 0 || pkg.Path() == f.Unit.Node.Types.Path() {
			return out
		}
	}
	if u, ok := t.Underlying().(*types.Interface); ok && (named && n.Obj().Pkg() != nil || !named && u.NumMethods() > 0) {
		return f.implementersIn(f.Unit.Node.Types, t)
	}
	return nil
}

// Implementing returns the types of a package that implement the interface t, in order of their names:
// each T and each *T. Generic types are left out.
func (f *Facts) Implementing(pkg *types.Package, t types.Type) []types.Type {
	return f.implementing.of(f, pkg, t, func() (out []types.Type) {
		iface := t.Underlying().(*types.Interface)
		for _, tn := range f.concreteTypes(pkg) {
			n, ok := tn.Type().(*types.Named)
			if !ok || n.TypeParams().Len() > 0 || !f.Built(tn) {
				continue
			}
			for _, u := range []types.Type{n, types.NewPointer(n)} {
				if types.Implements(u, iface) {
					out = append(out, u)
				}
			}
		}
		return out
	})
}

// implementerCache remembers which types implement an interface. It forgets all of that when the package
// gets further declarations, or the tested program further files.
type implementerCache struct {
	mu sync.Mutex
	// lists has a map for each package, and one for nil, where the package follows from the interface.
	lists map[*types.Package]*typeutil.Map
	// declared, found and tests are the number of declarations, the number of files with directives,
	// and the test files for which the lists hold.
	declared, found int
	tests           []string
}

// of returns the list for an interface, which find makes.
func (c *implementerCache) of(f *Facts, pkg *types.Package, t types.Type, find func() []types.Type) []types.Type {
	lists := c.current(f, pkg)
	c.mu.Lock()
	out, ok := lists.At(t).([]types.Type)
	c.mu.Unlock()
	if ok {
		return out
	}
	out = slices.Clip(find())
	c.mu.Lock()
	defer c.mu.Unlock()
	lists.Set(t, out)
	return out
}

// current returns the lists of a package that hold for the program as it is.
func (c *implementerCache) current(f *Facts, pkg *types.Package) *typeutil.Map {
	c.mu.Lock()
	defer c.mu.Unlock()
	declared, found := f.Unit.Node.Types.Scope().Len(), len(f.Unit.Found)
	if c.lists == nil || c.declared != declared || c.found != found || !slices.Equal(c.tests, f.pkg.UsedTests) {
		c.lists, c.declared, c.found, c.tests = map[*types.Package]*typeutil.Map{}, declared, found, slices.Clone(f.pkg.UsedTests)
	}
	if c.lists[pkg] == nil {
		c.lists[pkg] = &typeutil.Map{}
	}
	return c.lists[pkg]
}

// Built reports whether the tested program has a declaration.
func (f *Facts) Built(o types.Object) bool { return f.built(o) }

// implementersIn returns the types of a package that implement t.
func (f *Facts) implementersIn(pkg *types.Package, t types.Type) []types.Type {
	iface, ok := t.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out, fitting []types.Type
	for _, tn := range f.concreteTypes(pkg) {
		if !f.Built(tn) || !tn.Exported() && pkg.Path() != f.Unit.Node.Types.Path() {
			continue
		}
		typ := tn.Type()
		if n, ok := typ.(*types.Named); ok && n.TypeParams().Len() > 0 {
			if targs := generics.Fitting(f.Unit, n, t); targs != nil {
				fitting = append(fitting, generics.Implementing(generics.Instantiated(f.Unit, n, targs), iface))
			}
			if typ = f.instanceLike(n, t); typ == nil {
				continue
			}
		}
		if generics.Inhabits(typ, t) && f.buildsMethods(typ, iface) {
			out = append(out, generics.Implementing(typ, iface))
		}
	}
	if out == nil {
		return fitting
	}
	return out
}

// concreteTypes returns the declared types of a package that are no interfaces, in order of their names.
func (f *Facts) concreteTypes(pkg *types.Package) []*types.TypeName {
	type list struct {
		scopeLen int
		types    []*types.TypeName
	}
	if l, ok := f.concrete.Load(pkg); ok && l.(list).scopeLen == pkg.Scope().Len() {
		return l.(list).types
	}
	l := list{scopeLen: pkg.Scope().Len()}
	for _, name := range pkg.Scope().Names() {
		if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !tn.IsAlias() && !types.IsInterface(tn.Type()) {
			l.types = append(l.types, tn)
		}
	}
	f.concrete.Store(pkg, l)
	return l.types
}

// buildsMethods reports whether the tested program has the methods with which t implements an interface. Some
// may be declared in test files.
func (f *Facts) buildsMethods(t types.Type, iface *types.Interface) bool {
	for m := range iface.Methods() {
		if o, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name()); o == nil || !f.Built(o) {
			return false
		}
	}
	return true
}

// instanceLike instantiates the generic type n with the type arguments of the interface t, if it
// takes as many. Otherwise it returns nil.
func (f *Facts) instanceLike(n *types.Named, t types.Type) types.Type {
	of, ok := t.(*types.Named)
	if !ok || of.TypeArgs().Len() != n.TypeParams().Len() {
		return nil
	}
	inst, err := types.Instantiate(f.Unit.Graph.Context, n, names.TypeList(of.TypeArgs()), true)
	if err != nil {
		return nil
	}
	return inst
}

// built reports whether a declaration is in the tested program. That leaves out test files that no
// contract needs. While contracts are being read, it includes only test files that have contracts.
func (f *Facts) built(o types.Object) bool {
	if !f.Unit.InTest(o) {
		return true
	}
	name := f.Unit.Graph.Fset.Position(o.Pos()).Filename
	return o.Pkg() == f.Unit.Node.Types && (slices.Contains(f.pkg.UsedTests, name) || slices.Contains(f.Unit.ContractTests(), name))
}
