package harness

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// property writes the explanation of a property that returns false: which parts
// of the conditions that led to its last return decided, and what their values
// were. The explanation calls a copy of the property, on inputs as they were
// before the call. It is empty where there is no copy.
func (g *glue) property(p *plan) string {
	c := p.target.Contract
	if c.Func.Origin() != c.Func || c.Promoted() || p.target.Literal != nil {
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

// property returns the name of a copy of a property that notes what decided
// about its result; empty where there is none.
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

// A propertyCopier makes the changes by which a property notes what decided: the
// conditions of returns, and of branches that end in "return false".
type propertyCopier struct {
	*traceCopier
	// done are nodes that have been rewritten with what is above them.
	done  map[ast.Node]bool
	fn    *types.Func
	temps int
}

// head turns a receiver into a parameter, names the result, and notes the inputs.
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

// inputs returns the receiver and the parameters that have names.
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

// value is Go for a value of a type as it is shown.
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

// falls tells whether statements always end in a return of false, or another one.
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

// info is what the type checker found of an expression.
func (c *propertyCopier) info(e ast.Expr) types.TypeAndValue {
	original, _ := c.of[ast.Unparen(e)].(ast.Expr)
	return c.u.Pkg.Info.Types[original]
}

// isNil tells whether an expression is the predeclared nil.
func (c *propertyCopier) isNil(e ast.Expr) bool {
	original, _ := c.of[ast.Unparen(e)].(*ast.Ident)
	_, ok := c.u.Pkg.Info.Uses[original].(*types.Nil)
	return original != nil && ok
}

// source is the text of an expression, on one line.
func (c *propertyCopier) source(e ast.Expr) string {
	text := string(c.text[int(e.Pos())-c.base : int(e.End())-c.base])
	if strings.Contains(text, "\n") {
		return types.ExprString(e)
	}
	return text
}

// decide has a condition note what decided it when it has the value want.
func (c *propertyCopier) decide(e ast.Expr, want bool) {
	if t := c.info(e); t.Value != nil || t.Type == nil || !isBool(t.Type) || c.done[e] {
		return
	}
	text := c.condition(e, want)
	c.done[e] = true
	c.change(e.Pos(), e.End(), text)
}

// condition is Go for a condition that notes what decided it.
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
			// Where the whole is not as wanted its parts are not what decided.
			return fmt.Sprintf("rtestg_x.Kept(rtestg_x.Mark(), %t, %s %s %s)", want, c.condition(e.X, want), e.Op, c.condition(e.Y, want))
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return c.part(e, want, func(p *part) string { return p.compare(e) })
		}
	}
	return c.part(e, want, func(p *part) string { return p.truth(e) })
}

// part is Go for a part of a condition, a function that is called: write writes
// its value, with the statements before it and the notes.
func (c *propertyCopier) part(e ast.Expr, want bool, write func(*part) string) string {
	if !isBool(c.info(e).Type) {
		c.failed = true // A type of its own would have to be kept.
		return ""
	}
	p := &part{c: c}
	value := write(p)
	p.locals(e)
	return fmt.Sprintf("func() %s {\nrtestg_x.Part()\n%srtestg_v := %s\nif rtestg_v == %t {\n%s}\nreturn rtestg_v\n}()",
		"bool", p.before.String(), value, want, p.notes.String())
}

// rendered is the text of a part of the function with its changes.
func (c *propertyCopier) rendered(from, to token.Pos, n ast.Node) string {
	outer := c.edits
	c.edits = nil
	ast.Inspect(n, c.traceCopier.visit)
	text := c.applied(int(from)-c.base, int(to)-c.base)
	c.edits = outer
	return text
}

// A part collects what stands before the value of one part of a condition, and
// the notes behind it. Operands are evaluated once.
type part struct {
	c             *propertyCopier
	before, notes strings.Builder
	// shown are the variables of which the notes have the value.
	shown map[string]bool
}

// bind evaluates an expression and returns what stands for it.
func (p *part) bind(e ast.Expr) string {
	if !p.c.binds(e) {
		return p.c.rendered(e.Pos(), e.End(), e)
	}
	source := ""
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		source = p.call(call)
	} else {
		source = p.c.rendered(e.Pos(), e.End(), e)
	}
	p.c.temps++
	name := fmt.Sprintf("rtestg_%d", p.c.temps)
	fmt.Fprintf(&p.before, "%s := %s\n", name, source)
	return name
}

// binds tells whether a variable that is declared without a type can stand for an
// expression: not for constants, nil, functions and types, nor for what has its
// type from where it stands. Names stand for themselves.
func (c *propertyCopier) binds(e ast.Expr) bool {
	t := c.info(e)
	if t.Type == nil || t.Value != nil || c.isNil(e) || !t.IsValue() {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.FuncLit:
		return false
	case *ast.BinaryExpr:
		if b, ok := t.Type.(*types.Basic); isBool(t.Type) && (!ok || b.Kind() != types.Bool) {
			return false
		}
		shifts := false
		ast.Inspect(e, func(n ast.Node) bool {
			b, ok := n.(*ast.BinaryExpr)
			shifts = shifts || ok && (b.Op == token.SHL || b.Op == token.SHR)
			return !shifts
		})
		return !shifts
	}
	switch t.Type.(type) {
	case *types.Tuple, *types.Signature:
		return false
	}
	return true
}

