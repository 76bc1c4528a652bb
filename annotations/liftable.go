package annotations

import (
	"bytes"
	"path"
)

// liftable are the packages of the standard library whose function bodies are
// worth lifting into logic, where something that is lifted calls them.
var liftable = map[string]bool{
	"bytes": true, "cmp": true, "container/heap": true, "container/list": true,
	"container/ring": true, "encoding/binary": true, "errors": true, "internal/bytealg": true, "internal/strconv": true,
	"internal/stringslite": true, "iter": true, "maps": true, "math": true,
	"math/bits": true, "path": true, "slices": true, "sort": true,
	"strconv": true, "strings": true, "unicode": true, "unicode/utf16": true,
	"unicode/utf8": true,
}

// lifts tells whether the package of that ID, which is liftable, may be reached
// by lifting.
func (g *graph) lifts(id string) bool { return !g.unreached()[id] }

// unreached are the liftable packages, of those below the wanted ones, that
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
	var all, sources []*node
	below := map[*node]bool{}
	for _, n := range g.wanted {
		g.collect(n, below, &all)
	}
	reached := map[*node]bool{}
	for _, n := range all {
		if n.meta.PkgPath == "unsafe" || !g.seed(n.meta) {
			continue
		}
		sources = append(sources, n)
		g.reach(n, reached)
		if n.meta.Module != nil {
			g.parse(n)
			n.words(words)
		}
	}
	var lifted []*node
	g.unlifted = map[string]bool{}
	later := namedLater(all, words)
	for _, n := range all {
		if liftable[n.meta.PkgPath] && (later || words[path.Base(n.meta.PkgPath)]) {
			g.reach(n, reached)
		}
	}
	for _, n := range all {
		switch {
		case !liftable[n.meta.PkgPath] || g.seed(n.meta):
		case reached[n]:
			lifted = append(lifted, n)
		default:
			g.unlifted[n.meta.ID] = true
		}
	}
	g.trim(lifted, sources, words)
	return g.unlifted
}

// namedLater tells whether contracts name a liftable package that is not among those
// that are there, but will be listed later. What it imports is not known yet, and may
// be any of these.
func namedLater(all []*node, words map[string]bool) bool {
	there := map[string]bool{}
	for _, n := range all {
		there[n.meta.PkgPath] = true
	}
	for p := range liftable {
		if !there[p] && words[path.Base(p)+"."] {
			return true
		}
	}
	return false
}

// collect appends n and all below it, each once, what is imported first.
func (g *graph) collect(n *node, seen map[*node]bool, all *[]*node) {
	if seen[n] {
		return
	}
	seen[n] = true
	for _, imp := range g.imports(n) {
		g.collect(imp, seen, all)
	}
	*all = append(*all, n)
}

// reach notes n and the liftable packages that are reached from it.
func (g *graph) reach(n *node, reached map[*node]bool) {
	if reached[n] {
		return
	}
	reached[n] = true
	for _, imp := range g.imports(n) {
		if liftable[imp.meta.PkgPath] {
			g.reach(imp, reached)
		}
	}
}

// words collects the words of the package's directives, those before a dot with it as
// well, and the names of packages by which predicates are written that have them.
func (n *node) words(words map[string]bool) {
	for _, f := range n.files {
		for line := range bytes.Lines(n.sources[f]) {
			_, text, ok := bytes.Cut(line, []byte("//rtest:"))
			if !ok {
				continue
			}
			for _, at := range identifiers.FindAllIndex(text, -1) {
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
