package wire

import "github.com/rtest-dev/rtest/decode/tree"

// A Universe is what terms are evaluated over. Its variables are numbered; so are the
// rows, which have one value for each sample: those of the variables come first.
type Universe struct {
	// Timeout is in nanoseconds, Memory in bytes.
	Timeout, Memory int64
	// Sorts are the values of variables. Each is given by the target that takes them as its only
	// input.
	Sorts []Sort
	// Slots has the sort of each variable.
	Slots []int
	// Samples are assignments. Each has for every variable the index of a value of its sort, modulo
	// the number of values.
	Samples [][]int
	// Extend are targets whose results are values of variables too, up to Extra for each sort.
	Extend []int
	Extra  int
	// Grow are targets whose results are further values too.
	Grow []int
	// States are targets of one input. The values of its type are distinguished by their results.
	States []int
	// Changes reports for each target whether it changes memory of its inputs. It then gets copies.
	Changes []bool
	// Deadly has, by target, the keys of further values with which the target is not called in comparisons.
	Deadly map[int][]uint64
}

// Constants asks for the values of programs, of which each becomes a target without inputs, after the others. Variables
// in them have one value. All rows but those of the variables are dropped.
type Constants struct{ Programs [][]int }

// A Sort is the values of one type, as streams of a target.
type Sort struct {
	Target  int
	Streams [][]int64
	// Further are values that variables have only in comparisons. Those that cannot be built are left
	// out.
	Further [][]int64
	// Wide are values that variables have only in comparisons with Wide set. They are built as the further ones are.
	Wide [][]int64
	// NonNil leaves out nil, unless there is nothing else.
	NonNil bool
}

// Terms asks for the rows of calls whose arguments are rows. Kept are the indices of rows of the last
// request to keep; the others are dropped.
type Terms struct {
	Kept  []int
	Nodes []Node
}

// A Node is a call of a target with the values of rows. A Leaf asks only for the print of its row,
// which can be neither kept nor seen.
type Node struct {
	Target int   `json:"t"`
	Args   []int `json:"a"`
	Leaf   bool  `json:"l,omitempty"`
}

// Blocks is the number of blocks of samples in a row.
const Blocks = 8

// PrintSize is the number of bytes that Rows has for each node.
const PrintSize = 8*(1+Blocks) + 8 + 8

// Rows identifies rows. For each node, in little-endian order, it has a hash of the row, a hash of
// each block, the number of samples for which it is undefined, and 1 if it is the same for all
// others.
type Rows struct {
	Prints []byte
}

// Valued has the values of constants. An element is nil if the constant has no value.
type Valued struct{ Values []*tree.Value }

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

// Comparisons asks for the assignments for which pairs of terms have the same value.
type Comparisons struct{ Pairs []Comparison }

// A Comparison compares two programs. A program is a term in postfix order: the index of a target, or
// -1-i for variable i.
type Comparison struct {
	Left, Right []int
	// Condition, if not empty, is a program that returns a bool. Only assignments for which it is true
	// count, or false if Negated is set.
	Condition []int
	Negated   bool
	// Slots are the variables of the programs. Limit is the greatest number of assignments.
	Slots []int
	Limit int64
	// Most is the number of assignments that may differ before the comparison ends. Unless it is 0,
	// the values of the first differing assignment are returned.
	Most int64
	// Further tries assignments of which at least one variable has a further value; with Modest set none
	// that is an integer has, or what a function gives for one.
	Further, Modest bool
	// Wide, set together with Further, tries assignments of which at least one variable has a value of Sort.Wide.
	Wide bool
}

// Compared has an outcome for each comparison.
type Compared struct{ Outcomes []Outcome }

// An Outcome has the number of assignments tried, of those for which the programs differ, and of those
// for which both are undefined.
type Outcome struct {
	Tried, Differ, Undefined int64
	// Whole reports that these were all assignments.
	Whole bool
	// Apart is the first assignment for which they differ. Simplest are the values of the slots in the simplest of the first hundred, where
	// they were wanted.
	Apart    Assignment
	Simplest []*tree.Value
}

// Trial asks whether targets are functions of their inputs. Each is called twice with up to Limit
// combinations of values of the sorts Inputs.
type Trial struct {
	Target int
	Inputs []int
	Limit  int64
}

// Tried is the result of a trial. It says which inputs were changed, and whether a second call with
// equal inputs had another result.
type Tried struct {
	Calls, Undefined int64
	Changed          []bool
	// Nil has for each input the number of calls in which it was nil, NilUndefined the number of those
	// without a result.
	Nil, NilUndefined []int64
	// Returned reports that each call with a result returned its first input, which is a pointer.
	Returned bool
	Unsteady bool
	// Reused says that a later call changed what one had returned, Roomy that a call had another result for lists
	// with more capacity, Zoned that it had another where the local time zone was another.
	Reused, Roomy, Zoned bool
	// Opaque is why results cannot be compared.
	Opaque string
}
