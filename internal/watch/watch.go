package watch

import (
	"go/ast"
	"go/token"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// A Place is what two goals are about: an expression of the code.
type Place struct {
	Pos token.Position
	// Func is the key of the function, Text the expression.
	Func, Text string
	// Goals are what there is to reach, each in words.
	Goals []string
	// First is the number of the first of them.
	First int
}

// A Copy is the watched files by name, what they call, and the places that are watched.
type Copy struct {
	Files  map[string][]byte
	Helper []byte
	Places []Place
}

// A kind writes the body of a function that is watched; sites are its nodes that are
// replaced. Numbers go on behind those of the copy.
type kind struct {
	helper string
	find   func(rewrite.Package, rewrite.File, *ast.FuncDecl) []ast.Node
	write  func(w *watcher, sites []ast.Node) []byte
}

// A watcher writes one function.
type watcher struct {
	*rewrite.Writer
	fn     *ast.FuncDecl
	helper rewrite.Helper
	copy   *Copy
	// places are those of the function, first the number of the next goal.
	places []Place
	next   int
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
				last = &watcher{Writer: &rewrite.Writer{Package: p, File: f}, fn: fn, helper: h, copy: out, next: next}
				return k.write(last, sites)
			})
			if body != nil {
				out.Places, next = append(out.Places, last.places...), last.next
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

// place adds a place with its goals and returns the number of the first.
func (w *watcher) place(at token.Pos, n ast.Node, goals ...string) int {
	first := w.next
	w.places = append(w.places, Place{
		Pos: w.Fset.PositionFor(at, false), Func: rewrite.Key(w.fn), Text: w.Source(w.File, n), Goals: goals, First: first,
	})
	w.next += len(goals)
	return first
}
