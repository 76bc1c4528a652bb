package mutants

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/internal/rewrite"
)

// A finder finds the sites of one function.
type finder struct {
	pkg   rewrite.Package
	file  rewrite.File
	fn    *ast.FuncDecl
	sites []*site
	// skip are nodes whose mutants would be those of others, or cannot be written.
	skip map[ast.Node]bool
	// results are those of the function whose statements are at hand.
	results []*types.Tuple
}

func (w *finder) body(b *ast.BlockStmt) {
	if f, ok := w.pkg.Info.Defs[w.fn.Name].(*types.Func); ok {
		w.results = append(w.results, f.Signature().Results())
	}
	ast.Inspect(b, w.visit)
}

func (w *finder) visit(n ast.Node) bool {
	if n == nil || w.skip[n] {
		return false
	}
	switch n := n.(type) {
	case *ast.FuncLit:
		w.literal(n)
		return false
	case *ast.BlockStmt:
		w.list(n.List)
	case *ast.CaseClause:
		w.list(n.Body)
	case *ast.CommClause:
		w.list(n.Body)
	case *ast.IfStmt:
		w.condition(n.Cond)
	case *ast.ForStmt:
		w.condition(n.Cond)
		w.skip[n.Post] = true
	case *ast.BinaryExpr:
		w.binary(n)
	case *ast.BasicLit, *ast.UnaryExpr, *ast.Ident:
		return w.constant(n.(ast.Expr))
	case *ast.GenDecl, *ast.ArrayType, *ast.StructType:
		return varDecl(n)
	case *ast.CompositeLit:
		w.keys(n)
	}
	return true
}

// varDecl reports whether a node may contain sites. Constants and types have none.
func varDecl(n ast.Node) bool {
	d, ok := n.(*ast.GenDecl)
	return ok && d.Tok == token.VAR
}

// literal visits a function literal, which has its own results.
func (w *finder) literal(n *ast.FuncLit) {
	sig, ok := w.pkg.Info.TypeOf(n).(*types.Signature)
	if !ok {
		return
	}
	w.results = append(w.results, sig.Results())
	ast.Inspect(n.Body, w.visit)
	w.results = w.results[:len(w.results)-1]
}

// keys leaves out the keys of arrays, which are constants, and names of fields.
func (w *finder) keys(n *ast.CompositeLit) {
	if _, isMap := w.pkg.Info.TypeOf(n).Underlying().(*types.Map); isMap {
		return
	}
	for _, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			w.skip[kv.Key] = true
		}
	}
}

func (w *finder) offset(pos token.Pos) int { return w.pkg.Offset(pos) }

func (w *finder) text(n ast.Node) string { return w.pkg.Source(w.file, n) }

// replace returns the change of a node.
func (w *finder) replace(n ast.Node, text, what string) change {
	return change{from: w.offset(n.Pos()), to: w.offset(n.End()), text: text, what: what}
}

func (w *finder) add(n ast.Node, s shape, changes ...change) {
	w.sites = append(w.sites, &site{node: n, shape: s, changes: changes})
}

// binary adds the mutants of an operator.
func (w *finder) binary(n *ast.BinaryExpr) {
	tv := w.pkg.Info.Types[n]
	if tv.Value != nil || tv.Type == nil {
		return
	}
	s := shapeNumber
	switch n.Op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		s = shapeOrder
	case token.EQL, token.NEQ:
		s = shapeNot
	case token.LAND, token.LOR:
		s = shapeLogic
	case token.SHL, token.SHR:
		s = shapeShift
	}
	if s == shapeNumber && !isNumber(tv.Type) {
		return
	}
	var changes []change
	for _, op := range others[n.Op] {
		c := change{op: op, what: n.Op.String() + " becomes " + op.String()}
		if op.Precedence() == n.Op.Precedence() || s == shapeLogic {
			c.from, c.text = w.offset(n.OpPos), op.String()
			c.to = c.from + len(n.Op.String())
		} else {
			c.from, c.to = w.offset(n.Pos()), w.offset(n.End())
			c.text = "(" + w.text(n.X) + " " + op.String() + " " + w.text(n.Y) + ")"
		}
		changes = append(changes, c)
	}
	w.add(n, s, changes...)
	w.boundary(n)
}

// boundary leaves out constants whose successor says what another operator says.
func (w *finder) boundary(n *ast.BinaryExpr) {
	if !isInteger(w.pkg.Info.TypeOf(n.X)) {
		return
	}
	switch n.Op {
	case token.LSS, token.GEQ:
		w.skipConstant(n.Y)
	case token.GTR, token.LEQ:
		w.skipConstant(n.X)
	}
}

func (w *finder) skipConstant(x ast.Expr) {
	if w.pkg.Info.Types[x].Value != nil {
		w.skip[ast.Unparen(x)] = true
		w.skip[x] = true
	}
}

func isNumber(t types.Type) bool {
	return every(t, func(b *types.Basic) bool { return b.Info()&types.IsNumeric != 0 })
}

func isInteger(t types.Type) bool {
	return every(t, func(b *types.Basic) bool { return b.Info()&types.IsInteger != 0 })
}

// every reports whether holds is true for a type, or for all types of a type parameter.
func every(t types.Type, holds func(*types.Basic) bool) bool {
	if t == nil {
		return false
	}
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		u, ok := p.Constraint().Underlying().(*types.Interface)
		return ok && everyTerm(u, holds)
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && holds(b)
}

