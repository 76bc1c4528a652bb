package codegen

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// A Term is what conditions about the inputs of a target compare: an expression over them, of
// type bool or of an integer type. If Guard is set and does not hold, the term has no value.
type Term struct {
	Expr, Guard refine.Expr
}

// terms writes the method that records the values of a target's terms.
func (g *glue) terms(t *Target) string {
	var b strings.Builder
	for _, term := range t.Terms {
		src := g.f.Expr(term.Expr, names, names)
		note := fmt.Sprintf("rtestg_t.Int(int64(%s))\n", src)
		if basic, ok := term.Expr.Type().Underlying().(*types.Basic); ok && basic.Info()&types.IsBoolean != 0 {
			note = fmt.Sprintf("rtestg_t.Bool(bool(%s))\n", src)
		}
		if term.Guard != nil {
			note = fmt.Sprintf("if %s {\n%s} else {\nrtestg_t.None()\n}\n", g.f.Expr(term.Guard, names, names), note)
		}
		b.WriteString(note)
	}
	return b.String()
}
