package beyond

import (
	"context"
	"go/token"
	"slices"
	"time"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/encode/answers"
	"github.com/rtest-dev/rtest/internal/form"
	"github.com/rtest-dev/rtest/internal/pace"
	"github.com/rtest-dev/rtest/internal/value"
	"github.com/rtest-dev/rtest/refine"
)

// A Target is a function for which inputs outside the bounds are chosen: what is known of it, and how
// questions about its inputs are asked.
type Target struct {
	Hints *refine.Hints
	Traits
	// Depth is the depth of the bounds, Beyond the number of inputs, Seed the seed of all draws.
	Depth  int
	Beyond int64
	Seed   uint64
	// Functional reports that functions among the inputs have answers, Answered that they have some
	// outside the bounds.
	Functional, Answered bool
	// Conditions is the number of preconditions.
	Conditions int
	Forms      Asking
	Clock      Clock
	// Solver reports that Z3 may be asked.
	Solver bool
	// Parse returns the parts of an input. It is nil if inputs are not taken apart.
	Parse func(stream []int64) []*decode.Node
	// Texts returns the texts of an input. Hopes returns texts with which a call inside the function
	// succeeded, and the regular expressions that calls applied to texts. It may be nil.
	Texts func(stream []int64) []string
	Hopes func() (accepted, patterns []string)
	Runs
	// Admitted returns the number of inputs that compiled code does not reject. ok is false if one of
	// them does not end, or the time is over.
	Admitted func(context.Context, []Input) (n int, ok bool, err error)
	// Own returns a position in the user's own code. It returns false for other positions.
	Own func(token.Pos) (token.Position, bool)
}

// Runs report what inputs do when they run.
type Runs struct {
	// Seeds returns inputs within the bounds that did something new.
	Seeds func() [][]int64
	// Answers runs inputs and returns the results of calls of other packages' functions, in order, or
	// nil for an input that was not called. It is nil if these results cannot be recorded.
	Answers func(ctx context.Context, inputs [][]int64) ([][]answers.Answer, error)
	// Failed returns calls of the function that failed while values outside the bounds were built. It
	// is nil if none are built.
	Failed func() [][]int64
}

// Asking makes the forms of questions.
type Asking struct {
	// Pose asks for inputs, Accepting for inputs with which the call succeeds. Accepting may be nil,
	// or return nil, if success is not defined.
	Pose, Accepting func(context.Context, encode.Options) (*Problem, error)
	// Follow finds the goals of the function. It is nil if the function cannot be called.
	Follow func(context.Context, encode.Options) (*encode.Aims, *Problem, error)
}

// A Clock measures the time of the function.
type Clock struct {
	// Expired reports whether the time is over. Within returns a context that ends then, with
	// pace.ErrSpent.
	Expired func() bool
	Within  func(context.Context) (context.Context, context.CancelFunc)
	// Hasten withholds a part of the time that is left, part of of, for later work. Calling rest gives
	// it back.
	Hasten func(part, of time.Duration) (rest func())
}

// A Problem is the form of a question.
type Problem struct {
	Form *form.Form
	// Opaque has, by index among the preconditions, the reason why one is not in the form.
	Opaque map[int]string
	// Lexicon is the number of characters in the words that texts may be.
	Lexicon int
}

// Traits are properties of a function's inputs that decide which strategies apply.
type Traits struct {
	// Growing reports that inputs may have more parts than those within the bounds.
	Growing bool
	// Floating reports floating-point numbers, Built values built by calls, Contents that such values
	// are made of ordinary text, Binary that bytes are numbers.
	Floating, Built, Contents, Binary bool
	// Integers is the number of integers if an input consists of nothing else, otherwise 0.
	Integers int
	// Textual is the number of parts that contain strings. Several reports that one of them may hold
	// several texts, such as a map.
	Textual int
	Several bool
}

// TraitsOf returns the traits that the shapes of inputs show.
func TraitsOf(shapes []value.Shape, h *refine.Hints) Traits {
	return Traits{
		Growing: encode.Grows(shapes), Textual: encode.Textual(shapes), Floating: encode.Floats(shapes), Integers: integersOnly(shapes),
		Binary: len(h.Bytes) > 0 && encode.Octets(shapes), Several: holdsTexts(shapes),
	}
}

// integersOnly returns the number of integers if inputs consist of nothing else, otherwise 0.
func integersOnly(shapes []value.Shape) int {
	for _, s := range shapes {
		if x, ok := s.(*value.Int); !ok || x.Ranges != nil {
			return 0
		}
	}
	return len(shapes)
}

// holdsTexts reports whether a shape other than a string holds texts, such as a map.
func holdsTexts(shapes []value.Shape) bool {
	return slices.ContainsFunc(shapes, func(s value.Shape) bool {
		_, alone := s.(*value.String)
		return !alone && encode.Textual([]value.Shape{s}) > 0
	})
}

// inTime makes a form within the time of the function.
func (c *Clock) inTime(ctx context.Context, form func(context.Context) (*Problem, error)) (*Problem, error) {
	timed, cancel := c.Within(ctx)
	defer cancel()
	p, err := form(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil, pace.ErrSpent
	}
	return p, err
}
