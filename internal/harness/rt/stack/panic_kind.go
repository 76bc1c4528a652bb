package stack

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

// MostKinds is how many kinds of panics at one place are distinguished. All others are one more
// kind, without a name.
const MostKinds = 8

// Prefixes of the texts of panics that Go itself raises.
const (
	runtimeError = "runtime error: "
	conversion   = "interface conversion"
)

// OfRuntime reports whether Go itself raises panics of this kind.
func OfRuntime(kind string) bool { return kind == conversion || strings.HasPrefix(kind, runtimeError) }

// PanicKind returns the part of a panic's text that does not depend on values. It omits numbers,
// and all in quotes or brackets.
func PanicKind(text string) string {
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "panic: "), "\n")
	if strings.HasPrefix(text, conversion+":") {
		return conversion
	}
	if strings.HasPrefix(text, runtimeError) {
		text, _, _ = strings.Cut(text, " [")
		text, _, _ = strings.Cut(text, " type ") // The type is that of a value in an interface.
	}
	var b strings.Builder
	word := false // whether the previous byte is part of a word
	for i := 0; i < len(text); {
		if n := valueAt(text[i:], word); n > 0 {
			i += n
			continue
		}
		b.WriteByte(text[i])
		word = letter(text[i])
		i++
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// valueAt returns the length of the value at the start of text: a number, or a text in quotes or brackets. It
// returns 0 if there is none. Within a word there are no values.
func valueAt(text string, word bool) int {
	switch c := text[0]; {
	case word:
	case c == '"' || c == '`' || c == '\'':
		for i := 1; i < len(text); i++ {
			if text[i] == c {
				return i + 1
			}
			if text[i] == '\\' && c != '`' {
				i++
			}
		}
	case c == '[' || c == '{':
		if i := strings.LastIndexByte(text, c+2); i > 0 { // ']' and '}' are two after '[' and '{'.
			return i + 1
		}
	case digit(c) || (c == '-' || c == '+') && len(text) > 1 && digit(text[1]):
		n := 1
		for n < len(text) && (letter(text[n]) || digit(text[n]) || text[n] == '.' && n+1 < len(text) && digit(text[n+1])) {
			n++
		}
		return n
	}
	return 0
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
func letter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c >= 0x80
}

// KindOf returns the kind of the value of a panic. It calls no method of the user's types: their
// kind is the type.
func KindOf(v any) string {
	if text, ok := PlainText(v); ok {
		return PanicKind(text)
	}
	return fmt.Sprintf("%T", v)
}

// PlainText returns the text of a panic's value if that needs no method of the user's types.
func PlainText(v any) (text string, ok bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case runtime.Error:
		return v.Error(), true
	case error:
		if reflect.TypeOf(v) == reflect.TypeOf(errors.New("")) {
			return v.Error(), true // for example bytes.ErrTooLarge
		}
	}
	return "", false
}
