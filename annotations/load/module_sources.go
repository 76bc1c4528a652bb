package load

import (
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"
)

// mostOfModule is how many bytes of source are read of what a package of another module
// imports of its own module.
const mostOfModule = 512 << 10

// neighbour enters a package outside the main module that one in it imports directly,
// and what it needs of its own module: a library whose package at the top is a few
// functions does its work in those below. Where that is much it is left, because reading
// it takes time and most who import it do not test it.
func (g *Graph) neighbour(m *packages.Package) {
	if g.near[m.ID] {
		return
	}
	g.near[m.ID] = true
	if m.Module == nil {
		return
	}
	left := int64(mostOfModule)
	var below []*packages.Package
	seen := map[string]bool{m.ID: true}
	var collect func(m *packages.Package)
	collect = func(m *packages.Package) {
		for _, path := range slices.Sorted(maps.Keys(m.Imports)) {
			imp := m.Imports[path]
			if imp.Module == nil || imp.Module.Path != m.Module.Path || seen[imp.ID] || left < 0 {
				continue
			}
			seen[imp.ID] = true
			below = append(below, imp)
			left -= sourceSize(imp)
			collect(imp)
		}
	}
	collect(m)
	if left < 0 {
		return
	}
	for _, b := range below {
		g.near[b.ID] = true
	}
}

// sourceSize is how many bytes of Go a package has; what cannot be read counts as
// nothing here, and is told when it is.
func sourceSize(m *packages.Package) int64 {
	n := int64(0)
	for _, f := range m.CompiledGoFiles {
		if info, err := os.Stat(f); err == nil {
			n += info.Size()
		}
	}
	return n
}
