package load

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

// An ExtraError says that extra files do not compile. It has one error of go/types per line, with
// its position.
type ExtraError struct{ err error }

func (e *ExtraError) Error() string { return "type-checking extra files: " + e.err.Error() }

// Unwrap returns the errors of go/types.
func (e *ExtraError) Unwrap() error { return e.err }

// Imports returns the packages that n imports, ordered by path.
func (g *Graph) Imports(n *Package) []*Package {
	var imps []*Package
	for _, path := range slices.Sorted(maps.Keys(n.Meta.Imports)) {
		imps = append(imps, g.Nodes[n.Meta.Imports[path].ID])
	}
	return imps
}

// Extend type-checks files into the package of n. The error is an *ExtraError if they do not
// compile.
func (g *Graph) Extend(n *Package, files []*ast.File) error {
	if err := g.Require(n, missingImports(n, files)); err != nil {
		return err
	}
	var errs []error
	conf := g.config(n)
	conf.Error = func(err error) { errs = append(errs, err) }
	// The checker discards the initialization order of earlier files.
	order := slices.Clone(n.Info.InitOrder)
	defer func() { n.Info.InitOrder = append(order, n.Info.InitOrder...) }()
	// The handler collects the errors.
	_ = types.NewChecker(conf, g.Fset, n.Types, n.Info).Files(files)
	if len(errs) > 0 {
		return &ExtraError{errors.Join(errs...)}
	}
	return nil
}

// missingImports returns the import paths in files that n does not know.
func missingImports(n *Package, files []*ast.File) []string {
	paths := map[string]bool{}
	for _, f := range files {
		for _, imp := range f.Imports {
			p, err := strconv.Unquote(imp.Path.Value)
			if err == nil && p != "unsafe" && n.Meta.Imports[p] == nil {
				paths[p] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// Require makes the packages with the given paths importable from n. It takes those that n depends
// on from there, and lists the others with the go command.
func (g *Graph) Require(n *Package, paths []string) error {
	var unknown, added []string
	for _, p := range paths {
		if known := n.Meta.Imports[p]; known != nil && g.Nodes[known.ID].loaded {
			continue
		}
		added = append(added, p)
		m := g.Reachable(n, p)
		if m == nil {
			m = g.Nodes[p]
		}
		if m == nil {
			unknown = append(unknown, p)
			continue
		}
		if err := g.cycleError(n, m); err != nil {
			return err
		}
		n.Meta.Imports[p] = m.Meta
	}
	if len(unknown) > 0 {
		roots, err := g.Config.List(false, unknown...)
		if err != nil {
			return err
		}
		for _, r := range roots {
			if len(r.Errors) > 0 && r.Name == "" {
				return fmt.Errorf("could not import %s: %s", r.PkgPath, FirstLine(r.Errors[0].Msg))
			}
			m := g.addMeta(r)
			if err := g.cycleError(n, m); err != nil {
				return err
			}
			n.Meta.Imports[r.PkgPath] = m.Meta
		}
	}
	for _, p := range added {
		if m := n.Meta.Imports[p]; m != nil {
			g.Load(g.Nodes[m.ID])
		}
	}
	return nil
}

// Reachable returns the package with the path among the dependencies of n. If n sees its test
// variant, it returns that.
func (g *Graph) Reachable(n *Package, path string) (found *Package) {
	g.dependency(n, func(m *Package) bool {
		if m.Meta.PkgPath == path && (found == nil || found.Meta.ID == path) {
			found = m
		}
		return found != nil && (n.Meta.ForTest == "" || found.Meta.ID != path)
	})
	return found
}

// ReachableTypes returns the package with these types among the dependencies of n, or nil.
func (g *Graph) ReachableTypes(n *Package, of *types.Package) (found *Package) {
	g.dependency(n, func(m *Package) bool {
		if m.Types == of {
			found = m
		}
		return found != nil
	})
	return found
}

// dependency visits the dependencies of n until done returns true.
func (g *Graph) dependency(n *Package, done func(*Package) bool) {
	seen := map[*Package]bool{}
	var visit func(n *Package) bool
	visit = func(n *Package) bool {
		for _, m := range g.Imports(n) {
			if seen[m] {
				continue
			}
			if seen[m] = true; done(m) || visit(m) {
				return true
			}
		}
		return false
	}
	visit(n)
}

// pathBase guesses the name of the package with import path p.
func pathBase(p string) string {
	b := path.Base(p)
	if len(b) > 1 && b[0] == 'v' && b[1] >= '0' && b[1] <= '9' {
		b = path.Base(path.Dir(p))
	}
	return b
}
