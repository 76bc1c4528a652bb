package codegen

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// maxReckoned is the greatest number of functions that are copied to detect where their
// arithmetic wraps around.
const maxReckoned = 64

// A reckoner writes copies of functions that only contracts call. A copy detects where arithmetic of signed
// integers wraps around. Unsigned integers wrap by definition. A function that shifts signed integers or uses
// exclusive or computes a hash, which is meant to wrap. Functions that the code under test calls too are not
// copied, because overflow there is not a mistake of the contract.
type reckoner struct {
	g *glue
	// names are the names of the copies, empty if there is none.
	names map[*types.Func]string
	// users maps unexported functions, and functions of test files, to the functions that
	// mention them. A nil user is a declaration other than a function.
	users map[*types.Func][]*types.Func
	// tested are the functions under test.
	tested map[*types.Func]bool
}

// copied returns the name of the copy of a function, or "". The copy takes a note before the
// receiver and the parameters.
func (r *reckoner) copied(fn *types.Func) string {
	if name, ok := r.names[fn]; ok || len(r.names) == maxReckoned {
		return name
	}
	if !r.own(fn, map[*types.Func]bool{}) || !r.reckons(fn, map[*types.Func]bool{}) {
		r.names[fn] = ""
		return ""
	}
	// The name must exist before the body, which may call the function itself.
	r.names[fn] = r.g.f.Name("reckon_" + fn.Name())
	decl := r.g.declaration(fn)
	source, ok := r.copy(fn, decl, r.names[fn])
	if !ok {
		r.names[fn] = ""
		return ""
	}
	r.g.copyFile(decl).Decl(source)
	return r.names[fn]
}

// own reports whether only contracts call a function, directly or through other such
// functions. Seen are the functions that are being examined.
func (r *reckoner) own(fn *types.Func, seen map[*types.Func]bool) bool {
	if seen[fn] {
		return true
	}
	seen[fn] = true
	if r.users == nil {
		r.survey()
	}
	if r.tested[fn] || fn.Pkg() != r.g.u.Pkg.Types || fn.Exported() && !r.forTests(fn.Pos()) {
		return false
	}
	return !slices.ContainsFunc(r.users[fn], func(user *types.Func) bool {
		return user == nil || !r.forTests(user.Pos()) && !r.own(user, seen) || r.tested[user]
	})
}

// forTests reports whether a position is in a test file.
func (r *reckoner) forTests(pos token.Pos) bool {
	return strings.HasSuffix(r.g.u.Pkg.Fset.Position(pos).Filename, "_test.go")
}

// survey records which functions mention which.
func (r *reckoner) survey() {
	info := r.g.u.Pkg.Info
	r.users, r.tested = map[*types.Func][]*types.Func{}, map[*types.Func]bool{}
	for _, c := range r.g.u.Pkg.Contracts {
		r.tested[c.Func] = true
	}
	for _, f := range r.g.u.Pkg.Syntax {
		for _, d := range f.Decls {
			var user *types.Func
			if decl, ok := d.(*ast.FuncDecl); ok {
				user, _ = info.Defs[decl.Name].(*types.Func)
			}
			ast.Inspect(d, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if fn, ok := info.Uses[id].(*types.Func); ok && fn.Pkg() == r.g.u.Pkg.Types {
						r.users[fn.Origin()] = append(r.users[fn.Origin()], user)
					}
				}
				return true
			})
		}
	}
}

// reckons reports whether a function can be copied and has, or calls a function that has,
// arithmetic to watch.
func (r *reckoner) reckons(fn *types.Func, seen map[*types.Func]bool) bool {
	sig := fn.Signature()
	if seen[fn] || r.g.u.Pkg.External || sig.TypeParams() != nil || sig.RecvTypeParams() != nil {
		return false
	}
	seen[fn] = true
	decl := r.g.declaration(fn)
	if decl == nil {
		return false
	}
	found := false
	hashes := r.hashes(decl)
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if !hashes {
			fun, _ := r.checkedOperation(n)
			found = found || fun != ""
		}
		if id, ok := n.(*ast.Ident); ok && !found {
			if callee, ok := r.g.u.Pkg.Info.Uses[id].(*types.Func); ok && callee.Pkg() == r.g.u.Pkg.Types {
				found = r.own(callee, map[*types.Func]bool{}) && r.reckons(callee, seen)
			}
		}
		return !found
	})
	return found
}

// hashes reports whether a function shifts signed integers or uses exclusive or on them.
func (r *reckoner) hashes(decl *ast.FuncDecl) bool {
	found := false
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			found = found || (n.Op == token.XOR || n.Op == token.SHL) && r.counts(n)
		case *ast.AssignStmt:
			found = found || (n.Tok == token.XOR_ASSIGN || n.Tok == token.SHL_ASSIGN) && r.counts(n.Lhs[0])
		}
		return !found
	})
	return found
}

