package usage

import (
	"go/ast"
	"go/token"
)

// A scope has the variables of a function, or of a package, and the values assigned to them. It does not
// distinguish variables of a function with the same name.
type scope struct {
	outer *scope
	names map[string][]binding
}

// A binding is one way in which a variable gets its values.
type binding struct {
	// expr is the assigned expression; with ranged, the variable is an element, or key, of that.
	expr          ast.Expr
	ranged, keyed bool
	// from is, of a parameter, what calls pass.
	from *param
	// kinds are known without evaluating expr.
	kinds Kinds
}

func (s *scope) bind(name string, b binding) {
	if name != "_" {
		s.names[name] = append(s.names[name], b)
	}
}

// parameters binds the parameters of a function.
func (s *scope) parameters(t *ast.FuncType, c callee) {
	i := 0
	for _, f := range t.Params.List {
		for _, n := range f.Names {
			from := param{c, i}
			_, variadic := f.Type.(*ast.Ellipsis)
			if !variadic {
				s.bind(n.Name, binding{from: &from})
			}
			i++
		}
	}
}

func (s *scope) variables(v *ast.ValueSpec) {
	for i, n := range v.Names {
		if len(v.Values) == len(v.Names) {
			s.bind(n.Name, binding{expr: v.Values[i]})
		} else if len(v.Values) == 0 && v.Type != nil {
			s.bind(n.Name, binding{kinds: zeroOf(v.Type)})
		}
	}
}

// zeroOf returns the kinds that the zero value of a type may have.
func zeroOf(t ast.Expr) Kinds {
	switch t := t.(type) {
	case *ast.StarExpr, *ast.InterfaceType, *ast.FuncType, *ast.ChanType:
		return Nil
	case *ast.ArrayType, *ast.MapType:
		return EmptyList
	case *ast.Ident:
		switch t.Name {
		case "string":
			return EmptyText
		case "error", "any":
			return Nil
		case "bool":
			return Boolean
		}
		if basic[t.Name] {
			return Zero
		}
		return Zero | Unset
	}
	return Unset
}

// collect binds the variables that a body declares or sets.
func (s *scope) collect(u *Usage, body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Rhs) == 1 && len(n.Lhs) > 1 {
				if id, ok := n.Lhs[0].(*ast.Ident); ok {
					s.bind(id.Name, binding{expr: n.Rhs[0]})
				}
				return true
			}
			for i, l := range n.Lhs {
				id, ok := l.(*ast.Ident)
				if !ok || len(n.Lhs) != len(n.Rhs) {
					continue
				}
				if lit, isFunc := n.Rhs[i].(*ast.FuncLit); isFunc {
					s.parameters(lit.Type, callee{name: id.Name})
				}
				if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
					s.bind(id.Name, binding{expr: n.Rhs[i]})
				}
			}
		case *ast.IncDecStmt:
			if id, ok := n.X.(*ast.Ident); ok && n.Tok == token.INC {
				s.bind(id.Name, binding{kinds: Small})
			}
		case *ast.RangeStmt:
			if id, ok := n.Key.(*ast.Ident); ok {
				s.bind(id.Name, binding{expr: n.X, ranged: true, keyed: true})
			}
			if id, ok := n.Value.(*ast.Ident); ok {
				s.bind(id.Name, binding{expr: n.X, ranged: true})
			}
		case *ast.DeclStmt:
			if d, ok := n.Decl.(*ast.GenDecl); ok {
				u.declare(d, s)
			}
		}
		return true
	})
}

// lookup returns the bindings of a name, and the scope that has them.
func (s *scope) lookup(name string) ([]binding, *scope) {
	for ; s != nil; s = s.outer {
		if b, ok := s.names[name]; ok {
			return b, s
		}
	}
	return nil, nil
}

// typeName returns the name of a type, of the type behind a pointer, or of the generic type of an
// instance. It returns "" for other types.
func typeName(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.Sel.Name
	case *ast.IndexExpr:
		return typeName(t.X)
	case *ast.IndexListExpr:
		return typeName(t.X)
	}
	return ""
}

// elementType returns the type of the elements of a list; nil for other types.
func elementType(t ast.Expr) ast.Expr {
	var elem ast.Expr
	switch t := t.(type) {
	case *ast.ArrayType:
		elem = t.Elt
	case *ast.MapType:
		elem = t.Value
	}
	if star, ok := elem.(*ast.StarExpr); ok {
		return star.X
	}
	return elem
}

// structOf returns the struct type of a type or type name, or nil if it is unknown.
func (u *Usage) structOf(t ast.Expr) *ast.StructType {
	if s, ok := t.(*ast.StructType); ok {
		return s
	}
	return u.types[typeName(t)]
}

// nthField returns the name of the i-th field of a struct type, or "".
func nthField(t *ast.StructType, i int) string {
	if t == nil {
		return ""
	}
	for _, f := range t.Fields.List {
		if i < 0 {
			return "" // An embedded one.
		}
		if i < len(f.Names) {
			return f.Names[i].Name
		}
		i -= max(len(f.Names), 1)
	}
	return ""
}

func hasField(t *ast.StructType, name string) bool {
	for _, f := range t.Fields.List {
		for _, n := range f.Names {
			if n.Name == name {
				return true
			}
		}
	}
	return false
}
