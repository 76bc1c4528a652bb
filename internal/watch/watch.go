package watch

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// A Place is the expression that two goals are about.
type Place struct {
	Pos token.Position
	// Goals are the goals of the place, in words.
	Func, Text string
	// First is the number of the first goal.
	Goals []string
	// Type is the type of the expression. Only definitions and uses have one.
	First int
	// Type is the type of the expression, for definitions and uses.
	Type types.Type
	// Of identifies the variable, field or kind of elements that is defined and used. It is empty for a
	// constructed value.
	Of string
}

// A Copy has the watched files by name, the package they call, and the watched places.
type Copy struct {
	Files  map[string][]byte
	Helper []byte
	Places []Place
	// Defs and Uses are the definitions and uses that are followed, by number less one.
	Defs, Uses []Place
}

// A kind writes the body of a watched function; sites are the nodes to replace. Its numbers continue those of
// the copy.
type kind struct {
	helper string
	find   func(rewrite.Package, rewrite.File, *ast.FuncDecl) []ast.Node
	write  func(w *watcher, sites []ast.Node) []byte
	// followed are the functions whose arguments and results are, each with a number.
	followed map[types.Object]int
}

// A watcher writes one function.
type watcher struct {
	*rewrite.Writer
	fn     *ast.FuncDecl
	helper rewrite.Helper
	// places are the places of the function, next the number of the next goal.
	places []Place
	next   int
	// defs and uses are those of the function. defined and used are the counts in earlier functions.
	defs, uses    []Place
	defined, used int
	followed      map[types.Object]int
	// listed are the statements that are elements of statement lists.
	listed map[ast.Stmt]bool
}

// make copies the chosen functions. A package that cannot be type-checked by itself, for
// example because it uses cgo, is not watched.
func (k kind) make(p rewrite.Package, h rewrite.Helper, chosen map[*ast.FuncDecl]bool) (*Copy, error) {
	h.Source = []byte(k.helper)
	out := &Copy{Files: map[string][]byte{}, Helper: h.Source}
	c, err := rewrite.NewChecker(p, h)
	if err != nil || c == nil {
		return out, err
	}
	next := 0
	for _, f := range p.Files {
		text, err := p.Bodies(f, h, func(fn *ast.FuncDecl) ([]byte, error) {
			if !chosen[fn] {
				return nil, nil
			}
			var last *watcher
			body, _ := rewrite.Settle(c, f, fn, k.find(p, f, fn), func(sites []ast.Node) []byte {
				last = &watcher{Writer: &rewrite.Writer{Package: p, File: f}, fn: fn, helper: h, next: next, defined: len(out.Defs), used: len(out.Uses), followed: k.followed, listed: listed(fn.Body)}
				return k.write(last, sites)
			})
			if body != nil {
				out.Places, next = append(out.Places, last.places...), last.next
				out.Defs, out.Uses = append(out.Defs, last.defs...), append(out.Uses, last.uses...)
			}
			return body, nil
		})
		if err != nil {
			return nil, err
		}
		if text != nil {
			out.Files[f.Name] = text
		}
	}
	return out, nil
}

// listed returns the statements of a function that are elements of statement lists.
func listed(body *ast.BlockStmt) map[ast.Stmt]bool {
	all := map[ast.Stmt]bool{}
	add := func(list []ast.Stmt) {
		for _, s := range list {
			all[s] = true
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			add(n.List)
		case *ast.CaseClause:
			add(n.Body)
		case *ast.CommClause:
			add(n.Body)
		}
		return true
	})
	return all
}

// place adds a place with its goals and returns the number of the first.
func (w *watcher) place(at token.Pos, n ast.Node, goals ...string) int {
	first := w.next
	w.places = append(w.places, Place{
		Pos: w.Fset.PositionFor(at, false), Func: rewrite.Key(w.fn), Text: w.Source(w.File, n), Goals: goals, First: first,
	})
	w.next += len(goals)
	return first
}
