package annotations

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/rtest-dev/rtest/refine"
)

// List asks the go command for the packages that the patterns of cfg match, and
// reads nothing of them yet. Its error is one of usage: the go command is
// missing, or nothing matches.
func List(cfg Config) (*Listing, error) {
	roots, err := cfg.list(true, cfg.patterns()...)
	if err != nil {
		return nil, err
	}
	l := &Listing{cfg: cfg, roots: roots, prints: map[string][2]string{}}
	g := newGraph(cfg, roots)
	for _, t := range g.targets() {
		m := t.node.meta
		print, outside := g.fingerprint(t.node)
		l.prints[m.ID] = [2]string{print, outside}
		l.packages = append(l.packages, Listed{Path: m.PkgPath, Dir: directory(m.Dir, m.GoFiles), External: t.external, Fingerprint: print})
	}
	if len(l.packages) == 0 {
		return nil, cfg.unmatched(cfg.patterns())
	}
	return l, nil
}

// A Listing is what the go command knows of the packages that patterns match.
// It may be loaded several times, as long as none of their files has changed,
// also at once: the programs have nothing in common.
type Listing struct {
	cfg      Config
	roots    []*packages.Package
	packages []Listed
	// prints are the fingerprints by the go command's ID, of the package and of
	// what it imports.
	prints map[string][2]string
}

// A Listed is a package with its test files, or an external test package.
type Listed struct {
	Path, Dir string
	External  bool
	// Fingerprint is a hash of all that the compiler and the resolver of
	// contracts read for the package; empty where not all of it is known, as
	// of a package that does not compile.
	Fingerprint string
}

// Packages returns the packages in the order in which they are loaded.
func (l *Listing) Packages() []Listed { return l.packages }

// Load loads those packages for which keep holds, all where it is nil, and
// resolves their contracts, as the function of that name does.
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

// Begin makes a program in which those packages for which keep holds, all where
// it is nil, can be loaded one by one. What they depend on is loaded once.
func (l *Listing) Begin(keep func(Listed) bool) *Program {
	g := newGraph(l.cfg, l.roots)
	p := &Program{Fset: g.fset, graph: g, units: unitsByPackage{}}
	for i, t := range g.targets() {
		prints := l.prints[t.node.meta.ID]
		t.node.fingerprint, t.node.outside = prints[0], prints[1]
		if keep == nil || keep(l.packages[i]) {
			p.waiting = append(p.waiting, t)
			g.wanted = append(g.wanted, t.node)
		}
	}
	return p
}

// Load loads the package of a path and resolves its contracts. It returns nil for
// a package that is not one of those for which the program was begun, and for an
// external test package without contracts.
func (p *Program) Load(path string) *refine.Package {
	p.enter(func(t target) bool { return t.node.meta.PkgPath == path })
	for _, pkg := range p.Packages {
		if pkg.Path == path {
			p.mistakesOnce(pkg)
			return pkg
		}
	}
	return nil
}

// enter loads the first of the packages that wait and are meant, and resolves its
// contracts.
func (p *Program) enter(meant func(target) bool) {
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

// fingerprint returns a hash of what n is compiled from, and one of what that
// imports; empty strings where that is not all known. The file of export data
// has the hash of what the compiler made in its name, with the identity of the
// sources; contracts need more than the compiler keeps, so the main module's
// sources count too.
func (g *graph) fingerprint(n *node) (whole, outside string) {
	h := sha256.New()
	seen := map[*node]bool{n: true}
	var visit, imports func(n *node) bool
	visit = func(n *node) bool {
		if seen[n] || n.meta.PkgPath == "unsafe" {
			return true
		}
		seen[n] = true
		return g.own(h, n) && imports(n)
	}
	imports = func(n *node) bool {
		for _, path := range sortedKeys(n.meta.Imports) {
			fmt.Fprintf(h, "import %s\n", path)
			if !visit(g.nodes[n.meta.Imports[path].ID]) {
				return false
			}
		}
		return true
	}
	if !imports(n) {
		return "", ""
	}
	outside = hex.EncodeToString(h.Sum(nil)[:16])
	if !g.own(h, n) {
		return "", ""
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), outside
}

// own writes what n itself is compiled from. It returns false where that is not
// known.
func (g *graph) own(w io.Writer, n *node) bool {
	if n.meta.ExportFile == "" || len(n.meta.Errors) > 0 {
		return false
	}
	fmt.Fprintf(w, "%s %s\n", n.meta.ID, filepath.Base(n.meta.ExportFile))
	return !inMain(n.meta) && !g.asked[n.meta.ID] || g.sum(w, n)
}

// importing matches a directive by which a contract imports a package.
var importing = regexp.MustCompile(`//rtest:import\s+(?:[\pL_][\pL\d_]*\s+)?["` + "`]([^\"`]*)[\"`]")

// sum writes the sources of n. It returns false where they cannot be read, or
// import for a contract what the go command has not listed: of the standard
// library alone the version of Go says everything.
func (g *graph) sum(w io.Writer, n *node) bool {
	names := append(slices.Clone(n.meta.GoFiles), n.meta.CompiledGoFiles...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		src, ok := g.cfg.Overlay[name]
		if !ok {
			var err error
			if src, err = os.ReadFile(name); err != nil {
				return false
			}
		}
		for _, m := range importing.FindAllSubmatch(src, -1) {
			path := string(m[1])
			first, _, _ := strings.Cut(path, "/")
			own := n.meta.Module != nil && strings.HasPrefix(path+"/", n.meta.Module.Path+"/")
			if (own || strings.Contains(first, ".")) && g.reachable(n, path) == nil {
				return false
			}
		}
		fmt.Fprintf(w, "file %s %d\n", name, len(src))
		w.Write(src)
	}
	return true
}

// directory returns the folder of a package, by its files where the go command
// names none.
func directory(dir string, files []string) string {
	if dir == "" && len(files) > 0 {
		return filepath.Dir(files[0])
	}
	return dir
}
