package annotations

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// A graph holds packages and what they import, keyed by the go command's ID (a
// package and its test variant have the same path and different IDs). Packages
// whose function bodies may be needed are type-checked from source, all others
// are read from export data; both name the same types.Package objects, so that
// types are identical whichever way they are reached.
//
// The reason for both: of a package that imports net/http, checking everything
// from source takes 1.4 s, this 0.25 s.
type graph struct {
	cfg   Config
	fset  *token.FileSet
	nodes map[string]*node
	roots []*node
	// near are the IDs of packages outside the main module that packages in
	// it import directly, as contract files may speak of their functions, and of
	// those that these need of their own modules.
	near map[string]bool
	// asked are the IDs of the packages that the patterns match.
	asked map[string]bool
	// mentioned is what named has found, nil before.
	mentioned map[string]bool
	// wanted are the packages that are to be loaded.
	wanted []*node
	// unlifted is what unreached has found, nil before.
	unlifted map[string]bool
	// context makes equal instantiations identical.
	context *types.Context
}

// A node is one package of a graph.
type node struct {
	meta  *packages.Package
	types *types.Package
	// info, files and sources are set when the package was loaded from source.
	info    *types.Info
	files   []*ast.File
	sources map[*ast.File][]byte
	// syntax are the files of one that was not, once asked for.
	syntax []*ast.File
	// forwards are files laid into the package for others, by name.
	forwards map[string]*ast.File
	// errs are those of parsing and type-checking.
	errs []error
	// trimmed says that files lack what cannot be lifted.
	trimmed bool
	// loaded is set when load was called, below when loadSources was.
	loaded, below bool
	// checked is set when brokenBelow is known.
	checked     bool
	brokenBelow *node
	// fingerprint is that of Listed, of a package that a pattern matches;
	// outside is the part of it that the package's imports have.
	fingerprint, outside string
}

// newGraph makes a graph of what the go command has listed, which it leaves as
// it is; it parses nothing yet.
func newGraph(cfg Config, roots []*packages.Package) *graph {
	g := &graph{cfg: cfg, fset: token.NewFileSet(), nodes: map[string]*node{}, near: map[string]bool{}, asked: map[string]bool{}, context: types.NewContext()}
	for _, r := range roots {
		g.roots = append(g.roots, g.addMeta(r))
		g.asked[r.ID] = true
	}
	slices.SortFunc(g.roots, func(a, b *node) int { return cmp.Compare(a.meta.ID, b.meta.ID) })
	return g
}

// addMeta adds a copy of m and of what it imports; where a package is known
// already, imports refer to the known one.
func (g *graph) addMeta(listed *packages.Package) *node {
	if n := g.nodes[listed.ID]; n != nil {
		return n
	}
	own := *listed
	m := &own
	m.Imports = make(map[string]*packages.Package, len(listed.Imports))
	n := &node{meta: m}
	g.nodes[m.ID] = n
	if m.PkgPath == "unsafe" {
		n.types, n.loaded = types.Unsafe, true
		return n
	}
	n.types = types.NewPackage(m.PkgPath, m.Name)
	for path, imp := range listed.Imports {
		known := g.addMeta(imp).meta
		m.Imports[path] = known
		if inMain(m) && !inMain(known) {
			g.neighbour(known)
		}
	}
	return n
}

func inMain(m *packages.Package) bool { return m.Module != nil && m.Module.Main }

// load makes the types of n and of what it needs complete.
func (g *graph) load(n *node) {
	if n.loaded {
		return
	}
	n.loaded = true
	if !g.fromSource(n.meta) {
		g.loadSources(n)
		if g.readExport(n) == nil {
			return
		}
		// A broken dependency has no export data; its source tells why.
	}
	for _, path := range slices.Sorted(maps.Keys(n.meta.Imports)) {
		g.load(g.nodes[n.meta.Imports[path].ID])
	}
	g.parse(n)
	syntaxErrors := len(n.errs)
	g.check(n)
	if syntaxErrors > 0 {
		// Type errors follow from what does not parse.
		n.errs = n.errs[:syntaxErrors]
	}
}

// loadSources loads the packages below n that are checked from source: export
// data that mentions them must find their objects there.
func (g *graph) loadSources(n *node) {
	if n.below {
		return
	}
	n.below = true
	for _, path := range slices.Sorted(maps.Keys(n.meta.Imports)) {
		imp := g.nodes[n.meta.Imports[path].ID]
		g.loadSources(imp)
		if g.fromSource(imp.meta) {
			g.load(imp)
		}
	}
}

// fromSource tells whether a package is type-checked from its source.
func (g *graph) fromSource(m *packages.Package) bool {
	return g.seed(m) || liftable[m.PkgPath] && g.lifts(m.ID)
}

// seed tells of packages that are read from source whatever imports them.
func (g *graph) seed(m *packages.Package) bool {
	return m.ExportFile == "" || g.asked[m.ID] || inMain(m) ||
		g.near[m.ID] && (m.Module != nil || !opaqueToLogic(m.PkgPath) && g.named()[m.PkgPath])
}

// opaqueToLogic tells of packages of the standard library that nothing is gained
// from reading: they are great, or made of reflection and system calls.
func opaqueToLogic(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "crypto", "database", "debug", "fmt", "go", "image", "log", "os", "plugin", "reflect", "runtime", "sync", "syscall", "testing", "unsafe":
		return true
	}
	return path == "net" || path == "net/http" || strings.HasPrefix(path, "net/http/")
}

