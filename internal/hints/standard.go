package hints

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"

	"github.com/rtest-dev/rtest/internal/hints/texts"
	"github.com/rtest-dev/rtest/refine"
)

// standardCall adds what the call of a function of the standard library suggests about texts,
// according to its implementation: the characters by which it divides texts, constants that it
// looks up or compares, and the type into which it decodes a text.
func (s *summary) standardCall(a *Program, callee *ssa.Function, args []ssa.Value) {
	fn := declaredFunction(callee)
	s.decodes(a, callee, args)
	if fn == nil || fn.Pkg() == nil || a.Packages[fn.Pkg()] == nil || a.Packages[fn.Pkg()].Module != "" {
		return
	}
	for i, arg := range args {
		k, ok := withoutInterface(arg).(*ssa.Const)
		if composes(fn) || !ok || k.Value == nil || k.Value.Kind() != constant.String && !isCharacter(k.Type()) || searches(fn) || !a.compares(fn, i) && !isNameParameter(fn, i) {
			continue
		}
		if k.Value.Kind() == constant.String {
			s.words = append(s.words, constant.StringVal(k.Value))
		} else {
			s.constant(k)
		}
	}
	if readsFormat(fn) {
		s.readers = append(s.readers, fn)
	}
	s.credentials = s.credentials || fn.Name() == "BasicAuth"
	if p := texts.Flag(fn, args); p != "" {
		s.patterns.scanned = append(s.patterns.scanned, p)
	}
	if p, ok := texts.Expression(fn, args); ok {
		s.patterns.compiled = append(s.patterns.compiled, p)
	}
}

// composes reports whether a function's package makes texts from its arguments, or is known to
// search for them.
func composes(fn *types.Func) bool {
	switch fn.Pkg().Path() {
	case "strings", "bytes", "fmt", "errors", "log", "log/slog":
		return true
	}
	return false
}

// nameConstants adds the constants that a method of an interface of the standard library gets as a
// name or a key.
func (s *summary) nameConstants(a *Program, m *types.Func, args []ssa.Value) {
	if m.Pkg() == nil || a.Packages[m.Pkg()] == nil || a.Packages[m.Pkg()].Module != "" {
		return
	}
	for i, arg := range args {
		if k, ok := arg.(*ssa.Const); ok && k.Value != nil && k.Value.Kind() == constant.String && isNameParameter(m, i+1) {
			s.words = append(s.words, constant.StringVal(k.Value))
		}
	}
}

// isNameParameter reports whether the i-th argument of a function is called a name or a key, and
// the function returns what goes by it. The receiver of a method counts as the first argument.
func isNameParameter(fn *types.Func, i int) bool {
	sig := fn.Signature()
	if sig.Recv() != nil {
		i--
	}
	if i < 0 || i >= sig.Params().Len() || strings.HasPrefix(fn.Name(), "New") || sig.Results().Len() == 0 {
		return false
	}
	name := sig.Params().At(i).Name()
	return name == "name" || name == "key"
}

