package mutants

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// A renderer writes the body of a function with all of its mutants behind a switch. The body also counts turns
// of loops and calls. Line numbers do not change.
type renderer struct {
	*rewrite.Writer
	helper rewrite.Helper
	key    string
	next   int
	sites  map[ast.Node]*site
	// counted are the bodies of functions and loops.
	counted map[*ast.BlockStmt]bool
}

// render writes the body of a function with mutants from a number on.
func render(p rewrite.Package, f rewrite.File, fn *ast.FuncDecl, h rewrite.Helper, sites []*site, next int) []byte {
	r := &renderer{helper: h, key: rewrite.Key(fn), next: next, sites: map[ast.Node]*site{}, counted: map[*ast.BlockStmt]bool{fn.Body: true}}
	r.Writer = &rewrite.Writer{Package: p, File: f, Replace: r.replace, Begin: r.begin}
	for _, s := range sites {
		r.sites[s.node], s.mutants = s, nil
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			r.counted[n.Body] = true
		case *ast.RangeStmt:
			r.counted[n.Body] = true
		case *ast.FuncLit:
			r.counted[n.Body] = true
		}
		return true
	})
	return []byte(r.Inside(fn.Body))
}

func (r *renderer) replace(n ast.Node) (string, bool) {
	s := r.sites[n]
	if s == nil {
		return "", false
	}
	return r.site(s), true
}

func (r *renderer) begin(b *ast.BlockStmt) string {
	if !r.counted[b] {
		return ""
	}
	return r.helper.Name + ".Step();"
}

// number gives the mutants of a site their numbers and returns the first.
func (r *renderer) number(s *site) int {
	first := r.next
	s.mutants = nil
	for _, c := range s.changes {
		at := r.Fset.File(s.node.Pos())
		s.mutants = append(s.mutants, Mutant{
			Number: r.next, Pos: at.PositionFor(at.Pos(c.from), false), Func: r.key, What: c.what, From: c.from, To: c.to, Text: c.text,
		})
		r.next++
	}
	return first
}

// call returns a call of a function of the switch.
func (r *renderer) call(fn string, args ...string) string {
	return r.helper.Name + "." + fn + "(" + strings.Join(args, ", ") + ")"
}

// site writes a node that depends on the switch.
func (r *renderer) site(s *site) string {
	n := fmt.Sprint(r.number(s))
	switch s.shape {
	case shapeStmt:
		return r.statement(s)
	case shapeNot:
		return r.call("Not", n, r.Inside(s.node))
	case shapeConst:
		return r.constant(s, n)
	}
	b := s.node.(*ast.BinaryExpr)
	x := r.Node(b.X)
	between := string(r.File.Text[r.Offset(b.X.End()):r.Offset(b.OpPos)]) + "," + string(r.File.Text[r.Offset(b.OpPos)+len(b.Op.String()):r.Offset(b.Y.Pos())])
	y := r.Node(b.Y)
	switch s.shape {
	case shapeLogic:
		return r.call("Logic", n, fmt.Sprint(b.Op == token.LAND), x+between+"func() bool { return "+y+" }")
	case shapeShift:
		return r.call("Shift", n, fmt.Sprint(b.Op == token.SHL), x+between+y)
	}
	fn := "Order"
	if s.shape == shapeNumber {
		fn = "Float"
		if isInteger(r.Info.TypeOf(b)) {
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
	t := r.Info.TypeOf(s.node.(ast.Expr))
	fn := "Const"
	if b, ok := types.Unalias(t).(*types.Basic); !ok || b.Kind() != types.Int && b.Kind() != types.Bool && b.Kind() != types.UntypedBool {
		w := &finder{pkg: r.Package, file: r.File}
		name, _ := w.name(t)
		fn += "[" + name + "]"
	}
	return r.call(fn, n, r.Source(r.File, s.node), s.changes[0].text)
}

// statement writes the replacement of a statement behind the switch, then the statement.
func (r *renderer) statement(s *site) string {
	var b strings.Builder
	start, end := r.Offset(s.node.Pos()), r.Offset(s.node.End())
	for _, m := range s.mutants {
		text := string(r.File.Text[start:m.From]) + m.Text + string(r.File.Text[m.To:end])
		fmt.Fprintf(&b, "if %s.On(%d) { %s } else ", r.helper.Name, m.Number, text)
	}
	return b.String() + "{ " + r.Inside(s.node) + " }"
}
