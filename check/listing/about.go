package listing

import (
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/prepare"
	"github.com/rtest-dev/rtest/refine"
)

// About describes what a function is tested with.
func About(r *prepare.Package, p *prepare.Plan) *event.About {
	a := &event.About{}
	eachClause(r.Pkg, p.Contract, func(c *refine.Clause, kind, text string) {
		x := event.ContractClause{Kind: kind, Text: text}
		if c.Unfolded != c.Text {
			x.Unfolded = c.Unfolded
		}
		a.Clauses = append(a.Clauses, x)
	})
	if p.Shapes == nil {
		return a
	}
	for _, d := range describeInputs(r, p) {
		x := event.Domain{Name: d.Name, Says: d.Says}
		for _, part := range d.Parts {
			x.Parts = append(x.Parts, event.DomainPart{Name: part.Name, Says: part.Says})
		}
		a.Inputs = append(a.Inputs, x)
	}
	return a
}
