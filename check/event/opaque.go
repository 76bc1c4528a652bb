package event

import (
	"fmt"
	"go/token"
	"math"

	"github.com/rtest-dev/rtest/encode"
)

// WhyUnanswered is the Why of an Opaque about the answers of a function.
const WhyUnanswered = "for some questions no answer within the bounds satisfies it"

// An Opaque is a precondition that was not lifted. It is interpreted over partly decided
// inputs, or it filters inputs natively.
type Opaque struct {
	Clause string
	Pos    token.Position
	// Why is the reason why it was not lifted.
	Why string
	// Passed of the Reached inputs satisfied it.
	Passed, Reached int64
	// Interpreted means that rtest interprets it. Alike is then the number of skipped inputs: they agree with a
	// rejected one of the same depth and size in all parts that it read. Reached does not count them. Unclear is
	// the number of inputs that Go had to judge because interpretation gave no answer. Unclearly is the first
	// reason for that.
	Interpreted    bool
	Alike, Unclear int64
	Unclearly      string
}

// fewPass is the number of inputs that a precondition over values built by calls may reject
// for each that passes, before the report mentions it.
const fewPass = 10

// Telling reports whether the condition is worth a remark. Values built by calls are filtered
// natively by design, objects that are shared are interpreted so, and answers of functions are mostly
// found.
func (o *Opaque) Telling() bool {
	switch o.Why {
	case encode.WhyCalls:
		return o.Reached > fewPass*o.Passed
	case WhyUnanswered:
		return o.Reached > o.Passed
	case encode.WhyObjects:
		return !o.Interpreted || o.Unclear > 0
	}
	return true
}

// Text says how the condition is treated and what that costs.
func (o *Opaque) Text() string {
	if !o.Interpreted {
		return fmt.Sprintf("%s is a native filter (%s); %d of %d candidates passed", o.Clause, o.Why, o.Passed, o.Reached)
	}
	s := fmt.Sprintf("%s is interpreted (%s); %d of %d candidates passed", o.Clause, o.Why, o.Passed, o.Reached)
	if o.Alike == math.MaxInt64 {
		s += ", more than 10^18 that do not differ in what it reads were not tried"
	} else if o.Alike > 0 {
		s += fmt.Sprintf(", %d that do not differ in what it reads were not tried", o.Alike)
	}
	if o.Unclear > 0 {
		s += fmt.Sprintf("; of %d Go had to judge: %s", o.Unclear, o.Unclearly)
	}
	return s
}
