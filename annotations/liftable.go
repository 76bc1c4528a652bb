package annotations

import (
	"bytes"
	"maps"
	"path"
	"slices"
)

// liftable are the packages of the standard library whose function bodies are
// worth lifting into logic, where something that is lifted calls them.
var liftable = map[string]bool{
	"bytes": true, "cmp": true, "container/heap": true, "container/list": true,
	"container/ring": true, "errors": true, "internal/bytealg": true, "internal/strconv": true,
	"internal/stringslite": true, "iter": true, "maps": true, "math": true,
	"math/bits": true, "path": true, "slices": true, "sort": true,
	"strconv": true, "strings": true, "unicode": true, "unicode/utf16": true,
	"unicode/utf8": true,
}

// lifts tells whether the package of that ID, which is liftable, may be reached
// by lifting.
func (g *graph) lifts(id string) bool { return !g.unreached()[id] }

// unreached are the liftable packages, of those that were listed at first, that
// lifting cannot come to: it comes from source to source, and they are imported,
// if at all, by packages of which export data is read. Every test imports
// testing, which depends on most of the standard library.
//
// What contracts name without an import counts as imported, going by words
// only. It is found out before any export data is read, because that declares
// objects of packages that it mentions, which could not be checked from source
// afterwards. Packages that are listed later are mentioned in none of it.
func (g *graph) unreached() map[string]bool {
	if g.unlifted != nil {
		return g.unlifted
	}
	words := map[string]bool{}
	reached := map[*node]bool{}
	var visit func(n *node)
	visit = func(n *node) {
		if reached[n] {
			return
		}
		reached[n] = true
		for _, imp := range g.imports(n) {
			if liftable[imp.meta.PkgPath] {
				visit(imp)
			}
		}
	}
	ids := slices.Sorted(maps.Keys(g.nodes))
	for _, id := range ids {
		n := g.nodes[id]
		if n.meta.PkgPath == "unsafe" || !g.seed(n.meta) {
			continue
		}
		visit(n)
		if n.meta.Module != nil {
			g.parse(n)
			n.words(words)
		}
	}
	for _, id := range ids {
		if n := g.nodes[id]; liftable[n.meta.PkgPath] && words[path.Base(n.meta.PkgPath)] {
			visit(n)
		}
	}
	g.unlifted = map[string]bool{}
	for _, id := range ids {
		if n := g.nodes[id]; liftable[n.meta.PkgPath] && !reached[n] {
			g.unlifted[id] = true
		}
	}
	return g.unlifted
}

// words collects the words of the package's directives, and the names of
// packages by which predicates are written that have them.
func (n *node) words(words map[string]bool) {
	for _, f := range n.files {
		for line := range bytes.Lines(n.sources[f]) {
			_, text, ok := bytes.Cut(line, []byte("//rtest:"))
			if !ok {
				continue
			}
			for _, name := range identifiers.FindAll(text, -1) {
				switch string(name) {
				case "append", "min", "max":
					words["slices"] = true
				}
				words[string(name)] = true
			}
		}
	}
}
