package event

// A Phase is the current activity of a run.
type Phase uint8

// The phases, in the order in which a function goes through them.
const (
	// PhaseLoading lists, parses and type-checks packages.
	PhaseLoading Phase = iota
	// PhaseCompiling builds the process that holds the code under test.
	PhaseCompiling
	// PhaseDepth tries the inputs of a depth, PhaseBeyond those beyond the bounds.
	PhaseDepth
	PhaseBeyond
	// PhaseSimplifying looks for the simplest counterexample, and for common properties of failing inputs.
	PhaseSimplifying
	// PhaseProving solves the code.
	PhaseProving
)

// String returns the phase in words.
func (p Phase) String() string {
	return [...]string{"loading", "compiling", "depth", "beyond the bounds", "simplifying", "proving"}[p]
}
