package rewrite

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A Package is the code that is copied. Files are those of the package without tests.
type Package struct {
	Types *types.Package
	Info  *types.Info
	Fset  *token.FileSet
	Files []File
}

// A File is the syntax of a source file and its text.
type File struct {
	Name   string
	Syntax *ast.File
	Text   []byte
}

// A Helper is the package that copies call: they import its Path under its Name. Source is its
// text.
type Helper struct {
	Path, Name string
	Source     []byte
}

// Offset returns where a position is in its file.
func (p Package) Offset(pos token.Pos) int { return p.Fset.PositionFor(pos, false).Offset }

// Source returns the text of a node.
func (p Package) Source(f File, n ast.Node) string {
	return string(f.Text[p.Offset(n.Pos()):p.Offset(n.End())])
}

// Bodies returns a copy of a file with the function bodies that body returns. A function for which body returns
// nil keeps its own. Bodies returns nil if all keep their own.
func (p Package) Bodies(f File, h Helper, body func(*ast.FuncDecl) ([]byte, error)) ([]byte, error) {
	name := p.Offset(f.Syntax.Name.End())
	out := slices.Clone(f.Text[:name])
	out = fmt.Appendf(out, "; import %s %q", h.Name, h.Path)
	at, changed := name, false
	for _, d := range f.Syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		text, err := body(fn)
		if err != nil {
			return nil, err
		}
		if text == nil {
			continue
		}
		changed = true
		out = append(append(out, f.Text[at:p.Offset(fn.Body.Pos())]...), text...)
		at = p.Offset(fn.Body.End())
	}
	if !changed {
		return nil, nil
	}
	return append(out, f.Text[at:]...), nil
}

// Key names the function of a declaration within its package, as "F" or "T.M".
func Key(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) != 1 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}
