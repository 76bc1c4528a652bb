package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// ForwardFolder returns the folder of the package that declares o, if a forwarding function may be
// laid into it. Otherwise it returns "": for other modules, packages not loaded whole from source,
// and objects declared in tests.
func (g *Graph) ForwardFolder(o types.Object) string {
	n := g.packageDeclaring(o.Pkg())
	if n == nil || n.Info == nil || n.Trimmed || len(n.Errs) > 0 || !InMain(n.Meta) || len(n.Meta.GoFiles) == 0 {
		return ""
	}
	if strings.HasSuffix(g.Fset.Position(o.Pos()).Filename, "_test.go") {
		return ""
	}
	return filepath.Dir(n.Meta.GoFiles[0])
}

// packageDeclaring returns the node whose types pkg has, or nil.
func (g *Graph) packageDeclaring(pkg *types.Package) *Package {
	for _, n := range g.Nodes {
		if n.Types == pkg {
			return n
		}
	}
	return nil
}

// Forward type-checks the files of forwarding functions into their packages.
func (g *Graph) Forward(files []refine.Forward) error {
	for _, f := range files {
		n := g.packageDeclaring(f.Pkg)
		if n == nil {
			return fmt.Errorf("%s was not loaded by this program", f.Pkg.Path())
		}
		if n.Forwards[f.Name] != nil {
			continue
		}
		name := filepath.Join(f.Dir, f.Name)
		file, err := parser.ParseFile(g.Fset, name, f.Src, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parsing extra file: %w", err)
		}
		if err := g.Extend(n, []*ast.File{file}); err != nil {
			return err
		}
		if n.Forwards == nil {
			n.Forwards = map[string]*ast.File{}
		}
		n.Forwards[f.Name] = file
	}
	return nil
}
