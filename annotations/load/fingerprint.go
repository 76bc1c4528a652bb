package load

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Fingerprint returns a hash of the sources of n, and one of the sources of its imports. Both are empty if
// something is unknown. The name of an export data file contains a hash of its content and the identity of the
// sources. Contracts need more than the compiler keeps, so the sources of the main module are hashed too.
func (g *Graph) Fingerprint(n *Package) (whole, outside string) {
	h := sha256.New()
	seen := map[*Package]bool{n: true}
	var visit, imports func(n *Package) bool
	visit = func(n *Package) bool {
		if seen[n] || n.Meta.PkgPath == "unsafe" {
			return true
		}
		seen[n] = true
		return g.writeOwn(h, n) && imports(n)
	}
	imports = func(n *Package) bool {
		for _, path := range slices.Sorted(maps.Keys(n.Meta.Imports)) {
			fmt.Fprintf(h, "import %s\n", path)
			if !visit(g.Nodes[n.Meta.Imports[path].ID]) {
				return false
			}
		}
		return true
	}
	if !imports(n) {
		return "", ""
	}
	outside = hex.EncodeToString(h.Sum(nil)[:16])
	if !g.writeOwn(h, n) {
		return "", ""
	}
	if g.Config.All {
		// The uses of a function by callers, tests and examples suggest its inputs.
		h.Write(g.moduleHash())
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), outside
}

// writeOwn writes what n itself is compiled from. It returns false if something is unknown.
func (g *Graph) writeOwn(w io.Writer, n *Package) bool {
	if n.Meta.ExportFile == "" || len(n.Meta.Errors) > 0 {
		return false
	}
	fmt.Fprintf(w, "%s %s\n", n.Meta.ID, filepath.Base(n.Meta.ExportFile))
	return !InMain(n.Meta) && !g.asked[n.Meta.ID] || g.writeSources(w, n)
}

// writeSources writes the sources of n. It returns false if they cannot be read, or if a contract
// imports a package that the go command has not listed. The standard library is determined by the
// Go version alone.
func (g *Graph) writeSources(w io.Writer, n *Package) bool {
	names := append(slices.Clone(n.Meta.GoFiles), n.Meta.CompiledGoFiles...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		src, ok := g.Config.Overlay[name]
		if !ok {
			var err error
			if src, err = os.ReadFile(name); err != nil {
				return false
			}
		}
		for _, m := range importing.FindAllSubmatch(src, -1) {
			path := string(m[1])
			first, _, _ := strings.Cut(path, "/")
			own := n.Meta.Module != nil && strings.HasPrefix(path+"/", n.Meta.Module.Path+"/")
			if (own || strings.Contains(first, ".")) && g.Reachable(n, path) == nil {
				return false
			}
		}
		fmt.Fprintf(w, "file %s %d\n", name, len(src))
		w.Write(src)
	}
	return true
}

// Directory returns the folder of a package. If the go command names none, it is the folder of the files.
func Directory(dir string, files []string) string {
	if dir == "" && len(files) > 0 {
		return filepath.Dir(files[0])
	}
	return dir
}

// importing matches an import directive.
var importing = regexp.MustCompile(`//rtest:import\s+(?:[\pL_][\pL\d_]*\s+)?["` + "`]([^\"`]*)[\"`]")
