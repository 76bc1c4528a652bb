package form

// A Test is a constraint that no term says: whether code, run on the input,
// returns true. It is put to inputs of which only some variables are decided.
type Test interface {
	// Start returns a run on an input whose variables have the values that
	// value gives; known is false for one that is not decided. The value of a
	// variable that is not realized is its default. Each solver has a run of
	// its own.
	Start(value func(v int32) (x int64, known bool)) Run
}

// A Run is one evaluation of a test, as far as what is decided allows. It is
// told nothing: it asks for the variables that it comes to read, and goes on
// where it waited. It answers at the latest when all variables are decided.
type Run interface {
	// Advance goes on until there is an answer or a variable is needed that is
	// not decided. Once there is an answer it stays, until it is taken back.
	Advance() Answer
	// Waits is the variable for which the run waits.
	Waits() int32
	// Save notes the state of the run and returns its number, Restore takes the
	// run back to it; states are restored in the reverse order.
	Save() int
	Restore(state int)
	// Part is which part of the test has answered Fails, from 0. Spared tells
	// the run how often a part has, in all, and how many inputs were not looked
	// at because they agree with one of those in all that was read.
	Part() int
	Spared(part int, rejected, alike int64)
	// Steps is how much work the run has done since it was started, in steps of
	// the order of one cell revised.
	Steps() int64
}

// An Answer is what a run says of all inputs that agree with what it has read.
type Answer uint8

// The answers.
const (
	Waits Answer = iota
	Holds
	Fails
)
