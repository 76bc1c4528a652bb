package annotations

import (
	"go/ast"
	"slices"
	"strconv"

	"github.com/rtest-dev/rtest/annotations/codes"
	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/internal/diag"
	"github.com/rtest-dev/rtest/refine"
)

// mistakesOnce replaces mistakes in the directives of another package that the program reports
// there anyway. It reports one mistake at the import instead.
func (p *Program) mistakesOnce(pkg *refine.Package) {
	if pkg.Broken {
		return
	}
	var own []diag.Diagnostic
	for _, d := range pkg.Diags {
		if other := p.packageOf(d.Pos.Filename); other != nil && other != pkg && slices.Contains(other.Diags, d) {
			if d.Severity == diag.Warning {
				continue
			}
			if spec := importSpec(pkg, other.Path); spec != nil {
				d = diag.Diagnostic{
					Pos: p.Fset.Position(spec.Path.Pos()), End: p.Fset.Position(spec.Path.End()), Code: codes.Import,
					Message: "the contracts of " + other.Path + " have errors",
				}
			}
		}
		own = append(own, d)
	}
	pkg.Diags = diag.Sort(own)
}

// packageOf returns the package under test that a file belongs to, or nil. It loads a waiting
// package.
func (p *Program) packageOf(file string) *refine.Package {
	p.loadWaiting(func(t load.Target) bool {
		return slices.Contains(t.GoFiles, file) || slices.Contains(t.TestFiles, file)
	})
	for _, pkg := range p.Packages {
		if r := p.resolved[pkg]; r != nil && r.Unit.FileNamed(file) != nil {
			return pkg
		}
	}
	return nil
}

// importSpec returns the first import of a path in the package's files, or nil.
func importSpec(pkg *refine.Package, path string) *ast.ImportSpec {
	for _, f := range pkg.Syntax {
		for _, spec := range f.Imports {
			if s, err := strconv.Unquote(spec.Path.Value); err == nil && s == path {
				return spec
			}
		}
	}
	return nil
}
