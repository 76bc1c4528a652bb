package harness

import (
	"fmt"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// operands returns what a chain of one operator joins, from left to right.
func operands(e refine.Expr, op refine.LogicOp) []refine.Expr {
	l, ok := e.(*refine.Logic)
	if !ok || l.Op != op {
		return []refine.Expr{e}
	}
	return append(operands(l.X, op), operands(l.Y, op)...)
}

// chain notes what decided a conjunction: its first false part, or where there is
// none all parts; of a disjunction the first true one likewise. Each part is
// written once, and not with all before it.
func (x *explainer) chain(op refine.LogicOp, parts []refine.Expr) string {
	not := "!"
	if op == refine.Or {
		not = ""
	}
	first := x.temp("first")
	var find, note strings.Builder
	for i, part := range parts {
		fmt.Fprintf(&find, "if %s == 0 && %s%s {\n%s = %d\n}\n", first, not, paren(x.source(part)), first, i+1)
		fmt.Fprintf(&note, "if %s == 0 || %s == %d {\n%s}\n", first, first, i+1, x.predicate(part))
	}
	return fmt.Sprintf("{\n%s := 0\n%srtestg_x.Decided()\n%s}\n", first, find.String(), note.String())
}
