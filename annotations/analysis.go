package annotations

import (
	"go/ast"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/internal/hints"
)

// program is the unit's package and what it imports as they are analyzed; made at
// the first call.
func (u *unit) program() *hints.Program {
	if u.analyzed == nil {
		u.analyzed = hints.New(u.graph.Fset, analyzable(u.graph, u.node, map[*load.Package]*hints.Package{}), u.facts)
	}
	return u.analyzed
}

// analyzable is a package of the graph as analyses see it.
func analyzable(g *load.Graph, n *load.Package, known map[*load.Package]*hints.Package) *hints.Package {
	if p := known[n]; p != nil {
		return p
	}
	p := &hints.Package{Path: n.Meta.PkgPath, Main: load.InMain(n.Meta), Types: n.Types, Files: n.Files, Info: n.Info}
	known[n] = p
	if n.Meta.Module != nil {
		p.Module = n.Meta.Module.Path
	} else {
		p.Aside = n.Info != nil && !load.Liftable[p.Path] && g.Named()[p.Path]
		p.Syntax = func() []*ast.File { return g.Syntax(n) }
	}
	for _, imp := range g.Imports(n) {
		p.Imports = append(p.Imports, analyzable(g, imp, known))
	}
	return p
}
