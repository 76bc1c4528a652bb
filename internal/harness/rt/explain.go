package rt

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rtest-dev/rtest/decode/tree"
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

// format returns v as a short Go literal.
func (x *Explanation) format(v any) string {
	var b strings.Builder
	c, ok := v.(content)
	if !ok {
		c.v = v
	}
	described := newDescriber().one(c.v)
	if x.lettered {
		spell(described, c.spelled)
	}
	if c.held {
		x.boxed(&b, described)
	} else {
		x.write(&b, described)
	}
	return cutMarked(b.String(), maxText)
}

// local writes a type as the package itself would.
func (x *Explanation) local(t string) string {
	// What a struct without a name has for fields stands with its elements.
	if before, fields, found := strings.Cut(t, "struct{"); found && !strings.HasPrefix(fields, "}") {
		return x.local(before) + "struct{…}"
	}
	t = strings.ReplaceAll(t, x.pkg+".", "")
	// Of other packages the name is enough.
	var b strings.Builder
	for len(t) > 0 {
		i := strings.IndexAny(t, "*[]")
		if i < 0 {
			i = len(t)
		}
		word := t[:i]
		b.WriteString(memory.AssumedName(word))
		if i < len(t) {
			b.WriteByte(t[i])
			i++
		}
		t = t[i:]
	}
	return b.String()
}

// write writes the literal of v.
func (x *Explanation) write(b *strings.Builder, v *tree.Value) {
	if b.Len() > maxMarked {
		b.WriteString("…")
		return
	}
	switch v.Kind {
	case tree.Nil:
		b.WriteString("nil")
	case tree.Scalar:
		if v.Elems != nil {
			b.WriteString("complex(" + v.Elems[0].Text + ", " + v.Elems[1].Text + ")")
			return
		}
		if strings.Contains(v.Type, ".") || v.Type == "byte" {
			b.WriteString(MarkType + v.Type + MarkValue + v.Text + MarkEnd)
			return
		}
		b.WriteString(v.Text)
	case tree.Compound, tree.Sequence, tree.Mapping:
		x.composite(b, v, x.local(v.Type))
	case tree.Address:
		if text := errorText(v.Elems[0]); text != "" {
			b.WriteString(text)
			return
		}
		if e := v.Elems[0]; e.Type == "errors.joinError" && e.Kind == tree.Compound {
			x.joined(b, e.Elems[0].Elems)
			return
		}
		if text := v.Elems[0].Text; v.Elems[0].Kind == tree.Opaque && strings.HasPrefix(text, "*") {
			b.WriteString(text[1:])
			return
		}
		b.WriteString("&")
		x.write(b, v.Elems[0])
	case tree.Boxed:
		x.boxed(b, v.Elems[0])
	case tree.Shared:
		b.WriteString("(shared)")
	case tree.Function:
		b.WriteString(x.local(v.Text))
	default:
		b.WriteString(v.Text)
	}
}

// boxed writes the literal of what an interface holds: of a number or a text
// with its type, unless that is the literal's own.
func (x *Explanation) boxed(b *strings.Builder, v *tree.Value) {
	switch {
	case v.Kind == tree.Nil && v.Type != "":
		t := x.local(v.Type)
		if strings.HasPrefix(t, "*") || strings.HasPrefix(t, "func") {
			t = "(" + t + ")"
		}
		b.WriteString(t + "(nil)")
	case v.Kind != tree.Scalar || v.Elems != nil || slices.Contains([]string{"bool", "float64", "int", "string"}, v.Type):
		x.write(b, v)
	case strings.Contains(v.Type, "."):
		b.WriteString(MarkType + v.Type + MarkHeld + x.local(v.Type) + MarkValue + v.Text + MarkEnd)
	default:
		b.WriteString(v.Type + "(" + v.Text + ")")
	}
}

// joined writes the call that joins errors.
func (x *Explanation) joined(b *strings.Builder, errs []*tree.Value) {
	b.WriteString("errors.Join(")
	for i, e := range errs {
		if i > 0 {
			b.WriteString(", ")
		}
		x.write(b, e)
	}
	b.WriteString(")")
}

// errorText writes an error of package errors or fmt that has a text of its own,
// empty for other structs.
func errorText(v *tree.Value) string {
	if v.Kind != tree.Compound || len(v.Elems) == 0 || v.Elems[0].Kind != tree.Scalar {
		return ""
	}
	switch v.Type {
	case "errors.errorString":
		return "errors.New(" + v.Elems[0].Text + ")"
	case "fmt.wrapError", "fmt.wrapErrors":
		return "error(" + v.Elems[0].Text + ")"
	}
	return ""
}

// characters writes bytes or runes that can all be read as they are in the call, as a
// conversion of a string.
func characters(v *tree.Value) (string, bool) {
	as, most := "[]byte", '~'
	switch v.Type {
	case "[]byte", "[]uint8":
	case "[]int32":
		as, most = "[]rune", unicode.MaxRune
	default:
		return "", false
	}
	var b strings.Builder
	for _, e := range v.Elems {
		n, err := strconv.ParseInt(e.Text, 10, 32)
		if err != nil || n < ' ' || rune(n) > most || !unicode.IsPrint(rune(n)) {
			return "", false
		}
		b.WriteRune(rune(n))
	}
	return as + "(" + strconv.Quote(b.String()) + ")", len(v.Elems) > 0
}

// composite writes the literal of a struct, a slice, an array or a map with a type
// before it: fields that are zero are left out, and the types of elements, which that of
// the whole says.
func (x *Explanation) composite(b *strings.Builder, v *tree.Value, t string) {
	if b.Len() > maxMarked {
		b.WriteString("…")
		return
	}
	if text, ok := characters(v); ok {
		b.WriteString(text)
		return
	}
	b.WriteString(t + "{")
	sep := ""
	for i, e := range v.Elems {
		switch v.Kind {
		case tree.Compound:
			if zero(e) {
				continue
			}
			b.WriteString(sep + v.Names[i] + ": ")
		case tree.Mapping:
			if i%2 == 1 {
				sep = ": "
			}
			b.WriteString(sep)
		default:
			b.WriteString(sep)
		}
		// An element has the type that the whole has for it: what an interface holds
		// is boxed.
		composite := e.Kind == tree.Compound || e.Kind == tree.Sequence || e.Kind == tree.Mapping
		if composite && v.Kind != tree.Compound {
			x.composite(b, e, "")
		} else {
			x.write(b, e)
		}
		sep = ", "
	}
	b.WriteString("}")
}

// zero tells whether v is a zero value that a literal may leave out.
func zero(v *tree.Value) bool {
	switch v.Kind {
	case tree.Nil:
		return true
	case tree.Scalar:
		return v.Elems == nil && (v.Text == "0" || v.Text == "false" || v.Text == `""`)
	case tree.Compound:
		for _, e := range v.Elems {
			if !zero(e) {
				return false
			}
		}
		return true
	}
	return false
}
