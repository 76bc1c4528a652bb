package resolve

import (
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/syntax"
	"github.com/rtest-dev/rtest/refine"
)

// measures returns the functions that have measure directives, without their contracts.
func (p *Package) measures() []*refine.Contract {
	var out []*refine.Contract
	for _, f := range p.Unit.Found {
		o, ok := f.Owner.(*syntax.FuncOwner)
		if !ok || !slices.ContainsFunc(f.Directives, func(d *syntax.Directive) bool { return d.Verb.Name == "measure" }) {
			continue
		}
		fn, ok := p.Unit.Node.Info.Defs[o.Decl.Name].(*types.Func)
		if !ok {
			continue
		}
		s := &subject{fn: fn, pos: o.Decl.Name.Pos(), file: p.Unit.FileOf(o.Decl.Pos())}
		// Keep only the directives that give type arguments.
		with := slices.DeleteFunc(slices.Clone(f.Directives), func(d *syntax.Directive) bool { return d.Verb.Name != "with" })
		s.sources = []source{{dirs: with, file: s.file, unit: p.Unit, sig: fn.Signature()}}
		out = append(out, p.contracts(s)...)
	}
	return out
}
