package load

import (
	"go/ast"
	"slices"
	"strings"
)

// use is what the files of a package use of others. selected are the exported names that occur in
// them. exposed are those that occur in the package's exported types and the signatures of its
// exported functions.
type use struct{ selected, exposed map[string]bool }

// UsedOutside reports whether code outside a package of the main module may use a function, or a
// method of the type recv. For an internal package it looks at the other listed packages of the
// module: one of them must use the name or expose the type. It returns true if none of them imports
// the package, because then it is unknown.
func (g *Graph) UsedOutside(pkgPath, name, recv string) bool {
	if !isInternal(pkgPath) {
		return true
	}
	known, used := false, false
	for _, n := range g.Nodes {
		if !InMain(n.Meta) || n.Meta.PkgPath == pkgPath || n.Meta.ForTest == pkgPath || strings.HasSuffix(n.Meta.PkgPath, ".test") {
			continue
		}
		_, imports := n.Meta.Imports[pkgPath]
		known = known || imports
		u := g.use(n)
		used = used || u.selected[name] || recv != "" && u.exposed[recv]
	}
	return used || !known
}

// isInternal reports whether a package of the main module is internal, so that other modules cannot
// import it.
func isInternal(pkgPath string) bool {
	return slices.Contains(strings.Split(pkgPath, "/"), "internal")
}

// use returns what the files of a package use of others.
func (g *Graph) use(n *Package) *use {
	if u := g.uses[n]; u != nil {
		return u
	}
	g.parse(n)
	u := &use{map[string]bool{}, map[string]bool{}}
	for _, f := range n.Files {
		if strings.HasSuffix(g.Fset.Position(f.FileStart).Filename, "_test.go") {
			continue
		}
		selections(f, u.selected)
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() {
					selections(d.Type, u.exposed)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if t, ok := s.(*ast.TypeSpec); ok && t.Name.IsExported() {
						selections(t.Type, u.exposed)
					}
				}
			}
		}
	}
	if g.uses == nil {
		g.uses = map[*Package]*use{}
	}
	g.uses[n] = u
	return u
}

// selections records the exported names below a node.
func selections(n ast.Node, names map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.IsExported() {
			names[id.Name] = true
		}
		return true
	})
}
