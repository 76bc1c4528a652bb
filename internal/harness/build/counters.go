package build

// Counters says what is counted while the function under test is called.
type Counters uint8

const (
	// CountNothing leaves the code unchanged.
	CountNothing Counters = iota
	// CountTargets counts which basic blocks of the functions under test are reached
	// (Executable.Blocks, Runner.Reached). CountBlocks counts those of their packages.
	CountTargets
	CountBlocks
	// CountConditions counts for each input which conditions were true and false, and whether more
	// than once (Tally.Covered).
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
	// Schedules is for Scheduled: what is counted is up to the files.
	Schedules
)

// PerCall reports whether it is told call by call what is reached.
func (c Counters) PerCall() bool { return c > CountBlocks }
