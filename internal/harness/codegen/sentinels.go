package codegen

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// sentinels records the errors that have names: the error variables of the package under test,
// and the exported ones of the packages it imports. It skips test files that no contract
// needs.
func (g *glue) sentinels() string {
	pkg := g.u.Pkg
	there := func(at token.Pos) bool {
		file := pkg.Fset.PositionFor(at, false).Filename
		return slices.Contains(pkg.GoFiles, file) || slices.Contains(pkg.UsedTests, file)
	}
	imported := map[string]bool{}
	for _, f := range pkg.Syntax {
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && there(f.FileStart) {
				imported[path] = true
			}
		}
	}
	var b strings.Builder
	for _, v := range errorVariables(pkg.Types) {
		if there(v.Pos()) {
			fmt.Fprintf(&b, "%sSentinel(%s, %q)\n", g.rt, v.Name(), v.Name())
		}
	}
	for _, p := range pkg.Types.Imports() {
		for _, v := range errorVariables(p) {
			if v.Exported() && imported[p.Path()] {
				fmt.Fprintf(&b, "%sSentinel(%s.%s, %q)\n", g.rt, g.f.Import(p.Path()), v.Name(), p.Name()+"."+v.Name())
			}
		}
	}
	return b.String()
}

// errorVariables returns the package variables of type error.
func errorVariables(pkg *types.Package) []*types.Var {
	var list []*types.Var
	for _, name := range pkg.Scope().Names() {
		v, ok := pkg.Scope().Lookup(name).(*types.Var)
		if ok && name != "_" && v.Type() == types.Universe.Lookup("error").Type() {
			list = append(list, v)
		}
	}
	return list
}
