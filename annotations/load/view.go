package load

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A View is what an analysis of one package knows: the package, the packages of its module on which
// it depends, and the types of others.
type View struct {
	Own Source
	// Module are the packages of the module of Own on which it depends, directly or not.
	Module []Source
	// Types has the known packages outside the module, by path.
	Types map[string]*types.Package
	Sizes types.Sizes
}

// A Source is a package that is read from source.
type Source struct {
	Path, Name, Dir string
	// Files are the compiled Go files, by their whole paths.
	Files []string
	// Imports are the paths of imported packages, by how the files write them.
	Imports map[string]string
	// Module and GoVersion are the path and the version of Go of its module, as 1.24.
	Module, GoVersion string
}

// NewView makes a graph of the packages that an analysis knows, without the go command. Its one target is the
// package of the analysis. Of the other packages of the module it reads only declarations, without function
// bodies. Listed are further packages, as Config.List returns them. References of declarations to other packages
// are left out; see Missing.
func NewView(cfg Config, v View, listed []*packages.Package) (*Graph, Target) {
	g := New(cfg, nil)
	for path, pkg := range v.Types {
		g.Nodes[path] = &Package{Meta: &packages.Package{ID: path, PkgPath: path, Name: pkg.Name()}, Types: pkg, loaded: true, below: true}
	}
	for _, s := range v.Module {
		g.addSource(s, v.Sizes).declared = true
	}
	own := g.addSource(v.Own, v.Sizes)
	for _, p := range listed {
		g.addMeta(p)
	}
	for _, s := range append(slices.Clone(v.Module), v.Own) {
		m := g.Nodes[s.Path].Meta
		for _, path := range slices.Sorted(maps.Keys(s.Imports)) {
			if imp := g.Nodes[s.Imports[path]]; imp != nil {
				m.Imports[path] = imp.Meta
			}
		}
	}
	for _, n := range g.Nodes {
		// Objects of known packages lead to others.
		for _, imp := range n.Types.Imports() {
			if to := g.Nodes[imp.Path()]; to != nil && n.loaded {
				n.Meta.Imports = with(n.Meta.Imports, imp.Path(), to.Meta)
			}
		}
	}
	g.roots, g.asked[own.Meta.ID] = []*Package{own}, true
	t := Target{Package: own}
	for _, f := range v.Own.Files {
		if strings.HasSuffix(f, "_test.go") {
			t.TestFiles = append(t.TestFiles, f)
		} else {
			t.GoFiles = append(t.GoFiles, f)
		}
	}
	t.External = strings.HasSuffix(v.Own.Name, "_test") && len(t.GoFiles) == 0
	return g, t
}

func with(m map[string]*packages.Package, path string, p *packages.Package) map[string]*packages.Package {
	if m == nil {
		m = map[string]*packages.Package{}
	}
	m[path] = p
	return m
}

// addSource adds a package that is read from source. It belongs to the main module.
func (g *Graph) addSource(s Source, sizes types.Sizes) *Package {
	m := &packages.Package{
		ID: s.Path, PkgPath: s.Path, Name: s.Name, Dir: s.Dir, GoFiles: s.Files, CompiledGoFiles: s.Files, TypesSizes: sizes,
		Imports: map[string]*packages.Package{}, Module: &packages.Module{Path: s.Module, Main: true, GoVersion: s.GoVersion},
	}
	n := &Package{Meta: m, Types: types.NewPackage(s.Path, s.Name)}
	g.Nodes[s.Path] = n
	return n
}

// Missing returns the paths of packages that declarations of a view mention, and that are not known.
func (g *Graph) Missing() []string { return slices.Sorted(maps.Keys(g.missing)) }

// unknownPackage returns an empty package in the place of one that is not known.
func unknownPackage(path string) *types.Package {
	p := types.NewPackage(path, pathBase(path))
	p.MarkComplete()
	return p
}

// noteMissing notes which packages the declarations of n mention that are not known.
func (g *Graph) noteMissing(n *Package) {
	for _, o := range n.Info.Uses {
		if pn, ok := o.(*types.PkgName); ok && pn.Imported() != types.Unsafe && g.Nodes[pn.Imported().Path()] == nil {
			if g.missing == nil {
				g.missing = map[string]bool{}
			}
			g.missing[pn.Imported().Path()] = true
		}
	}
}

// dropBodies removes the bodies of functions.
func dropBodies(f *ast.File) {
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			fn.Body = nil
		}
	}
}

// Declared reports whether only the declarations of a package were read.
func (n *Package) Declared() bool { return n.declared }
