// Package code has the SSA form of a package under test and of what it imports, for
// analyses that look at functions without running them.
package code

import (
	"go/ast"
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// A Package is one that a program is made of.
type Package struct {
	// Path is the import path, Module that of its module, empty for the standard
	// library; Main says that this is the main module.
	Path, Module string
	Main         bool
	// Aside says that it is of the standard library and there only because contracts
	// name it.
	Aside bool
	Types *types.Package
	// Files and Info are set where it was loaded from source.
	Files []*ast.File
	Info  *types.Info
	// Syntax returns the files of a package of the standard library, parsed when they
	// are asked for; nil where that cannot be done.
	Syntax func() []*ast.File
	// Imports are in order of their paths.
	Imports []*Package
}

// A Program is the SSA form of a package and of what it imports, whose functions
// are built when they are asked for. Analyses of functions that are tested at once lock
// it.
type Program struct {
	sync.Mutex
	Root     *types.Package
	SSA      *ssa.Program
	Packages map[*types.Package]*Package
	byName   map[string][]*types.Func
	// Ended reports whether nobody waits for what an analysis finds. Nil never does.
	Ended func() bool
}

// IsOver reports whether an analysis may end before it has looked at everything, because nobody uses what it finds.
func (p *Program) IsOver() bool { return p.Ended != nil && p.Ended() }

// New returns the SSA form of a package under test and of what it imports.
func New(fset *token.FileSet, root *Package) *Program {
	p := &Program{
		Root: root.Types, SSA: ssa.NewProgram(fset, ssa.InstantiateGenerics),
		Packages: map[*types.Package]*Package{}, byName: map[string][]*types.Func{},
	}
	p.add(root)
	return p
}

// add adds a package and what it imports.
func (p *Program) add(pkg *Package) {
	if p.Packages[pkg.Types] != nil {
		return
	}
	p.Packages[pkg.Types] = pkg
	for _, imp := range pkg.Imports {
		p.add(imp)
	}
	p.SSA.CreatePackage(pkg.Types, pkg.Files, pkg.Info, true)
	p.addMethods(pkg)
}

func (p *Program) addMethods(pkg *Package) {
	if pkg.Info == nil {
		return
	}
	scope := pkg.Types.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok {
			continue
		}
		if named, ok := tn.Type().(*types.Named); ok && !tn.IsAlias() {
			for m := range named.Methods() {
				p.byName[m.Name()] = append(p.byName[m.Name()], m)
			}
		}
	}
}

// Methods returns the methods of that name, of types whose source is loaded.
func (p *Program) Methods(name string) []*types.Func { return p.byName[name] }

// Global returns a package variable, nil where v is none.
func (p *Program) Global(v *types.Var) *ssa.Global {
	if v.Pkg() == nil || p.SSA.Package(v.Pkg()) == nil {
		return nil
	}
	return p.SSA.Package(v.Pkg()).Var(v.Name())
}

// Unseen tells whether the source of a package is not loaded.
func (p *Program) Unseen(pkg *types.Package) bool {
	known := p.Packages[pkg]
	return known == nil || known.Info == nil
}

// Build makes the body of fn available, if its source is loaded.
func (p *Program) Build(fn *ssa.Function) bool {
	if fn.Pkg != nil {
		if !p.Unseen(fn.Pkg.Pkg) {
			fn.Pkg.Build()
		}
	} else if o := fn.Origin(); o != nil && o.Pkg != nil {
		if !p.Unseen(o.Pkg.Pkg) {
			o.Pkg.Build()
		}
		if len(fn.Blocks) == 0 && len(o.Blocks) > 0 {
			return true
		}
	}
	return len(fn.Blocks) > 0
}

// Module returns the path of the module that holds fn, empty for the standard
// library.
func (p *Program) Module(fn *ssa.Function) string {
	pkg := fn.Pkg
	if pkg == nil && fn.Origin() != nil {
		pkg = fn.Origin().Pkg
	}
	if pkg == nil && fn.Parent() != nil {
		return p.Module(fn.Parent())
	}
	if pkg == nil {
		return ""
	}
	if known := p.Packages[pkg.Pkg]; known != nil {
		return known.Module
	}
	return ""
}

// Aside tells of functions of packages that are there only because contracts name
// them.
func (p *Program) Aside(fn *ssa.Function) bool {
	return fn.Pkg != nil && p.Packages[fn.Pkg.Pkg] != nil && p.Packages[fn.Pkg.Pkg].Aside
}

// WithAnonymous returns a function and the literals in it.
func WithAnonymous(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, f := range fn.AnonFuncs {
		out = append(out, WithAnonymous(f)...)
	}
	return out
}

// PackageOf returns the package in which a function is declared, nil for what the
// compiler makes.
func PackageOf(f *ssa.Function) *types.Package {
	if o := f.Object(); o != nil {
		return o.Pkg()
	}
	if f.Pkg != nil {
		return f.Pkg.Pkg
	}
	if f.Parent() != nil {
		return PackageOf(f.Parent())
	}
	return nil
}
