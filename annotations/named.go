package annotations

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"strconv"
)

// named are the paths of the packages whose functions and types the contract
// files of the roots name. It is asked for before anything is type-checked, so
// an import without a name is taken for what the last part of its path says.
func (g *graph) named() map[string]bool {
	if g.contracted != nil {
		return g.contracted
	}
	g.contracted = map[string]bool{}
	for _, r := range g.roots {
		for _, name := range r.meta.CompiledGoFiles {
			src, ok := g.cfg.Overlay[name]
			if !ok {
				// What cannot be read is reported where it is parsed.
				src, _ = os.ReadFile(name)
			}
			if bytes.Contains(src, []byte("//rtest:")) && bytes.Contains(src, []byte(" _ = ")) {
				g.contracts(src)
			}
		}
	}
	return g.contracted
}

// contracts adds the packages that one file has contracts for.
func (g *graph) contracts(src []byte) {
	f, _ := parser.ParseFile(token.NewFileSet(), "", src, parser.SkipObjectResolution)
	if f == nil {
		return
	}
	imports := map[string]string{}
	for _, imp := range f.Imports {
		to, _ := strconv.Unquote(imp.Path.Value)
		name := path.Base(to)
		if imp.Name != nil {
			name = imp.Name.Name
		}
		imports[name] = to
	}
	for _, d := range f.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, s := range decl.Specs {
			for _, e := range disclaimed(s) {
				ast.Inspect(e, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && imports[id.Name] != "" {
						g.contracted[imports[id.Name]] = true
					}
					return true
				})
			}
		}
	}
}

// disclaimed are the expressions behind the declarations named _.
func disclaimed(s ast.Spec) []ast.Expr {
	switch s := s.(type) {
	case *ast.ValueSpec:
		if len(s.Names) == 1 && s.Names[0].Name == "_" {
			return s.Values
		}
	case *ast.TypeSpec:
		if s.Name.Name == "_" {
			return []ast.Expr{s.Type}
		}
	}
	return nil
}
