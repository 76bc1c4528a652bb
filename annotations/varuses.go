package annotations

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/rtest-dev/rtest/refine"
)

// varUses searches syntax for package variables that are not only read.
type varUses struct {
	// variableOf returns the variable that an expression names, or nil.
	variableOf func(ast.Expr) *types.Var
	// harmlessPackage is the name of a package whose functions do not modify their arguments, or empty.
	harmlessPackage string
	set             map[*types.Var]bool
}

// record records the variables that something in the tree may set.
func (m *varUses) record(root ast.Node) {
	var above []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		if x, ok := n.(ast.Expr); ok {
			if v := m.variableOf(x); v != nil && m.sets(v, x, above) {
				m.set[v] = true
			}
		}
		above = append(above, n)
		return true
	})
}

// sets reports whether a mention of a variable, inside the nodes above, may set it. It does if the
// variable is assigned to, its address is taken, or a reference it holds escapes.
func (m *varUses) sets(v *types.Var, x ast.Expr, above []ast.Node) bool {
	t := v.Type()
	for i := len(above) - 1; i >= 0; i-- {
		switch p := above[i].(type) {
		case *ast.ParenExpr:
			x = p
		case *ast.StarExpr:
			x, t = p, elementOf(t)
		case *ast.SelectorExpr:
			if i > 0 {
				if call, ok := above[i-1].(*ast.CallExpr); ok && call.Fun == p {
					return true
				}
			}
			if p.Sel != x { // It is no name qualified by a package.
				t = fieldTypeOf(t, p.Sel.Name)
			}
			x = p
		case *ast.IndexExpr:
			if p.X != x {
				return false
			}
			x, t = p, elementOf(t)
		case *ast.UnaryExpr:
			return p.Op == token.AND || p.Op == token.ARROW
		case *ast.BinaryExpr:
			return false
		case *ast.AssignStmt:
			for _, y := range p.Lhs {
				if y == x {
					return true
				}
			}
			return mayShare(t)
		case *ast.RangeStmt:
			return p.X != x || mayShare(elementOf(t)) || !rangesPlainly(t)
		case *ast.CallExpr:
			return m.callSets(p, x, t)
		case *ast.ValueSpec, *ast.ReturnStmt, *ast.CompositeLit, *ast.KeyValueExpr, *ast.IfStmt, *ast.ExprStmt, *ast.SwitchStmt, *ast.CaseClause:
			return mayShare(t)
		default:
			return true
		}
	}
	return mayShare(t)
}

// callSets reports whether a call may set what x of type t refers to.
func (m *varUses) callSets(call *ast.CallExpr, x ast.Expr, t types.Type) bool {
	if call.Fun == x || !mayShare(t) {
		return false
	}
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name != "len" && fun.Name != "cap"
	case *ast.SelectorExpr:
		id, ok := fun.X.(*ast.Ident)
		return !ok || m.harmlessPackage == "" || id.Name != m.harmlessPackage
	}
	return true
}

// mayShare reports whether a value may share memory with others. It returns true for an unknown
// type.
func mayShare(t types.Type) bool { return t == nil || refine.Refers(t) }

// elementOf returns the type of the elements of t, or of its target, or nil if unknown.
func elementOf(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	t = t.Underlying()
	if p, ok := t.(*types.Pointer); ok {
		if a, ok := p.Elem().Underlying().(*types.Array); ok {
			return a.Elem()
		}
		return p.Elem()
	}
	if e, ok := t.(interface{ Elem() types.Type }); ok {
		return e.Elem()
	}
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsString != 0 {
		return types.Typ[types.Byte]
	}
	return nil
}

// fieldTypeOf returns the type of a field, or nil if unknown.
func fieldTypeOf(t types.Type, name string) types.Type {
	if t == nil {
		return nil
	}
	s, ok := refine.Pointed(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for f := range s.Fields() {
		if f.Name() == name {
			return f.Type()
		}
	}
	return nil
}

// rangesPlainly reports whether a loop over a value of type t only reads it.
func rangesPlainly(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return !refine.Refers(u.Key())
	case *types.Signature, *types.Chan:
		return false
	}
	return true
}
