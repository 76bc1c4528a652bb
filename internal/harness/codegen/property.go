package codegen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// property writes the explanation of a property that returns false: the parts of the
// conditions before its last return that decided, with their values. The explanation calls a
// copy of the property with the inputs from before the call. It is empty if there is no copy.
func (g *glue) property(p *Plan) string {
	c := p.Target.Contract
	if c.Func.Origin() != c.Func || c.Promoted() || p.Target.Literal != nil {
		return ""
	}
	name := g.tracer.property(c.Func)
	if name == "" {
		return ""
	}
	args := []string{"rtestg_t"}
	for _, v := range c.Inputs() {
		args = append(args, inputField(v.Index))
	}
	if c.Variadic {
		args[len(args)-1] += "..."
	}
	return fmt.Sprintf("if rtestg_x.Anew() {\nrtestg_t := rtestg_x.Trace()\n%s(%s)\nrtestg_x.Property(rtestg_t)\n}\n", name, strings.Join(args, ", "))
}

// property returns the name of a copy of a property that records what decided its result, or
// "".
func (t *tracer) property(fn *types.Func) string {
	if fn.Pkg() != t.g.u.Pkg.Types || t.g.u.Pkg.External || fn.Signature().TypeParams() != nil || fn.Signature().RecvTypeParams() != nil ||
		!isBool(fn.Signature().Results().At(0).Type()) {
		return ""
	}
	decl := t.g.declaration(fn)
	if decl == nil {
		return ""
	}
	base, twin, ok := newCopier(t.g, decl)
	if !ok {
		return ""
	}
	name := t.g.f.Name("property_" + fn.Name())
	c := &propertyCopier{&traceCopier{base, t}, map[ast.Node]bool{}, fn, 0}
	c.head(twin, name)
	ast.Inspect(twin.Body, c.visit)
	if c.failed {
		return ""
	}
	t.g.copyFile(decl).Decl(c.apply())
	return name
}

func isBool(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// A propertyCopier changes a property so that it records what decided its result: the
// conditions of returns, and those of branches that end in "return false".
type propertyCopier struct {
	*traceCopier
	// done are the nodes that were rewritten as part of a node above.
	done  map[ast.Node]bool
	fn    *types.Func
	temps int
}

// head makes the receiver a parameter, names the result, and records the inputs.
func (c *propertyCopier) head(twin *ast.FuncDecl, name string) {
	result := "rtestg_r"
	if v := c.fn.Signature().Results().At(0); v.Name() != "" && v.Name() != "_" {
		result = v.Name()
	}
	returns := 0
	ast.Inspect(twin.Body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok && !c.inner(r) {
			returns++
		}
		return true
	})
	var b strings.Builder
	fmt.Fprintf(&b, "func %s(rtestg_x *%sTrace%s) (%s %s) {\nrtestg_n := rtestg_x.Enter(\"\")\ndefer func() { rtestg_x.Leave(rtestg_n, %s) }()\nrtestg_x.Returns(%d)\n",
		name, c.rt, c.params(c.fn), result, "bool", result, returns)
	for _, v := range c.inputs() {
		fmt.Fprintf(&b, "rtestg_x.Given(%q, %s)\n", v.Name(), c.value(v.Type(), v.Name()))
	}
	c.change(twin.Pos(), twin.Body.Lbrace+1, b.String())
}

// inputs returns the receiver and the named parameters.
func (c *propertyCopier) inputs() (list []*types.Var) {
	add := func(v *types.Var) {
		if v != nil && v.Name() != "" && v.Name() != "_" {
			list = append(list, v)
		}
	}
	add(c.fn.Signature().Recv())
	for v := range c.fn.Signature().Params().Variables() {
		add(v)
	}
	return list
}

// value returns a Go expression for the displayed value of a type.
func (c *propertyCopier) value(t types.Type, source string) string {
	if types.IsInterface(t) {
		return c.rt + "Held(" + source + ")"
	}
	return spelled(c.rt, t, source)
}

