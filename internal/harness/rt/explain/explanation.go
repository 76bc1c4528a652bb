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
	// state is a text of what the clause is about, nil where evaluating the clause
	// leaves that as it is; before is what it was. With spent it is not any more: what
	// is evaluated then is not what the clause saw, and is not noted.
	state  func() string
	before string
	spent  bool
	// asked counts the questions to functions without parameters, which answer anew:
	// what is evaluated with another one, above known, is not what the clause saw.
	asked func() int64
	known int64
	// aligned tells, where it is set, whether functions have given all that the clause
	// saw: what is evaluated before or behind that is not noted.
	aligned func() bool
	// fresh says that the inputs are as they were before the call; again, that the
	// explanation needs such inputs.
	fresh, again bool
	// lettered says that runes are characters.
	lettered bool
}

// NewExplanation returns an empty explanation of a clause of the package of that path.
func NewExplanation(pkg string) *Explanation { return &Explanation{pkg: pkg} }

// CountQuestions has what is evaluated with a new answer of a function left out; asked
// counts the questions to functions that answer anew.
func (x *Explanation) CountQuestions(asked func() int64) { x.known, x.asked = asked(), asked }

// Watch has what is evaluated after a change of the state left out, which is a text of
// what the clause is about.
func (x *Explanation) Watch(state func() string) { x.state, x.before = state, state() }

// AlignedWith has what is evaluated left out as long as aligned is false: before or after
// functions have given all that the clause saw.
func (x *Explanation) AlignedWith(aligned func() bool) { x.aligned = aligned }

// NeedsInputs tells whether the explanation needs inputs as they were before the call.
func (x *Explanation) NeedsInputs() bool { return x.again }

// GiveInputs says that the inputs are as they were before the call.
func (x *Explanation) GiveInputs() { x.fresh = true }

// Parts are what was noted.
func (x *Explanation) Parts() []wire.Part { return x.parts }

// note notes what was evaluated.
func (x *Explanation) note(text, value string) {
	if !x.spent && !x.anew() && (x.aligned == nil || x.aligned()) {
		x.parts = append(x.parts, wire.Part{Text: text, Value: value})
	}
	x.Decided()
}

// anew tells whether a function answered anew in what was just evaluated.
func (x *Explanation) anew() bool {
	if x.asked == nil {
		return false
	}
	before := x.known
	x.known = x.asked()
	return x.known > before
}

// Decided is called where something was evaluated of which nothing is noted.
func (x *Explanation) Decided() {
	if x.state != nil && !x.spent {
		x.spent = x.state() != x.before
	}
}

// Value notes the value of a sub-expression.
func (x *Explanation) Value(text string, v any) bool { return x.told(text, x.format(v)) }

// Character notes the value of a number that is a character.
func (x *Explanation) Character(text string, v any) bool { return x.told(text, x.character(v)) }

// told notes a value that its text does not tell.
func (x *Explanation) told(text, value string) bool {
	if value != text {
		x.note(text, value)
	} else {
		x.Decided()
	}
	return true
}

// Self notes the value for which an invariant fails, where that is not all of
// what came out.
func (x *Explanation) Self(v, whole any) {
	if text := x.format(v); strings.TrimPrefix(text, "&") != strings.TrimPrefix(x.format(whole), "&") {
		x.note("self", text)
	}
}

// Among notes what a quantifier says that none of the n values of the type t
// within the bounds decided.
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
	a, b = inside(a), inside(b)
	if left == right && left != "nil" && reflect.ValueOf(a).Kind() == reflect.Pointer && !memory.Same(a, b) {
		right += " elsewhere"
		if op == "==" && memory.Equal(a, b) {
			right += " (== compares pointers; equal would hold)"
		}
	}
	x.note(text, left+" "+op+" "+right)
	return true
}

// Alike notes that a and b are equal by == where Equal tells them apart.
func (x *Explanation) Alike(text string, a, b any) {
	if a, b := inside(a), inside(b); memory.Same(a, b) && !memory.Equal(a, b) {
		x.note(text, "true: only equal tells nil from empty, 0 from -0, copies from what is shared")
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

// Characters is Compare of numbers of which one is written as a character.
func (x *Explanation) Characters(text string, a any, op string, b any) bool {
	x.note(text, x.character(a)+" "+op+" "+x.character(b))
	return true
}

// character is format for a number that can be one that is printed.
func (x *Explanation) character(v any) string {
	r := reflect.ValueOf(inside(v))
	n := int64(-1)
	switch {
	case r.CanInt():
		n = r.Int()
	case r.CanUint():
		n = int64(r.Uint())
	}
	if text := quoted(n); text != "" && (r.Kind() != reflect.Uint8 || n < utf8.RuneSelf) {
		return text
	}
	return x.format(v)
}

// Range notes a membership in a range of integers.
func (x *Explanation) Range(text string, v, low any, op string, high any) bool {
	x.note(text, x.format(v)+" in "+x.format(low)+op+x.format(high))
	return true
}

// CharacterRange is Range of integers of which one is written as a character.
func (x *Explanation) CharacterRange(text string, v, low any, op string, high any) bool {
	x.note(text, x.character(v)+" in "+x.character(low)+op+x.character(high))
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
