package annotations

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/types"
	"path"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/refine"
)

// An ExtraFile is Go source that becomes part of a loaded package. Its package
// clause is that of the package.
type ExtraFile struct {
	// Name is a file name for positions; it need not exist.
	Name string
	Src  []byte
}

// An ExtraError says that extra files do not compile: an error of go/types in each
// line, with its position.
type ExtraError struct{ err error }

func (e *ExtraError) Error() string { return "type-checking extra files: " + e.err.Error() }

// Unwrap returns the errors of go/types.
func (e *ExtraError) Unwrap() error { return e.err }

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
	if err := u.graph.forward(pkg.Forwards.Files()); err != nil {
		return nil, err
	}
	if err := u.addExtra(extra); err != nil {
		return nil, err
	}
	prog := ssa.NewProgram(p.Fset, mode)
	created := map[*node]*ssa.Package{}
	var create func(n *node)
	create = func(n *node) {
		if created[n] != nil {
			return
		}
		for _, imp := range u.graph.imports(n) {
			create(imp)
		}
		files := n.files
		if n == u.node {
			files = append(files[:len(files):len(files)], u.extraFiles...)
		}
		for _, name := range sortedKeys(n.forwards) {
			files = append(files[:len(files):len(files)], n.forwards[name])
		}
		if n.info == nil {
			created[n] = prog.CreatePackage(n.types, nil, nil, true)
			return
		}
		created[n] = prog.CreatePackage(n.types, files, n.info, true)
	}
	create(u.node)
	created[u.node].Build()
	return created[u.node], nil
}

// imports returns the nodes that n imports, in order of their paths.
func (g *graph) imports(n *node) []*node {
	var imps []*node
	for _, path := range sortedKeys(n.meta.Imports) {
		imps = append(imps, g.nodes[n.meta.Imports[path].ID])
	}
	return imps
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
		f, err := parser.ParseFile(u.graph.fset, x.Name, x.Src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parsing extra file: %w", err)
		}
		files = append(files, f)
		u.extra[x.Name] = x.Src
	}
	if len(files) == 0 {
		return nil
	}
	if err := u.graph.extend(u.node, files); err != nil {
		return err
	}
	u.extraFiles = append(u.extraFiles, files...)
	return nil
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
	return sortedKeys(paths)
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
