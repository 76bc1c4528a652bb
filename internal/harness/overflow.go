package harness

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// overflow writes the method that evaluates the arithmetic of one clause such
// that it tells where it wraps around.
func (g *glue) overflow(p *plan) string {
	var b strings.Builder
	b.WriteString("switch rtestg_i {\n")
	add := func(i int, e refine.Expr, names func(*refine.Variable) string) {
		if e == nil {
			return
		}
		if s := g.f.Overflow(e, "rtestg_x", names, oldNames, g.reckoner.copied); s != "" {
			fmt.Fprintf(&b, "case %d:\n%s", i, s)
		}
	}
	for i, c := range p.checks {
		if c.cause == CauseEnsures && c.clause.Kind != refine.True {
			add(i, c.clause.Expr, names)
		}
	}
	n := 0
	for _, pre := range p.target.Pre {
		n--
		if pre.input < 0 {
			add(n, pre.Clause.Expr, names)
		}
	}
	for _, l := range p.target.Contract.Lets {
		n--
		add(n, l.Value, oldNames)
	}
	b.WriteString("}\n")
	return b.String()
}
