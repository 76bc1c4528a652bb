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
	"github.com/rtest-dev/rtest/refine"
)

// An ExtraFile is Go source that becomes part of a loaded package. Its package
// clause is that of the package.
type ExtraFile struct {
	// Name is a file name for positions; it need not exist.
	Name string
	Src  []byte
}

// SSA type-checks the extra files into pkg, whose Types and Info then hold
// their declarations too, and builds the SSA form of pkg. Packages it depends on
// whose source is loaded are created, and are to be built (ssa.Package.Build)
// before something of them is looked at: most are never needed. A file that was
// given before with the same content is not added again. It fails when the extra
// files do not compile, with an *ExtraError, or change.
func (p *Program) SSA(pkg *refine.Package, extra []ExtraFile) (*ssa.Package, error) {
	return p.ssaMode(pkg, extra, ssa.InstantiateGenerics)
}

func (p *Program) ssaMode(pkg *refine.Package, extra []ExtraFile, mode ssa.BuilderMode) (*ssa.Package, error) {
	u := p.units[pkg]
	if u == nil {
		return nil, fmt.Errorf("%s was not loaded by this program", pkg.Path)
	}
	if pkg.Broken {
		return nil, fmt.Errorf("%s does not compile", pkg.Path)
	}
	if err := u.graph.Forward(pkg.Forwards.Files()); err != nil {
		return nil, err
	}
	if err := u.addExtra(extra); err != nil {
		return nil, err
	}
	prog := ssa.NewProgram(p.Fset, mode)
	created := map[*load.Package]*ssa.Package{}
	var create func(n *load.Package)
	create = func(n *load.Package) {
		if created[n] != nil {
			return
		}
		for _, imp := range u.graph.Imports(n) {
			create(imp)
		}
		files := n.Files
		if n == u.node {
			files = append(files[:len(files):len(files)], u.extraFiles...)
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
	create(u.node)
	created[u.node].Build()
	return created[u.node], nil
}

// addExtra type-checks files into the package of u.
func (u *unit) addExtra(extra []ExtraFile) error {
	var files []*ast.File
	for _, x := range extra {
		if old, ok := u.extra[x.Name]; ok {
			if !bytes.Equal(old, x.Src) {
				return fmt.Errorf("%s was added to %s with other content", x.Name, u.pkg.Path)
			}
			continue
		}
		f, err := parser.ParseFile(u.graph.Fset, x.Name, x.Src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parsing extra file: %w", err)
		}
		files = append(files, f)
		u.extra[x.Name] = x.Src
	}
	if len(files) == 0 {
		return nil
	}
	if err := u.graph.Extend(u.node, files); err != nil {
		return err
	}
	u.extraFiles = append(u.extraFiles, files...)
	return nil
}
