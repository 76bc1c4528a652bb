package annotations

import (
	"go/ast"

	"github.com/rtest-dev/rtest/annotations/analysis"
)

// program is the unit's package and what it imports as they are analyzed; made at
// the first call.
func (u *unit) program() *analysis.Program {
	if u.analyzed == nil {
		u.analyzed = analysis.New(u.graph.fset, analyzable(u.graph, u.node, map[*node]*analysis.Package{}), u.facts)
	}
	return u.analyzed
}

// analyzable is a package of the graph as analyses see it.
func analyzable(g *graph, n *node, known map[*node]*analysis.Package) *analysis.Package {
	if p := known[n]; p != nil {
		return p
	}
	p := &analysis.Package{Path: n.meta.PkgPath, Main: inMain(n.meta), Types: n.types, Files: n.files, Info: n.info}
	known[n] = p
	if n.meta.Module != nil {
		p.Module = n.meta.Module.Path
	} else {
		p.Aside = n.info != nil && !liftable[p.Path] && g.named()[p.Path]
		p.Syntax = func() []*ast.File { return g.syntax(n) }
	}
	for _, imp := range g.imports(n) {
		p.Imports = append(p.Imports, analyzable(g, imp, known))
	}
	return p
}
