package check

import (
	"go/ast"
	"go/types"

	"github.com/rtest-dev/rtest/internal/diag"
)

// owner names the function at whose contract a diagnostic stands, empty for
// none.
func (r *run) owner(d diag.Diagnostic) string {
	if r.pkg.Fset == nil || r.pkg.Broken {
		return ""
	}
	for _, f := range r.pkg.Syntax {
		if r.pkg.Fset.Position(f.FileStart).Filename != d.Pos.Filename {
			continue
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Doc == nil {
				continue
			}
			from, to := r.pkg.Fset.Position(fn.Doc.Pos()).Line, r.pkg.Fset.Position(fn.Name.Pos()).Line
			if from <= d.Pos.Line && d.Pos.Line <= to {
				return declName(fn)
			}
		}
	}
	for _, c := range r.pkg.Contracts {
		if c.Pos.Filename == d.Pos.Filename && c.Pos.Line == d.Pos.Line {
			return c.Name
		}
	}
	return ""
}

// declName is the name of a function as go doc calls it.
func declName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	t := fn.Recv.List[0].Type
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
		default:
			return types.ExprString(t) + "." + fn.Name.Name
		}
	}
}
