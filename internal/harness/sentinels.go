package harness

import (
	"fmt"
	"go/types"
	"strings"
)

// sentinels notes the errors that a person knows by the names of package
// variables: those of the package under test, and the exported ones of the
// packages that it imports.
func (g *glue) sentinels() string {
	own := g.u.Pkg.Types
	var b strings.Builder
	for _, pkg := range append([]*types.Package{own}, own.Imports()...) {
		for _, name := range pkg.Scope().Names() {
			v, ok := pkg.Scope().Lookup(name).(*types.Var)
			if !ok || name == "_" || v.Type() != types.Universe.Lookup("error").Type() {
				continue
			}
			switch {
			case pkg == own:
				fmt.Fprintf(&b, "%sSentinel(%s, %q)\n", g.rt, name, name)
			case v.Exported():
				fmt.Fprintf(&b, "%sSentinel(%s.%s, %q)\n", g.rt, g.f.Import(pkg.Path()), name, pkg.Name()+"."+name)
			}
		}
	}
	return b.String()
}
