package hints

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/refine"
)

// typeLetters are the characters that are written as values of declared types, such as the 'B' of p
// == 'B' if p is a Piece.
type typeLetters map[*types.TypeName][]rune

// add adds a character that is written as a value of a type.
func (l typeLetters) add(t types.Type, v constant.Value) {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || v == nil {
		return
	}
	if c, ok := refine.Int64(v); ok && !slices.Contains(l[n.Obj()], rune(c)) {
		l[n.Obj()] = append(l[n.Obj()], rune(c))
	}
}

// written returns the letters in the code of a package, or none if its source is not loaded.
func (a *Program) written(pkg *types.Package) typeLetters {
	if l := a.letters[pkg]; l != nil || a.Unseen(pkg) {
		return l
	}
	n := a.Packages[pkg]
	l := typeLetters{}
	for _, f := range n.Files {
		ast.Inspect(f, func(x ast.Node) bool {
			if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.CHAR {
				l.add(n.Info.Types[lit].Type, n.Info.Types[lit].Value)
			}
			return true
		})
	}
	a.letters[pkg] = l
	return l
}

// typeLetters returns the letters of the code under test, of the package of its contract, and of
// the contract.
func (h *hinter) typeLetters() map[*types.TypeName][]rune {
	all := typeLetters{}
	for _, pkg := range []*types.Package{h.c.Func.Pkg(), h.a.Root} {
		for t, list := range h.a.written(pkg) {
			all[t] = append(all[t], list...)
		}
	}
	h.c.Inspect(func(x refine.Expr) bool {
		if k, ok := x.(*refine.Const); ok && k.Char {
			all.add(k.T, k.Value)
		}
		return true
	})
	return all
}
