package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/refine"
	"github.com/rtest-dev/rtest/refine/gosource"
)

// judging writes the checks after the call in the order in which rtest makes them: the
// invariants of results and changed inputs, the postconditions, pure.
func (c *contract) judging() string {
	var b strings.Builder
	for i, v := range c.inputs {
		if refine.Mutable(v.Type) {
			c.invariant(&b, v.Type, c.in[i], false)
		}
	}
	for i, v := range c.Results {
		c.invariant(&b, v.Type, c.out[i], c.ErrLast)
	}
	isTrue := false
	for _, p := range c.Post {
		isTrue = isTrue || p.Kind == refine.True
		c.clause(&b, p)
	}
	if c.Prop && !isTrue {
		c.demand(&b, demand{cond: c.out[0], message: c.Name + " returns false"})
	}
	if c.Pure != nil {
		for i := range c.inputs {
			if c.twinned(i) {
				equal := "Equal"
				if c.from.Hints.Capacities {
					equal = "EqualRoom"
				}
				cond := fmt.Sprintf("%s%s(%s, %s)", c.w.rt, equal, c.in[i], c.twin[i])
				c.demand(&b, demand{cond: cond, message: c.Name + " changes " + c.in[i] + " although it is pure"})
			}
		}
	}
	return b.String()
}

// clause writes the check of a postcondition. A forall becomes a loop that stops at the first value
// for which its body is false.
func (c *contract) clause(b *strings.Builder, p *refine.Clause) {
	nilErr := p.NilErr && c.ErrLast
	guard, e := "", p.Expr
	if l, ok := e.(*refine.Logic); ok && l.Op == refine.Implies {
		guard, e = c.goExpr(l.X, c.names, c.old), l.Y
	}
	q, ok := e.(*refine.Quant)
	if !ok || !q.All {
		c.demand(b, demand{cond: c.goExpr(p.Expr, c.names, c.old), message: c.failing(p), nilErr: nilErr})
		return
	}
	loop := c.standalone(c.w.Loop(q, c.names, c.old, func(cond string, vars []string) string {
		var inner strings.Builder
		c.demand(&inner, demand{cond: cond, message: c.failing(p), bound: q.Vars, vars: vars})
		return strings.TrimSuffix(inner.String(), "}\n") + "break\n}"
	}))
	if nilErr {
		guard = strings.Trim(c.out[len(c.out)-1]+" == nil && "+guard, "& ")
	}
	if guard != "" {
		loop = "if " + headed(guard) + " {\n" + loop + "\n}"
	}
	b.WriteString(loop + "\n")
}

// headed returns a condition as it can stand in the head of a statement.
func headed(cond string) string {
	if strings.Contains(cond, "{") {
		return "(" + cond + ")"
	}
	return cond
}

// failing returns the message for a clause that does not hold.
func (c *contract) failing(p *refine.Clause) string {
	if p.Kind == refine.True {
		return c.Name + " returns false"
	}
	s := c.Name + ": " + p.Kind.String() + " " + p.Text + " fails"
	if p.Unfolded != "" {
		s += ": " + p.Unfolded
	}
	return s
}

func (c *contract) invariant(b *strings.Builder, t types.Type, operand string, nilErr bool) {
	if fn, ok := gosource.InvariantFunc(c.w.File, c.w.pkg.Facts, t, true); ok {
		c.demand(b, demand{cond: fn + "(" + operand + ")", message: c.Name + ": the invariant of " + operand + " fails", nilErr: nilErr, fatal: true})
	}
}

// A demand is a condition that must hold, with the message for a test in which it does not.
type demand struct {
	cond, message string
	// nilErr says that it must hold only if the last result is nil, fatal that the test ends.
	nilErr, fatal bool
	// bound are the variables of the loop around it. vars are their names in the test, "" for
	// none.
	bound []*refine.Variable
	vars  []string
}

