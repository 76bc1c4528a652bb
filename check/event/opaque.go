package event

import (
	"fmt"
	"go/token"

	"github.com/rtest-dev/rtest/encode"
)

// WhyUnanswered is the Why of an Opaque that a function's answers are to satisfy.
const WhyUnanswered = "for some questions no answer within the bounds satisfies it"

// An Opaque is a precondition that was not lifted: it is interpreted over
// partly decided inputs, or filters natively.
type Opaque struct {
	Clause string
	Pos    token.Position
	// Why it was not lifted.
	Why string
	// Passed of Reached inputs satisfied it.
	Passed, Reached int64
	// Interpreted says that it is interpreted. Then Alike is how many inputs
	// were not looked at because they agree with a rejected one, of the same
	// depth and size, in all that was read of that; Reached does not count
	// them. Unclear is how often it was not known what the condition says, so
	// that Go had to judge the input, and Unclearly the first reason for that.
	Interpreted    bool
	Alike, Unclear int64
	Unclearly      string
}

// fewPass is how many times as many inputs a precondition may reject as pass
// before that is said of one over values built by calls.
const fewPass = 10

// Telling tells whether there is something to be said of the condition: what is built
// by calls is filtered natively by design, and what functions answer is mostly found.
func (o *Opaque) Telling() bool {
	switch o.Why {
	case encode.WhyCalls:
		return o.Reached > fewPass*o.Passed
	case WhyUnanswered:
		return o.Reached > o.Passed
	}
	return true
}

// Text says how the condition is seen, and what it costs.
func (o *Opaque) Text() string {
	if !o.Interpreted {
		return fmt.Sprintf("%s is a native filter (%s); %d of %d candidates passed", o.Clause, o.Why, o.Passed, o.Reached)
	}
	s := fmt.Sprintf("%s is interpreted (%s); %d of %d candidates passed, %d look-alikes of the others were not looked at",
		o.Clause, o.Why, o.Passed, o.Reached, o.Alike)
	if o.Unclear > 0 {
		s += fmt.Sprintf("; of %d Go had to judge: %s", o.Unclear, o.Unclearly)
	}
	return s
}
