package codegen

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// Quantified returns each type that a quantifier of a contract, or of the invariants it relies
// on, ranges over.
func Quantified(c *refine.Contract, facts refine.Facts) []types.Type {
	q := &quantified{facts: facts, seen: map[string]bool{}}
	for _, list := range [][]*refine.Clause{c.Pre, c.Post, c.Classes} {
		q.clauses(list)
	}
	if c.Panics != nil {
		q.expr(c.Panics.Expr)
	}
	for _, l := range c.Lets {
		q.expr(l.Value)
	}
	for _, v := range slices.Concat(c.Inputs(), c.Results) {
		q.typ(v.Type)
	}
	return q.found
}

type quantified struct {
	facts refine.Facts
	found []types.Type
	seen  map[string]bool
}

func (q *quantified) clauses(cs []*refine.Clause) {
	for _, c := range cs {
		q.expr(c.Expr)
	}
}

func (q *quantified) expr(e refine.Expr) {
	refine.Inspect(e, func(e refine.Expr) bool {
		if x, ok := e.(*refine.Quant); ok && x.Over.Kind == refine.OfType {
			same := func(t types.Type) bool { return types.Identical(t, x.Over.T) }
			if !slices.ContainsFunc(q.found, same) {
				q.found = append(q.found, x.Over.T)
				q.typ(x.Over.T)
			}
		}
		return true
	})
}

// typ collects from the invariants of t and of all types it reaches.
func (q *quantified) typ(t types.Type) {
	key := types.TypeString(t, nil)
	if q.seen[key] {
		return
	}
	q.seen[key] = true
	if q.facts != nil {
		if tf := q.facts.Of(t); tf != nil {
			q.clauses(tf.Fields)
			q.clauses(tf.Invariants)
			for _, i := range tf.OneOf {
				q.typ(i.T)
			}
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		q.typ(u.Elem())
	case *types.Slice:
		q.typ(u.Elem())
	case *types.Array:
		q.typ(u.Elem())
	case *types.Map:
		q.typ(u.Key())
		q.typ(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			q.typ(v.Type())
		}
	}
}

// domains writes the constructors of the unit's domains.
func (g *glue) domains() string {
	var b strings.Builder
	for _, d := range g.u.Domains {
		name := g.f.Name("domain")
		params := []gosource.Param{{Name: "rtestg_r", Type: "*" + g.rt + "Reader"}, {Name: "rtestg_p", Type: "*" + g.f.Type(d.T)}}
		g.f.Func(name, params, "", g.cons.Set("(*rtestg_p)", d.Shape))
		holds := g.rt + "Zero[func(" + g.f.Type(d.T) + ") bool]()"
		if fn, ok := gosource.InvariantFunc(g.f, g.u.Pkg.Facts, d.T, false); ok {
			holds = fn
		}
		fmt.Fprintf(&b, "%sDomainOf[%s](%s, %s),\n", g.rt, g.f.Type(d.T), name, holds)
	}
	return "[]" + g.rt + "Domain{\n" + b.String() + "}"
}