// call is Go for a call with its arguments evaluated before, which are noted.
func (p *part) call(e *ast.CallExpr) string {
	c := p.c
	fun := c.info(e.Fun)
	if len(e.Args) == 0 || fun.IsType() || fun.Type == nil && fun.Value == nil {
		return c.rendered(e.Pos(), e.End(), e)
	}
	if _, several := c.info(e.Args[0]).Type.(*types.Tuple); several {
		return c.rendered(e.Pos(), e.End(), e)
	}
	outer := c.edits
	c.edits = nil
	c.redirect(e, c.traced)
	ast.Inspect(e.Fun, c.traceCopier.visit)
	head := c.applied(int(e.Pos())-c.base, int(e.Lparen)+1-c.base)
	c.edits = outer
	var args []string
	for _, a := range e.Args {
		before := p.notes.String()
		p.notes.Reset()
		args = append(args, p.bind(a))
		inside := p.notes.String()
		p.notes.Reset()
		p.notes.WriteString(before)
		p.note(a, args[len(args)-1])
		p.notes.WriteString(inside)
	}
	if e.Ellipsis.IsValid() {
		args[len(args)-1] += "..."
	}
	return head + strings.Join(args, ", ") + ")"
}

// note notes the value of an expression that is not evident: source stands for it.
func (p *part) note(e ast.Expr, source string) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		p.local(id)
	} else if p.c.binds(e) {
		t := p.c.info(e).Type
		fmt.Fprintf(&p.notes, "rtestg_x.Value(%q, %s)\n", p.c.source(e), p.c.value(t, source))
	}
}

// local notes a variable of the function, unless it is an input that is as it was.
func (p *part) local(id *ast.Ident) {
	original, _ := p.c.of[id].(*ast.Ident)
	v, ok := p.c.u.Pkg.Info.Uses[original].(*types.Var)
	if !ok || v.IsField() || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() || p.shown[id.Name] {
		return
	}
	if _, function := v.Type().Underlying().(*types.Signature); function {
		return
	}
	if p.shown == nil {
		p.shown = map[string]bool{}
	}
	p.shown[id.Name] = true
	fmt.Fprintf(&p.notes, "rtestg_x.Value(%q, %s)\n", id.Name, p.c.value(v.Type(), id.Name))
}

// locals notes the variables that a part mentions.
func (p *part) locals(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.SelectorExpr:
			p.locals(n.X)
			return false
		case *ast.KeyValueExpr:
			p.locals(n.Value)
			return false
		case *ast.Ident:
			p.local(n)
		}
		return true
	})
}

// compare writes a comparison, and notes both sides.
func (p *part) compare(e *ast.BinaryExpr) string {
	x, y := p.side(e.X), p.side(e.Y)
	inside := p.notes.String()
	p.notes.Reset()
	switch {
	case p.c.isNil(e.Y):
		p.note(e.X, x)
	case p.c.isNil(e.X):
		p.note(e.Y, y)
	default:
		method := "Compare"
		if anyCharacter(e.X, e.Y) {
			method = "Characters"
		}
		a, b := p.shownAs(e.X, x), p.shownAs(e.Y, y)
		if tx, ty := p.c.info(e.X).Type, p.c.info(e.Y).Type; tx != nil && ty != nil && types.IsInterface(tx) != types.IsInterface(ty) {
			a, b = p.held(a), p.held(b)
		}
		fmt.Fprintf(&p.notes, "rtestg_x.%s(%q, %s, %q, %s)\n", method, p.c.source(e), a, e.Op, b)
	}
	p.notes.WriteString(inside)
	return fmt.Sprintf("(%s %s %s)", x, e.Op, y)
}

// side evaluates a side of a comparison. A variable there is noted with it.
func (p *part) side(e ast.Expr) string {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		if p.shown == nil {
			p.shown = map[string]bool{}
		}
		p.shown[id.Name] = true
	}
	return p.bind(e)
}

func (p *part) held(source string) string {
	if strings.HasPrefix(source, p.c.rt+"Held(") {
		return source
	}
	return p.c.rt + "Held(" + source + ")"
}

// shownAs is Go for a side of a comparison as it is shown: a constant, or a shift
// of one, has the type that it has there.
func (p *part) shownAs(e ast.Expr, source string) string {
	t := p.c.info(e)
	if _, shift := ast.Unparen(e).(*ast.BinaryExpr); t.Value == nil && (!shift || p.c.binds(e)) {
		return p.c.value(t.Type, source)
	}
	typ := t.Type
	if n, ok := types.Unalias(typ).(*types.Named); ok && (n.Obj().Parent() != nil && n.Obj().Pkg() != nil && n.Obj().Parent() != n.Obj().Pkg().Scope() || !p.c.f.Names(typ)) {
		typ = typ.Underlying()
	}
	if b, ok := typ.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		typ = types.Default(typ)
	}
	if types.IsInterface(typ) {
		return source
	}
	return p.c.f.Type(typ) + "(" + source + ")"
}

// anyCharacter tells whether one of some expressions is written as a character.
func anyCharacter(list ...ast.Expr) bool {
	for _, e := range list {
		if l, ok := ast.Unparen(e).(*ast.BasicLit); ok && l.Kind == token.CHAR {
			return true
		}
	}
	return false
}

// truth writes a condition without parts: a call, whose arguments are noted.
func (p *part) truth(e ast.Expr) string {
	fmt.Fprintf(&p.notes, "rtestg_x.Value(%q, rtestg_v)\n", p.c.source(e))
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return p.call(e)
	case *ast.Ident:
		p.shown = map[string]bool{e.Name: true}
	}
	return p.c.rendered(e.Pos(), e.End(), e)
}
