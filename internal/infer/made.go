package infer

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// A Type is one whose values calls built for the proposals. Text is the directive that says so: without it contracts
// in its package count for all values of its fields. It is empty if the type has one. Proposals are invariants.
type Type struct {
	Function
	Text string
}

// built lists the types of the package of which no directive says how values are built, and that an input of a function
// with proposals reaches.
func (p *proposer) built(t *task) {
	for _, x := range refine.ReachedTypes(p.pkg.Facts, t.contract.Inputs()) {
		if n, ok := x.(*types.Named); ok {
			p.addBuilt(n)
		}
	}
}

func (p *proposer) addBuilt(n *types.Named) {
	facts, o := p.pkg.Facts.Of(n), n.Origin().Obj()
	if facts != nil && facts.Inferred != "" && o.Pkg() == p.pkg.Types {
		p.made(n)
	}
}

// made returns the entry of a type of the package in the report.
func (p *proposer) made(n *types.Named) *Type {
	r, o := p.report, n.Origin().Obj()
	made := Type{Function: Function{Package: p.pkg.Path, Name: o.Name(), Pos: p.pkg.Fset.Position(o.Pos())}, Text: p.pkg.Facts.Of(n).Inferred}
	i := slices.IndexFunc(r.Types, func(t Type) bool { return t.Pos == made.Pos })
	if i < 0 {
		i, r.Types = len(r.Types), append(r.Types, made)
	}
	return &r.Types[i]
}

// Directives are the lines of a doc comment: how values are built, if no directive says it, and what holds for them.
func (t Type) Directives() (list []string) {
	if t.Text != "" {
		list = append(list, "//rtest:"+t.Text)
	}
	for _, d := range t.Proposals {
		list = append(list, d.Directive())
	}
	return list
}
