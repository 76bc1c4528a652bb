package wire

import (
	"github.com/rtest-dev/rtest/decode/tree"
)

// An Answered is a question to a function among the inputs of a single input,
// and its answer.
type Answered struct {
	// Func numbers the functions, in the order in which they were built.
	// Shapes are the indices of the shapes of all that were built so far.
	Func          int
	Shapes        []int
	Args, Results []*tree.Value
}

// A Single asks for one input to be run and described.
type Single struct {
	Target          int
	Stream          []int64
	Timeout, Memory int64
	// Depth and Answers are those of a Job.
	Depth   int64
	Answers [][]Answers
	// Turn is that of the run.
	Turn int
	// Mark is written to standard output and error around the call.
	Mark string
}

// Input is what a single input was before the call.
type Input struct {
	Args []*tree.Value
	// Shapes are the indices of the shapes of the functions among them.
	Shapes []int
	// Places are, for those that are drawn, in order, the places of the values
	// among those from which they are drawn.
	Places []int
}

// Judged is what came of a single input.
type Judged struct {
	// Rejected is the index of the precondition that rejects it, -1 when none
	// does, NoSuch when the stream draws a value that there is not.
	Rejected       int
	Failures       []Verdict
	After, Results []*tree.Value
	// Fault is a fault of the harness, or empty; Torn says that it is one of the
	// stream, which does not fit the inputs.
	Fault string
	Torn  bool
	// Overflow says that arithmetic of the contract's own wrapped around.
	Overflow bool
	// Notes say what was strange and is no failure.
	Notes []string
}

// NoSuch is the value of Judged.Rejected for a draw beyond the last value.
const NoSuch = -2

// A Verdict is one failure of a single input with what is known about it.
type Verdict struct {
	Failure
	Panic string
	Stack []string
	Parts []Part
}

// A Part is a sub-expression and its value.
type Part struct{ Text, Value string }
