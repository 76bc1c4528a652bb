package hints

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/refine"
)

// alphabet returns a and b, then the characters of constants in the code, most used first, then the
// characters that parsing and ranging over runes call for. It returns at most eight. Constants do
// not crowd out the last group. It returns nil if nothing but a and b was found.
func (h *hinter) alphabet() []rune {
	var special []rune
	if h.parses {
		special = append(special, '0', '1')
	}
	if h.rangesRunes {
		special = append(special, 'é')
	}
	special = append(h.divisionCharacters(6-len(special)), special...)
	out := []rune{'a', 'b'}
	chosen := h.chosen(8-len(out)-len(special), append(slices.Clone(out), special...))
	for _, r := range h.chars.sorted() {
		if slices.Contains(chosen, r) {
			out = append(out, r)
		}
	}
	out = append(out, special...)
	for _, r := range h.requiredCharacters() {
		if len(out) < 8 && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	if len(out) == 2 {
		return nil
	}
	return out
}

// chosen returns at most n characters of the code that are not in without. It takes one of each
// group of characters that the code treats alike before any second one, and characters that stand
// alone before the letters of words. For a bracket, its partner replaces the last character that is
// not a bracket.
func (h *hinter) chosen(n int, without []rune) (out []rune) {
	for _, r := range slices.Concat(firstOfEach(h.standalone, h.alike), h.chars.sorted()) {
		if len(out) < n && !slices.Contains(without, r) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	for _, r := range out {
		i := strings.IndexRune(brackets, r)
		if i < 0 || h.chars.uses[rune(brackets[i^1])] == 0 || slices.Contains(out, rune(brackets[i^1])) {
			continue
		}
		for k := len(out) - 1; k > 0; k-- {
			if !strings.ContainsRune(brackets, out[k]) {
				out[k] = rune(brackets[i^1])
				break
			}
		}
	}
	return out
}

// brackets are characters that are of little use without their partner, which stands next to them.
const brackets = "()[]{}<>"

// contractCharacters returns the characters that only the contract looks for, most used first.
func (h *hinter) contractCharacters() []rune {
	var out []rune
	for _, r := range h.contractChars.sorted() {
		if len(out) < 8 && r != 'a' && r != 'b' && !slices.Contains(h.out.Alphabet, r) {
			out = append(out, r)
		}
	}
	return out
}

// mostRest is how many characters there are besides those of the alphabet.
const mostRest = 24

// otherCharacters returns the characters of the code that are not in the alphabet, then those of
// other modules.
func (h *hinter) otherCharacters() []rune {
	var out []rune
	for _, g := range h.divided {
		h.foreign.add(g[0])
	}
	for _, r := range h.formats {
		h.foreign.add(r)
	}
	for _, r := range slices.Concat(h.chars.sorted(), h.foreign.sorted(), h.foreignLetters.sorted()) {
		if len(out) < mostRest && r != 'a' && r != 'b' && !slices.Contains(h.out.Alphabet, r) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

// unusualCharacters returns the unusual characters that are neither in the alphabet nor in MoreChars.
func (h *hinter) unusualCharacters() (out []rune) {
	for _, r := range h.unusualChars {
		if !slices.Contains(h.out.MoreChars, r) && !slices.Contains(h.out.Alphabet, r) && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}

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
