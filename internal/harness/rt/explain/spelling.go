package explain

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/decode/tree"
)

// An annotated is a value with facts that the value does not show: whether an interface held it, and its type as
// the code spells it, or "" if that is not known.
type annotated struct {
	v       any
	held    bool
	spelled string
}

// Held marks a value as held by an interface, so that its type is written with it.
func Held(v any) any {
	if v == nil {
		return nil
	}
	c, ok := v.(annotated)
	if !ok {
		c.v = v
	}
	c.held = true
	return c
}

// withoutAnnotation returns the value without its mark.
func withoutAnnotation(v any) any {
	if h, ok := v.(annotated); ok {
		return h.v
	}
	return v
}

// Typed marks a value with its type as the code spells it: with rune instead of int32, and with
// paths for the names of packages.
func Typed(v any, spelled string) any { return annotated{v: v, spelled: spelled} }

// Lettered makes x write runes as characters, in values that are marked by Typed.
func (x *Explanation) Lettered() { x.runesAsCharacters = true }

// characterLiteral returns a number as a character literal, or "" if it is not a printable
// character.
func characterLiteral(n int64) string {
	if n < 0 || n > unicode.MaxRune || !unicode.IsPrint(rune(n)) && n != '\n' && n != '\t' && n != '\r' {
		return ""
	}
	return strconv.QuoteRune(rune(n))
}

// spellTypes sets the types of v and of its parts to the spelling in the code, as far as t shows it, and writes
// runes as characters. The parent knows which bytes are characters.
func spellTypes(v *tree.Value, t string) {
	if t == "byte" && v.Kind == tree.Scalar {
		v.Type = t
		return
	}
	if t == "rune" && v.Kind == tree.Scalar {
		if n, err := strconv.ParseInt(v.Text, 10, 32); err == nil && characterLiteral(n) != "" {
			v.Text = characterLiteral(n)
		}
		return
	}
	if !strings.Contains(t, "rune") || reflectedType(t) != reflectedType(v.Type) {
		return
	}
	key, elem := partTypes(t)
	switch {
	case v.Kind == tree.Sequence && elem != "rune", v.Kind == tree.Mapping:
		v.Type = t
	}
	if elem == "byte" && v.Kind == tree.Sequence {
		return // Bytes are shown together.
	}
	for i, e := range v.Elems {
		switch {
		case v.Kind == tree.Address:
			spellTypes(e, strings.TrimPrefix(t, "*"))
		case v.Kind == tree.Mapping && i%2 == 0:
			spellTypes(e, key)
		case v.Kind == tree.Mapping, v.Kind == tree.Sequence && !isText(v):
			spellTypes(e, elem)
		case v.Kind == tree.Compound:
			spellTypes(e, fieldType(t, i))
		}
	}
}

// isText reports whether v is written as a conversion of a string.
func isText(v *tree.Value) bool {
	_, text := characters(v)
	return text
}

// reflectedType returns a type as reflection writes it, without spaces.
func reflectedType(t string) string {
	var b strings.Builder
	for t != "" {
		end := strings.IndexAny(t, "[]*(){}, ;")
		if end < 0 {
			end = len(t)
		}
		switch word := t[:end]; word {
		case "rune":
			b.WriteString("int32")
		case "byte":
			b.WriteString("uint8")
		default:
			b.WriteString(word)
		}
		if end < len(t) && t[end] != ' ' {
			b.WriteByte(t[end])
		}
		t = t[min(end+1, len(t)):]
	}
	return b.String()
}

// fieldType returns the type of the i-th field of a struct type without a name, or "" for other
// types.
func fieldType(t string, i int) string {
	t, isStruct := strings.CutPrefix(t, "struct{")
	if !isStruct {
		return ""
	}
	open, from := 0, 0
	for at, r := range t {
		switch {
		case strings.ContainsRune("[({", r):
			open++
		case open > 0 && strings.ContainsRune("])}", r):
			open--
		case open == 0 && (r == ';' || r == '}'):
			if i == 0 {
				_, field, _ := strings.Cut(strings.TrimSpace(t[from:at]), " ")
				return field
			}
			i, from = i-1, at+1
		}
	}
	return ""
}

// partTypes returns the types of the keys and elements of a slice, array or map, as far as t spells
// them, else "".
func partTypes(t string) (key, elem string) {
	t, isMap := strings.CutPrefix(t, "map")
	if !strings.HasPrefix(t, "[") {
		return "", ""
	}
	open := 0
	for i, r := range t {
		switch r {
		case '[':
			open++
		case ']':
			if open--; open > 0 {
				continue
			}
			if isMap {
				key = t[1:i]
			}
			return key, t[i+1:]
		}
	}
	return "", ""
}
