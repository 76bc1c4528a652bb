package mutants

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// A Mutant is one change of one function. Its place, the replaced text and the new text identify it.
type Mutant struct {
	// Number is the value of the switch that turns the mutant on, from 1.
	Number int
	// Pos is the place of the change, Func the key of the function that contains it.
	Pos  token.Position
	Func string
	// What describes the change in a few words: "< becomes <=".
	What string
	// From and To are offsets in the file: the text between them becomes Text.
	From, To int
	Text     string
}

// A Set is the mutants of a package, by number, and by name the files that hold them.
type Set struct {
	Mutants []Mutant
	Files   map[string][]byte
}

// Make returns the mutants of the functions of a package that are chosen, in the order of
// the source. A package that cannot be type-checked by itself has none, for example
// because it uses cgo. Copies import the helper, whose source is that of this package.
func Make(p rewrite.Package, h rewrite.Helper, chosen map[*ast.FuncDecl]bool) (*Set, error) {
	h.Source = Source()
	set := &Set{Files: map[string][]byte{}}
	c, err := rewrite.NewChecker(p, h)
	if err != nil || c == nil {
		return set, err
	}
	for _, f := range p.Files {
		text, err := p.Bodies(f, h, func(fn *ast.FuncDecl) ([]byte, error) {
			if !chosen[fn] {
				return nil, nil
			}
			body, sites := rewrite.Settle(c, f, fn, find(p, f, fn, c), func(sites []*site) []byte {
				return render(p, f, fn, h, sites, len(set.Mutants)+1)
			})
			for _, s := range sites {
				set.Mutants = append(set.Mutants, s.mutants...)
			}
			return body, nil
		})
		if err != nil {
			return nil, err
		}
		if text != nil {
			set.Files[f.Name] = text
		}
	}
	slices.SortFunc(set.Mutants, func(a, b Mutant) int { return cmp.Compare(a.Number, b.Number) })
	return set, nil
}

// find returns the places of a function that can be changed, with the changes that
// compile.
func find(p rewrite.Package, f rewrite.File, fn *ast.FuncDecl, c *rewrite.Checker) []*site {
	w := &finder{pkg: p, file: f, fn: fn, skip: map[ast.Node]bool{}}
	w.body(fn.Body)
	for _, s := range w.sites {
		s.changes = slices.DeleteFunc(s.changes, func(x change) bool { return !c.Compiles(f, fn, x.from, x.to, x.text) })
	}
	return slices.DeleteFunc(w.sites, func(s *site) bool { return len(s.changes) == 0 })
}
