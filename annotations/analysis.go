package annotations

import (
	"github.com/rtest-dev/rtest/internal/code"
	"github.com/rtest-dev/rtest/refine"
)

// Code returns a new SSA form of a package and of what it imports, for analyses of
// the functions that are tested.
func (p *Program) Code(pkg *refine.Package) *code.Program { return codeOf(p.units[pkg].u) }
