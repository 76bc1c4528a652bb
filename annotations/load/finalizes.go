package load

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
