package control

import (
	"go/ast"
	"go/token"
	"go/types"
)

// findShared finds the local variables that are assigned after their declaration and are used by a
// function literal that does not declare them, or have their address taken. With perLoop, all
// iterations of a range statement share its variables.
func findShared(info *types.Info, f *ast.File, perLoop bool, shared map[*types.Var]bool) {
	u := &uses{info: info, perLoop: perLoop, declared: map[*types.Var]int{}, captured: map[*types.Var]bool{}, written: map[*types.Var]bool{}}
	ast.Inspect(f, u.visit)
	for v := range u.captured {
		if u.written[v] {
			shared[v] = true
		}
	}
}

// The uses of local variables.
type uses struct {
	info    *types.Info
	perLoop bool
	// results are those of the enclosing functions, the innermost one last.
	results [][]*types.Var
	// declared says in how many functions a variable is declared.
	declared          map[*types.Var]int
	captured, written map[*types.Var]bool
}

// mark notes that an expression names a variable, or a part of one.
func (u *uses) mark(e ast.Expr, in map[*types.Var]bool) {
	if v := variable(u.info, root(u.info, e)); v != nil {
		in[v] = true
	}
}

// inside visits a function.
func (u *uses) inside(n ast.Node, t *ast.FuncType) bool {
	u.results = append(u.results, resultsOf(u.info, t))
	ast.Inspect(n, func(m ast.Node) bool { return m == n || u.visit(m) })
	u.results = u.results[:len(u.results)-1]
	return false
}

func (u *uses) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return u.inside(n, n.Type)
	case *ast.FuncLit:
		return u.inside(n, n.Type)
	case *ast.ReturnStmt:
		if len(n.Results) > 0 {
			for _, v := range u.results[len(u.results)-1] {
				u.written[v] = true
			}
		}
	case *ast.CaseClause:
		if v, ok := u.info.Implicits[n].(*types.Var); ok {
			u.declared[v] = len(u.results)
		}
	case *ast.Ident:
		if v, ok := u.info.Defs[n].(*types.Var); ok {
			u.declared[v] = len(u.results)
		}
		if v, ok := u.info.Uses[n].(*types.Var); ok {
			if depth, local := u.declared[v]; local && depth < len(u.results) {
				u.captured[v] = true
			}
		}
	case *ast.AssignStmt:
		for _, l := range n.Lhs {
			if id, ok := l.(*ast.Ident); !ok || u.info.Defs[id] == nil {
				u.mark(l, u.written)
			}
		}
	case *ast.IncDecStmt:
		u.mark(n.X, u.written)
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN || u.perLoop {
			u.mark(n.Key, u.written)
			u.mark(n.Value, u.written)
		}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			u.pass(n.X)
		}
	case *ast.SliceExpr:
		if _, array := under(u.info.TypeOf(n.X)).(*types.Array); array {
			u.pass(n.X)
		}
	case *ast.SelectorExpr:
		if sel := u.info.Selections[n]; sel != nil && sel.Kind() == types.MethodVal && !copies(sel) && !isPointer(u.info.TypeOf(n.X)) {
			u.pass(n.X)
		}
	}
	return true
}

// pass notes that the address of an expression is taken.
func (u *uses) pass(e ast.Expr) {
	u.mark(e, u.written)
	u.mark(e, u.captured)
}

// root removes from an expression the selections of fields and the indices into arrays. It returns nil
// if the rest is not stored in the same variable.
func root(info *types.Info, e ast.Expr) ast.Expr {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.SelectorExpr:
			if isPointer(info.TypeOf(x.X)) {
				return nil
			}
			e = x.X
		case *ast.IndexExpr:
			if _, ok := under(info.TypeOf(x.X)).(*types.Array); !ok {
				return nil
			}
			e = x.X
		default:
			return e
		}
	}
}

// variable returns the variable that an identifier names, or nil.
func variable(info *types.Info, e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := info.ObjectOf(id).(*types.Var)
	return v
}

// under returns the underlying type, and that which all types of a type parameter share.
func under(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	tp, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return t.Underlying()
	}
	if u := shared(tp.Constraint()); u != nil {
		return u
	}
	return t.Underlying()
}

// shared returns the common underlying type of all types of a constraint, or nil. For channels it is
// one of the types.
func shared(constraint types.Type) types.Type {
	iface, ok := constraint.Underlying().(*types.Interface)
	if !ok {
		return constraint.Underlying()
	}
	var all types.Type
	for i := range iface.NumEmbeddeds() {
		e := iface.EmbeddedType(i)
		u, ok := e.(*types.Union)
		if !ok {
			u = types.NewUnion([]*types.Term{types.NewTerm(false, e)})
		}
		for k := range u.Len() {
			t := shared(u.Term(k).Type())
			if t == nil || all != nil && !alike(t, all) {
				return nil
			}
			all = t
		}
	}
	return all
}

// alike reports whether types are the same but for the directions of channels.
func alike(a, b types.Type) bool {
	x, isChan := a.(*types.Chan)
	y, both := b.(*types.Chan)
	if isChan && both {
		return types.Identical(x.Elem(), y.Elem())
	}
	return types.Identical(a, b)
}

func isPointer(t types.Type) bool {
	_, ok := under(t).(*types.Pointer)
	return ok
}

// place reports whether an expression is a variable that goroutines may share.
func (x *fileWriter) place(e ast.Expr) bool {
	if tv, ok := x.Info.Types[e]; ok && (tv.IsType() || tv.Value != nil) {
		return false
	}
	if uncontrolledType(x.Info.TypeOf(e)) {
		return false
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return x.place(e.X)
	case *ast.Ident:
		v, ok := x.Info.Uses[e].(*types.Var)
		return ok && (x.global(v) || x.shared[v])
	case *ast.SelectorExpr:
		sel := x.Info.Selections[e]
		if sel == nil {
			v, ok := x.Info.Uses[e.Sel].(*types.Var)
			return ok && x.global(v)
		}
		if sel.Kind() != types.FieldVal {
			return false
		}
		return isPointer(x.Info.TypeOf(e.X)) || sel.Indirect() || x.place(e.X)
	case *ast.IndexExpr:
		switch t := under(x.Info.TypeOf(e.X)).(type) {
		case *types.Slice:
			return true
		case *types.Pointer:
			return true
		case *types.Array:
			return x.place(e.X)
		default:
			_ = t
		}
	case *ast.StarExpr:
		return true
	}
	return false
}

// global reports whether a variable is one of a package that is watched.
func (x *fileWriter) global(v *types.Var) bool {
	return !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && (v.Pkg() == x.Types || x.Ours(v.Pkg()))
}

// uncontrolledType reports types whose values are used by calls of their methods: those of sync and
// atomic.
func uncontrolledType(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	path := n.Obj().Pkg().Path()
	return path == "sync" && n.Obj().Name() != "Locker" || path == "sync/atomic"
}

// isMap reports whether an expression is a map.
func (x *fileWriter) isMap(e ast.Expr) bool {
	_, ok := under(x.Info.TypeOf(e)).(*types.Map)
	return ok
}

func (x *fileWriter) isChan(e ast.Expr) bool {
	_, ok := under(x.Info.TypeOf(e)).(*types.Chan)
	return ok
}
