package infer

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// A Type is one whose values calls built for the proposals. Text is the directive that says so: without it contracts
// in its package count for all values of its fields.
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
	if facts == nil || facts.Inferred == "" || o.Pkg() != p.pkg.Types {
		return
	}
	made := Type{Function: Function{Package: p.pkg.Path, Name: o.Name(), Pos: p.pkg.Fset.Position(o.Pos())}, Text: facts.Inferred}
	if !slices.ContainsFunc(p.report.Types, func(t Type) bool { return t.Pos == made.Pos }) {
		p.report.Types = append(p.report.Types, made)
	}
}

// Directive is the line of a doc comment.
func (t Type) Directive() string { return "//rtest:" + t.Text }
