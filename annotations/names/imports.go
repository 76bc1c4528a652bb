package names

import (
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/rtest-dev/rtest/annotations/load"
)

// PackageNamed returns the package that a name refers to in a contract of the file. It looks at the
// imports of the file, then of other files of the package, then at standard packages.
func (u *Unit) PackageNamed(f *ast.File, name string) *types.Package {
	if pkg := u.ImportedAs(f, name); pkg != nil {
		return pkg
	}
	for _, other := range u.Node.Files {
		if other != f {
			if pkg := u.ImportedAs(other, name); pkg != nil {
				return pkg
			}
		}
	}
	path, ok := load.StandardPackages[name]
	if !ok || u.Graph.Require(u.Node, []string{path}) != nil {
		return nil
	}
	pkg, err := u.Graph.Import(u.Node, path)
	if err != nil {
		return nil
	}
	return pkg
}

// ImportedAs returns the package that a file imports under the name, in Go or by an import
// directive, or nil.
func (u *Unit) ImportedAs(f *ast.File, name string) *types.Package {
	if pkg := u.imports[f][name]; pkg != nil {
		return pkg
	}
	if f == nil || u.Node.Info.Scopes[f] == nil {
		return nil
	}
	if pn, ok := u.Node.Info.Scopes[f].Lookup(name).(*types.PkgName); ok {
		return pn.Imported()
	}
	return nil
}

// PackageNames returns the names of the packages that contracts of the file may mention without an
// import directive, except standard packages.
func (u *Unit) PackageNames() []string {
	var names []string
	for _, f := range u.Node.Files {
		for name := range u.imports[f] {
			names = append(names, name)
		}
		if s := u.Node.Info.Scopes[f]; s != nil {
			names = append(names, s.Names()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// StandardPackage returns a package of the standard library, or nil.
func (u *Unit) StandardPackage(path string) *types.Package {
	if path == "" || u.Graph.Require(u.Node, []string{path}) != nil {
		return nil
	}
	pkg, err := u.Graph.Import(u.Node, path)
	if err != nil {
		return nil
	}
	return pkg
}

// Prefetch lists all standard packages that contracts mention without an import, in one call of the
// slow go command.
func (u *Unit) Prefetch() {
	names := map[string]bool{}
	for _, f := range u.Found {
		for _, d := range f.Directives {
			for _, name := range Qualifiers(d.Text) {
				names[name] = true
			}
		}
	}
	var paths []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		path, ok := load.StandardPackages[name]
		if ok && u.Node.Types.Scope().Lookup(name) == nil && !u.imported(name) {
			paths = append(paths, path)
		}
	}
	if len(paths) > 0 {
		// A package that cannot be loaded is reported where it is mentioned.
		_ = u.Graph.Require(u.Node, paths)
	}
}

func (u *Unit) imported(name string) bool {
	return slices.ContainsFunc(u.Node.Files, func(f *ast.File) bool { return u.ImportedAs(f, name) != nil })
}

// Qualifiers returns the names in text that are followed by a dot.
func Qualifiers(text string) []string {
	var out []string
	for i := 0; i < len(text); i++ {
		if text[i] != '.' || i == 0 {
			continue
		}
		j := i
		for j > 0 && (text[j-1] >= 'a' && text[j-1] <= 'z' || text[j-1] >= '0' && text[j-1] <= '9') {
			j--
		}
		if j < i {
			out = append(out, text[j:i])
		}
	}
	return out
}
