package facts

import (
	"go/ast"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/internal/effects"
)

// An EffectIndex tells what functions do outside their process. It makes the SSA form
// that this is sought in when it is first asked.
type EffectIndex struct {
	Unit     *names.Unit
	analyzed *code.Program
	effects  *effects.Index
}

// Program is the SSA form of the package and of what it imports.
func (x *EffectIndex) Program() *code.Program {
	if x.analyzed == nil {
		x.analyzed = CodeOf(x.Unit)
	}
	return x.analyzed
}

// Of tells what a function does outside its process, empty for nothing that is known.
func (x *EffectIndex) Of(fn *types.Func) string {
	if x.effects == nil {
		x.effects = effects.NewIndex(x.Program())
	}
	return x.effects.Of(fn)
}

// CodeOf makes the SSA form of a unit's package and of what it imports.
func CodeOf(u *names.Unit) *code.Program {
	return code.New(u.Graph.Fset, analyzable(u.Graph, u.Node, map[*load.Package]*code.Package{}))
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

// NewEffectIndex returns an index over the functions that a unit can call.
func NewEffectIndex(u *names.Unit) *EffectIndex { return &EffectIndex{Unit: u} }
