package hints

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/internal/hints/texts"
	"github.com/rtest-dev/rtest/refine"
)

// divisions returns the characters by which a function of the standard library divides texts,
// according to its implementation. Each group holds characters that it treats alike.
func (a *Program) divisions(fn *types.Func) [][]rune {
	s := a.source(a.Packages[fn.Pkg()])
	if s == nil || !divides(fn) && !readsFormat(fn) {
		return nil
	}
	if list, ok := s.divisions[fn]; ok {
		return list
	}
	r := &divider{a: a, seen: map[ast.Node]bool{}}
	for _, d := range s.declared(fn) {
		r.addFunction(s, d, sourceDepth)
	}
	for _, d := range s.constructors(fn) {
		r.addFunction(s, d, sourceDepth)
	}
	s.divisions[fn] = r.groups
	return r.groups
}

// divides reports whether a function divides the text it is given: it returns several texts, or a
// part of one. A function that makes a reader of such texts divides as well.
func divides(fn *types.Func) bool {
	count := 0
	for v := range fn.Signature().Results().Variables() {
		t := v.Type()
		switch u := t.Underlying().(type) {
		case *types.Slice:
			if texts.IsText(u.Elem()) {
				return true
			}
		case *types.Map:
			if sl, ok := u.Elem().Underlying().(*types.Slice); ok && refine.IsString(sl.Elem()) {
				return true
			}
		case *types.Signature: // An iterator over texts.
			if u.Params().Len() == 1 && strings.HasSuffix(fn.Name(), "Seq") {
				return true
			}
		case *types.Pointer:
			if strings.HasPrefix(fn.Name(), "New") && scans(t) {
				return true
			}
		}
		if texts.IsText(t) {
			count++
		}
	}
	if recv := fn.Signature().Recv(); recv != nil && fn.Name() == "Scan" && scans(recv.Type()) {
		return true
	}
	return count > 1 || count == 1 && (strings.HasPrefix(fn.Name(), "Trim") || strings.HasPrefix(fn.Name(), "ReadLine") || splitFunc(fn))
}

// splitFunc reports whether a function splits texts for a bufio.Scanner.
func splitFunc(fn *types.Func) bool {
	p := fn.Signature().Params()
	return fn.Pkg().Path() == "bufio" && p.Len() == 2 && texts.IsText(p.At(0).Type())
}

// scans reports whether a type has a method that gives one text after another.
func scans(t types.Type) bool {
	for m := range types.NewMethodSet(t).Methods() {
		fn, ok := m.Obj().(*types.Func)
		if !ok {
			continue
		}
		if results := fn.Signature().Results(); fn.Name() == "Scan" && results.Len() == 1 {
			return true
		} else if results.Len() > 0 {
			if sl, ok := results.At(0).Type().Underlying().(*types.Slice); ok && fn.Name() == "Read" && refine.IsString(sl.Elem()) {
				return true
			}
		}
	}
	return false
}

// A divider gathers the characters with which the implementation of a function compares texts.
type divider struct {
	a      *Program
	seen   map[ast.Node]bool
	groups [][]rune
}

// addFunction adds the characters of a declared function, and of the functions that it calls or
// mentions.
func (r *divider) addFunction(s *source, d *ast.FuncDecl, depth int) {
	if r.seen[d] || depth == 0 {
		return
	}
	r.seen[d] = true
	var next []func()
	ast.Inspect(d.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CaseClause:
			r.addGroup(n.List...)
		case *ast.BinaryExpr:
			r.addComparison(n)
		case *ast.KeyValueExpr:
			r.addGroup(n.Value)
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && (isName(sel.X, "strings") || isName(sel.X, "bytes")) {
				for _, arg := range n.Args {
					r.addGroup(arg)
				}
				return true
			}
			in, list := r.a.called(s, n.Fun)
			for _, d := range list {
				next = append(next, func() { r.addFunction(in, d, depth-1) })
			}
		case *ast.Ident:
			if lit, ok := s.tables[n.Name].(*ast.CompositeLit); ok && !r.seen[lit] {
				r.seen[lit] = true
				r.addTable(lit)
			}
			for _, d := range s.funcs[n.Name] {
				if d.Recv == nil && d.Body != nil {
					next = append(next, func() { r.addFunction(s, d, depth-1) })
				}
			}
		}
		return true
	})
	for _, f := range next {
		f()
	}
}

// addComparison adds the characters of x == 'a' || x == 'b' as one group: they are treated alike.
func (r *divider) addComparison(n *ast.BinaryExpr) {
	if r.seen[n] {
		return
	}
	var all []ast.Expr
	var walk func(e ast.Expr)
	walk = func(e ast.Expr) {
		b, ok := e.(*ast.BinaryExpr)
		if !ok {
			return
		}
		switch b.Op {
		case token.LOR, token.LAND:
			r.seen[b] = true
			walk(b.X)
			walk(b.Y)
		case token.EQL, token.NEQ:
			r.seen[b] = true
			all = append(all, b.X, b.Y)
		}
	}
	if n.Op == token.LAND || n.Op == token.LOR && !sameOperand(n) {
		return
	}
	walk(n)
	r.addGroup(all...)
}

// sameOperand reports whether both sides of a disjunction compare the same variable.
func sameOperand(n *ast.BinaryExpr) bool {
	name := func(e ast.Expr) string {
		b, ok := e.(*ast.BinaryExpr)
		for ok && b.Op == token.LOR {
			b, ok = b.Y.(*ast.BinaryExpr)
		}
		if !ok {
			return ""
		}
		return types.ExprString(b.X)
	}
	x := name(n.X)
	return x != "" && x == name(n.Y)
}

// addTable adds the characters that are keys of a table. Keys with the same value are one group.
func (r *divider) addTable(lit *ast.CompositeLit) {
	by := map[string][]ast.Expr{}
	var order []string
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			k := types.ExprString(kv.Value)
			if by[k] == nil {
				order = append(order, k)
			}
			by[k] = append(by[k], kv.Key)
		}
	}
	for _, k := range order {
		r.addGroup(by[k]...)
	}
}

// addGroup adds the plain characters among some expressions as one group, printable ones first.
func (r *divider) addGroup(list ...ast.Expr) {
	var group []rune
	for _, e := range list {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.CHAR && lit.Kind != token.STRING {
			continue
		}
		text, err := strconv.Unquote(lit.Value)
		if c, n := utf8.DecodeRuneInString(text); err == nil && n == len(text) && n > 0 && (' ' <= c && c <= '~' || strings.ContainsRune("\t\n\r", c)) {
			group = append(group, c)
		}
	}
	if len(group) == 0 {
		return
	}
	slices.SortStableFunc(group, func(x, y rune) int { return oneIf(x < ' ') - oneIf(y < ' ') })
	r.groups = append(r.groups, group)
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}
