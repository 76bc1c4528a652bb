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

// A Target is a function for which inputs outside the bounds are chosen: what is known of it,
// and how questions about its inputs are asked.
type Target struct {
	Hints *refine.Hints
	Traits
	// Depth is that of the bounds, Beyond how many inputs there may be. Seed is that of all draws.
	Depth  int
	Beyond int64
	Seed   uint64
	// Functional says that functions among the inputs have answers, Answered that they have some
	// outside the bounds.
	Functional, Answered bool
	// Conditions is how many preconditions there are.
	Conditions int
	Forms      Asking
	Clock      Clock
	// Solver says that Z3 may be asked.
	Solver bool
	// Parse reads the parts of an input from its stream; nil where inputs are not taken apart.
	Parse func(stream []int64) []*decode.Node
	// Texts are the texts of an input. Hopes are texts with which a call inside the function
	// ended well, and the regular expressions that were asked about texts; nil for none.
	Texts func(stream []int64) []string
	Hopes func() (accepted, patterns []string)
	Runs
	// Admitted counts the inputs that compiled code does not reject; ok is false where one of
	// them does not come to an end, or the time is over.
	Admitted func(context.Context, []Input) (n int, ok bool, err error)
	// Own gives a place in the user's own code; false for other places.
	Own func(token.Pos) (token.Position, bool)
}

// Runs say what inputs do when they are run.
type Runs struct {
	// Seeds are inputs within the bounds that did something new.
	Seeds func() [][]int64
	// Answers runs inputs and gives what the calls of functions of other packages gave, in order, nil
	// for an input that was not called. It is nil where that cannot be told.
	Answers func(ctx context.Context, inputs [][]int64) ([][]answers.Answer, error)
	// Failed gives calls of the function that failed on the way to values outside the bounds;
	// nil where none are built.
	Failed func() [][]int64
}

// Asking makes the forms of questions.
type Asking struct {
	// Pose asks for inputs, Accepting for such with which the call ends well: nil, and a nil
	// problem, where that cannot be told.
	Pose, Accepting func(context.Context, encode.Options) (*Problem, error)
	// Follow finds what the function may do with inputs; nil where it cannot be called.
	Follow func(context.Context, encode.Options) (*encode.Aims, *Problem, error)
}

// A Clock is that of the function.
type Clock struct {
	// Expired tells whether its time is over. Within is a context that ends then, with
	// pace.ErrSpent.
	Expired func() bool
	Within  func(context.Context) (context.Context, context.CancelFunc)
	// Hasten leaves to what follows a part of the time that is left, so many of so many, until
	// what it returns gives the rest back.
	Hasten func(part, of time.Duration) (rest func())
}

// A Problem is the form of a question.
type Problem struct {
	Form *form.Form
	// Opaque tells, by index among the preconditions, why one is not in the form.
	Opaque map[int]string
	// Lexicon counts the characters of the words that texts are.
	Lexicon int
}

// Traits are properties of a function's inputs on which it depends which strategies have any.
type Traits struct {
	// Growing says that some inputs have more parts than those within the bounds.
	Growing bool
	// Floating says that there are floating-point numbers, Built that values are built by calls,
	// Contents that these are made of what is text like any other, Binary that bytes are numbers.
	Floating, Built, Contents, Binary bool
	// Integers is how many integers an input is that is nothing else.
	Integers int
	// Textual is how many parts of an input have strings; Several says that one of them may
	// hold more than one text, as a map of texts.
	Textual int
	Several bool
}

// TraitsOf are the traits of inputs with these shapes, as far as these show.
func TraitsOf(shapes []value.Shape, h *refine.Hints) Traits {
	return Traits{
		Growing: encode.Grows(shapes), Textual: encode.Textual(shapes), Floating: encode.Floats(shapes), Integers: integersOnly(shapes),
		Binary: len(h.Bytes) > 0 && encode.Octets(shapes), Several: holdsTexts(shapes),
	}
}

// integersOnly is how many integers an input is that is nothing else, 0 for all others.
func integersOnly(shapes []value.Shape) int {
	for _, s := range shapes {
		if x, ok := s.(*value.Int); !ok || x.Ranges != nil {
			return 0
		}
	}
	return len(shapes)
}

// holdsTexts reports whether a shape that is no text itself holds texts, as a map of texts.
func holdsTexts(shapes []value.Shape) bool {
	return slices.ContainsFunc(shapes, func(s value.Shape) bool {
		_, alone := s.(*value.String)
		return !alone && encode.Textual([]value.Shape{s}) > 0
	})
}

// inTime makes a form in the time of the function.
func (c *Clock) inTime(ctx context.Context, form func(context.Context) (*Problem, error)) (*Problem, error) {
	timed, cancel := c.Within(ctx)
	defer cancel()
	p, err := form(timed)
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return nil, pace.ErrSpent
	}
	return p, err
}
