package harness

import (
	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/refine"
)

// finding says what a failure of the plan's target is to the user.
func (p *plan) finding(g *glue, f rt.Failure) finding {
	return finding{cause: Cause(f.Cause), clause: p.clause(g, f), site: f.Site, kind: g.kind(f.Site, f.Kind)}
}

// clause is that of a stage and an index; nil where there is none.
func (p *plan) clause(g *glue, f rt.Failure) *refine.Clause {
	c := p.target.Contract
	if f.Cause == rt.Callback {
		return p.demand(f)
	}
	switch f.Stage {
	case rt.Listing:
		return g.cons.Listing[f.Index]
	case rt.Pre:
		return p.target.Pre[f.Index].Clause
	case rt.Let:
		return p.lets[f.Index]
	case rt.Class:
		return c.Classes[f.Index]
	case rt.Promise:
		return c.Panics
	case rt.Checking:
		switch {
		case f.Clause >= 0:
			return g.f.Clauses()[f.Clause]
		case f.Index >= 0:
			return p.checks[f.Index].clause
		}
	}
	return nil
}
