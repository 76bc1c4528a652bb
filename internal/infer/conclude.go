package infer

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/diag"
)

// conclude adds the proposals for all functions to the report, and the functions without.
func (p *proposer) conclude() {
	r, first := p.report, len(p.report.LeftOut)
	leave := func(name string, pos token.Position, why string) {
		r.LeftOut = append(r.LeftOut, LeftOut{Package: p.pkg.Path, Name: name, Pos: pos, Why: why})
	}
	for _, t := range p.tasks {
		if t.why != "" {
			leave(t.contract.Name, t.contract.Pos, t.why)
		}
		if t.done {
			continue
		}
		all := append(t.pre, t.post...)
		for i, d := range all {
			all[i].Cost = p.cost(t.contract, d)
		}
		if k := p.instance(t); k >= 0 {
			f := common(r.Functions[k], all)
			f.With = append(f.With, t.contract.Instantiation())
			r.Functions[k] = f
			continue
		}
		if len(all) > 0 {
			p.built(t)
		}
		r.Functions = append(r.Functions, t.function(p.pkg.Path, all))
	}
	for _, t := range p.tasks {
		if len(t.invariants) > 0 {
			p.made(p.receiver(t.contract)).Proposals = t.invariants
		}
	}
	r.Functions = slices.DeleteFunc(r.Functions, func(f Function) bool {
		switch inputs := diag.Count(int(f.Inputs), "input"); {
		case len(f.Proposals) > 0:
		case f.Inputs < fewest:
			leave(f.Name, f.Pos, "it was called with "+inputs+": that is too little to say anything")
		default:
			leave(f.Name, f.Pos, "nothing that is true of "+inputs+" says enough")
		}
		return len(f.Proposals) == 0
	})
	slices.SortStableFunc(r.LeftOut[first:], func(a, b LeftOut) int {
		return cmp.Or(cmp.Compare(a.Pos.Filename, b.Pos.Filename), cmp.Compare(a.Pos.Offset, b.Pos.Offset))
	})
}
