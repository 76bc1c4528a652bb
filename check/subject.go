package check

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
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/refine"
)

// A problem is the question for the inputs of one depth.
type problem struct {
	form *form.Form
	// opaque tells, by index among the preconditions, why one is not in the
	// form.
	opaque map[int]string
	// test interprets some of them, with these indices; nil where it does none.
	test   *interp.Test
	tested []int
	// derived are the variables of the integers in derived fields.
	derived []int32
	// lexicon counts the characters of the words that texts outside the depth are.
	lexicon int
	// cut is why there may be inputs that the form does not have, or empty.
	cut string
}

// A setup is one function under test with what its loop needs.
type setup struct {
	// duty says what a failure is due to that callers have to see to, and which input is
	// negative then; nil where there is a contract.
	duty     func(*event.Failure) (why string, negative int)
	pkg      *refine.Package
	contract *refine.Contract
	hints    refine.Hints
	limits   event.Limits
	// clock is that on which the time of the function ends.
	clock *pace.Clock
	index int
	pre   []harness.Precondition
	// pose makes the form of a depth; wide that of all depths up to it with
	// more values of some kind; free that without preconditions.
	pose func(ctx context.Context, depth int) (*problem, error)
	wide func(ctx context.Context, depth int, more widening) (*problem, error)
	// states is how many values built by calls were found up to a depth.
	states func(depth int) int64
	free   func(ctx context.Context, depth int) (*form.Form, error)
	// far asks for inputs outside the bounds, and traits tell what there may be; no inputs
	// where its Pose is nil.
	far    beyond.Asking
	traits beyond.Traits
	// texts are the strings of an input. hopes are texts with which a call inside the function
	// ended well, and the regular expressions that were asked about texts.
	texts func(stream []int64) []string
	hopes func() (accepted, patterns []string)
	// without says why the last of its inputs, a variadic parameter, has no values.
	without string
	// derived names the fields that are functions of the rest of an input, once
	// derive has found them: it needs the values built by calls, and so the
	// process.
	derived []string
	// prepared is how long that took: it is of the time of the function.
	prepared time.Duration
	derive   func(context.Context) error
	// ranges gives the values of the domains of a depth, give hands the runner those
	// for its next jobs.
	ranges *ranges
	give   func(bound)
	// answers gives those of the functions among the inputs, answersFar those outside
	// a depth too; nil without any. Answered are the latter for the depth answeredAt.
	answers    answersWithin
	answersFar answersBeyond
	answered   [][]harness.Answers
	answeredAt int
	// failed gives calls of the function that failed on the way to values outside
	// the bounds; nil where none are built.
	failed func() [][]int64
	// values says how many values of types built by calls there are up to a
	// depth.
	values func(depth int) []string
	// parse reads the parts of an input from its stream; nil where inputs are not
	// made simpler.
	parse func(stream []int64) []*decode.Node
	// words are what can be said of inputs, nil where nothing is to be;
	// chooses tells that some of an input is chosen when it runs.
	words   *generalize.Vocabulary
	chooses bool
	// first returns the stream of the first input of a solution; nil where that
	// is the solution.
	first  func(solution []int64) []int64
	engine engine.Engine
	// chance says which inputs are run several times.
	chance harness.Chance
	// shard is the part of the inputs that is run.
	shard form.Shard
	// keep goes on behind failures, measure tells strategies apart.
	keep, measure bool
	store         bool
	saved         []saved.Input
	// prune removes saved inputs that are of no use any more; flags are written
	// into new ones.
	prune bool
	flags string
	emit  func(event.Event)
}

// prepare does something before the loop, in the time of the function. What is not done when
// that is over is left out; then the loop has no time either, and says so.
func (s *setup) prepare(ctx context.Context, do func(context.Context) error) error {
	began := s.clock.Now()
	defer func() { s.prepared += s.clock.Now().Sub(began) }()
	timed := ctx
	if s.limits.Time > 0 {
		var cancel context.CancelFunc
		timed, cancel = s.clock.Within(ctx, began.Add(s.limits.Time), pace.ErrSpent)
		defer cancel()
	}
	err := do(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}
