package encode

import (
	"golang.org/x/tools/go/ssa"
)

// packageVars are the variables of one package.
type packageVars struct{ vars map[*ssa.Global]*object }

// global returns the address of a package-level variable.
func (m *machine) global(g *ssa.Global) val {
	return &unknown{guard: yes, why: "the package variable " + g.String() + " cannot be followed"}
}