// declaredFunction returns the function or method that an SSA function is made of, or nil for a
// literal.
func declaredFunction(fn *ssa.Function) *types.Func {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// readsFormat reports whether a function of the standard library reads texts of some format. Such a
// function says whether it succeeded.
func readsFormat(fn *types.Func) bool {
	if readsJSON(fn) {
		return true
	}
	switch fn.Pkg().Path() {
	case "strings", "bytes", "strconv", "fmt", "io", "unicode", "unicode/utf8", "slices", "errors", "os", "bufio":
		return false
	}
	results := fn.Signature().Results()
	if results.Len() == 0 || !refine.IsError(results.At(results.Len()-1).Type()) {
		return false
	}
	if recv := fn.Signature().Recv(); recv != nil && madeOfReader(recv.Type()) {
		return true
	}
	for v := range fn.Signature().Params().Variables() {
		sl, ok := v.Type().Underlying().(*types.Slice)
		if texts.IsText(v.Type()) || ok && refine.IsString(sl.Elem()) {
			return !strings.HasPrefix(fn.Name(), "Write") && !strings.HasPrefix(fn.Name(), "Print")
		}
	}
	return false
}

// madeOfReader reports whether a function of the type's package makes values of the type from an
// io.Reader.
func madeOfReader(t types.Type) bool {
	n, ok := types.Unalias(refine.Pointed(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	fn, ok := n.Obj().Pkg().Scope().Lookup("New" + n.Obj().Name()).(*types.Func)
	if !ok || fn.Signature().Params().Len() == 0 {
		return false
	}
	return types.TypeString(fn.Signature().Params().At(0).Type(), nil) == "io.Reader"
}

// divides adds the characters by which a function divides texts or which it treats alike, and what
// it decodes.
func (h *hinter) divides(s *summary) {
	h.divided, h.alike = append(h.divided, s.divided...), append(h.alike, s.alike...)
	h.decoded = append(h.decoded, s.decoded...)
	h.prefixes, h.suffixes = append(h.prefixes, s.prefixes...), append(h.suffixes, s.suffixes...)
	h.paths, h.credentials = append(h.paths, s.paths...), h.credentials || s.credentials
	for _, r := range s.readers {
		h.formats = append(h.formats, h.a.marksOf(r)...)
	}
}

// marksOf returns the characters that stand for themselves in the texts of a format, one for each
// group that its reader treats alike.
func (a *Program) marksOf(fn *types.Func) (out []rune) {
	if readsJSON(fn) {
		return []rune(charactersOfJSON)
	}
	for _, g := range a.divisions(fn) {
		if !slices.Contains(out, g[0]) && !unicode.IsLetter(g[0]) && !unicode.IsDigit(g[0]) {
			out = append(out, g[0])
		}
	}
	return out
}

// requiredCharacters returns the characters of the formats that the preconditions require. Without
// them there is hardly any input.
func (h *hinter) requiredCharacters() (out []rune) {
	seen := map[*ssa.Function]bool{}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] || h.a.Module(fn) == "" {
			return
		}
		seen[fn] = true
		s := h.a.summary(fn)
		for _, r := range s.readers {
			out = append(out, h.a.marksOf(r)...)
		}
		for _, c := range s.callees {
			visit(c)
		}
	}
	for _, cl := range h.c.Pre {
		if cl.Expr == nil {
			continue
		}
		refine.Inspect(cl.Expr, func(x refine.Expr) bool {
			call, ok := x.(*refine.Call)
			if !ok {
				return true
			}
			fn := callee(call)
			if fn == nil || fn.Pkg() == nil {
				return true
			}
			if p := h.a.Packages[fn.Pkg()]; p != nil && p.Module == "" {
				if readsFormat(fn) {
					out = append(out, h.a.marksOf(fn)...)
				}
			} else if f := h.a.SSA.FuncValue(fn.Origin()); f != nil && h.a.Build(f) {
				visit(f)
			}
			return true
		})
	}
	return out
}

// bodyOf returns the body of a function that has source.
func bodyOf(fn *ssa.Function) *ast.BlockStmt {
	switch n := fn.Syntax().(type) {
	case *ast.FuncDecl:
		return n.Body
	case *ast.FuncLit:
		return n.Body
	}
	return nil
}

// alikeGroups returns groups of characters that a function treats alike: the characters of one case
// whose body does not use the switched value, of a disjunction of comparisons, and the ends of a
// range.
func alikeGroups(body *ast.BlockStmt) [][]rune {
	r := &divider{seen: map[ast.Node]bool{}}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SwitchStmt:
			for _, st := range n.Body.List {
				c := st.(*ast.CaseClause)
				if n.Tag == nil || !variableOccursIn(c.Body, n.Tag) {
					r.addGroup(c.List...)
				}
			}
		case *ast.BinaryExpr:
			r.addComparison(n)
			r.addRange(n)
		}
		return true
	})
	return slices.DeleteFunc(r.groups, func(g []rune) bool { return len(g) < 2 })
}

// variableOccursIn reports whether a variable of an expression occurs in statements.
func variableOccursIn(list []ast.Stmt, e ast.Expr) bool {
	used := false
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			for _, st := range list {
				ast.Inspect(st, func(n ast.Node) bool {
					x, ok := n.(*ast.Ident)
					used = used || ok && x.Name == id.Name
					return !used
				})
			}
		}
		return true
	})
	return used
}

// addRange adds the ends of a range, as in '0' <= c && c <= '9' or c < '0' || c > '9'.
func (r *divider) addRange(n *ast.BinaryExpr) {
	x, isX := n.X.(*ast.BinaryExpr)
	y, isY := n.Y.(*ast.BinaryExpr)
	if n.Op != token.LAND && n.Op != token.LOR || !isX || !isY || !ordered(x.Op) || !ordered(y.Op) {
		return
	}
	r.addGroup(x.X, x.Y, y.X, y.Y)
}

func ordered(op token.Token) bool {
	return op == token.LSS || op == token.LEQ || op == token.GTR || op == token.GEQ
}

// firstOfEach moves characters to the end that are treated like an earlier one in all places. It
// keeps the order otherwise.
func firstOfEach(list []rune, alike [][]rune) []rune {
	kinds := map[rune]string{}
	for i, g := range alike {
		for _, r := range g {
			kinds[r] += string(rune(i)) + ","
		}
	}
	var first, others []rune
	seen := map[string]bool{}
	for _, r := range list {
		if k := kinds[r]; k != "" && seen[k] {
			others = append(others, r)
		} else {
			seen[k] = true
			first = append(first, r)
		}
	}
	return append(first, others...)
}

// mostDivisions is for how many characters, by which functions of the standard library divide
// texts, the alphabet always has room.
const mostDivisions = 2

// divisionCharacters returns characters by which functions of the standard library divide texts,
// one for each group of which the code itself names none.
func (h *hinter) divisionCharacters(room int) (out []rune) {
	for _, g := range h.divided {
		known := func(r rune) bool { return h.chars.uses[r] > 0 || slices.Contains(out, r) }
		if len(out) < min(room, mostDivisions) && !slices.ContainsFunc(g, known) && !strings.ContainsRune("ab01", g[0]) {
			out = append(out, g[0])
		}
	}
	return out
}
