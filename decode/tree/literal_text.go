package tree

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// runesWithRoom writes a slice of readable characters with room after its length. It is written
// element by element, because a converted string may have any capacity.
func runesWithRoom(v *Value, elems []*Value) (string, bool) {
	s, ok := text(&Value{Type: v.Type, Kind: v.Kind, Elems: elems})
	if !ok {
		return "", false
	}
	var all []string
	for _, e := range elems {
		n, err := strconv.Atoi(e.Text)
		if err != nil {
			return "", false
		}
		all = append(all, strconv.QuoteRune(rune(n)))
	}
	t, _, _ := strings.Cut(s, "(")
	return fmt.Sprintf("%s{%s}[:%d]", t, strings.Join(all, ", "), len(v.Elems)), true
}

// text writes bytes or runes that are all readable as a conversion of a string.
func text(v *Value) (string, bool) {
	if len(v.Elems) == 0 || isArray(v.Type) {
		return "", false
	}
	var b strings.Builder
	for _, e := range v.Elems {
		n, err := strconv.Atoi(e.Text)
		most := unicode.MaxASCII
		if e.Type == "int32" {
			most = unicode.MaxRune
		}
		if err != nil || e.Type != "uint8" && e.Type != "int32" || n < ' ' || n > int(most) || !unicode.IsPrint(rune(n)) {
			return "", false
		}
		b.WriteRune(rune(n))
	}
	t := v.Type
	if t == "[]int32" {
		t = "[]rune"
	}
	return t + "(" + strconv.Quote(b.String()) + ")", true
}

func (w *literals) mapping(v *Value, at spot) string {
	var out []string
	for i := 0; i+1 < len(v.Elems); i += 2 {
		key := w.expr(v.Elems[i], spot{elided: true})
		inner := spot{elided: true}
		if at.path != "" && !compositeValue(v.Elems[i+1]) {
			inner.path = at.path + "[" + key + "]"
		}
		out = append(out, key+": "+w.expr(v.Elems[i+1], inner))
	}
	return typeUnless(at.elided, v.Type) + "{" + strings.Join(out, ", ") + "}"
}

// compositeValue reports whether v is a struct or an array. In a map its parts cannot be assigned
// to.
func compositeValue(v *Value) bool {
	return v.Kind == Compound || v.Kind == Sequence && isArray(v.Type)
}
