package annotations

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// forwardFolder returns the folder of the package that declares o, into which a
// forwarding function for it may be laid; empty where it may not: in other
// modules, in packages that were not loaded from source whole, and for what
// only tests declare.
func (g *graph) forwardFolder(o types.Object) string {
	n := g.declaring(o.Pkg())
	if n == nil || n.info == nil || n.trimmed || len(n.errs) > 0 || !inMain(n.meta) || len(n.meta.GoFiles) == 0 {
		return ""
	}
	if strings.HasSuffix(g.fset.Position(o.Pos()).Filename, "_test.go") {
		return ""
	}
	return filepath.Dir(n.meta.GoFiles[0])
}

// declaring returns the node whose types pkg has, or nil.
func (g *graph) declaring(pkg *types.Package) *node {
	for _, n := range g.nodes {
		if n.types == pkg {
			return n
		}
	}
	return nil
}

// forward type-checks the files of forwarding functions into their packages.
func (g *graph) forward(files []refine.Forward) error {
	for _, f := range files {
		n := g.declaring(f.Pkg)
		if n == nil {
			return fmt.Errorf("%s was not loaded by this program", f.Pkg.Path())
		}
		if n.forwards[f.Name] != nil {
			continue
		}
		name := filepath.Join(f.Dir, f.Name)
		file, err := parser.ParseFile(g.fset, name, f.Src, parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parsing extra file: %w", err)
		}
		if err := g.extend(n, []*ast.File{file}); err != nil {
			return err
		}
		if n.forwards == nil {
			n.forwards = map[string]*ast.File{}
		}
		n.forwards[f.Name] = file
	}
	return nil
}
