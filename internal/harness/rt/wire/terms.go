package wire

import "github.com/rtest-dev/rtest/decode/tree"

// A Universe is the set of values over which terms are evaluated. Its variables are numbered. Rows are numbered
// too and have one value for each sample; those of the variables come first.
type Universe struct {
	// Timeout in nanoseconds, Memory in bytes.
	Timeout, Memory int64
	// Sorts are the values of variables, by the target that has them as its one input.
	Sorts []Sort
	// Slots has the sort of each variable.
	Slots []int
	// Samples are assignments. For each variable they have a number whose remainder is the index of a value of
	// its sort.
	Samples [][]int
	// Extend are targets whose results are values of variables as well, as far as a sort
	// has no more than Extra of these.
	Extend []int
	Extra  int
	// Grow are targets whose results are further values as well.
	Grow []int
	// States are targets of one input. Their results distinguish values of the input's type.
	States []int
	// Changes has, for each target, whether it changes what its inputs refer to; it gets
	// copies then.
	Changes []bool
	// Constants are programs that have one value for all assignments. Each becomes a target without inputs,
	// after the others.
	Constants [][]int
}

// A Sort is the values of one type, as streams of a target.
type Sort struct {
	Target  int
	Streams [][]int64
	// Further are values that variables have in comparisons alone. Of these, those are left out that
	// cannot be built.
	Further [][]int64
}

// Terms asks for the rows of calls whose arguments are rows. Kept are the rows of the last request, by index, to
// keep; the others are dropped.
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

// Rows has the prints of rows. For each node that is a hash of its row, a hash of each block, the number of
// samples for which it is undefined, and 1 if it is the same for all samples, in little-endian order.
type Rows struct {
	Prints []byte
	// Constants are the values of the constants of a universe, nil for one without a value.
	Constants []*tree.Value
}

// Seen asks for the observations of rows for each sample.
type Seen struct{ Rows []int }

// Values has a hash for each row and sample, 0 where the row is undefined: one row after
// the other, in little-endian order.
type Values struct{ Hashes []byte }

// Comparisons asks for which assignments pairs of terms have the same value.
type Comparisons struct{ Pairs []Comparison }

// A Comparison compares two programs. A program is a term in postfix order: a target, or for the variable i the
// number -1-i.
type Comparison struct {
	Left, Right []int
	// Condition, if not empty, is a boolean program: only assignments that make it true count, or false with
	// Negated.
	Condition []int
	Negated   bool
	// Slots are the variables of the programs, Limit is how many assignments are tried.
	Slots []int
	Limit int64
	// All continues after the first difference.
	All bool
	// Further tries assignments in which at least one variable has a further value.
	Further bool
}

// Compared has an outcome for each comparison.
type Compared struct{ Outcomes []Outcome }

// An Outcome says for how many assignments programs were compared, for how many they
// differ, and for how many both are undefined.
type Outcome struct {
	Tried, Differ, Undefined int64
	// Whole says that these were all assignments.
	Whole bool
	// First are the values of the slots of the first difference.
	First []*tree.Value
}

// Trial asks whether targets are functions of their inputs: each is called with up to Limit of the combinations
// of values of the sorts Inputs, twice.
type Trial struct {
	Target int
	Inputs []int
	Limit  int64
}

// Tried is what a trial found: for each input whether it was changed, whether a second
// call with equal inputs gave something else, and the combination with which.
type Tried struct {
	Changed  []bool
	Unsteady bool
	First    []int
	// Opaque is why results cannot be compared.
	Opaque string
}
