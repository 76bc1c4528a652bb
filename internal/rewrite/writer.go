package rewrite

import (
	"bytes"
	"go/ast"
	"go/token"
)

// A Writer writes nodes of a file.
type Writer struct {
	Package
	File File
	// Replace returns the replacement of a node. If it returns false, the node is kept, and its parts may be
	// replaced.
	Replace func(ast.Node) (string, bool)
	// Begin returns text to insert at the start of a block, After text to insert after a statement. Each may be
	// nil.
	Begin func(*ast.BlockStmt) string
	After func(ast.Stmt) string
}

// Node returns the text of a node, or its replacement.
func (w *Writer) Node(n ast.Node) string {
	if text, ok := w.Replace(n); ok {
		return text
	}
	return w.Inside(n)
}

// Span returns the text between two positions, with others for the nodes there.
func (w *Writer) Span(from, to token.Pos, nodes ...ast.Node) string {
	var out bytes.Buffer
	for _, n := range nodes {
		out.Write(w.File.Text[w.Offset(from):w.Offset(n.Pos())])
		out.WriteString(w.whole(n))
		from = n.End()
	}
	out.Write(w.File.Text[w.Offset(from):w.Offset(to)])
	return out.String()
}

// whole is Node with the text that After adds.
func (w *Writer) whole(n ast.Node) string {
	text := w.Node(n)
	if s, isStmt := n.(ast.Stmt); isStmt && w.After != nil {
		text += w.After(s)
	}
	return text
}

// Inside returns the text of a node with its parts replaced.
func (w *Writer) Inside(n ast.Node) string {
	var out bytes.Buffer
	at := n.Pos()
	copyTo := func(to int) { out.Write(w.File.Text[w.Offset(at):to]) }
	ast.Inspect(n, func(x ast.Node) bool {
		if x == nil {
			return true
		}
		if b, ok := x.(*ast.BlockStmt); ok && w.Begin != nil {
			if text := w.Begin(b); text != "" {
				copyTo(w.Offset(b.Lbrace) + 1)
				out.WriteString(text)
				at = b.Lbrace + 1
			}
		}
		if x == n {
			return true
		}
		text, replaced := w.Replace(x)
		after := ""
		if s, isStmt := x.(ast.Stmt); isStmt && w.After != nil {
			after = w.After(s)
		}
		if !replaced && after == "" {
			return true
		}
		if !replaced {
			text = w.Inside(x)
		}
		copyTo(w.Offset(x.Pos()))
		out.WriteString(text + after)
		at = x.End()
		return false
	})
	copyTo(w.Offset(n.End()))
	return out.String()
}

// Settle writes the body of a function with sites replaced. Write returns the body for a list of sites. If the
// body does not compile with all sites, Settle keeps those that compile alone. It returns nil if none is left.
func Settle[S any](c *Checker, f File, fn *ast.FuncDecl, sites []S, write func([]S) []byte) ([]byte, []S) {
	if len(sites) == 0 {
		return nil, nil
	}
	body := write(sites)
	if c.renders(f, fn, body) {
		return body, sites
	}
	var kept []S
	for _, s := range sites {
		if c.renders(f, fn, write([]S{s})) {
			kept = append(kept, s)
		}
	}
	if body = write(kept); len(kept) == 0 || !c.renders(f, fn, body) {
		return nil, nil
	}
	return body, kept
}
