package explain

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/decode/tree"
)

// A content is a value with what it does not tell itself: that an interface held it,
// and its type as the code spells it, "" where that is not known.
type content struct {
	v       any
	held    bool
	spelled string
}

// Held marks a value as what an interface holds: its type is written with it.
func Held(v any) any {
	if v == nil {
		return nil
	}
	c, ok := v.(content)
	if !ok {
		c.v = v
	}
	c.held = true
	return c
}

// inside is the value without the mark.
func inside(v any) any {
	if h, ok := v.(content); ok {
		return h.v
	}
	return v
}

// Typed marks a value as one of a type that the code spells so, with rune where
// reflection says int32, and paths for the names of packages.
func Typed(v any, spelled string) any { return content{v: v, spelled: spelled} }

// Lettered says that the code is about characters: of what is marked as Typed runes
// are written as such.
func (x *Explanation) Lettered() { x.lettered = true }

// quoted is a number as the character that it is; "" for those that are none that is
// printed.
func quoted(n int64) string {
	if n < 0 || n > unicode.MaxRune || !unicode.IsPrint(rune(n)) && n != '\n' && n != '\t' && n != '\r' {
		return ""
	}
	return strconv.QuoteRune(rune(n))
}

// spell writes the type of v, and of what v is made of without names for types, as the
// code spells it, and its runes as characters. Which bytes are characters the parent
// knows.
func spell(v *tree.Value, t string) {
	if t == "byte" && v.Kind == tree.Scalar {
		v.Type = t
		return
	}
	if t == "rune" && v.Kind == tree.Scalar {
		if n, err := strconv.ParseInt(v.Text, 10, 32); err == nil && quoted(n) != "" {
			v.Text = quoted(n)
		}
		return
	}
	if !strings.Contains(t, "rune") || unspelled(t) != unspelled(v.Type) {
		return
	}
	key, elem := partTypes(t)
	switch {
	case v.Kind == tree.Sequence && elem != "rune", v.Kind == tree.Mapping:
		v.Type = t
	}
	if elem == "byte" && v.Kind == tree.Sequence {
		return // They are shown together.
	}
	for i, e := range v.Elems {
		switch {
		case v.Kind == tree.Address:
			spell(e, strings.TrimPrefix(t, "*"))
		case v.Kind == tree.Mapping && i%2 == 0:
			spell(e, key)
		case v.Kind == tree.Mapping, v.Kind == tree.Sequence && !isText(v):
			spell(e, elem)
		case v.Kind == tree.Compound:
			spell(e, fieldType(t, i))
		}
	}
}

// isText tells whether v is written as the conversion of a string.
func isText(v *tree.Value) bool {
	_, text := characters(v)
	return text
}

// unspelled is a type as reflection says it, without spaces.
func unspelled(t string) string {
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

// fieldType is the type of the field with the index i in that of a struct without a
// name; "" for other types.
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

// partTypes are the types of the keys and the elements of a slice, an array or a map,
// as far as the type's own text says them, else empty.
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
