package annotations

import (
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// Load loads the packages that the patterns of cfg match, with their test
// files, and resolves their contracts. What is wrong with a package is said in
// its Diags; the error is one of usage: the go command is missing, or nothing
// matches.
func Load(cfg Config) (*Program, error) {
	l, err := List(cfg)
	if err != nil {
		return nil, err
	}
	return l.Load(nil), nil
}

// A Program is a set of loaded packages with all that they depend on.
type Program struct {
	Fset *token.FileSet
	// Packages are those that the patterns match, in order of their paths, or in
	// which they were loaded one by one; an external test package stands behind
	// its package, when it has contracts.
	Packages []*refine.Package

	graph *graph
	units unitsByPackage
	// waiting are packages that may still be loaded.
	waiting []target
}

type unitsByPackage map[*refine.Package]*unit

// add makes the refine.Package of one target.
func (p *Program) add(t target) {
	warnings := p.graph.withoutBrokenTests(&t)
	pkg := p.newPackage(t.node)
	pkg.GoFiles, pkg.TestFiles = t.goFiles, t.testFiles
	pkg.External = t.external
	pkg.Finalizes = p.graph.finalizes(t.node, map[*node]bool{})
	pkg.Fingerprint = t.node.fingerprint
	p.graph.load(t.node)
	u := newUnit(p.graph, t.node)
	if t.external && !u.hasDirectives() && !u.hasNearMisses() && !u.hasProps() {
		return
	}
	pkg.Types, pkg.Info, pkg.Syntax = t.node.types, t.node.info, t.node.files
	if errs := p.graph.broken(t.node); len(errs) > 0 {
		pkg.Broken, pkg.Diags = true, errs
	}
	pkg.Diags = append(pkg.Diags, warnings...)
	u.pkg, pkg.Forwards = pkg, u.forwards
	p.units[pkg] = u
	p.Packages = append(p.Packages, pkg)
}

func (p *Program) newPackage(n *node) *refine.Package {
	m := n.meta
	pkg := &refine.Package{Path: m.PkgPath, Name: m.Name, Dir: directory(m.Dir, m.GoFiles), Fset: p.Fset}
	if m.Module != nil {
		pkg.Module, pkg.ModuleDir = m.Module.Path, m.Module.Dir
	}
	return pkg
}

// ModuleOf is the path of the module that holds pkg, empty for the standard
// library and for packages that the program does not import.
func (p *Program) ModuleOf(pkg *types.Package) string {
	if n := p.graph.nodes[pkg.Path()]; n != nil && n.meta.Module != nil {
		return n.meta.Module.Path
	}
	return ""
}

// Dirs are the directories whose files the program was made of, in order: those
// of the main modules and of modules that stand in a directory of their own by
// a replacement. Other packages do not change.
func (p *Program) Dirs() []string {
	dirs := map[string]bool{}
	for _, n := range p.graph.nodes {
		m := n.meta.Module
		if m == nil || !m.Main && (m.Replace == nil || m.Replace.Version != "") {
			continue
		}
		for _, f := range slices.Concat(n.meta.GoFiles, n.meta.IgnoredFiles) {
			dirs[filepath.Dir(f)] = true
		}
	}
	return slices.Sorted(maps.Keys(dirs))
}
