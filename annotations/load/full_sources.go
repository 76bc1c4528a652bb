package load

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"golang.org/x/tools/go/packages"
)

// FullSources returns the packages outside the standard library that a package imports, directly or not, ordered
// by path. Each has its whole syntax and all its types. From other modules it includes only the packages that
// wanted selects. Wanted gets whether the main module imports the package, its imports, and its files.
func (c Config) FullSources(path string, wanted func(direct bool, imports, files []string) bool) ([]*packages.Package, error) {
	listed, err := c.loadMode(packages.NeedName|packages.NeedImports|packages.NeedDeps|packages.NeedModule|packages.NeedFiles, path)
	if err != nil {
		return nil, err
	}
	var paths []string
	direct := map[string]bool{}
	packages.Visit(listed, nil, func(p *packages.Package) {
		for i := range p.Imports {
			direct[i] = direct[i] || p.Module != nil && p.Module.Main
		}
	})
	packages.Visit(listed, nil, func(p *packages.Package) {
		var imports []string
		for i := range p.Imports {
			imports = append(imports, i)
		}
		if p.Module != nil && p.PkgPath != path && (p.Module.Main || wanted(direct[p.PkgPath], imports, p.GoFiles)) {
			paths = append(paths, p.PkgPath)
		}
	})
	if len(paths) == 0 {
		return nil, nil
	}
	slices.Sort(paths)
	out, err := c.loadMode(packages.NeedName|packages.NeedFiles|packages.NeedCompiledGoFiles|packages.NeedImports|
		packages.NeedSyntax|packages.NeedTypes|packages.NeedTypesInfo|packages.NeedTypesSizes|packages.NeedModule|packages.NeedEmbedFiles, paths...)
	slices.SortFunc(out, func(a, b *packages.Package) int { return cmp.Compare(a.PkgPath, b.PkgPath) })
	return out, err
}

func (c Config) loadMode(mode packages.LoadMode, patterns ...string) ([]*packages.Package, error) {
	env, done, err := c.env()
	if err != nil {
		return nil, fmt.Errorf("listing packages: %w", err)
	}
	defer done()
	out, err := packages.Load(&packages.Config{
		Context: cmp.Or(c.Context, context.Background()), Mode: mode, Dir: c.Dir, Env: env, BuildFlags: c.Flags(), Overlay: c.Overlay,
	}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("loading the sources of %v: %w", patterns, err)
	}
	return out, nil
}
