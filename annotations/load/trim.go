package load

import (
	"go/ast"
	"go/token"
)

// trim removes from liftable packages what lifted code cannot reach: bodies of functions, and large
// values of variables, such as the tables of package unicode. Type-checking these takes longer than
// everything else for a small package.
//
// Like Named it goes by names only: it keeps what the sources, the words of directives, or the kept
// parts name. A function without a body is not lifted, so removing too much would cost time but
// change no result.
func (g *Graph) trim(lifted, sources []*Package, words map[string]bool) {
	t := &trimming{decls: map[string][]ast.Node{}, names: map[string]bool{}}
	for _, n := range lifted {
		g.parse(n)
		n.Trimmed = true
		for _, f := range n.Files {
			t.declare(f)
		}
	}
	for name := range words {
		t.name(name)
	}
	for _, n := range sources {
		g.parse(n)
		for _, f := range n.Files {
			t.visitNames(f)
		}
	}
	for len(t.todo) > 0 {
		next := t.todo[len(t.todo)-1]
		t.todo = t.todo[:len(t.todo)-1]
		t.visitNames(next)
	}
	for _, n := range lifted {
		for _, f := range n.Files {
			t.strip(f)
		}
	}
}

// trimming has the declarations of each name, and the names that occur.
type trimming struct {
	decls map[string][]ast.Node
	names map[string]bool
	// todo are declarations to examine.
	todo []ast.Node
}

// declare enters the functions and variables of a file. What runs without being named counts as
// named.
func (t *trimming) declare(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			t.enter(d.Name, d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				v, ok := s.(*ast.ValueSpec)
				if !ok || hasCall(v) {
					t.todo = append(t.todo, s)
					continue
				}
				for _, id := range v.Names {
					t.enter(id, v)
				}
			}
		}
	}
}

// hasCall reports whether a variable is initialized by calls. They run when any variable of the
// package is used.
func hasCall(v *ast.ValueSpec) bool {
	found := false
	for _, x := range v.Values {
		ast.Inspect(x, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.CallExpr, *ast.FuncLit:
				found = true
			}
			return !found
		})
	}
	return found
}

func (t *trimming) enter(id *ast.Ident, decl ast.Node) {
	t.decls[id.Name] = append(t.decls[id.Name], decl)
	if id.Name == "init" || id.Name == "_" {
		t.name(id.Name)
	}
}

// visitNames records the names in a declaration.
func (t *trimming) visitNames(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			t.name(id.Name)
		}
		return true
	})
}

func (t *trimming) name(name string) {
	if !t.names[name] {
		t.names[name] = true
		t.todo = append(t.todo, t.decls[name]...)
	}
}

// strip removes the declarations that are not named. Generic functions keep their bodies.
func (t *trimming) strip(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if !t.names[d.Name.Name] && d.Type.TypeParams == nil && !ofGeneric(d) {
				d.Body = nil
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && !hasCall(v) && !t.names[v.Names[0].Name] {
					if typ := largeLiteralType(v); typ != nil {
						v.Type, v.Values = typ, nil
					}
				}
			}
		}
	}
}

// ofGeneric reports whether a function is a method of a generic type.
func ofGeneric(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return false
	}
	generic := false
	ast.Inspect(d.Recv, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.IndexExpr, *ast.IndexListExpr:
			generic = true
		}
		return !generic
	})
	return generic
}

// largeLiteralType returns the type of a variable whose value is a large composite literal, or the
// address of one. It returns nil for others, and if the type is not written in full.
func largeLiteralType(v *ast.ValueSpec) ast.Expr {
	const much = 16
	if v.Type != nil || len(v.Names) != 1 || len(v.Values) != 1 {
		return nil
	}
	x := v.Values[0]
	address, pointer := x.(*ast.UnaryExpr)
	if pointer {
		x = address.X
	}
	lit, ok := x.(*ast.CompositeLit)
	if !ok || pointer && address.Op != token.AND {
		return nil
	}
	size := 0
	ast.Inspect(lit, func(ast.Node) bool { size++; return size < much })
	if array, ok := lit.Type.(*ast.ArrayType); ok && size >= much {
		if _, open := array.Len.(*ast.Ellipsis); open {
			return nil
		}
	}
	switch {
	case size < much || lit.Type == nil:
		return nil
	case pointer:
		return &ast.StarExpr{Star: lit.Type.Pos(), X: lit.Type}
	}
	return lit.Type
}