// demand writes the check of a condition. The message shows the results and the variables of
// the loop around it.
func (c *contract) demand(b *strings.Builder, d demand) {
	report := "Errorf"
	if d.fatal {
		report = "Fatalf"
	}
	not := negated(d.cond)
	if d.nilErr {
		not = c.out[len(c.out)-1] + " == nil && " + grouped(not)
	}
	format := strings.ReplaceAll(d.message, "%", "%%")
	var shown, args []string
	for i, v := range d.bound {
		if d.vars[i] != "" && v.Name != "_" && showable(v.Type) {
			shown, args = append(shown, v.Name+" = %#v"), append(args, d.vars[i])
		}
	}
	if len(shown) > 0 {
		format += " for " + strings.Join(shown, ", ")
	}
	results := ""
	for i, v := range c.Results {
		if showable(v.Type) {
			results += map[bool]string{true: "; ", false: ", "}[results == ""] + c.out[i] + " = %#v"
			args = append(args, c.out[i])
		}
	}
	if format += results; len(args) == 0 {
		format, report = d.message, strings.TrimSuffix(report, "f")
	}
	list := strings.Join(append([]string{quote(format)}, args...), ", ")
	fmt.Fprintf(b, "if %s {\n%s.%s(%s)\n}\n", not, c.t, report, list)
}

// grouped puts a condition into parentheses if it binds weaker than &&.
func grouped(cond string) string {
	if x, err := parser.ParseExpr(cond); err == nil {
		if b, ok := x.(*ast.BinaryExpr); ok && b.Op == token.LOR {
			return "(" + cond + ")"
		}
	}
	return cond
}

// negated returns the opposite of a condition.
func negated(cond string) string {
	x, err := parser.ParseExpr(cond)
	if err != nil {
		return "!(" + cond + ")" // Other code reports what is wrong with it.
	}
	composite := false
	ast.Inspect(x, func(n ast.Node) bool {
		_, is := n.(*ast.CompositeLit)
		composite = composite || is
		return !composite
	})
	if composite {
		return "!(" + cond + ")" // Its brace would be taken for that of the block.
	}
	switch x := x.(type) {
	case *ast.BinaryExpr:
		if not, ok := x.X.(*ast.UnaryExpr); ok && x.Op == token.LOR && not.Op == token.NOT {
			// An implication.
			left, right := cond[:int(x.OpPos)-1], cond[int(x.OpPos)+1:]
			return grouped(negated(strings.TrimSpace(left))) + " && " + grouped(negated(strings.TrimSpace(right)))
		}
		swapped := map[token.Token]token.Token{token.EQL: token.NEQ, token.NEQ: token.EQL}
		if op, ok := swapped[x.Op]; ok {
			at := int(x.OpPos) - 1
			return cond[:at] + op.String() + cond[at+2:]
		}
	case *ast.UnaryExpr:
		if inner := strings.TrimSpace(cond[int(x.X.Pos())-1:]); x.Op == token.NOT {
			if p, ok := x.X.(*ast.ParenExpr); ok {
				return cond[int(p.X.Pos())-1 : int(p.X.End())-1]
			}
			return inner
		}
	case *ast.ParenExpr:
		return negated(cond[int(x.X.Pos())-1 : int(x.X.End())-1])
	case *ast.CallExpr, *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		return "!" + cond
	}
	return "!(" + cond + ")"
}

// showable reports whether printing a result is informative.
func showable(t types.Type) bool { return shows(t, map[types.Type]bool{}) }

// shows is showable inside the types that lead to t. A recursive type shows what its other
// parts show.
func shows(t types.Type, within map[types.Type]bool) bool {
	if within[t] {
		return true
	}
	within[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Slice:
		return shows(u.Elem(), within)
	case *types.Array:
		return shows(u.Elem(), within)
	case *types.Map:
		return shows(u.Key(), within) && shows(u.Elem(), within)
	case *types.Struct:
		for v := range u.Fields() {
			if !shows(v.Type(), within) {
				return false
			}
		}
		return true
	}
	return false
}
