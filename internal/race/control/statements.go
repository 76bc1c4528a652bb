package control

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

func (x *fileWriter) block(b *ast.BlockStmt) {
	if b != nil {
		x.statements(b.List)
	}
}

func (x *fileWriter) statements(list []ast.Stmt) {
	for _, s := range list {
		x.statement(s)
	}
}

// inHeader rewrites a statement where no block can be.
func (x *fileWriter) inHeader(s ast.Stmt) {
	if s == nil {
		return
	}
	x.header = true
	x.statement(s)
	x.header = false
}

// statement rewrites a statement.
func (x *fileWriter) statement(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.BlockStmt:
		x.block(s)
	case *ast.ExprStmt:
		x.value(s.X)
	case *ast.SendStmt:
		x.send(s)
	case *ast.IncDecStmt:
		x.update(s, s.X, s.TokPos, s.Tok.String()[:1], nil)
	case *ast.AssignStmt:
		x.assign(s)
	case *ast.GoStmt:
		x.goStmt(s)
	case *ast.DeferStmt:
		x.deferStmt(s)
	case *ast.ReturnStmt:
		x.returnStmt(s)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			x.genDecl(d)
		}
	case *ast.LabeledStmt:
		x.statement(s.Stmt)
	default:
		x.compound(s)
	}
}

// compound rewrites a statement that contains others.
func (x *fileWriter) compound(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.IfStmt:
		x.inHeader(s.Init)
		x.value(s.Cond)
		x.block(s.Body)
		if s.Else != nil {
			x.statement(s.Else)
		}
	case *ast.ForStmt:
		x.inHeader(s.Init)
		x.value(s.Cond)
		x.inHeader(s.Post)
		x.block(s.Body)
	case *ast.RangeStmt:
		x.rangeStmt(s)
	case *ast.SwitchStmt:
		x.inHeader(s.Init)
		x.value(s.Tag)
		x.block(s.Body)
	case *ast.TypeSwitchStmt:
		x.inHeader(s.Init)
		x.inHeader(s.Assign)
		x.block(s.Body)
	case *ast.CaseClause:
		for _, e := range s.List {
			x.value(e)
		}
		x.statements(s.Body)
	case *ast.SelectStmt:
		x.selectStmt(s)
	}
}

func (x *fileWriter) send(s *ast.SendStmt) {
	x.open(x.offset(s.Pos()), scheduler+".To(")
	x.value(s.Chan)
	x.replace(x.offset(s.Arrow), x.offset(s.Arrow)+2, ").Send(")
	x.value(s.Value)
	x.close(x.offset(s.End()), ")")
}

// assign rewrites an assignment. One to a shared variable becomes a call that gets the value, so
// that the step of writing comes after all steps of computing it.
func (x *fileWriter) assign(s *ast.AssignStmt) {
	switch {
	case s.Tok == token.DEFINE:
		x.values(s.Rhs, len(s.Lhs))
	case s.Tok != token.ASSIGN:
		x.update(s, s.Lhs[0], s.TokPos, strings.TrimSuffix(s.Tok.String(), "="), s.Rhs[0])
	case len(s.Lhs) == 1:
		x.assignOne(s)
	default:
		x.assignMany(s)
	}
}

// setter reports whether an assignment to an expression becomes a call.
func (x *fileWriter) setter(e ast.Expr) bool {
	if i, ok := ast.Unparen(e).(*ast.IndexExpr); ok && x.isMap(i.X) {
		return true
	}
	return x.place(e)
}

// target rewrites the target of an assignment into an expression with a method Set.
func (x *fileWriter) target(e ast.Expr) {
	if i, ok := ast.Unparen(e).(*ast.IndexExpr); ok && x.isMap(i.X) {
		x.element(i, ".At(")
		return
	}
	x.open(x.offset(e.Pos()), scheduler+".P(&")
	x.address(e)
	x.close(x.offset(e.End()), ", "+x.site(e.Pos())+")")
}

func (x *fileWriter) assignOne(s *ast.AssignStmt) {
	if !x.setter(s.Lhs[0]) {
		x.address(s.Lhs[0])
		x.value(s.Rhs[0])
		return
	}
	x.target(s.Lhs[0])
	x.replace(x.offset(s.TokPos), x.offset(s.TokPos)+1, ".Set(")
	x.value(s.Rhs[0])
	x.close(x.offset(s.End()), ")")
}

// assignMany rewrites an assignment to several variables. If goroutines may share one of them, the places of all are
// computed first, then the values, and then each is assigned in turn.
func (x *fileWriter) assignMany(s *ast.AssignStmt) {
	if !slices.ContainsFunc(s.Lhs, x.setter) {
		for _, l := range s.Lhs {
			x.address(l)
		}
		x.values(s.Rhs, len(s.Lhs))
		return
	}
	var places, values []string
	set := ""
	for range s.Lhs {
		p, v := x.name(), x.name()
		places, values = append(places, p), append(values, v)
		set += "; " + p + ".Set(" + v + ")"
	}
	begin, end := x.braces()
	x.open(x.offset(s.Pos()), begin+strings.Join(places, ", ")+" := ")
	for _, l := range s.Lhs {
		switch {
		case !used(l):
			x.replace(x.offset(l.Pos()), x.offset(l.End()), scheduler+".Discard{}")
		case x.setter(l):
			x.target(l)
		default:
			x.open(x.offset(l.Pos()), scheduler+".V(&")
			x.address(l)
			x.close(x.offset(l.End()), ")")
		}
	}
	x.replace(x.offset(s.TokPos), x.offset(s.TokPos)+1, "; "+strings.Join(values, ", ")+" := ")
	if len(s.Rhs) == 1 {
		x.values(s.Rhs, len(s.Lhs))
	} else {
		for i, e := range s.Rhs {
			x.typed(e, places[i])
		}
	}
	x.close(x.offset(s.End()), set+end)
}

