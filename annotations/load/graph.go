// Package load reads Go packages. It lists them with the go command, type-checks what predicates
// may be lifted from, reads the rest from export data, and reports what does not compile. It knows
// nothing of contracts.
package load

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

	"golang.org/x/tools/go/packages"
)

// A Graph has packages and their imports, keyed by the go command's ID; a package and its test
// variant have the same path and different IDs. Packages whose function bodies may be needed are
// type-checked from source, all others are read from export data. Both use the same types.Package
// objects, so types are identical however they are reached.
//
// The reason for using both is speed: for a package that imports net/http, checking everything from
// source takes 1.4 s, and this takes 0.25 s.
type Graph struct {
	Config Config
	Fset   *token.FileSet
	Nodes  map[string]*Package
	roots  []*Package
	// near are the IDs of packages outside the main module that it imports directly, because
	// contract files may refer to their functions. It includes the packages that these need of
	// their own modules.
	near map[string]bool
	// asked are the IDs of the packages that the patterns match.
	asked map[string]bool
	// mentioned is the result of Named, nil until it is called.
	mentioned map[string]bool
	// uses caches what packages use of others.
	uses map[*Package]*use
	// textHash is what moduleHash has found, nil before.
	textHash []byte
	// Wanted are the packages to load.
	Wanted []*Package
	// unlifted is the result of unreached, nil until it is called.
	unlifted map[string]bool
	// Context makes equal instantiations identical.
	Context *types.Context
	// missing are the paths of packages that a View does not know.
	missing map[string]bool
}

// A Package is one package of a graph.
type Package struct {
	Meta  *packages.Package
	Types *types.Package
	// Info, Files and Sources are set if the package was loaded from source.
	Info    *types.Info
	Files   []*ast.File
	Sources map[*ast.File][]byte
	// syntax are the files of a package not loaded from source, set by Syntax.
	syntax []*ast.File
	// Forwards are files laid into the package for others, by name.
	Forwards map[string]*ast.File
	// Errs are the errors of parsing and type-checking.
	Errs []error
	// Trimmed means that files lack what cannot be lifted.
	Trimmed bool
	// declared means that only declarations are read, and only those that are known.
	declared bool
	// loaded is set once Load was called, below once loadSources was.
	loaded, below bool
	// checked is set once brokenBelow is known.
	checked     bool
	brokenBelow *Package
	// Fingerprint is the value of Listed.Fingerprint, for a package that a pattern matches. Outside is
	// the hash of its imports.
	Fingerprint, Outside string
}

// New makes a graph of what the go command has listed, without modifying that. It parses nothing
// yet.
func New(cfg Config, roots []*packages.Package) *Graph {
	g := &Graph{Config: cfg, Fset: token.NewFileSet(), Nodes: map[string]*Package{}, near: map[string]bool{}, asked: map[string]bool{}, Context: types.NewContext()}
	for _, r := range roots {
		g.roots = append(g.roots, g.addMeta(r))
		g.asked[r.ID] = true
	}
	slices.SortFunc(g.roots, func(a, b *Package) int { return cmp.Compare(a.Meta.ID, b.Meta.ID) })
	return g
}

// addMeta adds a copy of m and its imports. Imports of a known package refer to the known one.
func (g *Graph) addMeta(listed *packages.Package) *Package {
	if n := g.Nodes[listed.ID]; n != nil {
		return n
	}
	own := *listed
	m := &own
	m.Imports = make(map[string]*packages.Package, len(listed.Imports))
	n := &Package{Meta: m}
	g.Nodes[m.ID] = n
	if m.PkgPath == "unsafe" {
		n.Types, n.loaded = types.Unsafe, true
		return n
	}
	n.Types = types.NewPackage(m.PkgPath, m.Name)
	for path, imp := range listed.Imports {
		known := g.addMeta(imp).Meta
		m.Imports[path] = known
		if InMain(m) && !InMain(known) {
			g.markNear(known)
		}
	}
	return n
}

// InMain reports whether a package belongs to the main module.
func InMain(m *packages.Package) bool { return m.Module != nil && m.Module.Main }

// Load completes the types of n and of its dependencies.
func (g *Graph) Load(n *Package) {
	if n.loaded {
		return
	}
	n.loaded = true
	if !g.fromSource(n.Meta) {
		g.loadSources(n)
		if g.readExport(n) == nil {
			return
		}
		// A broken dependency has no export data; its source shows why.
	}
	for _, path := range slices.Sorted(maps.Keys(n.Meta.Imports)) {
		g.Load(g.Nodes[n.Meta.Imports[path].ID])
	}
	g.parse(n)
	syntaxErrors := len(n.Errs)
	g.check(n)
	if syntaxErrors > 0 {
		// Type errors follow from syntax errors.
		n.Errs = n.Errs[:syntaxErrors]
	}
}

// loadSources loads the dependencies of n that are checked from source. Export data that mentions
// them must find their objects there.
func (g *Graph) loadSources(n *Package) {
	if n.below {
		return
	}
	n.below = true
	for _, path := range slices.Sorted(maps.Keys(n.Meta.Imports)) {
		imp := g.Nodes[n.Meta.Imports[path].ID]
		g.loadSources(imp)
		if g.fromSource(imp.Meta) {
			g.Load(imp)
		}
	}
}

