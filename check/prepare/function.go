package prepare

import (
	"context"
	"go/types"
	"time"

	"github.com/rtest-dev/rtest/check/aliased"
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

// A Problem is the form of the inputs of one depth.
type Problem struct {
	Form *form.Form
	// Opaque says why a precondition is not in the form, by index of the precondition.
	Opaque map[int]string
	// Test interprets the preconditions with the indices Tested. It is nil if none is interpreted.
	Test   *interp.Test
	Tested []int
	// derived are the variables of derived fields.
	derived []int32
	// lexicon is the number of characters in all words that texts outside the depth are made of.
	lexicon int
	// Missing says why the form may lack inputs, or is empty.
	Missing string
}

// A Function is one function under test, with all that its loop needs.
type Function struct {
	Target
	Forms
	Outside
	Answering
	Proving
	Saving
	// Clock is the clock that limits the function's time.
	Clock *pace.Clock
	// Derived names the derived fields of the inputs. The first question sets it, because it needs
	// the values built by calls and therefore the process. Prepared is the time this took; it
	// counts as time of the function.
	Derived  []string
	Prepared time.Duration
	derive   func(context.Context) error
	Engine   engine.Engine
	// Part is the shard of the inputs that is run.
	Part form.Shard
	// Keep continues after failures. Measure attributes findings to strategies.
	Keep, Measure bool
	// Emit receives the events of the function while it is tested.
	Emit func(event.Event)
}

// A Target is a function as its process knows it.
type Target struct {
	Pkg      *refine.Package
	Contract *refine.Contract
	Hints    refine.Hints
	Limits   event.Limits
	// Index is the index of the target in the process.
	Index int
	Pre   []codegen.Precondition
	// Chance says which inputs are run several times. Chooses means that inputs have parts that are
	// chosen while they run.
	Chance  codegen.Chance
	Chooses bool
	// First returns the stream of the first input of a solution. If First is nil, the solution is
	// the stream.
	First func(solution []int64) []int64
	// Without says why the last input, a variadic parameter, has no values.
	Without string
	// Duty excuses a failure that callers have to prevent. It is nil if the function has a
	// contract.
	Duty func(*event.Failure) duties.Excuse
	// Words is the vocabulary for conditions on failing inputs, or nil if none are wanted.
	Words *generalize.Vocabulary
}

// Forms poses the questions within the bounds and reads their solutions.
type Forms struct {
	// Pose makes the form of a depth. Wide makes that of all depths up to it, with a greater range
	// of some values. Free makes that of a depth without preconditions.
	Pose func(ctx context.Context, depth int) (*Problem, error)
	// PoseAhead is Pose for the next depth, while inputs of the one before run. It returns nil where Pose would
	// change what is known of the function, or fail. It is nil where Pose runs or shows something.
	PoseAhead func(ctx context.Context, depth int) *Problem
	// PoseShared is like Pose where pointers may meet, whether or not a directive says so. It also
	// returns the types to which they point. It is nil if there are none without a directive.
	PoseShared func(ctx context.Context, depth int) (*Problem, []types.Type, error)
	// Apart are those of these types whose pointers a precondition compares.
	Apart []types.Type
	Wide  func(ctx context.Context, depth int, more Widening) (*Problem, error)
	Free  func(ctx context.Context, depth int) (*form.Form, error)
	// Parse reads the parts of an input from its stream. It is nil if inputs are not minimized.
	Parse func(stream []int64) []*decode.Node
	// States returns the number of values built by calls that were found up to a depth. Values
	// describes them by type.
	States func(depth int) int64
	Values func(depth int) []string
}

// Outside poses the questions beyond the bounds.
type Outside struct {
	// Far poses questions for inputs; if its Pose is nil there are none. Traits describes the
	// inputs.
	Far    beyond.Asking
	Traits beyond.Traits
	// Texts returns the strings of an input. Hopes returns texts with which a call inside the
	// function succeeded, and the regular expressions that texts were matched against.
	Texts func(stream []int64) []string
	Hopes func() (accepted, patterns []string)
	// FailedCalls returns calls of the function that failed while values outside the bounds were
	// built. It is nil if no values are built by calls.
	FailedCalls func() [][]int64
	// Aliased is the target of inputs that share memory.
	Aliased aliased.Target
}

// Answering has the values that are chosen while an input runs.
type Answering struct {
	// Ranges has the domains of the quantifiers, by depth. Give hands the runner the values for its
	// next jobs.
	Ranges *ranges
	Give   func(Bound)
	// Answers lists the answers of function inputs; AnswersFar adds those outside a depth. Both are
	// nil without function inputs. Answered is the result of AnswersFar for depth AnsweredAt.
	Answers    answersWithin
	AnswersFar answersBeyond
	Answered   [][]harness.Answers
	AnsweredAt int
}

// Saving describes the handling of saved inputs.
type Saving struct {
	// Store writes new counterexamples into files. Flags is recorded in them.
	Store bool
	Flags string
	// Saved are the saved inputs of the function. Prune removes those that are obsolete.
	Saved []saved.Input
	Prune bool
}

// chargePreparation calls do before the loop begins, and charges its time to the function. If the
// time runs out, it drops the rest without an error: the loop then has no time either, and reports
// that.
func (s *Function) chargePreparation(ctx context.Context, do func(context.Context) error) error {
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