// typed rewrites a value that gets the type of a place.
func (x *fileWriter) typed(e ast.Expr, place string) {
	x.open(x.offset(e.Pos()), place+".Of(")
	x.value(e)
	x.close(x.offset(e.End()), ")")
}

// braces returns what makes one statement of several, where no block can be as well.
func (x *fileWriter) braces() (begin, end string) {
	if x.header {
		return "func() { ", " }()"
	}
	return "{ ", " }"
}

// update rewrites x op= y, and x++ if y is nil.
func (x *fileWriter) update(s ast.Stmt, l ast.Expr, tok token.Pos, op string, y ast.Expr) {
	if !x.setter(l) {
		x.address(l)
		x.value(y)
		return
	}
	begin, end := x.braces()
	p := x.name()
	x.open(x.offset(s.Pos()), begin+p+" := ")
	x.target(l)
	set := "; " + p + ".Set(" + p + ".Get() " + op + " ("
	if y == nil {
		x.replace(x.offset(tok), x.offset(s.End()), set+"1))"+end)
		return
	}
	x.replace(x.offset(tok), x.offset(tok)+len(op)+1, set)
	x.value(y)
	x.close(x.offset(s.End()), "))"+end)
}

// goStmt rewrites the start of a goroutine: function and arguments are evaluated before.
func (x *fileWriter) goStmt(s *ast.GoStmt) {
	c := s.Call
	at, fun := x.offset(s.Pos()), c.Fun
	_, literal := ast.Unparen(fun).(*ast.FuncLit)
	tv := x.Info.Types[fun]
	if tv.IsBuiltin() || literal && len(c.Args) == 0 {
		x.goDirect(s, tv.IsBuiltin())
		return
	}
	if len(c.Args) == 1 {
		if results, many := x.Info.TypeOf(c.Args[0]).(*types.Tuple); many {
			x.goOfResults(s, results.Len())
			return
		}
	}
	var names, calls []string
	pass := func(e ast.Expr, constant bool) {
		if constant {
			names, calls = append(names, "_"), append(calls, x.text(e))
			x.replace(x.offset(e.Pos()), x.offset(e.End()), "0")
			return
		}
		n := x.name()
		names, calls = append(names, n), append(calls, n)
		x.value(e)
	}
	pass(fun, x.isFunc(fun))
	x.replace(x.offset(c.Lparen), x.offset(c.Lparen)+1, ", ")
	if len(c.Args) == 0 {
		x.edits[len(x.edits)-1].text = ""
	}
	for _, a := range c.Args {
		v := x.Info.Types[a]
		pass(a, v.Value != nil || v.IsNil() || x.isFunc(a))
	}
	dots := ""
	if c.Ellipsis.IsValid() {
		dots = "..."
		x.replace(x.offset(c.Ellipsis), x.offset(c.Ellipsis)+3, "")
	}
	define := " := "
	if strings.Trim(strings.Join(names, ""), "_") == "" {
		define = " = "
	}
	x.replace(at, x.offset(fun.Pos()), "{ "+strings.Join(names, ", ")+define)
	x.replace(x.offset(c.Rparen), x.offset(c.Rparen)+1,
		"; "+scheduler+".Go(func() { "+calls[0]+"("+strings.Join(calls[1:], ", ")+dots+") }) }")
}

// goOfResults rewrites the start of a goroutine whose arguments are the n results of one call.
func (x *fileWriter) goOfResults(s *ast.GoStmt, n int) {
	c := s.Call
	fun, assign := x.name(), " := "
	if x.isFunc(c.Fun) { // It may be a generic function, which is not a value.
		x.replace(x.offset(s.Pos()), x.offset(c.Fun.Pos()), "{ _ = ")
		fun = x.text(c.Fun)
		x.replace(x.offset(c.Fun.Pos()), x.offset(c.Fun.End()), "0")
	} else {
		x.replace(x.offset(s.Pos()), x.offset(c.Fun.Pos()), "{ "+fun+assign)
		x.value(c.Fun)
	}
	names := make([]string, n)
	for i := range names {
		names[i] = x.name()
	}
	args := strings.Join(names, ", ")
	x.replace(x.offset(c.Lparen), x.offset(c.Lparen)+1, "; "+args+assign)
	x.value(c.Args[0])
	x.replace(x.offset(c.Rparen), x.offset(c.Rparen)+1, "; "+scheduler+".Go(func() { "+fun+"("+args+") }) }")
}

// goDirect rewrites the start of a goroutine whose call needs no values.
func (x *fileWriter) goDirect(s *ast.GoStmt, builtin bool) {
	at := x.offset(s.Pos())
	if builtin {
		x.replace(at, x.offset(s.Call.Pos()), scheduler+".Go(func() { ")
		x.call(s.Call)
		x.close(x.offset(s.End()), " })")
		return
	}
	x.replace(at, x.offset(s.Call.Pos()), scheduler+".Go(")
	x.value(s.Call.Fun)
	x.replace(x.offset(s.Call.Lparen), x.offset(s.Call.Rparen)+1, ")")
}

// isFunc reports whether an expression names a declared function.
func (x *fileWriter) isFunc(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := x.Info.Uses[e].(*types.Func)
		return ok
	case *ast.SelectorExpr:
		_, ok := x.Info.Uses[e.Sel].(*types.Func)
		return ok && x.Info.Selections[e] == nil
	case *ast.IndexExpr:
		return x.isFunc(e.X)
	case *ast.IndexListExpr:
		return x.isFunc(e.X)
	}
	return false
}
