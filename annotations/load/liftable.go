package load

import (
	"bytes"
	"path"
)

// Liftable are the packages of the standard library whose function bodies are
// worth lifting into logic, where something that is lifted calls them.
var Liftable = map[string]bool{
	"bytes": true, "cmp": true, "container/heap": true, "container/list": true,
	"container/ring": true, "encoding/binary": true, "errors": true, "internal/bytealg": true, "internal/strconv": true,
	"internal/stringslite": true, "iter": true, "maps": true, "math": true,
	"math/bits": true, "path": true, "slices": true, "sort": true,
	"strconv": true, "strings": true, "unicode": true, "unicode/utf16": true,
	"unicode/utf8": true,
}

// lifts tells whether the package of that ID, which is liftable, may be reached
// by lifting.
func (g *Graph) lifts(id string) bool { return !g.unreached()[id] }

// unreached are the liftable packages, of those below the wanted ones, that
// lifting cannot come to: it comes from source to source, and they are imported,
// if at all, by packages of which export data is read. Every test imports
// testing, which depends on most of the standard library.
//
// What contracts name without an import counts as imported, going by words
// only. It is found out before any export data is read, because that declares
// objects of packages that it mentions, which could not be checked from source
// afterwards. Packages that are listed later are mentioned in none of it.
func (g *Graph) unreached() map[string]bool {
	if g.unlifted != nil {
		return g.unlifted
	}
	words := map[string]bool{}
	var all, sources []*Package
	below := map[*Package]bool{}
	for _, n := range g.Wanted {
		g.Collect(n, below, &all)
	}
	reached := map[*Package]bool{}
	for _, n := range all {
		if n.Meta.PkgPath == "unsafe" || !g.seed(n.Meta) {
			continue
		}
		sources = append(sources, n)
		g.reach(n, reached)
		if n.Meta.Module != nil {
			g.parse(n)
			n.words(words)
		}
	}
	var lifted []*Package
	g.unlifted = map[string]bool{}
	later := namedLater(all, words)
	for _, n := range all {
		if Liftable[n.Meta.PkgPath] && (later || words[path.Base(n.Meta.PkgPath)]) {
			g.reach(n, reached)
		}
	}
	for _, n := range all {
		switch {
		case !Liftable[n.Meta.PkgPath] || g.seed(n.Meta):
		case reached[n]:
			lifted = append(lifted, n)
		default:
			g.unlifted[n.Meta.ID] = true
		}
	}
	g.trim(lifted, sources, words)
	return g.unlifted
}

// namedLater tells whether contracts name a liftable package that is not among those
// that are there, but will be listed later. What it imports is not known yet, and may
// be any of these.
func namedLater(all []*Package, words map[string]bool) bool {
	there := map[string]bool{}
	for _, n := range all {
		there[n.Meta.PkgPath] = true
	}
	for p := range Liftable {
		if !there[p] && words[path.Base(p)+"."] {
			return true
		}
	}
	return false
}

// Collect appends n and all below it, each once, what is imported first.
func (g *Graph) Collect(n *Package, seen map[*Package]bool, all *[]*Package) {
	if seen[n] {
		return
	}
	seen[n] = true
	for _, imp := range g.Imports(n) {
		g.Collect(imp, seen, all)
	}
	*all = append(*all, n)
}

// reach notes n and the liftable packages that are reached from it.
func (g *Graph) reach(n *Package, reached map[*Package]bool) {
	if reached[n] {
		return
	}
	reached[n] = true
	for _, imp := range g.Imports(n) {
		if Liftable[imp.Meta.PkgPath] {
			g.reach(imp, reached)
		}
	}
}

// words collects the words of the package's directives, those before a dot with it as
// well, and the names of packages by which predicates are written that have them.
func (n *Package) words(words map[string]bool) {
	for _, f := range n.Files {
		for line := range bytes.Lines(n.Sources[f]) {
			_, text, ok := bytes.Cut(line, []byte("//rtest:"))
			if !ok {
				continue
			}
			for _, at := range Identifiers.FindAllIndex(text, -1) {
				name := string(text[at[0]:at[1]])
				switch name {
				case "append", "min", "max":
					words["slices"], words["slices."] = true, true
				}
				words[name] = true
				if bytes.HasPrefix(text[at[1]:], []byte(".")) {
					words[name+"."] = true
				}
			}
		}
	}
}
