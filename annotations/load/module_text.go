package load

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// ModuleText calls visit with the Go files in the folders of the main module's packages, in order of their
// names. They include tests and files for other platforms. It skips files that cannot be read.
func (g *Graph) ModuleText(visit func(name string, text []byte)) {
	dirs := map[string]bool{}
	for _, n := range g.Nodes {
		if InMain(n.Meta) {
			dirs[Directory(n.Meta.Dir, n.Meta.GoFiles)] = true
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		// The only error is that of the pattern.
		names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, name := range names {
			text, ok := g.Config.Overlay[name]
			if !ok {
				var err error
				if text, err = os.ReadFile(name); err != nil {
					continue
				}
			}
			visit(name, text)
		}
	}
}

// moduleHash returns a hash of ModuleText.
func (g *Graph) moduleHash() []byte {
	if g.textHash == nil {
		h := sha256.New()
		g.ModuleText(func(name string, text []byte) {
			fmt.Fprintf(h, "file %s %d\n", name, len(text))
			h.Write(text)
		})
		g.textHash = h.Sum(nil)
	}
	return g.textHash
}
