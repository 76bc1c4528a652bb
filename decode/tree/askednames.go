package tree

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// parameter stands for the name of a parameter in the literal of a function, until
// all else in there is known.
func parameter(i int) string { return "\x02" + strconv.Itoa(i) + "\x02" }

// parameterNames are the names of the n parameters of a function with this text: as
// they were declared, where all are and mean nothing else in the text.
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
