package annotations

import (
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/annotations/resolve"
	"github.com/rtest-dev/rtest/internal/usage"
	"github.com/rtest-dev/rtest/refine"
)

// A Config says what to load. The zero value loads the package in the current directory.
type Config = load.Config

// An ExtraError says that extra files do not compile.
type ExtraError = load.ExtraError

// CodeCompile is the code of a diagnostic that says why a package does not compile.
const CodeCompile = load.CodeCompile

// Load loads the packages that the patterns of cfg match, with their test files, and resolves their
// contracts. Mistakes in a package are in its Diags. The error is one of usage: the go command is
// missing, or nothing matches.
func Load(cfg Config) (*Program, error) {
	l, err := List(cfg)
	if err != nil {
		return nil, err
	}
	return l.Load(nil), nil
}

// A Program is a set of loaded packages with their dependencies.
type Program struct {
	Fset *token.FileSet
	// Packages are the packages that match the patterns. They are ordered by path, or by the time of loading if
	// they were loaded one by one. An external test package with contracts follows its package.
	Packages []*refine.Package

	graph    *load.Graph
	resolved map[*refine.Package]*resolve.Package
	// targets are what the packages were made of.
	targets map[*refine.Package]load.Target
	// extra are the files that were added to packages.
	extra map[*refine.Package]*extraFiles
	// used is what Usage returns, made once.
	used     *usage.Usage
	makeUsed sync.Once
	// waiting are packages that may still be loaded.
	waiting []load.Target
}

// add makes the refine.Package of one target.
func (p *Program) add(t load.Target) {
	tested := t.Package
	warnings := p.graph.WithoutBrokenTests(&t)
	if t.Package != tested && resolve.HasContracts(names.NewUnit(p.graph, tested), t.TestFiles) {
		// Without the test files contracts would go untested, and the run might still pass.
		t.Package, warnings = tested, nil
	}
	pkg := p.newPackage(t.Package)
	pkg.GoFiles, pkg.TestFiles = t.GoFiles, t.TestFiles
	pkg.External = t.External
	pkg.Imports.Finalizes = p.graph.Finalizes(t.Package, map[*load.Package]bool{})
	pkg.Fingerprint = t.Package.Fingerprint
	p.graph.Load(t.Package)
	u := names.NewUnit(p.graph, t.Package)
	if t.External && !resolve.HasContracts(u, t.TestFiles) && !u.HasNearMisses() {
		return
	}
	pkg.Types, pkg.Info, pkg.Syntax = t.Package.Types, t.Package.Info, t.Package.Files
	if errs := p.graph.Broken(t.Package); len(errs) > 0 {
		pkg.Broken, pkg.Diags = true, errs
	}
	pkg.Diags = append(pkg.Diags, warnings...)
	p.resolved[pkg], p.targets[pkg] = resolve.NewPackage(u, pkg), t
	p.Packages = append(p.Packages, pkg)
}

// resolve resolves the contracts of a package, which may import more.
func (p *Program) resolve(pkg *refine.Package) {
	p.resolved[pkg].Resolve()
	t := p.targets[pkg]
	pkg.Imports.Testing = p.graph.Reachable(t.Plain(), "testing") != nil || p.graph.Reachable(t.Plain(), "flag") != nil
	if pkg.Fingerprint != "" {
		pkg.Imports.Fingerprint = t.Package.Outside
	}
	pkg.Imports.Childless = p.graph.Childless(t.Package)
}

func (p *Program) newPackage(n *load.Package) *refine.Package {
	m := n.Meta
	pkg := &refine.Package{Path: m.PkgPath, Name: m.Name, Dir: load.Directory(m.Dir, m.GoFiles), Fset: p.Fset}
	if m.Module != nil {
		pkg.Module, pkg.ModuleDir = m.Module.Path, m.Module.Dir
	}
	return pkg
}

// ModuleOf returns the path of pkg's module. It returns "" for the standard library, and for
// packages that the program does not import.
func (p *Program) ModuleOf(pkg *types.Package) string {
	if n := p.graph.Nodes[pkg.Path()]; n != nil && n.Meta.Module != nil {
		return n.Meta.Module.Path
	}
	return ""
}

// Dirs returns the directories of the files that the program consists of, in order: those of the
// main modules, and of modules replaced by a directory. Other packages do not change.
func (p *Program) Dirs() []string {
	dirs := map[string]bool{}
	for _, n := range p.graph.Nodes {
		m := n.Meta.Module
		if m == nil || !m.Main && (m.Replace == nil || m.Replace.Version != "") {
			continue
		}
		for _, f := range slices.Concat(n.Meta.GoFiles, n.Meta.IgnoredFiles) {
			dirs[filepath.Dir(f)] = true
		}
	}
	return slices.Sorted(maps.Keys(dirs))
}
