package explain

import (
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// An Explanation collects the sub-expressions that decided a predicate.
type Explanation struct {
	parts []wire.Part
	pkg   string
	// state returns a text of the values that the clause is about. It is nil if evaluating the
	// clause does not change them. before is the text at the start. stateChanged is set when the
	// text has changed: later sub-expressions see other values than the clause did, and are not
	// noted.
	state        func() string
	before       string
	stateChanged bool
	// questions counts the questions to functions without parameters, whose answers vary by call. If questions
	// exceeds questionsBefore, a sub-expression has asked again and does not see the values that the clause saw.
	questions       func() int64
	questionsBefore int64
	// aligned, if not nil, reports whether functions give the answers that the clause saw. What is
	// evaluated at other times is not noted.
	aligned func() bool
	// inputsRestored says that the inputs are as they were before the call, needsInputs that the
	// explanation needs such inputs.
	inputsRestored, needsInputs bool
	// runesAsCharacters says that runes are shown as characters.
	runesAsCharacters bool
	// callsForNumbers says that numbers without a literal are shown as calls, such as math.NaN().
	callsForNumbers bool
}

// NewExplanation returns an empty explanation of a clause of the package with path pkg.
func NewExplanation(pkg string) *Explanation { return &Explanation{pkg: pkg} }

// CountQuestions omits sub-expressions that get a new answer from a function. asked counts the
// questions to functions whose answers vary by call.
func (x *Explanation) CountQuestions(asked func() int64) {
	x.questionsBefore, x.questions = asked(), asked
}

// Watch omits sub-expressions evaluated after a change of state, which returns a text of the values that the
// clause is about.
func (x *Explanation) Watch(state func() string) { x.state, x.before = state, state() }

// AlignedWith omits sub-expressions evaluated while aligned returns false: functions then do not give the
// answers that the clause saw.
func (x *Explanation) AlignedWith(aligned func() bool) { x.aligned = aligned }

// NeedsInputs reports whether the explanation needs inputs as they were before the call.
func (x *Explanation) NeedsInputs() bool { return x.needsInputs }

// GiveInputs says that the inputs are as they were before the call.
func (x *Explanation) GiveInputs() { x.inputsRestored = true }

// Parts returns the recorded parts.
func (x *Explanation) Parts() []wire.Part { return x.parts }

// note notes a sub-expression and its value, unless the clause did not see this value.
func (x *Explanation) note(text, value string) {
	if !x.stateChanged && !x.gotNewAnswer() && (x.aligned == nil || x.aligned()) {
		x.parts = append(x.parts, wire.Part{Text: text, Value: value})
	}
	x.Decided()
}

// gotNewAnswer reports whether the last evaluation got a new answer from a function.
func (x *Explanation) gotNewAnswer() bool {
	if x.questions == nil {
		return false
	}
	before := x.questionsBefore
	x.questionsBefore = x.questions()
	return x.questionsBefore > before
}

// Decided must be called after an evaluation that is not noted.
func (x *Explanation) Decided() {
	if x.state != nil && !x.stateChanged {
		x.stateChanged = x.state() != x.before
	}
}

// Value notes the value of a sub-expression.
func (x *Explanation) Value(text string, v any) bool { return x.noteUnlessSame(text, x.format(v)) }

// Character notes the value of a number that is a character.
func (x *Explanation) Character(text string, v any) bool {
	return x.noteUnlessSame(text, x.formatCharacter(v))
}

// noteUnlessSame notes a value unless it is the same as its text.
func (x *Explanation) noteUnlessSame(text, value string) bool {
	if value != text {
		x.note(text, value)
	} else {
		x.Decided()
	}
	return true
}

// Self notes the value for which an invariant fails, unless it is the whole of the results.
func (x *Explanation) Self(v, whole any) {
	if text := x.format(v); strings.TrimPrefix(text, "&") != strings.TrimPrefix(x.format(whole), "&") {
		x.note("self", text)
	}
}

// Among notes that none of the n values of type t within the bounds decided a quantifier.
func (x *Explanation) Among(text string, holds bool, n int, t string) bool {
	value := fmt.Sprintf("%v (%d values of %s are within the bounds)", holds, n, t)
	if n == 1 {
		value = fmt.Sprintf("%v (1 value of %s is within the bounds)", holds, t)
	}
	x.note(text, value)
	return true
}

// Compare notes both sides of a comparison or a membership.
func (x *Explanation) Compare(text string, a any, op string, b any) bool {
	left, right := x.format(a), x.format(b)
	a, b = withoutAnnotation(a), withoutAnnotation(b)
	if left == right && left != "nil" && reflect.ValueOf(a).Kind() == reflect.Pointer && !memory.Same(a, b) {
		right += " elsewhere"
		if op == "==" && memory.Equal(a, b) {
			right += " (== compares pointers; equal would hold)"
		}
	}
	x.note(text, left+" "+op+" "+right)
	return true
}

// Alike notes that a and b are equal by == but not by Equal.
func (x *Explanation) Alike(text string, a, b any) {
	if a, b := withoutAnnotation(a), withoutAnnotation(b); memory.Same(a, b) && !memory.Equal(a, b) {
		x.note(text, "true: only equal distinguishes nil from empty, 0 from -0, copies from shared memory")
	}
}

// List notes the results of a call.
func (x *Explanation) List(text string, values []any) { x.note(text, x.list(values)) }

// Lists notes the results of a call and the list with which they are compared.
func (x *Explanation) Lists(text string, a, b []any) {
	x.note(text, x.list(a)+" == "+x.list(b))
}

func (x *Explanation) list(values []any) string {
	var all []string
	for _, v := range values {
		all = append(all, x.format(v))
	}
	return "(" + strings.Join(all, ", ") + ")"
}

// Characters is Compare for numbers one of which is written as a character.
func (x *Explanation) Characters(text string, a any, op string, b any) bool {
	x.note(text, x.formatCharacter(a)+" "+op+" "+x.formatCharacter(b))
	return true
}

// formatCharacter is format for a number that may be shown as a printable character.
func (x *Explanation) formatCharacter(v any) string {
	r := reflect.ValueOf(withoutAnnotation(v))
	n := int64(-1)
	switch {
	case r.CanInt():
		n = r.Int()
	case r.CanUint():
		n = int64(r.Uint())
	}
	if text := characterLiteral(n); text != "" && (r.Kind() != reflect.Uint8 || n < utf8.RuneSelf) {
		return text
	}
	return x.format(v)
}

// Range notes a membership in a range of integers.
func (x *Explanation) Range(text string, v, low any, op string, high any) bool {
	x.note(text, x.format(v)+" in "+x.format(low)+op+x.format(high))
	return true
}

// CharacterRange is Range for integers one of which is written as a character.
func (x *Explanation) CharacterRange(text string, v, low any, op string, high any) bool {
	x.note(text, x.formatCharacter(v)+" in "+x.formatCharacter(low)+op+x.formatCharacter(high))
	return true
}

// Dynamic notes the dynamic type of an interface.
func (x *Explanation) Dynamic(text string, v any) bool {
	s := "nil"
	if v != nil {
		s = x.local(memory.TypeName(reflect.TypeOf(v)))
	}
	x.note(text, s)
	return true
}