// fromSource reports whether a package is type-checked from source.
func (g *Graph) fromSource(m *packages.Package) bool {
	return g.alwaysFromSource(m) || Liftable[m.PkgPath] && g.lifts(m.ID)
}

// alwaysFromSource reports whether a package is read from source, no matter which packages import it.
func (g *Graph) alwaysFromSource(m *packages.Package) bool {
	return m.ExportFile == "" || g.asked[m.ID] || InMain(m) ||
		g.near[m.ID] && (m.Module != nil || !opaqueToLogic(m.PkgPath) && g.Named()[m.PkgPath])
}

// opaqueToLogic reports whether reading a package of the standard library gains nothing: it is
// large, or consists of reflection and system calls.
func opaqueToLogic(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "crypto", "database", "debug", "fmt", "go", "image", "log", "os", "plugin", "reflect", "runtime", "sync", "syscall", "testing", "unsafe":
		return true
	}
	return path == "net" || path == "net/http" || strings.HasPrefix(path, "net/http/")
}

// parse reads the files of n.
func (g *Graph) parse(n *Package) {
	if n.Sources != nil {
		return
	}
	n.Sources = map[*ast.File][]byte{}
	for _, name := range n.Meta.CompiledGoFiles {
		src, ok := g.Config.Overlay[name]
		if !ok {
			var err error
			if src, err = os.ReadFile(name); err != nil {
				n.Errs = append(n.Errs, fmt.Errorf("reading source: %w", err))
				continue
			}
		}
		f, err := parser.ParseFile(g.Fset, name, src, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
		if err != nil {
			n.Errs = append(n.Errs, splitErrors(err)...)
		}
		if f != nil {
			if n.declared {
				dropBodies(f)
			}
			n.Files = append(n.Files, f)
			n.Sources[f] = src
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
func (g *Graph) check(n *Package) {
	n.Info = NewInfo()
	conf := g.config(n)
	conf.Error = func(err error) {
		// Ignore imports that only removed bodies need.
		if soft, ok := errors.AsType[types.Error](err); ok && soft.Soft && n.Trimmed {
			return
		}
		n.Errs = append(n.Errs, err)
	}
	// The handler collects the errors.
	_ = types.NewChecker(conf, g.Fset, n.Types, n.Info).Files(n.Files)
	if n.declared {
		g.noteMissing(n)
		n.Errs = nil // Functions lack their bodies, and imports may be missing.
	}
}

// config returns the configuration for checking files of n, including later ones.
func (g *Graph) config(n *Package) *types.Config {
	conf := &types.Config{
		Importer: importerFunc(func(path string) (*types.Package, error) { return g.Import(n, path) }),
		Sizes:    n.Meta.TypesSizes,
	}
	if n.Meta.Module != nil && n.Meta.Module.GoVersion != "" {
		conf.GoVersion = "go" + n.Meta.Module.GoVersion
	}
	return conf
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// Import returns the package that path refers to in n.
func (g *Graph) Import(n *Package, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imp := n.Meta.Imports[path]
	if imp == nil && n.declared {
		return unknownPackage(path), nil
	}
	if imp == nil {
		return nil, fmt.Errorf("could not import %s", path)
	}
	m := g.Nodes[imp.ID]
	g.Load(m)
	return m.Types, nil
}

// NewInfo returns empty type information with all tables that are used.
func NewInfo() *types.Info {
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

// A Target is a package that a pattern matches.
type Target struct {
	Package *Package
	// plain is the package without its test files. It is nil if Package has none.
	plain              *Package
	External           bool
	GoFiles, TestFiles []string
}

// Targets returns the packages of the roots, each once: the variant with its test files, if there
// is one.
func (g *Graph) Targets() []Target {
	variant := map[string]*Package{}
	for _, r := range g.roots {
		if r.Meta.ForTest != "" && r.Meta.PkgPath == r.Meta.ForTest {
			variant[r.Meta.PkgPath] = r
		}
	}
	var ts []Target
	for _, r := range g.roots {
		m := r.Meta
		switch {
		case m.ForTest == "" && !strings.HasSuffix(m.ID, ".test"):
			t := Target{Package: r, GoFiles: m.GoFiles}
			if v := variant[m.PkgPath]; v != nil {
				t.Package, t.plain = v, r
				t.TestFiles = without(v.Meta.GoFiles, m.GoFiles)
			}
			ts = append(ts, t)
		case m.ForTest != "" && m.PkgPath == m.ForTest+"_test":
			ts = append(ts, Target{Package: r, External: true, TestFiles: m.GoFiles})
		}
	}
	slices.SortStableFunc(ts, func(a, b Target) int { return cmp.Compare(a.Package.Meta.PkgPath, b.Package.Meta.PkgPath) })
	return ts
}

// Plain returns the package without its test files.
func (t Target) Plain() *Package {
	if t.plain != nil {
		return t.plain
	}
	return t.Package
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

// Syntax returns the files of a package, even if it was not loaded from source. It omits files that
// cannot be read or parsed: less is then known about inputs.
func (g *Graph) Syntax(n *Package) []*ast.File {
	if n.Files != nil {
		return n.Files
	}
	if n.syntax == nil {
		n.syntax = []*ast.File{}
		for _, name := range n.Meta.CompiledGoFiles {
			if f, err := parser.ParseFile(g.Fset, name, nil, parser.SkipObjectResolution); err == nil {
				n.syntax = append(n.syntax, f)
			}
		}
	}
	return n.syntax
}
