package load

import (
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/packages"
)

// mostOfModule limits the size in bytes of the sources that are read for one package of another module. It
// counts the package's dependencies in its own module.
const mostOfModule = 512 << 10

// markNear marks a package outside the main module that the main module imports directly, and its dependencies
// in its own module. In many libraries the top package is a few functions that call those below. If that is too
// much source, it marks only the package: reading takes time, and few users test a large library that they
// import.
func (g *Graph) markNear(m *packages.Package) {
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

// sourceSize returns the size of a package's Go files in bytes. Unreadable files count as empty;
// they are reported when they are read.
func sourceSize(m *packages.Package) int64 {
	n := int64(0)
	for _, f := range m.CompiledGoFiles {
		if info, err := os.Stat(f); err == nil {
			n += info.Size()
		}
	}
	return n
}
