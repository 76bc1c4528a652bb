package annotations

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/rtest-dev/rtest/annotations/load"
)

// packageNamed returns the package that a name means in a contract of the
// file: one that the file imports, else one that another file of the package
// imports, else the standard package of that name.
func (u *unit) packageNamed(f *ast.File, name string) *types.Package {
	if pkg := u.importedAs(f, name); pkg != nil {
		return pkg
	}
	for _, other := range u.node.Files {
		if other != f {
			if pkg := u.importedAs(other, name); pkg != nil {
				return pkg
			}
		}
	}
	path, ok := load.StandardPackages[name]
	if !ok || u.graph.Require(u.node, []string{path}) != nil {
		return nil
	}
	pkg, err := u.graph.Import(u.node, path)
	if err != nil {
		return nil
	}
	return pkg
}

func (u *unit) importedAs(f *ast.File, name string) *types.Package {
	if pkg := u.imports[f][name]; pkg != nil {
		return pkg
	}
	if f == nil || u.node.Info.Scopes[f] == nil {
		return nil
	}
	if pn, ok := u.node.Info.Scopes[f].Lookup(name).(*types.PkgName); ok {
		return pn.Imported()
	}
	return nil
}

// packageNames returns the names of all packages that contracts of the file
// may mention without an import directive, the standard ones excepted.
func (u *unit) packageNames() []string {
	var names []string
	for _, f := range u.node.Files {
		for name := range u.imports[f] {
			names = append(names, name)
		}
		if s := u.node.Info.Scopes[f]; s != nil {
			names = append(names, s.Names()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
