package arch

import (
	"go/ast"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// recipes returns the last but one section of ARCHITECTURE.md.
func recipes(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "\n## Recipes\n")
	text, _, more := strings.Cut(rest, "\n## ")
	if !found || !more {
		t.Fatal("ARCHITECTURE.md has no section Recipes with another one behind it")
	}
	return text
}

// TestRecipesNameDeclarations checks the names in the recipes: `x` is a declaration or a folder; `x.y`
// is a method or field y of x, or a declaration y of package x. An x of one letter, as in f.Load, is
// any type.
func TestRecipesNameDeclarations(t *testing.T) {
	// The tables of measurements are in tests.
	members := map[string]bool{"testdata": true, "heuristics": true, "hintSources": true}
	for _, f := range sources(t) {
		for _, part := range strings.Split(f.pkg, "/") {
			members[part] = true
		}
		note := func(of, name string) {
			members[name], members[of+"."+name], members["."+name] = true, true, true
		}
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil {
					note(receiver(n).Name, n.Name.Name)
				} else {
					note(f.syntax.Name.Name, n.Name.Name)
				}
			case *ast.TypeSpec:
				note(f.syntax.Name.Name, n.Name.Name)
			case *ast.Field:
				for _, id := range n.Names {
					note("", id.Name)
				}
			case *ast.ValueSpec:
				for _, id := range n.Names {
					note(f.syntax.Name.Name, id.Name)
				}
			case *ast.CaseClause:
				members["case"] = true
			}
			return true
		})
	}
	one := regexp.MustCompile(`^[a-z]\.`)
	for _, m := range regexp.MustCompile("`([A-Za-z]\\w*(?:\\.[A-Za-z]\\w*)?)`").FindAllStringSubmatch(recipes(t), -1) {
		name := m[1]
		if file := path.Ext(name); file == ".go" || file == ".txt" || file == ".toml" {
			continue
		}
		if !members[one.ReplaceAllString(name, ".")] {
			t.Errorf("the recipes of ARCHITECTURE.md name %s, which is declared nowhere", name)
		}
	}
}

// TestRecipeOfKinds finds the places that distinguish kinds of types. The recipe must name each, by
// its file or its function.
func TestRecipeOfKinds(t *testing.T) {
	_, rest, found := strings.Cut(recipes(t), "**A kind of type.**")
	text, _, more := strings.Cut(rest, "\n\n")
	if !found || !more {
		t.Fatal("there is no recipe for a kind of type")
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(text, -1) {
		from, list, _ := strings.Cut(m[1], "{")
		list, to, _ := strings.Cut(list, "}")
		for _, one := range strings.Split(list, ",") {
			named[from+one+to] = true
		}
	}
	for _, f := range sources(t) {
		for _, d := range f.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !tellsKinds(fn) || named[f.name] || named[fn.Name.Name] || fn.Recv != nil && named[receiver(fn).Name+"."+fn.Name.Name] || strings.HasPrefix(f.name, "decode/") && fn.Name.Name == "alike" {
				continue
			}
			t.Errorf("%s: %s tells kinds of types apart, and the recipe for a kind of type does not name it", f.fset.Position(fn.Pos()), fn.Name.Name)
		}
	}
}

// tellsKinds reports whether a function has a case for complex numbers, which stand for the kinds without
// parts, or for arrays, which stand for the others.
func tellsKinds(fn *ast.FuncDecl) (tells bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		c, ok := n.(*ast.CaseClause)
		if !ok {
			return true
		}
		for _, e := range c.List {
			star, _ := e.(*ast.StarExpr)
			if star == nil {
				continue
			}
			if s, ok := star.X.(*ast.SelectorExpr); ok {
				x, _ := s.X.(*ast.Ident)
				tells = tells || x != nil && x.Name == "value" && (s.Sel.Name == "Complex" || s.Sel.Name == "Array")
			}
		}
		return true
	})
	return tells
}
