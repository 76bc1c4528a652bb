package analysis

import (
	"fmt"
	"path/filepath"

	"golang.org/x/tools/go/ssa"
)

// WhyOpen returns the reason for giving up a predicate whose meaning depends on the order of
// evaluation in the statement of an instruction.
func WhyOpen(in ssa.Instruction) string {
	place := "a statement of " + in.Parent().String()
	if p := in.Pos(); p.IsValid() {
		at := in.Parent().Prog.Fset.Position(p)
		place = fmt.Sprintf("the statement at %s:%d", filepath.Base(at.Filename), at.Line)
		if !filepath.IsAbs(at.Filename) {
			place = "it" // The clause itself: generated code has no folder.
		}
	}
	return place + " reads what a call in it changes, and Go leaves open which comes first"
}
