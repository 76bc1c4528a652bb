package concurrent

import "github.com/rtest-dev/rtest/internal/harness/rt/sched"

// UnlockPoint is the point of a schedule for all steps that give up a lock, AlarmPoint that for all before which an alarm may ring.
const (
	UnlockPoint = sched.UnlockSite
	AlarmPoint  = sched.AlarmSite
)

// A Cause is a kind of wrong concurrent use.
type Cause string

// The causes of findings.
const (
	CauseLinearizability Cause = "linearizability"
	CauseInvariant       Cause = "invariant"
	CauseDeadlock        Cause = "deadlock"
	CauseLeak            Cause = "leak"
	CausePanic           Cause = "panic"
	CauseRace            Cause = "race"
	CauseLivelock        Cause = "livelock"
)

// A Request says what to do. It is the input of the process, as JSON.
type Request struct {
	// Subject is the name of the type. Dir is the folder of its package.
	Subject, Dir string
	// Limits bound the search. Only is a case to replay; nil asks for all.
	Limits Limits
	Only   *Schedule
}

// Limits bound the cases and schedules of one subject.
type Limits struct {
	// Prefix is the greatest number of steps before the calls at the same time, States how many
	// states are reached by them.
	Prefix, States int
	// Preemptions are tried exhaustively. Random is how many schedules with more are tried of a
	// case.
	Preemptions, Random int
	// KeepGoing asks for all findings with different causes or called functions.
	KeepGoing bool
	// Schedules bounds those of all cases, CaseSchedules those of one.
	Schedules, CaseSchedules int
}

// A Schedule is a case and the choices of one of its schedules.
type Schedule struct {
	Maker     int     `json:"maker"`
	Prefix    []int   `json:"prefix,omitempty"`
	Sequences [][]int `json:"sequences"`
	// Points are the sites of accesses that are steps of their own, and UnlockPoint and AlarmPoint.
	Points  []int32 `json:"points,omitempty"`
	Choices []int   `json:"choices"`
	// Serial means that calls do not overlap.
	Serial bool `json:"serial,omitempty"`
}

// A Report is what came of a subject. It is the output of the process, as JSON.
type Report struct {
	Findings []Finding
	// Cases and Schedules are the numbers of those run. Exhausted is the number of preemptions up to which all
	// schedules of all cases ran. LeftOut counts cases without room in the budget of schedules.
	Cases, Schedules, Exhausted, LeftOut int
	// Long counts cases after many calls of a step, LongCalls are at most how many.
	Long, LongCalls int
	// Starts is how many beginnings the cases have; MoreStarts says that others were left out.
	Starts     int
	MoreStarts bool
	// Breaches are postconditions that do not hold where the calls are made one after the other, with their functions.
	Breaches []string
	// Unsupported says why rtest cannot judge the subject.
	Unsupported string
}

// A Finding is something wrong with concurrent use.
type Finding struct {
	Cause Cause
	// Maker and Prefix are calls as source; Sequences are those at the same time.
	Maker     string
	Prefix    []string
	Sequences [][]Made
	Afterwards
	// Orders are what the calls return one after the other.
	Orders []Order
	// Steps are those of the schedule. If it does not end, they are the first ones of Endless.
	Steps   []Step
	Endless int
	// Waiting are the goroutines that wait for ever. Asleep says that they would not if their calls were made at the end.
	// Panics are what ended goroutines.
	Waiting []Step
	Asleep  bool
	Panic   string
	// Broken is the postcondition of a call that does not hold, with the call; "" if it is the invariant of the value.
	Broken string
	// Race has the two accesses.
	Race []Step
	// Preemptions and Number say where among the schedules of the case it was found.
	Preemptions, Number int
	Schedule            Schedule
}

// Afterwards is a call at the end that shows the state, made several times, with its results. Rang means that timers rang after the
// first.
type Afterwards struct {
	After        string
	AfterResults []string
	Rang         bool
}

// A Made is a call in a schedule. Ended is false if it did not return.
type Made struct {
	Call   string `json:"call"`
	Result string `json:"result,omitempty"`
	Ended  bool   `json:"ended"`
}

// An Order is a sequential run of the calls. Calls has the numbers of those that begin, Results what all return, or one of the texts
// below.
type Order struct {
	Calls   []int    `json:"calls"`
	Results []string `json:"results"`
	After   []string `json:"after,omitempty"`
}

// What is said of a call that does not return. IsCutOff is one at which a goroutine that the code started panics.
const (
	WaitsForEver = "waits for ever"
	DoesNotEnd   = "does not end"
	IsCutOff     = "is cut off by a panic of another goroutine"
)

// A Step is a step of a goroutine, and where in the source.
type Step struct {
	// Goroutine is the number of a sequence, or, if it is negative, of a goroutine that the code
	// started, negated; 0 is the clock. Call is the number of the call.
	Goroutine int    `json:"goroutine"`
	Call      int    `json:"call"`
	What      string `json:"what"`
	File      string `json:"file,omitempty"`
	Line      int    `json:"line,omitempty"`
	Function  string `json:"function,omitempty"`
	// After are the steps of other goroutines that happen directly before this one, by their indices in the
	// finding's Steps.
	After []int `json:"happensAfter,omitempty"`
}
