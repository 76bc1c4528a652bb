package annotations

import (
	"go/ast"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/internal/effects"
	"github.com/rtest-dev/rtest/refine"
)

// Code returns a new SSA form of a package and of what it imports, for analyses of
// the functions that are tested.
func (p *Program) Code(pkg *refine.Package) *code.Program { return p.units[pkg].code() }

func (u *unit) code() *code.Program {
	return code.New(u.graph.Fset, analyzable(u.graph, u.node, map[*load.Package]*code.Package{}))
}

// program is the SSA form that effects are sought in; made at the first call.
func (u *unit) program() *code.Program {
	if u.analyzed == nil {
		u.analyzed = u.code()
	}
	return u.analyzed
}

// effect tells what a function does outside its process, empty for nothing that is
// known.
func (u *unit) effect(fn *types.Func) string {
	if u.effects == nil {
		u.effects = effects.NewIndex(u.program())
	}
	return u.effects.Of(fn)
}

// analyzable is a package of the graph as analyses see it.
func analyzable(g *load.Graph, n *load.Package, known map[*load.Package]*code.Package) *code.Package {
	if p := known[n]; p != nil {
		return p
	}
	p := &code.Package{Path: n.Meta.PkgPath, Main: load.InMain(n.Meta), Types: n.Types, Files: n.Files, Info: n.Info}
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