func (c *propertyCopier) visit(n ast.Node) bool {
	if c.done[n] {
		return false
	}
	switch n := n.(type) {
	case *ast.ReturnStmt:
		c.traceCopier.visit(n)
		if !c.inner(n) && len(n.Results) == 1 {
			c.decide(n.Results[0], false)
		}
		return true
	case *ast.IfStmt:
		if no, ok := n.Else.(*ast.BlockStmt); c.falls(n.Body.List) {
			c.decide(n.Cond, true)
		} else if ok && c.falls(no.List) {
			c.decide(n.Cond, false)
		}
		return true
	case *ast.SwitchStmt:
		for _, s := range n.Body.List {
			if cl, ok := s.(*ast.CaseClause); ok && n.Tag == nil && len(cl.List) == 1 && c.falls(cl.Body) {
				c.decide(cl.List[0], true)
			}
		}
		return true
	}
	return c.traceCopier.visit(n)
}

// falls reports whether statements always end by returning false, or always by another return.
func (c *propertyCopier) falls(list []ast.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	r, ok := list[len(list)-1].(*ast.ReturnStmt)
	if !ok || c.inner(r) || len(r.Results) != 1 {
		return false
	}
	jumps := false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			_, jump := n.(*ast.BranchStmt)
			jumps = jumps || jump
			return !jumps
		})
	}
	v := c.info(r.Results[0]).Value
	return v != nil && v.String() == "false" && !jumps
}

// info returns what the type checker found about an expression.
func (c *propertyCopier) info(e ast.Expr) types.TypeAndValue {
	original, _ := c.of[ast.Unparen(e)].(ast.Expr)
	return c.u.Pkg.Info.Types[original]
}

// isNil reports whether an expression is the predeclared nil.
func (c *propertyCopier) isNil(e ast.Expr) bool {
	original, _ := c.of[ast.Unparen(e)].(*ast.Ident)
	_, ok := c.u.Pkg.Info.Uses[original].(*types.Nil)
	return original != nil && ok
}

// source returns the text of an expression on one line.
func (c *propertyCopier) source(e ast.Expr) string {
	text := string(c.text[int(e.Pos())-c.base : int(e.End())-c.base])
	if strings.Contains(text, "\n") {
		return types.ExprString(e)
	}
	return text
}

// decide makes a condition record what decided it when it has the value want.
func (c *propertyCopier) decide(e ast.Expr, want bool) {
	if t := c.info(e); t.Value != nil || t.Type == nil || !isBool(t.Type) || c.done[e] {
		return
	}
	text := c.condition(e, want)
	c.done[e] = true
	c.change(e.Pos(), e.End(), text)
}

// condition returns Go for a condition that records what decided it.
func (c *propertyCopier) condition(e ast.Expr, want bool) string {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return "(" + c.condition(e.X, want) + ")"
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return "!" + c.condition(e.X, !want)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			// If the whole does not have the wanted value, its parts did not decide.
			return fmt.Sprintf("rtestg_x.Kept(rtestg_x.Mark(), %t, %s %s %s)", want, c.condition(e.X, want), e.Op, c.condition(e.Y, want))
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return c.part(e, want, func(p *part) string { return p.compare(e) })
		}
	}
	return c.part(e, want, func(p *part) string { return p.truth(e) })
}

// part returns Go for a part of a condition: a function literal that is called. Write writes
// the value, after the statements and records that it needs.
func (c *propertyCopier) part(e ast.Expr, want bool, write func(*part) string) string {
	if !isBool(c.info(e).Type) {
		c.failed = true // This would need a type of its own.
		return ""
	}
	p := &part{c: c}
	value := write(p)
	p.locals(e)
	return fmt.Sprintf("func() %s {\nrtestg_x.Part()\n%srtestg_v := %s\nif rtestg_v == %t {\n%s}\nreturn rtestg_v\n}()",
		"bool", p.before.String(), value, want, p.notes.String())
}

// rendered returns the text of a part of the function with its changes.
func (c *propertyCopier) rendered(from, to token.Pos, n ast.Node) string {
	outer := c.edits
	c.edits = nil
	ast.Inspect(n, c.traceCopier.visit)
	text := c.applied(int(from)-c.base, int(to)-c.base)
	c.edits = outer
	return text
}

// A part collects the statements before the value of one part of a condition, and the records
// after it. Operands are evaluated once.
type part struct {
	c             *propertyCopier
	before, notes strings.Builder
	// shown are the variables whose values are recorded.
	shown map[string]bool
}
