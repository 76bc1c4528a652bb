package explain

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/decode/tree"
	"github.com/rtest-dev/rtest/internal/harness/rt/memory"
	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

// Format returns v as a short Go literal in the package with path pkg.
func Format(pkg string, v any) string { return NewExplanation(pkg).format(v) }

// Source returns v as Go source in the package with path pkg. It is a short literal, except that a number without
// one is a call, such as math.NaN().
func Source(pkg string, v any) string {
	x := NewExplanation(pkg)
	x.callsForNumbers = true
	return x.format(v)
}

// format returns v as a short Go literal.
func (x *Explanation) format(v any) string {
	var b strings.Builder
	c, ok := v.(annotated)
	if !ok {
		c.v = v
	}
	described := NewDescriber().One(c.v)
	if x.runesAsCharacters {
		spellTypes(described, c.spelled)
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
	// The fields of a struct without a name are shown with its elements.
	if before, fields, found := strings.Cut(t, "struct{"); found && !strings.HasPrefix(fields, "}") {
		return x.local(before) + "struct{…}"
	}
	t = strings.ReplaceAll(t, x.pkg+".", "")
	// Other packages are written by name, without their paths.
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
		b.WriteString(x.scalar(v))
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

// scalar returns the literal of a bool, number or string.
func (x *Explanation) scalar(v *tree.Value) string {
	switch {
	case v.Elems != nil:
		return "complex(" + x.number(v.Elems[0].Text) + ", " + x.number(v.Elems[1].Text) + ")"
	case x.computed(v.Text) && v.Type != "float64":
		return x.local(v.Type) + "(" + x.number(v.Text) + ")"
	case !x.computed(v.Text) && (strings.Contains(v.Type, ".") || v.Type == "byte"):
		return wire.MarkType + v.Type + wire.MarkValue + v.Text + wire.MarkEnd
	}
	return x.number(v.Text)
}

// computed reports whether a number is shown as a call, because it has no literal.
func (x *Explanation) computed(text string) bool { return x.number(text) != text }

// number returns the text of a number, or the call that computes it.
func (x *Explanation) number(text string) string {
	if !x.callsForNumbers {
		return text
	}
	s, _ := tree.Number(text)
	return s
}

// boxed writes the literal of a value that an interface holds. Basic values get their type, unless
// the literal has that type by default.
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
	case x.computed(v.Text):
		b.WriteString(x.scalar(v))
	case strings.Contains(v.Type, "."):
		b.WriteString(wire.MarkType + v.Type + wire.MarkHeld + x.local(v.Type) + wire.MarkValue + v.Text + wire.MarkEnd)
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

// errorText writes an error of package errors or fmt that has a text of its own. It returns "" for
// other structs.
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

// characters writes bytes or runes as a conversion of a string, if all of them are printable.
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

// composite writes the literal of a struct, slice, array or map with type t before it. It omits
// zero fields, and the types of elements, which follow from t.
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
			if canOmit(e) {
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
		// Elements have the element type of the whole; values in interfaces are boxed.
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

// canOmit reports whether v is a zero value that a literal may omit.
func canOmit(v *tree.Value) bool {
	switch v.Kind {
	case tree.Nil:
		return true
	case tree.Scalar:
		return v.Elems == nil && (v.Text == "0" || v.Text == "false" || v.Text == `""`)
	case tree.Compound:
		for _, e := range v.Elems {
			if !canOmit(e) {
				return false
			}
		}
		return true
	}
	return false
}
