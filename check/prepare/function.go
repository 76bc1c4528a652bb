package prepare

import (
	"context"
	"time"

	"github.com/rtest-dev/rtest/check/beyond"
	"github.com/rtest-dev/rtest/check/engine"
	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/check/generalize"
	"github.com/rtest-dev/rtest/check/saved"
	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode/interp"
	"github.com/rtest-dev/rtest/internal/duties"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/harness/codegen"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/refine"
)

// A Problem is the question for the inputs of one depth.
type Problem struct {
	Form *form.Form
	// Opaque tells, by index among the preconditions, why one is not in the
	// form.
	Opaque map[int]string
	// Test interprets some of them, with these indices; nil where it does none.
	Test   *interp.Test
	Tested []int
	// derived are the variables of the integers in derived fields.
	derived []int32
	// lexicon counts the characters of the words that texts outside the depth are.
	lexicon int
	// Missing is why there may be inputs that the form does not have, or empty.
	Missing string
}

// A Function is one function under test with what its loop needs.
type Function struct {
	Target
	Forms
	Outside
	Answering
	Proving
	Saving
	// Clock is that on which the time of the function ends.
	Clock *pace.Clock
	// Derived names the fields that are functions of the rest of an input. It is set by the first
	// question, because it needs the values built by calls, and so the process. Prepared is how
	// long that took: it counts as time of the function.
	Derived  []string
	Prepared time.Duration
	derive   func(context.Context) error
	Engine   engine.Engine
	// Part is the part of the inputs that is run.
	Part form.Shard
	// Keep goes on behind failures, Measure tells strategies apart.
	Keep, Measure bool
	// Emit receives the events of the function while it is tested.
	Emit func(event.Event)
}

// A Target is the function as its process knows it.
type Target struct {
	Pkg      *refine.Package
	Contract *refine.Contract
	Hints    refine.Hints
	Limits   event.Limits
	// Index is that of the target in the process.
	Index int
	Pre   []codegen.Precondition
	// Chance says which inputs are run several times; Chooses that some of an input is chosen
	// when it runs.
	Chance  codegen.Chance
	Chooses bool
	// First returns the stream of the first input of a solution; nil where that
	// is the solution.
	First func(solution []int64) []int64
	// Without says why the last of its inputs, a variadic parameter, has no values.
	Without string
	// Duty excuses a failure that is due to what callers have to see to;
	// it is nil where there is a contract.
	Duty func(*event.Failure) duties.Excuse
	// Words are what can be said of inputs, nil where nothing is to be.
	Words *generalize.Vocabulary
}

// Forms make the questions within the bounds, and read their solutions.
type Forms struct {
	// Pose makes the form of a depth; Wide that of all depths up to it with
	// more values of some kind; Free that of a depth without preconditions.
	Pose func(ctx context.Context, depth int) (*Problem, error)
	Wide func(ctx context.Context, depth int, more Widening) (*Problem, error)
	Free func(ctx context.Context, depth int) (*form.Form, error)
	// Parse reads the parts of an input from its stream; nil where inputs are not
	// made simpler.
	Parse func(stream []int64) []*decode.Node
	// States is how many values built by calls were found up to a depth, Values says how many
	// of each type.
	States func(depth int) int64
	Values func(depth int) []string
}

// An Outside makes the questions beyond the bounds.
type Outside struct {
	// Far asks for inputs, and Traits tell what there may be; no inputs where its Pose is nil.
	Far    beyond.Asking
	Traits beyond.Traits
	// Texts are the strings of an input. Hopes are texts with which a call inside the function
	// ended well, and the regular expressions that were asked about texts.
	Texts func(stream []int64) []string
	Hopes func() (accepted, patterns []string)
	// FailedCalls gives calls of the function that failed on the way to values outside
	// the bounds; nil where none are built.
	FailedCalls func() [][]int64
}

// An Answering has what is chosen while an input runs.
type Answering struct {
	// Ranges gives the values of the domains of a depth, Give hands the runner those
	// for its next jobs.
	Ranges *ranges
	Give   func(Bound)
	// Answers gives those of the functions among the inputs, AnswersFar those outside
	// a depth too; nil without any. Answered are the latter for the depth AnsweredAt.
	Answers    answersWithin
	AnswersFar answersBeyond
	Answered   [][]harness.Answers
	AnsweredAt int
}

// A Saving says what is done with saved inputs.
type Saving struct {
	// Store writes new counterexamples into files, with Flags in them.
	Store bool
	Flags string
	// Saved are the inputs of the function that are there. Prune removes those that are of no
	// use any more.
	Saved []saved.Input
	Prune bool
}

// prepare does something before the loop, in the time of the function. What is not done when
// that is over is left out; then the loop has no time either, and says so.
func (s *Function) prepare(ctx context.Context, do func(context.Context) error) error {
	began := s.Clock.Now()
	defer func() { s.Prepared += s.Clock.Now().Sub(began) }()
	timed := ctx
	if s.Limits.Time > 0 {
		var cancel context.CancelFunc
		timed, cancel = s.Clock.Within(ctx, began.Add(s.Limits.Time), pace.ErrSpent)
		defer cancel()
	}
	err := do(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}
