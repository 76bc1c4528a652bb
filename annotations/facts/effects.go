package facts

import (
	"go/ast"
	"go/types"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/annotations/names"
	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/internal/effects"
)

// An EffectIndex knows what functions do outside their process. It builds the SSA form for this on
// first use.
type EffectIndex struct {
	Unit     *names.Unit
	analyzed *code.Program
	effects  *effects.Index
}

// Program returns the SSA form of the package and its imports.
func (x *EffectIndex) Program() *code.Program {
	if x.analyzed == nil {
		x.analyzed = CodeOf(x.Unit)
	}
	return x.analyzed
}

// Of says what a function does outside its process, or returns "" if no effect is known.
func (x *EffectIndex) Of(fn *types.Func) string {
	if x.effects == nil {
		x.effects = effects.NewIndex(x.Program())
	}
	return x.effects.Of(fn)
}

// CodeOf builds the SSA form of a unit's package and its imports.
func CodeOf(u *names.Unit) *code.Program {
	p := code.New(u.Graph.Fset, analyzable(u.Graph, u.Node, map[*load.Package]*code.Package{}))
	if ctx := u.Graph.Config.Context; ctx != nil {
		p.Ended = func() bool { return ctx.Err() != nil }
	}
	return p
}

// analyzable converts a package of the graph into the form that analyses of code read.
func analyzable(g *load.Graph, n *load.Package, known map[*load.Package]*code.Package) *code.Package {
	if p := known[n]; p != nil {
		return p
	}
	p := &code.Package{Path: n.Meta.PkgPath, Main: load.InMain(n.Meta), Types: n.Types, Files: n.Files, Info: n.Info}
	if n.Declared() {
		p.Files, p.Info = nil, nil
	}
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

// NewEffectIndex returns an index of the functions that a unit can call.
func NewEffectIndex(u *names.Unit) *EffectIndex { return &EffectIndex{Unit: u} }
