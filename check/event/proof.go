package event

import "go/token"

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
