package annotations

// finalizes tells whether n, or a package outside the standard library that it
// imports, imports one to which it matters where an allocation begins.
func (g *graph) finalizes(n *node, seen map[*node]bool) bool {
	seen[n] = true
	for path, imp := range n.meta.Imports {
		if path == "runtime" || path == "runtime/cgo" || path == "weak" || path == "C" {
			return true
		}
		if m := g.nodes[imp.ID]; !seen[m] && m.meta.Module != nil && g.finalizes(m, seen) {
			return true
		}
	}
	return false
}
