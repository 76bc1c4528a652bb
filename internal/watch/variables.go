package watch

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// isScalar reports whether variables of a type are followed by their assignments: numbers, strings and bools.
func isScalar(t types.Type) bool {
	if t == nil {
		return false
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() != types.UnsafePointer && b.Kind() != types.Invalid && b.Info()&types.IsUntyped == 0
}

// scalarVariables finds the variables of the function whose last assignment is recorded. It also finds the
// expressions that are not uses: those that are assigned, and those whose address is taken.
func (f *flow) scalarVariables() {
	ast.Inspect(f.fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if v, ok := f.Info.Defs[n].(*types.Var); ok && !v.IsField() {
				f.keeps(v)
			}
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				f.assigned[ast.Unparen(l)] = true
			}
		case *ast.IncDecStmt:
			f.assigned[ast.Unparen(n.X)] = true
		case *ast.RangeStmt:
			f.assigned[n.Key], f.assigned[n.Value] = true, true
			f.ranges[n.Body] = n
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				f.assigned[ast.Unparen(n.X)] = true
			}
		case *ast.SelectorExpr:
			if s := f.Info.Selections[n]; s != nil && s.Kind() != types.FieldVal {
				f.assigned[ast.Unparen(n.X)] = true // A method may need its address.
			}
		case *ast.CommClause:
			if s, ok := n.Comm.(*ast.AssignStmt); ok {
				f.fixed[s] = true
			}
		}
		return true
	})
}

// keeps declares a variable that records the last assignment to v.
func (f *flow) keeps(v *types.Var) {
	if v.Name() != "" && v.Name() != "_" && isScalar(v.Type()) && f.vars[v] == "" {
		f.vars[v] = fmt.Sprintf("rtestg_v%d", len(f.vars))
	}
}

// variableOf returns the name for the last assignment of the variable that an expression is, empty for
// others.
func (f *flow) variableOf(x ast.Expr) string {
	id, ok := ast.Unparen(x).(*ast.Ident)
	if !ok {
		return ""
	}
	obj := f.Info.Defs[id]
	if obj == nil {
		obj = f.Info.Uses[id]
	}
	return f.vars[obj]
}

// holder identifies the memory of an expression: definitions and uses with the same holder belong together. It
// returns "" for an expression that is not followed.
func (f *flow) holder(x ast.Expr) string {
	switch y := ast.Unparen(x).(type) {
	case *ast.Ident:
		obj := f.Info.Defs[y]
		if obj == nil {
			obj = f.Info.Uses[y]
		}
		if obj != nil && f.vars[obj] != "" {
			return fmt.Sprint("variable ", obj.Pos())
		}
	case *ast.SelectorExpr:
		if s := f.Info.Selections[y]; s != nil && s.Kind() == types.FieldVal && isScalar(f.Info.TypeOf(y)) && plain(y) && f.addressable(y) {
			return f.fieldOf(s.Obj())
		}
	case *ast.IndexExpr:
		if f.isElement(y) {
			return "element " + types.TypeString(f.Info.TypeOf(y), nil)
		}
	}
	return ""
}

func (f *flow) fieldOf(v types.Object) string { return fmt.Sprint("field ", v.Pos()) }

// isElement reports whether an expression is a scalar element with an address.
func (f *flow) isElement(x *ast.IndexExpr) bool {
	t := f.Info.TypeOf(x.X)
	if t == nil || !isScalar(f.Info.TypeOf(x)) || !plain(x) {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Slice:
		return true
	case *types.Array:
		id, ok := ast.Unparen(x.X).(*ast.Ident)
		if !ok {
			return false
		}
		_, isVar := f.Info.Uses[id].(*types.Var)
		return isVar
	}
	return false
}

// defines adds a definition for an assignment and returns its number.
func (f *flow) defines(x ast.Expr, holder string) string {
	id := f.define(x)
	f.defs[len(f.defs)-1].Of = holder
	return id
}