func everyTerm(u *types.Interface, holds func(*types.Basic) bool) bool {
	found := false
	for e := range u.EmbeddedTypes() {
		switch e := e.(type) {
		case *types.Union:
			for t := range e.Terms() {
				if !every(t.Type(), holds) {
					return false
				}
				found = true
			}
		default:
			if in, ok := e.Underlying().(*types.Interface); ok {
				if !everyTerm(in, holds) {
					return false
				}
				found = true
			} else if every(e, holds) {
				found = true
			}
		}
	}
	return found
}

// condition negates a condition that is no comparison.
func (w *finder) condition(x ast.Expr) {
	switch y := ast.Unparen(x).(type) {
	case nil, *ast.BinaryExpr:
	case *ast.UnaryExpr:
		w.add(y, shapeNot, w.replace(y, w.text(y.X), "the condition is negated"))
	default:
		if w.pkg.Info.Types[x].Value == nil {
			w.add(y, shapeNot, w.replace(y, "!"+w.text(y), "the condition is negated"))
		}
	}
}

// constant adds the mutants of a literal. It reports whether the parts of the expression may have mutants too.
func (w *finder) constant(x ast.Expr) (into bool) {
	tv := w.pkg.Info.Types[x]
	if u, ok := x.(*ast.UnaryExpr); ok {
		lit, isLit := u.X.(*ast.BasicLit)
		if u.Op != token.SUB || !isLit || tv.Value == nil {
			return true
		}
		w.skip[lit] = true
	}
	if id, ok := x.(*ast.Ident); ok && w.pkg.Info.Uses[id] != types.Universe.Lookup("true") && w.pkg.Info.Uses[id] != types.Universe.Lookup("false") {
		return true
	}
	if b, ok := tv.Type.(*types.Basic); tv.Value == nil || ok && b.Info()&types.IsUntyped != 0 && b.Kind() != types.UntypedBool {
		return true
	}
	text := ""
	switch tv.Value.Kind() {
	case constant.Int, constant.Float:
		v := constant.BinaryOp(tv.Value, token.ADD, constant.MakeInt64(1))
		if !isInteger(tv.Type) && v.Kind() != constant.Int {
			text = v.String()
		} else {
			text = v.ExactString()
		}
		if lit, ok := x.(*ast.BasicLit); ok && lit.Kind == token.CHAR {
			return true
		}
	case constant.Bool:
		text = "true"
		if constant.BoolVal(tv.Value) {
			text = "false"
		}
	default:
		return true
	}
	w.add(x, shapeConst, w.replace(x, text, w.text(x)+" becomes "+text))
	return false
}

// list adds the mutants of statements.
func (w *finder) list(list []ast.Stmt) {
	for _, s := range list {
		var changes []change
		removed := w.replace(s, "", "the statement is left out")
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE || blank(s.Lhs) {
				continue
			}
			changes = append(changes, removed)
			if op, ok := assigned[s.Tok]; ok && isNumber(w.pkg.Info.TypeOf(s.Lhs[0])) {
				at := w.offset(s.TokPos)
				changes = append(changes, change{from: at, to: at + len(s.Tok.String()), text: op.String(), what: s.Tok.String() + " becomes " + op.String()})
			}
		case *ast.IncDecStmt:
			at := w.offset(s.TokPos)
			op := assigned[s.Tok]
			changes = []change{removed, {from: at, to: at + len(s.Tok.String()), text: op.String(), what: s.Tok.String() + " becomes " + op.String()}}
		case *ast.ExprStmt, *ast.SendStmt, *ast.DeferStmt, *ast.GoStmt:
			changes = []change{removed}
		case *ast.BranchStmt:
			if s.Tok == token.BREAK || s.Tok == token.CONTINUE {
				changes = []change{removed}
			}
		case *ast.ReturnStmt:
			changes = w.returned(s)
		}
		if len(changes) > 0 {
			w.add(s, shapeStmt, changes...)
		}
	}
}

func blank(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(x ast.Expr) bool {
		id, ok := x.(*ast.Ident)
		return !ok || id.Name != "_"
	})
}

// returned replaces each result by its zero value.
func (w *finder) returned(s *ast.ReturnStmt) (changes []change) {
	results := w.results[len(w.results)-1]
	if results.Len() != len(s.Results) {
		return nil
	}
	for i, x := range s.Results {
		zero := w.zero(results.At(i).Type())
		tv := w.pkg.Info.Types[x]
		if zero == "" || tv.IsNil() || tv.Value != nil && isZero(tv.Value) || w.text(x) == zero {
			continue
		}
		if tv.Value != nil && tv.Value.Kind() == constant.Bool {
			w.skip[x] = true
		}
		changes = append(changes, w.replace(x, zero, w.text(x)+" becomes "+zero))
	}
	return changes
}

func isZero(v constant.Value) bool {
	switch v.Kind() {
	case constant.Bool:
		return !constant.BoolVal(v)
	case constant.String:
		return constant.StringVal(v) == ""
	}
	return constant.Sign(v) == 0
}

// zero returns the zero value of a type as Go source, or "" if the file cannot write it.
func (w *finder) zero(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
		return ""
	case *types.Struct, *types.Array:
		if name, ok := w.name(t); ok {
			return name + "{}"
		}
		return ""
	case *types.Interface:
		if _, ok := types.Unalias(t).(*types.TypeParam); ok {
			return ""
		}
	}
	return "nil"
}

// name returns how the file writes a type; not ok where a package is not imported.
func (w *finder) name(t types.Type) (string, bool) {
	ok := true
	text := types.TypeString(t, func(p *types.Package) string {
		if p == w.pkg.Types {
			return ""
		}
		for _, imp := range w.file.Syntax.Imports {
			if n := w.pkg.Info.PkgNameOf(imp); n != nil && n.Imported() == p && n.Name() != "." && n.Name() != "_" {
				return n.Name()
			}
		}
		ok = false
		return p.Name()
	})
	return text, ok
}
