package event

import (
	"fmt"
	"go/token"
)

// A Proof is what the code of a function was found to do by solving: a claim about inputs
// beyond those that were run.
type Proof struct {
	// Proved says of which inputs it is proved that the function keeps its contract; empty for
	// none.
	Proved Claim `json:",omitempty"`
	// Open says what was not decided; empty where there is a claim, or where nothing was to be
	// proved.
	Open []Open `json:",omitempty"`
	// Disagreed counts the inputs that were solved to fail and did not when they were run.
	Disagreed int `json:",omitempty"`
}

// Text is the claim about a function whose bounds have a depth, empty for none.
func (p *Proof) Text(depth int) string {
	switch p.Proved {
	case ForAll:
		return "proved for all inputs"
	case ForData:
		return fmt.Sprintf("proved for all data up to depth %d", depth)
	case ForSaid:
		return fmt.Sprintf("proved for all data up to depth %d that its directives and constants leave", depth)
	}
	return ""
}

// WhyNoSolver is why something is open where Z3 is not there, or is not to be asked.
const WhyNoSolver = "Z3 is not asked"

// A Claim says of which inputs something is proved.
type Claim string

const (
	// ForAll is of all inputs, ForData of all data of the shapes up to the depth of the bounds,
	// ForSaid of those of them that directives and lists of constants leave.
	ForAll  Claim = "all"
	ForData Claim = "data"
	ForSaid Claim = "said"
)

// An Open is a place where it was not decided whether the function keeps its contract.
type Open struct {
	Pos token.Position
	Why string
}
