package wire

import "github.com/rtest-dev/rtest/decode/tree"

// A Universe is what terms are evaluated over. Its variables are numbered; so are the
// rows, which have one value for each sample: those of the variables come first.
type Universe struct {
	// Timeout in nanoseconds, Memory in bytes.
	Timeout, Memory int64
	// Sorts are the values of variables, by the target that has them as its one input.
	Sorts []Sort
	// Slots has the sort of each variable.
	Slots []int
	// Samples are assignments: for each variable the index of a value of its sort, or
	// a number of which it is the remainder.
	Samples [][]int
	// Extend are targets whose results are values of variables as well, as far as a sort
	// has no more than Extra of these.
	Extend []int
	Extra  int
	// Grow are targets whose results are further values as well.
	Grow []int
	// States are targets of one input: values of its type are told apart by their results.
	States []int
	// Changes has, for each target, whether it changes what its inputs refer to; it gets
	// copies then.
	Changes []bool
	// Constants are programs that have one value for all assignments. Each becomes a target
	// without inputs, behind the others.
	Constants [][]int
}

// A Sort is the values of one type, as streams of a target.
type Sort struct {
	Target  int
	Streams [][]int64
	// Further are values that variables have in comparisons alone. Of these, those are left out that
	// cannot be built.
	Further [][]int64
	// NonNil leaves out nil, unless there is nothing else.
	NonNil bool
}

// Terms asks for the rows of calls whose arguments are rows. Kept are those of the
// last request, by index, that become rows now; the others are forgotten.
type Terms struct {
	Kept  []int
	Nodes []Node
}

// A Node is a call of a target with the values of rows. The row of a Leaf is wanted for its
// print alone: it can be neither kept nor seen.
type Node struct {
	Target int   `json:"t"`
	Args   []int `json:"a"`
	Leaf   bool  `json:"l,omitempty"`
}

// Blocks is into how many blocks of samples a row is divided.
const Blocks = 8

// PrintSize is the number of bytes that Rows has for each node.
const PrintSize = 8*(1+Blocks) + 8 + 8

// Rows tell rows apart: for each node a hash of its row, a hash of each block, the
// number of samples for which it is undefined, and 1 if it is the same for all samples, in
// little-endian order.
type Rows struct {
	Prints []byte
	// Constants are the values of the constants of a universe, nil where one has none.
	Constants []*tree.Value
}

// Seen asks what rows are for each sample, and what programs give for each of some assignments.
type Seen struct {
	Rows     []int
	Programs [][]int
	At       []Assignment
}

// An Assignment has the number of a value for each variable of the universe.
type Assignment []uint32

// Values has a hash for each row and sample, and then for each program and assignment, 0 where there is no value:
// one row after the other, in little-endian order.
type Values struct{ Hashes []byte }

// Comparisons asks for which assignments pairs of terms have the same value.
type Comparisons struct{ Pairs []Comparison }

// A Comparison is of two programs. A program is a term in postfix order: a target, or
// for the variable i the number -1-i.
type Comparison struct {
	Left, Right []int
	// Condition, where it is not empty, is a program of a boolean: only assignments
	// with which it is true count, or with Negated those with which it is false.
	Condition []int
	Negated   bool
	// Slots are the variables of the programs, Limit is how many assignments are tried.
	Slots []int
	Limit int64
	// Most is how many assignments may differ: with one more the comparison ends. Unless it is 0, the
	// values of the first that differs are wanted.
	Most int64
	// Further tries assignments of which at least one variable has a further value; with Modest set none
	// that is an integer has.
	Further, Modest bool
}

// Compared has an outcome for each comparison.
type Compared struct{ Outcomes []Outcome }

// An Outcome says for how many assignments programs were compared, for how many they
// differ, and for how many both are undefined.
type Outcome struct {
	Tried, Differ, Undefined int64
	// Whole says that these were all assignments.
	Whole bool
	// First are the values of the slots of the first that differs, where they were wanted; Apart is this
	// assignment.
	First []*tree.Value
	Apart Assignment
}

// Trial asks whether targets are functions of their inputs: each is called with up to
// Limit of the combinations of values of the sorts Inputs, twice.
type Trial struct {
	Target int
	Inputs []int
	Limit  int64
}

// Tried is what a trial found: for each input whether it was changed, whether a second
// call with equal inputs gave something else, and the combination with which.
type Tried struct {
	Calls, Undefined int64
	Changed          []bool
	// Nil is how many calls had nil for each input, NilUndefined how many of these gave nothing.
	Nil, NilUndefined []int64
	// Returned says that each call that gave something gave its first input, which is a pointer.
	Returned bool
	Unsteady bool
	First    []int
	// Reused says that a later call changed what one had returned.
	Reused bool
	// Opaque is why results cannot be compared.
	Opaque string
}