// counts reports whether an expression is a signed integer and no constant.
func (r *reckoner) counts(e ast.Expr) bool {
	v := r.g.u.Pkg.Info.Types[e]
	if v.Type == nil || v.Value != nil {
		return false
	}
	b, ok := v.Type.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && !value.Unsigned(b)
}

// checkedOperation returns the function of the runtime for the operator of a node, and the type of its operands.
// The name is empty if there is none.
func (r *reckoner) checkedOperation(n ast.Node) (fun string, t types.Type) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if r.counts(n) {
			return map[token.Token]string{token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul"}[n.Op], r.typeOf(n)
		}
	case *ast.UnaryExpr:
		if n.Op == token.SUB && r.counts(n) {
			return "Neg", r.typeOf(n)
		}
	case *ast.AssignStmt:
		fun = map[token.Token]string{token.ADD_ASSIGN: "Add", token.SUB_ASSIGN: "Sub", token.MUL_ASSIGN: "Mul"}[n.Tok]
		if fun != "" && r.counts(n.Lhs[0]) && r.still(n.Lhs[0]) {
			return fun, r.typeOf(n.Lhs[0])
		}
	}
	return "", nil
}

func (r *reckoner) typeOf(e ast.Expr) types.Type { return r.g.u.Pkg.Info.TypeOf(e) }

// still reports whether an expression may be evaluated twice: it calls nothing and names no
// package.
func (r *reckoner) still(e ast.Expr) bool {
	still := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr, *ast.FuncLit, *ast.UnaryExpr, *ast.BinaryExpr:
			still = false
		case *ast.Ident:
			_, pkg := r.g.u.Pkg.Info.Uses[n].(*types.PkgName)
			still = still && !pkg
		}
		return still
	})
	return still
}

// copy writes the copy of a function.
func (r *reckoner) copy(fn *types.Func, decl *ast.FuncDecl, name string) (source string, ok bool) {
	c, twin, ok := newCopier(r.g, decl)
	if !ok {
		return "", false
	}
	c.change(twin.Pos(), twin.Body.Lbrace+1, fmt.Sprintf("func %s(rtestg_x *%sOverflow%s) (%s) {", name, c.rt, c.params(fn), c.results(fn)))
	hashes := r.hashes(decl)
	ast.Inspect(twin.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			c.name(n)
		case *ast.CallExpr:
			c.redirect(n, r.copied)
		}
		if original := c.of[n]; original != nil && !hashes {
			if fun, t := r.checkedOperation(original); fun != "" {
				c.replaceOperator(n, c.rt+fun+c.instance(t)+"(rtestg_x, ")
			}
		}
		return true
	})
	if c.failed {
		return "", false
	}
	return c.apply(), true
}

// instance returns the type argument for operands of type t, because constants alone would not
// determine it. It is empty for a type declared in a function.
func (c *copier) instance(t types.Type) string {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Parent() != n.Obj().Pkg().Scope() {
		return ""
	}
	return "[" + c.f.Type(t) + "]"
}

// replaceOperator replaces an operator by a call.
func (c *copier) replaceOperator(n ast.Node, call string) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		c.change(n.Pos(), n.Pos(), call)
		c.change(n.OpPos, n.OpPos+1, ",")
		c.change(n.End(), n.End(), ")")
	case *ast.UnaryExpr:
		c.change(n.Pos(), n.Pos()+1, call)
		c.change(n.End(), n.End(), ")")
	case *ast.AssignStmt:
		from := int(n.Lhs[0].Pos()) - c.base
		to := int(n.Lhs[0].End()) - c.base
		c.change(n.TokPos, n.TokPos+2, "= "+call+string(c.text[from:to])+",")
		c.change(n.End(), n.End(), ")")
	}
}

// overflow writes the method that evaluates the arithmetic of one clause and reports where it
// wraps around.
func (g *glue) overflow(p *Plan) string {
	var b strings.Builder
	add := func(i int, e refine.Expr, names func(*refine.Variable) string) {
		if e == nil {
			return
		}
		if s := g.f.Overflow(e, "rtestg_x", names, oldNames, g.reckoner.copied); s != "" {
			fmt.Fprintf(&b, "case %d:\n%s", i, s)
		}
	}
	for i, c := range p.checks {
		if c.cause == wire.Ensures && c.clause.Kind != refine.True {
			add(i, c.clause.Expr, names)
		}
	}
	n := 0
	for _, pre := range p.Target.Pre {
		n--
		if pre.input < 0 {
			add(n, pre.Clause.Expr, names)
		}
	}
	for _, l := range p.Target.Contract.Lets {
		n--
		add(n, l.Value, oldNames)
	}
	if b.Len() == 0 {
		return ""
	}
	return "switch rtestg_i {\n" + b.String() + "}\n"
}
