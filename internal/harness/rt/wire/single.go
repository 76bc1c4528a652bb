package wire

import (
	"github.com/rtest-dev/rtest/decode/tree"
)

// An Answered is a question to a function input of a single input, with its answer.
type Answered struct {
	// Func is the number of the function, in the order in which functions were built. Shapes are
	// the indices of the shapes of all functions built so far.
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
	// Turn is the number of the run; see turns.go of package judge.
	Turn int
	// Observe is that of a Job: if it is set, no panic rejects the input.
	Observe Observing `json:",omitempty"`
	// Dry describes the input and does not call the function.
	Dry bool `json:",omitempty"`
	// Mark is written to standard output and standard error before and after the call.
	Mark string
}

// Input is a single input as it was before the call.
type Input struct {
	Args []*tree.Value
	// Shapes are the indices of the shapes of the functions among the inputs.
	Shapes []int
	// Places are, for each drawn input in order, the index of its value in the list from which it
	// is drawn.
	Places []int
}

// Judged is the result of a single input.
type Judged struct {
	// Rejected is the index of the precondition that rejects the input. It is -1 if none does, and
	// NoSuch if the stream draws a value that does not exist.
	Rejected       int
	Failures       []Verdict
	After, Results []*tree.Value
	// Fault describes a fault of the harness; it is empty if there is none. Torn means that the fault is in the
	// stream, which does not fit the inputs.
	Fault string
	Torn  bool
	// Overflow says that arithmetic of the contract itself wrapped around.
	Overflow bool
	// Notes describe unusual events that are not failures.
	Notes []string
}

// NoSuch is the value of Judged.Rejected for a draw past the last value.
const NoSuch = -2

// A Verdict is one failure of a single input, with its details.
type Verdict struct {
	Failure
	Panic string
	Stack []string
	Parts []Part
}

// A Part is a sub-expression and its value.
type Part struct{ Text, Value string }
