package mutants

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A renderer writes the body of a function with all of its mutants behind a switch. Lines
// stay as they are.
type renderer struct {
	*maker
	file  File
	key   string
	next  int
	sites map[ast.Node]*site
}

// body writes a block that counts its steps.
func (r *renderer) body(b *ast.BlockStmt) []byte { return []byte(r.node(b)) }

// number gives the mutants of a site their numbers and returns the first.
func (r *renderer) number(s *site) int {
	first := r.next
	s.mutants = nil
	for _, c := range s.changes {
		at := r.pkg.Fset.File(s.node.Pos())
		s.mutants = append(s.mutants, Mutant{
			Number: r.next, Pos: at.PositionFor(at.Pos(c.from), false), Func: r.key, What: c.what, From: c.from, To: c.to, Text: c.text,
		})
		r.next++
	}
	return first
}

// node returns the source of a node, with the sites in it.
func (r *renderer) node(n ast.Node) string {
	if s := r.sites[n]; s != nil {
		return r.site(s)
	}
	return r.inside(n)
}

// inside is node without the site of the node itself.
func (r *renderer) inside(n ast.Node) string {
	var out bytes.Buffer
	at := n.Pos()
	steps := map[*ast.BlockStmt]bool{}
	ast.Inspect(n, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.ForStmt:
			steps[x.Body] = true
		case *ast.RangeStmt:
			steps[x.Body] = true
		case *ast.FuncLit:
			steps[x.Body] = true
		case *ast.FuncDecl:
			steps[x.Body] = true
		}
		b, isBlock := x.(*ast.BlockStmt)
		if isBlock && (steps[b] || x == n && at == b.Pos()) {
			out.Write(r.file.Text[r.offset(at) : r.offset(b.Lbrace)+1])
			out.WriteString(r.sw.Name + ".Step();")
			at = b.Lbrace + 1
			return true
		}
		if x == nil || x == n || r.sites[x] == nil {
			return true
		}
		out.Write(r.file.Text[r.offset(at):r.offset(x.Pos())])
		out.WriteString(r.node(x))
		at = x.End()
		return false
	})
	out.Write(r.file.Text[r.offset(at):r.offset(n.End())])
	return out.String()
}

// call is a call of a function of the switch.
func (r *renderer) call(fn string, args ...string) string {
	return r.sw.Name + "." + fn + "(" + strings.Join(args, ", ") + ")"
}

// site writes a node that depends on the switch.
func (r *renderer) site(s *site) string {
	n := fmt.Sprint(r.number(s))
	switch s.shape {
	case shapeStmt:
		return r.statement(s)
	case shapeNot:
		return r.call("Not", n, r.inside(s.node))
	case shapeConst:
		return r.constant(s, n)
	}
	b := s.node.(*ast.BinaryExpr)
	x := r.node(b.X)
	between := string(r.file.Text[r.offset(b.X.End()):r.offset(b.OpPos)]) + "," + string(r.file.Text[r.offset(b.OpPos)+len(b.Op.String()):r.offset(b.Y.Pos())])
	y := r.node(b.Y)
	switch s.shape {
	case shapeLogic:
		return r.call("Logic", n, fmt.Sprint(b.Op == token.LAND), x+between+"func() bool { return "+y+" }")
	case shapeShift:
		return r.call("Shift", n, fmt.Sprint(b.Op == token.SHL), x+between+y)
	}
	fn := "Order"
	if s.shape == shapeNumber {
		fn = "Float"
		if isInteger(r.pkg.Info.TypeOf(b)) {
			fn = "Int"
		}
	}
	ops := []string{quoted(b.Op)}
	for _, c := range s.changes {
		ops = append(ops, quoted(c.op))
	}
	return r.call(fn, n, x+between+y, strings.Join(ops, ", "))
}

func quoted(op token.Token) string { return `"` + op.String() + `"` }

// constant writes a constant whose type is that which it has in the code.
func (r *renderer) constant(s *site, n string) string {
	t := r.pkg.Info.TypeOf(s.node.(ast.Expr))
	fn := "Const"
	if b, ok := types.Unalias(t).(*types.Basic); !ok || b.Kind() != types.Int && b.Kind() != types.Bool && b.Kind() != types.UntypedBool {
		w := &finder{pkg: r.pkg, file: r.file}
		name, _ := w.name(t)
		fn += "[" + name + "]"
	}
	return r.call(fn, n, r.source(s.node), s.changes[0].text)
}

func (r *renderer) source(n ast.Node) string {
	return string(r.file.Text[r.offset(n.Pos()):r.offset(n.End())])
}

// statement writes what is done instead of a statement, then the statement.
func (r *renderer) statement(s *site) string {
	var b strings.Builder
	start, end := r.offset(s.node.Pos()), r.offset(s.node.End())
	for _, m := range s.mutants {
		text := string(r.file.Text[start:m.From]) + m.Text + string(r.file.Text[m.To:end])
		fmt.Fprintf(&b, "if %s.On(%d) { %s } else ", r.sw.Name, m.Number, text)
	}
	return b.String() + "{ " + r.inside(s.node) + " }"
}
