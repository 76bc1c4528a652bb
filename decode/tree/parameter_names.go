package tree

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// parameter returns the placeholder for the name of a parameter in a function literal, until the
// rest of the literal is known.
func parameter(i int) string { return "\x02" + strconv.Itoa(i) + "\x02" }

// parameterNames returns names for the n parameters of a function with this text. They are the
// declared names, if all exist and none means something else in the text.
func parameterNames(text string, declared []string, n int) []string {
	plain := []string{"x", "y"}
	if n > len(plain) {
		plain = nil
		for i := range n {
			plain = append(plain, "x"+strconv.Itoa(i+1))
		}
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, name := range declared {
		if name == "" || name == "_" || slices.Contains(words, name) {
			return plain[:n]
		}
	}
	if len(declared) != n {
		return plain[:n]
	}
	return declared
}
