package wire

// An Explore asks for the states of a builder.
type Explore struct {
	Builder int
	// Depth is the greatest level of the states; Steps the greatest number of
	// steps, -1 for as many as the level allows.
	Depth, Steps int
	// Groups are inputs of calls; the form of each follows.
	Groups []Group
	// Dead are the ordinals of calls that ended a process before: they are not
	// made again.
	Dead []int64
	// Calls and States are how many calls are made, and how many states kept,
	// before the search gives up.
	Calls, States int64
	// Walk, when it is not nil, asks for states outside the depths instead.
	Walk *Walk
	// Timeout, Memory, Until and Lag are those of a Job.
	Timeout, Memory, Until, Lag int64
}

// A Group is inputs of a callee that a state of the level From may come of. Of
// the inputs of a Far one, which are outside the depths, some are drawn; of a Row
// walks take all, in order.
type Group struct {
	Callee, From       int
	Far, Row, All, Few bool
}

// Explored is the states of a builder: those of the level Depth and below are
// complete. They stand in the order of their numbers: by level, then by size.
type Explored struct {
	States States
	Depth  int
	// Cut is why the search gave up, or empty.
	Cut string
	// Failed counts, by level and callee, the calls up to that level that
	// panicked or broke a contract.
	Failed [][]int64
	// Refused counts, by callee, the calls in which a function that was an input
	// did not do what its contract demands.
	Refused []int64
	// Empty counts, by callee, the calls that gave no value: nil, or an error;
	// Asked how many inputs there were for it; of a constructor those that its
	// precondition admits.
	Empty, Asked []int64
	// Unequal is why some states equal no other, or empty; Captured is a function
	// that steps make anew each time, so that what it captured may differ among
	// states taken for equal.
	Unequal, Captured string
	// Failing are some calls of a walk that failed.
	Failing []FailedCall
	Fault   string
}

// TimeRanOut is the Cut of a search that its time ended.
const TimeRanOut = "time ran out"

// A FailedCall is a call on the way to values that panicked or broke its contract:
// the stream of its inputs, with all states spelled out.
type FailedCall struct {
	Callee int
	Stream []int64
}

// A Walk asks for states outside the depths: those that come of more calls, or
// of arguments that are outside, found by random walks.
type Walk struct {
	// Walks is the number of walks, Length the greatest number of steps of
	// one. A state that comes of more than Near steps is outside the depths.
	Walks, Length, Near int
	// States is how many states are kept, evenly from the walks.
	States int
	// Seed determines the walks, whatever else the unit has. Foci are values of interest for arguments, of
	// which Arguments are drawn for each far group.
	Seed      uint64
	Foci      []int64
	Arguments int
}

// FarLevel is the level of a state that comes of arguments outside the depths,
// FarSuspect that of a state outside them from which a call failed.
const (
	FarLevel   = 1 << 20
	FarSuspect = FarLevel + 1
)