// read writes the use of a scalar. It returns false for an expression that is not followed.
func (f *flow) read(x ast.Expr) (string, bool) {
	if f.assigned[x] || f.Info.Types[x].Value != nil {
		return "", false
	}
	holder := f.holder(x)
	if holder == "" {
		return "", false
	}
	use := f.use(x.Pos(), x)
	f.uses[len(f.uses)-1].Of = holder
	if v := f.variableOf(x); v != "" {
		return f.call("Use", use, f.Source(f.File, x), v), true
	}
	text := ""
	if s, ok := x.(*ast.SelectorExpr); ok {
		text, ok = f.selection(s)
		if !ok {
			text = f.Inside(x)
		}
	} else {
		text = f.Inside(x)
	}
	return f.call("Use", use, text, f.call("At", "&"+f.Source(f.File, x))), true
}

// assigns writes an assignment of scalar variables only, in any place.
func (f *flow) assigns(n *ast.AssignStmt) (string, bool) {
	if n.Tok == token.DEFINE || len(n.Lhs) != len(n.Rhs) || f.fixed[n] {
		return "", false
	}
	for _, l := range n.Lhs {
		if f.variableOf(l) == "" {
			return "", false
		}
	}
	var left, names, right, ids []string
	for i, l := range n.Lhs {
		text := f.Node(n.Rhs[i])
		if n.Tok != token.ASSIGN {
			op := strings.TrimSuffix(n.Tok.String(), "=")
			text = f.usedNow(l) + " " + op + " (" + text + ")"
		}
		left, right = append(left, f.Source(f.File, l)), append(right, text)
		names, ids = append(names, f.variableOf(l)), append(ids, f.defines(l, f.holder(l)))
	}
	return strings.Join(append(left, names...), ", ") + " = " + strings.Join(append(right, ids...), ", "), true
}

// usedNow returns the use of a variable, or of memory, that is assigned.
func (f *flow) usedNow(x ast.Expr) string {
	holder := f.holder(x)
	use := f.use(x.Pos(), x)
	f.uses[len(f.uses)-1].Of = holder
	if v := f.variableOf(x); v != "" {
		return f.call("Use", use, f.Source(f.File, x), v)
	}
	return f.call("Use", use, "0", f.call("At", "&"+f.Source(f.File, x)))
}

// counts writes x++ and x--.
func (f *flow) counts(n *ast.IncDecStmt) (string, bool) {
	holder := f.holder(n.X)
	if holder == "" {
		return "", false
	}
	if v := f.variableOf(n.X); v != "" {
		text := f.usedNow(n.X) + " " + n.Tok.String()[:1] + " 1"
		return f.Source(f.File, n.X) + ", " + v + " = " + text + ", " + f.defines(n.X, holder), true
	}
	if !f.listed[n] {
		return "", false
	}
	return f.usedNow(n.X) + "; " + f.Inside(n) + "; " + f.call("Store", "&"+f.Source(f.File, n.X), f.defines(n.X, holder)), true
}

// changes writes an assignment like x.f += y in a list of statements.
func (f *flow) changes(n *ast.AssignStmt) (string, bool) {
	if n.Tok == token.ASSIGN || n.Tok == token.DEFINE || !f.listed[n] || f.variableOf(n.Lhs[0]) != "" {
		return "", false
	}
	holder := f.holder(n.Lhs[0])
	if holder == "" {
		return "", false
	}
	return f.usedNow(n.Lhs[0]) + "; " + f.Inside(n) + "; " + f.call("Store", "&"+f.Source(f.File, n.Lhs[0]), f.defines(n.Lhs[0], holder)), true
}

// definedBehind records, after a statement, that the statement assigns a scalar.
func (f *flow) definedBehind(l ast.Expr, out *strings.Builder) {
	holder := f.holder(l)
	if holder == "" {
		return
	}
	id := f.defines(l, holder)
	if v := f.variableOf(l); v != "" {
		fmt.Fprintf(out, "; %s = %s", v, id)
		return
	}
	fmt.Fprintf(out, "; %s", f.call("Store", "&"+f.Source(f.File, l), id))
}

// begins notes at the beginning of a round what a loop assigns.
func (f *flow) begins(b *ast.BlockStmt) string {
	loop := f.ranges[b]
	if loop == nil {
		return ""
	}
	var out strings.Builder
	for _, x := range []ast.Expr{loop.Key, loop.Value} {
		if x == nil {
			continue
		}
		if v := f.variableOf(x); v != "" {
			fmt.Fprintf(&out, " %s = %s;", v, f.defines(x, f.holder(x)))
		}
	}
	return out.String()
}
