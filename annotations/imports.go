package annotations

import (
	"errors"
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path"
	"slices"
	"strconv"
)

// An ExtraError says that extra files do not compile: an error of go/types in each
// line, with its position.
type ExtraError struct{ err error }

func (e *ExtraError) Error() string { return "type-checking extra files: " + e.err.Error() }

// Unwrap returns the errors of go/types.
func (e *ExtraError) Unwrap() error { return e.err }

// imports returns the nodes that n imports, in order of their paths.
func (g *graph) imports(n *node) []*node {
	var imps []*node
	for _, path := range slices.Sorted(maps.Keys(n.meta.Imports)) {
		imps = append(imps, g.nodes[n.meta.Imports[path].ID])
	}
	return imps
}

// extend type-checks files into the package of n. The error is an *ExtraError where
// they do not compile.
func (g *graph) extend(n *node, files []*ast.File) error {
	if err := g.require(n, missingImports(n, files)); err != nil {
		return err
	}
	var errs []error
	conf := g.config(n)
	conf.Error = func(err error) { errs = append(errs, err) }
	// The checker forgets the initialization of the files before.
	order := slices.Clone(n.info.InitOrder)
	defer func() { n.info.InitOrder = append(order, n.info.InitOrder...) }()
	// The errors are collected by the handler.
	_ = types.NewChecker(conf, g.fset, n.types, n.info).Files(files)
	if len(errs) > 0 {
		return &ExtraError{errors.Join(errs...)}
	}
	return nil
}

// missingImports returns the import paths of files that n does not know.
func missingImports(n *node, files []*ast.File) []string {
	paths := map[string]bool{}
	for _, f := range files {
		for _, imp := range f.Imports {
			p, err := strconv.Unquote(imp.Path.Value)
			if err == nil && p != "unsafe" && n.meta.Imports[p] == nil {
				paths[p] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// require makes the packages of the given paths importable from n. Those that
// n's universe knows already are taken from there, the others are listed by
// the go command.
func (g *graph) require(n *node, paths []string) error {
	var unknown, added []string
	for _, p := range paths {
		if known := n.meta.Imports[p]; known != nil && g.nodes[known.ID].loaded {
			continue
		}
		added = append(added, p)
		m := g.reachable(n, p)
		if m == nil {
			m = g.nodes[p]
		}
		if m == nil {
			unknown = append(unknown, p)
			continue
		}
		if err := g.acyclic(n, m); err != nil {
			return err
		}
		n.meta.Imports[p] = m.meta
	}
	if len(unknown) > 0 {
		roots, err := g.cfg.list(false, unknown...)
		if err != nil {
			return err
		}
		for _, r := range roots {
			if len(r.Errors) > 0 && r.Name == "" {
				return fmt.Errorf("could not import %s: %s", r.PkgPath, firstLine(r.Errors[0].Msg))
			}
			m := g.addMeta(r)
			if err := g.acyclic(n, m); err != nil {
				return err
			}
			n.meta.Imports[r.PkgPath] = m.meta
		}
	}
	for _, p := range added {
		if m := n.meta.Imports[p]; m != nil {
			g.load(g.nodes[m.ID])
		}
	}
	return nil
}

// reachable finds the package of the path among those that n depends on: its
// test variant, where that is what n sees.
func (g *graph) reachable(n *node, path string) *node {
	seen := map[*node]bool{}
	var found *node
	var visit func(n *node)
	visit = func(n *node) {
		if found != nil || seen[n] {
			return
		}
		seen[n] = true
		if n.meta.PkgPath == path {
			found = n
			return
		}
		for _, imp := range g.imports(n) {
			visit(imp)
		}
	}
	for _, imp := range g.imports(n) {
		visit(imp)
	}
	return found
}

// pathBase guesses the name of the package with the import path p.
func pathBase(p string) string {
	b := path.Base(p)
	if len(b) > 1 && b[0] == 'v' && b[1] >= '0' && b[1] <= '9' {
		b = path.Base(path.Dir(p))
	}
	return b
}
