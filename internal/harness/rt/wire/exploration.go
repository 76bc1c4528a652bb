package wire

// An Explore asks for the states of a builder.
type Explore struct {
	Builder int
	// Depth is the greatest level of the states. Steps is the greatest number of steps, or -1 for
	// as many as the level allows.
	Depth, Steps int
	// Groups are the inputs of calls. The form of each group follows the message.
	Groups []Group
	// Dead are the ordinals of calls that ended a process before. They are not made again.
	Dead []int64
	// Last, unless it is 0, is the ordinal of the last call that may be made. The search gives up behind it.
	Last int64
	// Calls and States bound the calls made and the states kept before the search gives up.
	Calls, States int64
	// Walk, if not nil, asks for states outside the depths instead.
	Walk *Walk
	// Timeout, Memory, Until and Lag are those of a Job.
	Timeout, Memory, Until, Lag int64
}

// A Group is a set of inputs of a callee. Its calls may yield states of level From and above. Inputs of a Far
// group are outside the depths, and walks draw some of them. Walks take all inputs of a Row group, in order.
type Group struct {
	Callee, From       int
	Far, Row, All, Few bool
}

// Explored is the answer to an Explore: the states of a builder, complete up to level Depth. They
// are numbered in their order, by level, then by size.
type Explored struct {
	States States
	Depth  int
	// Cut says why the search gave up. It is empty if it did not.
	Cut string
	// Failed counts the calls that panicked or broke a contract, by level and callee. The counts of
	// a level include the levels below.
	Failed [][]int64
	// Refused counts, by callee, the calls in which a function input violated its contract, or was
	// called against it.
	Refused []int64
	// Empty counts, by callee, the calls that gave nil or an error instead of a value. Asked counts
	// the inputs of each callee; of a constructor, those that its precondition admits.
	Empty, Asked []int64
	// Unequal says why some states are never equal to another; it is empty if there are none.
	// Captured is a function that each call of a step creates anew, so that states taken for equal
	// may differ in the variables it captured.
	Unequal, Captured string
	// Failing are some of the calls of walks that failed.
	Failing []FailedCall
	Fault   string
}

// TimeRanOut is the Cut of a search that ran out of time.
const TimeRanOut = "time ran out"

// A FailedCall is a call that panicked, broke its contract or ended the process while states were built. Stream
// is the stream of its inputs.
type FailedCall struct {
	Callee int
	Stream []int64
}

// A Walk asks for states outside the depths, found by random walks. They result from more calls or from
// arguments outside the bounds.
type Walk struct {
	// Walks is the number of walks, Length the greatest number of steps of a walk. A state after
	// more than Near steps is outside the depths.
	Walks, Length, Near int
	// States is how many states are kept, spread evenly over the walks.
	States int
	// Seed determines the walks, independently of the rest of the unit. Foci are values of interest
	// for arguments. Each far group has Arguments inputs drawn from it.
	Seed      uint64
	Foci      []int64
	Arguments int
}

// FarLevel is the level of a state that comes from arguments outside the depths. FarSuspect is the
// level of a state outside the depths from which a call failed.
const (
	FarLevel   = 1 << 20
	FarSuspect = FarLevel + 1
)
