package build

// Counters are what is counted while the function under test is called.
type Counters uint8

const (
	// CountNothing leaves the code as it is.
	CountNothing Counters = iota
	// CountTargets notes which basic blocks of the functions under test are
	// reached (Binary.Blocks, Runner.Reached), CountBlocks those of their packages.
	CountTargets
	CountBlocks
	// CountConditions tells for each input which conditions were true and false,
	// once or more often (Tally.Covered).
	CountConditions
	// CountMutants has no counters: each mutant of the functions under test, and of what they
	// call in their package, is behind a switch (Binary.Mutants, Job.Mutant).
	CountMutants
	// WatchBoundaries and WatchPaths tell for each input which goals its call reaches
	// (Tally.Covered): comparisons at their boundaries, and the way it takes; WatchFlows which
	// values come to which uses. The functions are those of CountMutants.
	WatchBoundaries
	WatchPaths
	WatchFlows
)
