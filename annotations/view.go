package annotations

import (
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/rtest-dev/rtest/annotations/load"
	"github.com/rtest-dev/rtest/internal/diag"
)

// A View is what an analysis of one package knows.
type View = load.View

// A Source is a package of a View.
type Source = load.Source

// Mistakes resolves the contracts of the package of a view, and returns the diagnostics for its files. It runs
// the go command only for packages that contracts mention and the view does not have, with their dependencies.
// Dir and Overlay of cfg configure that command. Errors that may be due to missing packages are left out.
func Mistakes(cfg Config, v View) []diag.Diagnostic {
	diags, missing := mistakes(cfg, v, nil)
	isError := func(d diag.Diagnostic) bool { return d.Severity == diag.Error }
	if len(missing) == 0 || !slices.ContainsFunc(diags, isError) {
		return diags
	}
	if listed, err := cfg.List(false, missing...); err == nil {
		if diags, missing = mistakes(cfg, v, listed); len(missing) == 0 {
			return diags
		}
	}
	return slices.DeleteFunc(diags, isError)
}

// mistakes returns the diagnostics, and the packages that are not known.
func mistakes(cfg Config, v View, listed []*packages.Package) (diags []diag.Diagnostic, missing []string) {
	g, t := load.NewView(cfg, v, listed)
	p := newProgram(g)
	g.Wanted = []*load.Package{t.Package}
	p.add(t)
	for _, pkg := range p.Packages {
		if pkg.Broken {
			return nil, nil
		}
		p.resolved[pkg].Resolve()
		for _, d := range pkg.Diags {
			if slices.Contains(v.Own.Files, d.Pos.Filename) {
				diags = append(diags, d)
			}
		}
	}
	return diag.Sort(diags), g.Missing()
}
