package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/rtest-dev/rtest/encode"
	"github.com/rtest-dev/rtest/internal/value"
)

// named tells whether a word has a letter in it.
func named(word string) bool { return strings.ContainsFunc(word, unicode.IsLetter) }

// numerals are some constants of the code as texts, with their neighbours, the
// greatest first.
func numerals(of []int64) []string {
	list := []string{}
	for i := len(of) - 1; i >= 0 && len(list) < 2*farSentenceNumbers && of[i] > 1; i-- {
		if of[i] < math.MaxInt32 {
			list = append(list, fmt.Sprint(of[i]), fmt.Sprint(of[i]+1))
		}
	}
	return append(list, "0")
}

// holdsTexts tells whether a shape that is no text itself holds texts, as a map of texts.
func holdsTexts(shapes []value.Shape) bool {
	return slices.ContainsFunc(shapes, func(s value.Shape) bool {
		_, alone := s.(*value.String)
		return !alone && encode.Textual([]value.Shape{s}) > 0
	})
}

// contentsIn tells whether values in the shapes are built by calls of what is text like
// any other.
func (b *built) contentsIn(shapes []value.Shape) bool {
	return slices.ContainsFunc(shapes, func(s value.Shape) bool {
		return slices.ContainsFunc(callsIn(s), func(i int) bool { return b.builder(i).within != nil })
	})
}
