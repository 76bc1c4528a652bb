package load

import (
	"bytes"
	"path"
)

// Liftable are the packages of the standard library whose function bodies are worth lifting, if
// lifted code calls them.
var Liftable = map[string]bool{
	"bufio": true, "bytes": true, "cmp": true, "container/heap": true, "container/list": true,
	"container/ring": true, "encoding/base64": true, "encoding/binary": true, "encoding/hex": true, "errors": true,
	"hash": true, "hash/adler32": true, "hash/fnv": true, "internal/bytealg": true, "internal/strconv": true,
	"internal/stringslite": true, "io": true, "iter": true, "maps": true, "math": true,
	"math/bits": true, "path": true, "slices": true, "sort": true,
	"strconv": true, "strings": true, "time": true, "unicode": true, "unicode/utf16": true,
	"unicode/utf8": true,
}

// lifts reports whether lifting may reach the liftable package with that ID.
func (g *Graph) lifts(id string) bool { return !g.unreached()[id] }

// unreached returns the liftable packages, among the dependencies of the wanted ones, that lifting
// cannot reach. Lifting goes from source to source, and packages read from export data import
// these, if any do. Every test imports testing, which depends on most of the standard library.
//
// Packages that contracts name without an import count as imported, judged by words only. This must
// be known before any export data is read: it declares objects of the packages it mentions, which
// could not be checked from source afterwards. Packages listed later are not mentioned in export
// data.
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
		if n.Meta.PkgPath == "unsafe" || !g.alwaysFromSource(n.Meta) {
			continue
		}
		sources = append(sources, n)
		g.markReached(n, reached)
		if n.Meta.Module != nil {
			g.parse(n)
			n.addWords(words)
		}
	}
	var lifted []*Package
	g.unlifted = map[string]bool{}
	later := namedLater(all, words)
	for _, n := range all {
		if Liftable[n.Meta.PkgPath] && (later || words[path.Base(n.Meta.PkgPath)]) {
			g.markReached(n, reached)
		}
	}
	for _, n := range all {
		switch {
		case !Liftable[n.Meta.PkgPath] || g.alwaysFromSource(n.Meta):
		case reached[n]:
			lifted = append(lifted, n)
		default:
			g.unlifted[n.Meta.ID] = true
		}
	}
	g.trim(lifted, sources, words)
	return g.unlifted
}

// namedLater reports whether contracts name a liftable package that is not in all and will be
// listed later. Its imports are still unknown and may be any liftable packages.
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

// Collect appends n and its dependencies, each once, in import order.
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

// markReached records n and the liftable packages that it imports, directly or not.
func (g *Graph) markReached(n *Package, reached map[*Package]bool) {
	if reached[n] {
		return
	}
	reached[n] = true
	for _, imp := range g.Imports(n) {
		if Liftable[imp.Meta.PkgPath] {
			g.markReached(imp, reached)
		}
	}
}

// addWords collects the words of the package's directives, and those before a dot also with the
// dot. It adds the packages used to print certain predicates.
func (n *Package) addWords(words map[string]bool) {
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
