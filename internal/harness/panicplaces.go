package harness

import (
	"go/ast"
	"go/types"
	"strconv"

	"github.com/rtest-dev/rtest/internal/harness/rt"
	"github.com/rtest-dev/rtest/refine"
)

// panicPlaces are the lines of a package, as file:line, with one call of panic whose
// argument is made there: whatever its text, the panic is the same one. Where the
// argument comes from elsewhere, as an error does, its text tells panics apart.
func panicPlaces(pkg *refine.Package) map[string]bool {
	places, several := map[string]bool{}, map[string]bool{}
	for _, f := range pkg.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			fun, ok := ast.Unparen(call.Fun).(*ast.Ident)
			if !ok || pkg.Info.Uses[fun] != types.Universe.Lookup("panic") {
				return true
			}
			at := pkg.Fset.Position(call.Pos())
			line := at.Filename + ":" + strconv.Itoa(at.Line)
			switch ast.Unparen(call.Args[0]).(type) {
			case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
				several[line] = true
			default:
				if places[line] {
					several[line] = true
				}
				places[line] = true
			}
			return true
		})
	}
	for line := range several {
		delete(places, line)
	}
	return places
}

// kind returns that of a panic, empty where its place says all.
func (g *glue) kind(site, kind string) string {
	if g.panics[site] && !rt.OfRuntime(kind) {
		return ""
	}
	return kind
}
