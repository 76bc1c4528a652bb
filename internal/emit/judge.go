package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// judging writes what is judged after the call, in the order in which rtest
// judges it: the invariants of what comes out, the postconditions, pure.
func (c *contract) judging() string {
	var b strings.Builder
	for i, v := range c.inputs {
		if mutable(v.Type) {
			c.invariant(&b, v.Type, c.in[i], false)
		}
	}
	for i, v := range c.Results {
		c.invariant(&b, v.Type, c.out[i], c.ErrLast)
	}
	isTrue := false
	for _, p := range c.Post {
		isTrue = isTrue || p.Kind == refine.True
		cond := c.callsNamed(c.w.Expr(p.Expr, c.names, c.old))
		c.demand(&b, cond, c.failing(p), p.NilErr && c.ErrLast, "Errorf")
	}
	if c.Prop && !isTrue {
		c.demand(&b, c.out[0], c.Name+" returns false", false, "Errorf")
	}
	if c.Pure != nil {
		for i := range c.inputs {
			if c.twinned(i) {
				cond := fmt.Sprintf("%sEqual(%s, %s, %t)", c.w.rt, c.in[i], c.twin[i], c.Hints.Cap)
				c.demand(&b, cond, c.Name+" changes "+c.in[i]+" although it is pure", false, "Errorf")
			}
		}
	}
	return b.String()
}

// failing is the message of a clause that does not hold.
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
	if fn, ok := refine.InvariantFunc(c.w.GoFile, c.w.pkg.Facts, t, true); ok {
		c.demand(b, fn+"("+operand+")", c.Name+": the invariant of "+operand+" fails", nilErr, "Fatalf")
	}
}

// demand writes that a condition must hold; the message shows the results.
func (c *contract) demand(b *strings.Builder, cond, message string, nilErr bool, report string) {
	not := negated(cond)
	if nilErr {
		not = c.out[len(c.out)-1] + " == nil && " + not
	}
	format := strings.ReplaceAll(message, "%", "%%")
	args := ""
	for i, v := range c.Results {
		if showable(v.Type) {
			format += map[bool]string{true: "; ", false: ", "}[args == ""] + c.out[i] + " = %#v"
			args += ", " + c.out[i]
		}
	}
	if args == "" {
		format, report = message, strings.TrimSuffix(report, "f")
	}
	fmt.Fprintf(b, "if %s {\nt.%s(%s%s)\n}\n", not, report, strconv.Quote(format), args)
}

// negated is the condition that another one does not hold.
func negated(cond string) string {
	x, err := parser.ParseExpr(cond)
	if err != nil {
		return "!(" + cond + ")" // What is wrong with it is said elsewhere.
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
	case *ast.CallExpr, *ast.Ident, *ast.ParenExpr, *ast.SelectorExpr, *ast.IndexExpr:
		return "!" + cond
	}
	return "!(" + cond + ")"
}

// showable tells whether a result says something when it is printed.
func showable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Slice:
		return showable(u.Elem())
	case *types.Array:
		return showable(u.Elem())
	case *types.Map:
		return showable(u.Key()) && showable(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if !showable(v.Type()) {
				return false
			}
		}
		return true
	}
	return false
}
