package load

import "slices"

// Finalizes reports whether n, or a dependency outside the standard library, imports a package that
// depends on where an allocation begins.
func (g *Graph) Finalizes(n *Package, seen map[*Package]bool) bool {
	seen[n] = true
	for path, imp := range n.Meta.Imports {
		if path == "runtime" || path == "runtime/cgo" || path == "weak" || path == "C" {
			return true
		}
		if m := g.Nodes[imp.ID]; !seen[m] && m.Meta.Module != nil && g.Finalizes(m, seen) {
			return true
		}
	}
	return false
}

// Childless reports whether neither n nor its dependencies can start a process. None imports os/exec. Outside
// the standard library, none imports a package that can start a process directly, and none has files that are
// not Go.
func (g *Graph) Childless(n *Package) bool {
	var all []*Package
	g.Collect(n, map[*Package]bool{}, &all)
	for _, m := range all {
		if m.Meta.PkgPath == "os/exec" {
			return false
		}
		if m != n && m.Meta.Module == nil {
			continue
		}
		for path := range m.Meta.Imports {
			if slices.Contains([]string{"os", "syscall", "unsafe", "plugin", "C", "runtime/cgo"}, path) {
				return false
			}
		}
		if len(m.Meta.OtherFiles) > 0 {
			return false
		}
	}
	return true
}
