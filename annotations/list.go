package annotations

import (
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/resolve"
	"github.com/rtest-dev/rtest/refine"
)

// List asks the go command for the packages that match the patterns of cfg. It does not read them yet. It fails
// only for a wrong use: the go command is missing, or nothing matches.
func List(cfg Config) (*Listing, error) {
	roots, err := cfg.ListTargets()
	if err != nil {
		return nil, err
	}
	l := newListing(cfg, roots)
	if len(l.packages) == 0 {
		return nil, cfg.Unmatched(cfg.PatternsOrDot())
	}
	return l, nil
}

// newListing returns the listing of packages that the go command has listed.
func newListing(cfg Config, roots []*packages.Package) *Listing {
	l := &Listing{cfg: cfg, roots: roots, prints: map[string][2]string{}}
	g := load.New(cfg, roots)
	for _, t := range g.Targets() {
		m := t.Package.Meta
		print, outside := g.Fingerprint(t.Package)
		l.prints[m.ID] = [2]string{print, outside}
		l.packages = append(l.packages, Listed{Path: m.PkgPath, Dir: load.Directory(m.Dir, m.GoFiles), External: t.External, Fingerprint: print})
	}
	return l
}

// A Listing is what the go command knows of the packages that patterns match. It may be loaded
// several times, even concurrently, as long as no file has changed. The programs share nothing.
type Listing struct {
	cfg      Config
	roots    []*packages.Package
	packages []Listed
	// prints has two fingerprints by the go command's ID: of the package, and of its imports.
	prints map[string][2]string
}

// A Listed is a package with its test files, or an external test package.
type Listed struct {
	Path, Dir string
	External  bool
	// Fingerprint is a hash of everything that the compiler and the resolver of contracts read for
	// the package. It is empty if something is unknown, for example because the package does not
	// compile.
	Fingerprint string
}

// Packages returns the packages in the order in which they are loaded.
func (l *Listing) Packages() []Listed { return l.packages }

// With returns what List would return if the packages of a folder had one more file, or nil where only the go command can tell: the file
// does not parse, no package is in the folder, or one does not reach what the file imports.
func (l *Listing) With(path string, src []byte) *Listing {
	f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if err != nil {
		return nil
	}
	isTest := strings.HasSuffix(path, "_test.go")
	var with, others []*packages.Package
	for _, r := range l.roots {
		if load.Directory(r.Dir, r.GoFiles) != filepath.Dir(path) || r.Name != f.Name.Name || isTest && r.ForTest == "" {
			others = append(others, r)
			continue
		}
		own := *r
		own.GoFiles, own.CompiledGoFiles = append(slices.Clone(r.GoFiles), path), append(slices.Clone(r.CompiledGoFiles), path)
		own.Imports = maps.Clone(r.Imports)
		for _, spec := range f.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			p := reachable(r, imported)
			if p == nil {
				return nil
			}
			own.Imports[imported] = p
		}
		with = append(with, &own)
	}
	if len(with) == 0 {
		return nil
	}
	cfg := l.cfg
	cfg.Overlay = maps.Clone(cfg.Overlay)
	if cfg.Overlay == nil {
		cfg.Overlay = map[string][]byte{}
	}
	cfg.Overlay[path] = src
	return newListing(cfg, append(with, others...)) // The first package with an ID is that of the graph.
}

// reachable returns the package with a path among those that p imports, and these import; nil if there is none.
func reachable(p *packages.Package, path string) (found *packages.Package) {
	packages.Visit([]*packages.Package{p}, func(q *packages.Package) bool {
		if q != p && q.PkgPath == path {
			found = q
		}
		return found == nil
	}, nil)
	return found
}

// Sources returns the folders and the embedded files that the packages consist of, with those of the
// packages they import, as far as users change them: the standard library and what the go command
// downloads do not change.
func (l *Listing) Sources() (folders, files []string) {
	packages.Visit(l.roots, func(p *packages.Package) bool {
		m := p.Module
		if m == nil || !m.Main && (m.Version != "" && m.Replace == nil || m.Replace != nil && m.Replace.Version != "") {
			// Neither the standard library nor a downloaded module imports what users change.
			return false
		}
		if dir := load.Directory(p.Dir, p.GoFiles); dir != "" {
			folders = append(folders, dir)
		}
		folders = append(folders, filepath.Dir(m.GoMod))
		files = append(files, p.EmbedFiles...)
		return true
	}, nil)
	for _, list := range []*[]string{&folders, &files} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	return folders, files
}

// Load loads the packages for which keep returns true, or all if keep is nil, and resolves their
// contracts.
func (l *Listing) Load(keep func(Listed) bool) *Program {
	p := l.Begin(keep)
	for _, t := range p.waiting {
		p.add(t)
	}
	p.waiting = nil
	for _, pkg := range p.Packages {
		p.resolve(pkg)
	}
	for _, pkg := range p.Packages {
		p.mistakesOnce(pkg)
	}
	return p
}

// newProgram returns a program without packages.
func newProgram(g *load.Graph) *Program {
	return &Program{
		Fset: g.Fset, graph: g, resolved: map[*refine.Package]*resolve.Package{}, targets: map[*refine.Package]load.Target{}, extra: map[*refine.Package]*extraFiles{},
	}
}

// Begin makes a program that can load its packages one by one: those for which keep returns true, or all if keep
// is nil. Shared dependencies are loaded once.
func (l *Listing) Begin(keep func(Listed) bool) *Program {
	g := load.New(l.cfg, l.roots)
	p := newProgram(g)
	for i, t := range g.Targets() {
		prints := l.prints[t.Package.Meta.ID]
		t.Package.Fingerprint, t.Package.Outside = prints[0], prints[1]
		if keep == nil || keep(l.packages[i]) {
			p.waiting = append(p.waiting, t)
			g.Wanted = append(g.Wanted, t.Package)
		}
	}
	return p
}

// Load loads the package with the given path and resolves its contracts. It returns nil if the
// program was not begun for it, or if it is an external test package without contracts.
func (p *Program) Load(path string) *refine.Package {
	p.loadWaiting(func(t load.Target) bool { return t.Package.Meta.PkgPath == path })
	for _, pkg := range p.Packages {
		if pkg.Path == path {
			p.mistakesOnce(pkg)
			return pkg
		}
	}
	return nil
}

// loadWaiting loads the first waiting package for which meant returns true, and resolves its
// contracts.
func (p *Program) loadWaiting(meant func(load.Target) bool) {
	i := slices.IndexFunc(p.waiting, meant)
	if i < 0 {
		return
	}
	t, before := p.waiting[i], len(p.Packages)
	p.waiting = slices.Delete(p.waiting, i, i+1)
	p.add(t)
	for _, pkg := range p.Packages[before:] {
		p.resolve(pkg)
	}
}
