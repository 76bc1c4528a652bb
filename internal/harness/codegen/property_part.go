package codegen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// bind evaluates an expression into a variable, and returns its operand.
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

// binds reports whether a variable declared without a type can hold an expression. It cannot for constants, nil,
// functions, types, and expressions whose type depends on the context. A name needs no variable.
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

// call returns Go for a call whose arguments are evaluated before it and recorded.
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

// note records the value of an expression that its text does not show. Source is its operand.
func (p *part) note(e ast.Expr, source string) {
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		p.local(id)
	} else if p.c.binds(e) {
		t := p.c.info(e).Type
		fmt.Fprintf(&p.notes, "rtestg_x.Value(%q, %s)\n", p.c.source(e), p.c.value(t, source))
	}
}

// local records a variable of the function, unless it is an unchanged input.
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

// locals records the variables that a part mentions.
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

// compare writes a comparison and records both sides.
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

// side evaluates a side of a comparison. A variable there is recorded with it.
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

// shownAs returns a Go expression for the displayed side of a comparison. A constant, or a shift of one, gets
// the type it has in the comparison.
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

// anyCharacter reports whether one of the expressions is written as a character.
func anyCharacter(list ...ast.Expr) bool {
	for _, e := range list {
		if l, ok := ast.Unparen(e).(*ast.BasicLit); ok && l.Kind == token.CHAR {
			return true
		}
	}
	return false
}

// truth writes a condition without parts: a call whose arguments are recorded.
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
