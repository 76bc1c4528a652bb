package sched

// A Kind is what a step does.
type Kind uint8

// The kinds of steps.
const (
	Start Kind = iota
	Call
	Return
	Spawn
	Yield
	Lock
	TryLock
	Unlock
	RLock
	TryRLock
	RUnlock
	WaitForReaders
	Do
	DoDone
	Add
	Done
	Wait
	Signal
	Broadcast
	PoolGet
	PoolPut
	MapOp
	MapLoad
	Load
	Store
	ReadModifyWrite
	Send
	Receive
	Close
	Select
	Sleep
	Nap
	Timer
	Tick
	Cancel
	Read
	Write
	Inspection
	Join
	Idle
)

var kindTexts = [...]string{
	Start: "starts", Call: "calls", Return: "returns", Spawn: "go", Yield: "yields", Lock: "locks", TryLock: "tries to lock", Unlock: "unlocks",
	RLock: "locks for reading", TryRLock: "tries to lock for reading", RUnlock: "unlocks for reading", WaitForReaders: "waits for readers",
	Do: "enters once", DoDone: "leaves once", Add: "adds to a wait group", Done: "is done with a wait group", Wait: "waits",
	Signal: "signals", Broadcast: "broadcasts", PoolGet: "takes from a pool", PoolPut: "puts into a pool", MapOp: "changes a sync.Map",
	MapLoad: "reads a sync.Map", Load: "loads", Store: "stores", ReadModifyWrite: "loads and stores at once", Send: "sends", Receive: "receives",
	Close: "closes", Select: "selects", Sleep: "sleeps", Nap: "takes its time", Timer: "sets a timer", Tick: "the clock moves to the next timer", Cancel: "cancels", Read: "reads", Write: "writes", Inspection: "reads what it returned",
	Join: "waits for the calls", Idle: "waits until all wait",
}

// String returns the kind as part of a sentence whose subject is a goroutine.
func (k Kind) String() string { return kindTexts[k] }

// An Op is a step that a goroutine takes, or waits to take. Site is the number of the access in rewritten code,
// or 0. Stack is known only while events are recorded.
type Op struct {
	Kind  Kind
	Site  int32
	Stack []uintptr
}

// An Event is a step that was taken. That the clock moved is the step of goroutine -1. Known is what the goroutine
// knew when the step began, Learned what it knew after it.
type Event struct {
	Op
	Goroutine, Sequence, Call int
	Known, Learned            Clock
}