// readExport fills n.types from export data. Packages mentioned there are
// those of the graph, complete or not.
func (g *graph) readExport(n *node) error {
	if n.meta.ExportFile == "" {
		return errors.New("no export data")
	}
	f, err := os.Open(n.meta.ExportFile)
	if err != nil {
		return fmt.Errorf("reading export data: %w", err)
	}
	defer f.Close()
	//lint:ignore SA1019 the go command still lists archive files; what it lists
	// from Go 1.29 on is read by gcexportdata.Read without this.
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return fmt.Errorf("reading %s: %w", n.meta.ExportFile, err)
	}
	view := map[string]*types.Package{n.meta.PkgPath: n.types}
	seen := map[*node]bool{n: true}
	var visit func(n *node)
	visit = func(n *node) {
		for _, imp := range n.meta.Imports {
			if m := g.nodes[imp.ID]; !seen[m] {
				seen[m] = true
				view[m.meta.PkgPath] = m.types
				visit(m)
			}
		}
	}
	visit(n)
	if _, err := gcexportdata.Read(r, g.fset, view, n.meta.PkgPath); err != nil {
		return fmt.Errorf("reading %s: %w", n.meta.ExportFile, err)
	}
	return nil
}

// parse reads the files of n.
func (g *graph) parse(n *node) {
	if n.sources != nil {
		return
	}
	n.sources = map[*ast.File][]byte{}
	for _, name := range n.meta.CompiledGoFiles {
		src, ok := g.cfg.Overlay[name]
		if !ok {
			var err error
			if src, err = os.ReadFile(name); err != nil {
				n.errs = append(n.errs, fmt.Errorf("reading source: %w", err))
				continue
			}
		}
		f, err := parser.ParseFile(g.fset, name, src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
		if err != nil {
			n.errs = append(n.errs, splitErrors(err)...)
		}
		if f != nil {
			n.files = append(n.files, f)
			n.sources[f] = src
		}
	}
}

func splitErrors(err error) []error {
	list, ok := errors.AsType[scanner.ErrorList](err)
	if !ok {
		return []error{err}
	}
	list.RemoveMultiples()
	var errs []error
	for _, e := range list {
		errs = append(errs, e)
	}
	return errs
}

// check type-checks the files of n.
func (g *graph) check(n *node) {
	n.info = newInfo()
	conf := g.config(n)
	conf.Error = func(err error) {
		// Imports that only bodies need which are not there.
		if soft, ok := errors.AsType[types.Error](err); ok && soft.Soft && n.trimmed {
			return
		}
		n.errs = append(n.errs, err)
	}
	// The errors are collected by the handler.
	_ = types.NewChecker(conf, g.fset, n.types, n.info).Files(n.files)
}

// config returns the configuration for checking files of n, later ones too.
func (g *graph) config(n *node) *types.Config {
	conf := &types.Config{
		Importer: importerFunc(func(path string) (*types.Package, error) { return g.importFor(n, path) }),
		Sizes:    n.meta.TypesSizes,
	}
	if n.meta.Module != nil && n.meta.Module.GoVersion != "" {
		conf.GoVersion = "go" + n.meta.Module.GoVersion
	}
	return conf
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// importFor returns the package that path means in n.
func (g *graph) importFor(n *node, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imp := n.meta.Imports[path]
	if imp == nil {
		return nil, fmt.Errorf("could not import %s", path)
	}
	m := g.nodes[imp.ID]
	g.load(m)
	return m.types, nil
}

func newInfo() *types.Info {
	return &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Instances:    map[*ast.Ident]types.Instance{},
		Defs:         map[*ast.Ident]types.Object{},
		Uses:         map[*ast.Ident]types.Object{},
		Implicits:    map[ast.Node]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		FileVersions: map[*ast.File]string{},
	}
}

// A target is a package that a pattern matches.
type target struct {
	node *node
	// plain is the package without its test files; nil where node is that, too.
	plain              *node
	external           bool
	goFiles, testFiles []string
}

// targets returns the packages of the roots, each once: in the variant that
// has its test files, if there is one.
func (g *graph) targets() []target {
	variant := map[string]*node{}
	for _, r := range g.roots {
		if r.meta.ForTest != "" && r.meta.PkgPath == r.meta.ForTest {
			variant[r.meta.PkgPath] = r
		}
	}
	var ts []target
	for _, r := range g.roots {
		m := r.meta
		switch {
		case m.ForTest == "" && !strings.HasSuffix(m.ID, ".test"):
			t := target{node: r, goFiles: m.GoFiles}
			if v := variant[m.PkgPath]; v != nil {
				t.node, t.plain = v, r
				t.testFiles = without(v.meta.GoFiles, m.GoFiles)
			}
			ts = append(ts, t)
		case m.ForTest != "" && m.PkgPath == m.ForTest+"_test":
			ts = append(ts, target{node: r, external: true, testFiles: m.GoFiles})
		}
	}
	slices.SortStableFunc(ts, func(a, b target) int { return cmp.Compare(a.node.meta.PkgPath, b.node.meta.PkgPath) })
	return ts
}

func without(all, some []string) []string {
	var rest []string
	for _, f := range all {
		if !slices.Contains(some, f) {
			rest = append(rest, filepath.Clean(f))
		}
	}
	return rest
}

// syntax returns the files of a package, also of one that was not loaded from source.
// What cannot be read or parsed is left out: it only says less about inputs.
func (g *graph) syntax(n *node) []*ast.File {
	if n.files != nil {
		return n.files
	}
	if n.syntax == nil {
		n.syntax = []*ast.File{}
		for _, name := range n.meta.CompiledGoFiles {
			if f, err := parser.ParseFile(g.fset, name, nil, parser.SkipObjectResolution); err == nil {
				n.syntax = append(n.syntax, f)
			}
		}
	}
	return n.syntax
}
