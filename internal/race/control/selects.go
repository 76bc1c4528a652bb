package control

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// selectStmt rewrites a select statement into a switch over the index of the case that was done.
func (x *fileWriter) selectStmt(s *ast.SelectStmt) {
	if len(s.Body.List) == 0 {
		x.replace(x.offset(s.Pos()), x.offset(s.End()), "panic("+scheduler+".Forever())")
		return
	}
	var names, cases []string
	hasDefault := false
	for _, c := range s.Body.List {
		clause, ok := c.(*ast.CommClause)
		if !ok {
			continue
		}
		if clause.Comm == nil {
			hasDefault = true
			continue
		}
		names = append(names, x.name())
		cases = append(cases, x.communication(clause.Comm))
	}
	head := "switch "
	if len(names) > 0 {
		head += strings.Join(names, ", ") + " := " + strings.Join(cases, ", ") + "; "
	}
	args := strings.Join(append([]string{fmt.Sprint(hasDefault)}, names...), ", ")
	x.replace(x.offset(s.Pos()), x.offset(s.Body.Lbrace), head+scheduler+".Choose("+args+") ")
	n := 0
	for _, c := range s.Body.List {
		clause, ok := c.(*ast.CommClause)
		if !ok {
			continue
		}
		if clause.Comm != nil {
			label := fmt.Sprint("case ", n, ":")
			if !hasDefault && n == len(names)-1 {
				// So that the switch ends where the select does.
				label = "default:"
			}
			x.replace(x.offset(clause.Pos()), x.offset(clause.Colon)+1, label+x.lines(clause.Pos(), clause.Colon)+x.received(clause.Comm, names[n]))
			n++
		}
		x.statements(clause.Body)
	}
}

// lines returns the line ends between two positions.
func (x *fileWriter) lines(from, to token.Pos) string {
	return strings.Repeat("\n", strings.Count(string(x.Text[x.offset(from):x.offset(to)]), "\n"))
}

// communication returns the case of a send or receive.
func (x *fileWriter) communication(s ast.Stmt) string {
	if send, ok := s.(*ast.SendStmt); ok {
		return scheduler + ".To(" + flat(x.text(send.Chan)) + ").Of(" + flat(x.text(send.Value)) + ")"
	}
	return scheduler + ".From(" + flat(x.text(receiveOf(s).X)) + ")"
}

// flat puts a text on one line, if it has no comments and function literals over several.
func flat(text string) string {
	if strings.Contains(text, "{") || strings.Contains(text, "//") {
		return text
	}
	return strings.Join(strings.Fields(text), " ")
}

// receiveOf returns the receive expression of a case.
func receiveOf(s ast.Stmt) *ast.UnaryExpr {
	var e ast.Expr
	switch s := s.(type) {
	case *ast.ExprStmt:
		e = s.X
	case *ast.AssignStmt:
		e = s.Rhs[0]
	}
	u, _ := ast.Unparen(e).(*ast.UnaryExpr)
	return u
}

// received returns the assignment of the value received by a case.
func (x *fileWriter) received(s ast.Stmt, name string) string {
	a, ok := s.(*ast.AssignStmt)
	if !ok {
		return ""
	}
	if a.Tok == token.DEFINE {
		var left []string
		for _, l := range a.Lhs {
			left = append(left, x.source(l))
		}
		right := name + ".Value"
		if len(a.Lhs) == 2 {
			right += ", " + name + ".OK"
		}
		if strings.Trim(strings.Join(left, ""), "_") == "" {
			return ""
		}
		return " " + strings.Join(left, ", ") + " := " + right + ";"
	}
	out := ""
	for i, l := range a.Lhs {
		out += " " + x.assigned(l, name+[...]string{".Value", ".OK"}[i]) + ";"
	}
	return out
}
