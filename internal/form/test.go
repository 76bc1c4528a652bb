package form

// A Test is a constraint beyond the terms: whether code returns true when run on the input. It is
// evaluated on inputs of which only some variables are decided.
type Test interface {
	// Start returns a run on an input. value returns the value of a variable; known is false if it
	// is not decided. A variable that is not realized has its default. Each solver has a run of its
	// own.
	Start(value func(v int32) (x int64, known bool)) Run
}

// A Run is one evaluation of a test, as far as the decided variables allow. It asks for the
// variables that it reads, and waits for those that are not decided. It has an answer at the latest
// when all variables are decided.
type Run interface {
	// Advance continues until there is an answer or a variable is needed that is not decided. An
	// answer stays until a Restore.
	Advance() Answer
	// Waits returns the variable for which the run waits.
	Waits() int32
	// Outcome returns what the comparison at which the run waits gives if the variable for which it
	// waits has the value x. ok is false if the run does not wait at a comparison, or if another
	// variable decides as well. It may be called until the next Advance.
	Outcome(x int64) (outcome, ok bool)
	// Boundary returns the number with which that comparison compares the variable itself. The outcome
	// is the same for all smaller values of the variable, and the same for all greater ones. ok is
	// false if the run waits at no such comparison.
	Boundary() (x int64, ok bool)
	// Suppose has the next Advance continue as if that comparison gave the outcome. The variable stays
	// undecided: what follows holds for all its values with this outcome.
	Suppose(outcome bool)
	// Save records the state of the run and returns its number. Restore returns the run to that
	// state. States must be restored in reverse order.
	Save() int
	Restore(state int)
	// Part returns the index of the part of the test that answered Fails. Spared reports how many
	// inputs a part rejected. alike is how many more were left out because they agree with a
	// rejected one in all that was read.
	Part() int
	Spared(part int, rejected, alike int64)
	// Steps returns the work of the run since its start. One step is about as much as revising a
	// cell.
	Steps() int64
}

// An Answer is the result of a test for all inputs that agree with what the run has read.
type Answer uint8

// The answers.
const (
	Waits Answer = iota
	Holds
	Fails
)
