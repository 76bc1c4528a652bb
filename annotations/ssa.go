package annotations

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/refine"
)

// An ExtraFile is Go source that becomes part of a loaded package. Its package clause names that
// package.
type ExtraFile struct {
	// Name is a file name for positions. The file need not exist.
	Name string
	Src  []byte
}

// SSA type-checks the extra files into pkg, whose Types and Info then include their declarations,
// and builds the SSA form of pkg. Dependencies loaded from source are created but not built: most
// are never needed. Call ssa.Package.Build before looking at one.
//
// A file with the same name and content as an earlier one is not added again. SSA fails with an
// *ExtraError if the extra files do not compile, and fails if a file changes.
func (p *Program) SSA(pkg *refine.Package, extra []ExtraFile) (*ssa.Package, error) {
	return p.ssaMode(pkg, extra, ssa.InstantiateGenerics)
}

// ssaMode is SSA with a builder mode.
func (p *Program) ssaMode(pkg *refine.Package, extra []ExtraFile, mode ssa.BuilderMode) (*ssa.Package, error) {
	r := p.resolved[pkg]
	if r == nil {
		return nil, fmt.Errorf("%s was not loaded by this program", pkg.Path)
	}
	if pkg.Broken {
		return nil, fmt.Errorf("%s does not compile", pkg.Path)
	}
	u := r.Unit
	if err := u.Graph.Forward(pkg.Forwards.Files()); err != nil {
		return nil, err
	}
	if p.extra[pkg] == nil {
		p.extra[pkg] = &extraFiles{u: u, sources: map[string][]byte{}}
	}
	if err := p.extra[pkg].add(extra); err != nil {
		return nil, err
	}
	prog := ssa.NewProgram(p.Fset, mode)
	created := map[*load.Package]*ssa.Package{}
	var create func(n *load.Package)
	create = func(n *load.Package) {
		if created[n] != nil {
			return
		}
		for _, imp := range u.Graph.Imports(n) {
			create(imp)
		}
		files := n.Files
		if n == u.Node {
			files = append(files[:len(files):len(files)], p.extra[pkg].files...)
		}
		for _, name := range slices.Sorted(maps.Keys(n.Forwards)) {
			files = append(files[:len(files):len(files)], n.Forwards[name])
		}
		if n.Info == nil {
			created[n] = prog.CreatePackage(n.Types, nil, nil, true)
			return
		}
		created[n] = prog.CreatePackage(n.Types, files, n.Info, true)
	}
	create(u.Node)
	created[u.Node].Build()
	return created[u.Node], nil
}

// extraFiles are the files type-checked into a package besides its own.
type extraFiles struct {
	u       *names.Unit
	sources map[string][]byte
	files   []*ast.File
}

// add type-checks files into the package.
func (x *extraFiles) add(extra []ExtraFile) error {
	var files []*ast.File
	for _, f := range extra {
		if old, ok := x.sources[f.Name]; ok {
			if !bytes.Equal(old, f.Src) {
				return fmt.Errorf("%s was added to %s with other content", f.Name, x.u.Node.Meta.PkgPath)
			}
			continue
		}
		parsed, err := parser.ParseFile(x.u.Graph.Fset, f.Name, f.Src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parsing extra file: %w", err)
		}
		files = append(files, parsed)
		x.sources[f.Name] = f.Src
	}
	if len(files) == 0 {
		return nil
	}
	if err := x.u.Graph.Extend(x.u.Node, files); err != nil {
		return err
	}
	x.files = append(x.files, files...)
	return nil
}
