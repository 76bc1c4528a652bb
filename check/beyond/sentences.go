package beyond

import (
	"fmt"
	"math"
	"strings"
	"unicode"
)

// sentenceNumbers is how many constants are numbers in sentences.
const sentenceNumbers = 3

// Named tells whether a word has a letter in it.
func Named(word string) bool { return strings.ContainsFunc(word, unicode.IsLetter) }

// Numerals are some constants of the code as texts, with their neighbours, the
// greatest first.
func Numerals(of []int64) []string {
	list := []string{}
	for i := len(of) - 1; i >= 0 && len(list) < 2*sentenceNumbers && of[i] > 1; i-- {
		if of[i] < math.MaxInt32 {
			list = append(list, fmt.Sprint(of[i]), fmt.Sprint(of[i]+1))
		}
	}
	return append(list, "0")
}
