package prepare

import (
	"go/ast"
	"go/token"
	"strings"

	"context"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/diag"
)

// owner names the function whose contract a diagnostic belongs to, or returns "".
func (r *Package) owner(d diag.Diagnostic) string {
	if r.Pkg.Fset == nil || r.Pkg.Broken {
		return ""
	}
	for _, f := range r.Pkg.Syntax {
		if r.Pkg.Fset.Position(f.FileStart).Filename != d.Pos.Filename {
			continue
		}
		for _, decl := range f.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if r.inDocComment(d, decl.Doc, decl.Name.Pos()) {
					return declName(decl)
				}
			case *ast.GenDecl:
				if name := r.contractedFunction(d, decl); name != "" {
					return name
				}
			}
		}
	}
	for _, c := range r.Pkg.Contracts {
		if c.Pos.Filename == d.Pos.Filename && c.Pos.Line == d.Pos.Line {
			return c.Name
		}
	}
	return ""
}

// inDocComment reports whether a diagnostic is in a doc comment, or between it and what it
// documents.
func (r *Package) inDocComment(d diag.Diagnostic, doc *ast.CommentGroup, documented token.Pos) bool {
	return doc != nil && r.Pkg.Fset.Position(doc.Pos()).Line <= d.Pos.Line && d.Pos.Line <= r.Pkg.Fset.Position(documented).Line
}

// contractedFunction returns the name of the function F if the diagnostic is at a declaration var _
// = F that carries a contract for it.
func (r *Package) contractedFunction(d diag.Diagnostic, decl *ast.GenDecl) string {
	for _, s := range decl.Specs {
		spec, ok := s.(*ast.ValueSpec)
		if !ok {
			continue
		}
		doc := spec.Doc
		if doc == nil && len(decl.Specs) == 1 {
			doc = decl.Doc
		}
		if !r.inDocComment(d, doc, spec.End()) {
			continue
		}
		at := r.Pkg.Fset.Position(spec.Pos())
		for _, c := range r.Pkg.Contracts {
			if c.Pos.Filename == at.Filename && c.Pos.Line == at.Line {
				name, _, _ := strings.Cut(c.Name, "[")
				return name
			}
		}
		// The contract adds to that in the function's own doc comment.
		if len(spec.Values) == 1 {
			return exprName(spec.Values[0])
		}
	}
	return ""
}

// exprName returns the name, as go doc writes it, of the function or type of this package that an
// expression denotes. It returns "" for other expressions.
func exprName(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.ParenExpr:
		return exprName(x.X)
	case *ast.StarExpr:
		return exprName(x.X)
	case *ast.IndexExpr:
		return exprName(x.X)
	case *ast.IndexListExpr:
		return exprName(x.X)
	case *ast.SelectorExpr:
		if t := exprName(x.X); t != "" {
			return t + "." + x.Sel.Name
		}
	}
	return ""
}

// declName returns the name of a function as go doc writes it.
func declName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	return exprName(fn.Recv.List[0].Type) + "." + fn.Name.Name
}

// Mistakes yields the package's diagnostics. Runnable reports whether its contracts can be run; ok
// is false if the consumer has stopped.
func (r *Package) Mistakes(ctx context.Context) (runnable, ok bool) {
	runnable = !r.Pkg.Broken
	diags, err := Caught(func() ([]diag.Diagnostic, error) { return r.Diagnostics(ctx) })
	if err != nil {
		return false, r.Yield(r.Fault("", "lifting the measures", err))
	}
	for _, d := range diags {
		if d.Severity == diag.Error {
			runnable = false
		}
		m := event.Mistake{Package: r.Pkg.Path, Function: r.owner(d), Compile: r.Pkg.Broken, Diagnostic: d}
		if !r.Yield(m) {
			return false, false
		}
	}
	return runnable, true
}
