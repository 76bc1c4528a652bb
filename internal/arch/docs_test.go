package arch

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestDocs demands a doc comment for every package and exported name. A type, constant or variable in
// a group may have that of the group, or be named in another comment of the file.
func TestDocs(t *testing.T) {
	documented := map[string]bool{}
	for _, f := range sources(t) {
		documented[f.pkg] = documented[f.pkg] || f.syntax.Doc != nil
		words := commentWords(f.syntax)
		for _, d := range f.syntax.Decls {
			for _, name := range undocumented(d) {
				if _, fn := d.(*ast.FuncDecl); fn || !words[name.Name] {
					t.Errorf("%s: %s has no doc comment", f.fset.Position(name.Pos()), name.Name)
				}
			}
		}
	}
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("package %s has no doc comment", pkg)
		}
	}
}

// commentWords returns the words of all comments of a file.
func commentWords(f *ast.File) map[string]bool {
	words := map[string]bool{}
	for _, c := range f.Comments {
		for w := range strings.FieldsFuncSeq(c.Text(), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			words[w] = true
		}
	}
	return words
}

// undocumented lists the exported names of a declaration without a comment.
func undocumented(d ast.Decl) []*ast.Ident {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || receiver(d).IsExported() && !customary[d.Name.Name]) {
			return []*ast.Ident{d.Name}
		}
	case *ast.GenDecl:
		if d.Doc != nil {
			return nil
		}
		var found []*ast.Ident
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Doc == nil && s.Name.IsExported() {
					found = append(found, s.Name)
				}
			case *ast.ValueSpec:
				if s.Doc == nil && s.Comment == nil {
					found = append(found, slices.DeleteFunc(slices.Clone(s.Names), func(n *ast.Ident) bool { return !n.IsExported() })...)
				}
			}
		}
		return found
	}
	return nil
}

// customary are methods that their interfaces document: those of the standard library and of the
// sealed ones of refine and value.
var customary = map[string]bool{
	"Error": true, "String": true, "Unwrap": true, "Len": true, "Less": true, "Swap": true,
	"Push": true, "Pop": true, "MarshalJSON": true, "UnmarshalJSON": true, "Write": true, "Close": true,
	"Go": true, "Parts": true, "Type": true,
}

// receiver is the type of a method.
func receiver(d *ast.FuncDecl) *ast.Ident {
	x := d.Recv.List[0].Type
	for {
		switch t := x.(type) {
		case *ast.StarExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		case *ast.Ident:
			return t
		}
	}
}
