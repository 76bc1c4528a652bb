// Package hints looks at the code under test without running it: what it
// suggests about inputs (Program.Hints), and whether it reaches beyond the process
// (Program.Effect).
package hints

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
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
// are built when they are asked for.
type Program struct {
	root      *types.Package
	facts     refine.Facts
	ssa       *ssa.Program
	packages  map[*types.Package]*Package
	summaries map[*ssa.Function]*summary
	byName    map[string][]*types.Func
	// ways are the embedded fields through which types have methods of a name,
	// nil before they were asked for.
	ways map[string][]*types.Var
	// gathered is nil before it is asked for.
	gathered *gathered
	// effects is made when the first effect is sought.
	effects *effectIndex
	// letters are those of packages whose source was gone through.
	letters map[*types.Package]typeLetters
	// lines are the instructions of the main module by their lines, nil before they
	// were asked for.
	lines map[Site][]ssa.Instruction
	// sources are the packages of the standard library whose syntax was asked for.
	sources map[*Package]*source
}

// New returns the program of a package under test and of what it imports. What
// directives say of types is asked of facts.
func New(fset *token.FileSet, root *Package, facts refine.Facts) *Program {
	p := &Program{
		root: root.Types, facts: facts, ssa: ssa.NewProgram(fset, ssa.InstantiateGenerics),
		packages: map[*types.Package]*Package{}, summaries: map[*ssa.Function]*summary{}, byName: map[string][]*types.Func{},
		letters: map[*types.Package]typeLetters{}, sources: map[*Package]*source{},
	}
	p.add(root)
	return p
}

// add adds a package and what it imports.
func (p *Program) add(pkg *Package) {
	if p.packages[pkg.Types] != nil {
		return
	}
	p.packages[pkg.Types] = pkg
	for _, imp := range pkg.Imports {
		p.add(imp)
	}
	p.ssa.CreatePackage(pkg.Types, pkg.Files, pkg.Info, true)
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

// methods returns the methods of that name, of types whose source is loaded.
func (p *Program) methods(name string) []*types.Func { return p.byName[name] }

// global returns a package variable, nil where v is none.
func (p *Program) global(v *types.Var) *ssa.Global {
	if v.Pkg() == nil || p.ssa.Package(v.Pkg()) == nil {
		return nil
	}
	return p.ssa.Package(v.Pkg()).Var(v.Name())
}

// unseen tells whether the source of a package is not loaded.
func (p *Program) unseen(pkg *types.Package) bool {
	known := p.packages[pkg]
	return known == nil || known.Info == nil
}

// build makes the body of fn available, if its source is loaded.
func (p *Program) build(fn *ssa.Function) bool {
	if fn.Pkg != nil {
		if !p.unseen(fn.Pkg.Pkg) {
			fn.Pkg.Build()
		}
	} else if o := fn.Origin(); o != nil && o.Pkg != nil {
		if !p.unseen(o.Pkg.Pkg) {
			o.Pkg.Build()
		}
		if len(fn.Blocks) == 0 && len(o.Blocks) > 0 {
			return true
		}
	}
	return len(fn.Blocks) > 0
}

// module returns the path of the module that holds fn, empty for the standard
// library.
func (p *Program) module(fn *ssa.Function) string {
	pkg := fn.Pkg
	if pkg == nil && fn.Origin() != nil {
		pkg = fn.Origin().Pkg
	}
	if pkg == nil && fn.Parent() != nil {
		return p.module(fn.Parent())
	}
	if pkg == nil {
		return ""
	}
	if known := p.packages[pkg.Pkg]; known != nil {
		return known.Module
	}
	return ""
}

// aside tells of functions of packages that are there only because contracts name
// them.
func (p *Program) aside(fn *ssa.Function) bool {
	return fn.Pkg != nil && p.packages[fn.Pkg.Pkg] != nil && p.packages[fn.Pkg.Pkg].Aside
}

// withAnonymous is a function and the literals in it.
func withAnonymous(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, f := range fn.AnonFuncs {
		out = append(out, withAnonymous(f)...)
	}
	return out
}
