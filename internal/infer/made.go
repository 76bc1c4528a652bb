package infer

import (
	"go/types"
	"slices"
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
	seen := map[types.Type]bool{}
	var walk func(t types.Type)
	walk = func(t types.Type) {
		if t = types.Unalias(t); seen[t] {
			return
		}
		seen[t] = true
		switch u := t.(type) {
		case *types.Named:
			p.addBuilt(u)
			walk(u.Underlying())
		case *types.Pointer:
			walk(u.Elem())
		case *types.Slice:
			walk(u.Elem())
		case *types.Array:
			walk(u.Elem())
		case *types.Map:
			walk(u.Key())
			walk(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				walk(f.Type())
			}
		}
	}
	for _, v := range t.contract.Inputs() {
		walk(v.Type)
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
