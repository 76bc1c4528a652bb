package place

import (
	"math"
	"slices"
	"strconv"
	"unicode"
)

const (
	// longNumber is how many digits a long number has at least.
	longNumber = 5
	// plainTexts is how many texts get each of the long numbers.
	plainTexts = 8
	// wrapsFrom is the least constant by which numbers are multiplied until they come
	// to small ones again, wrappingNumbers how many such the plainest text has, half as
	// many the next one, and so on.
	wrapsFrom, wrappingNumbers = 1000, 8
)

// plainest returns the shortest of the texts that have a number of few digits in front,
// or behind a character, and go on behind it.
func plainest(texts [][]rune) (list [][]rune) {
	for _, w := range texts {
		front := slices.IndexFunc(w, unicode.IsDigit)
		if (front == 0 || front == 1) && len(w) > 1 && !unicode.IsDigit(w[len(w)-1]) && longestNumber(w) < longNumber {
			list = append(list, w)
		}
	}
	slices.SortStableFunc(list, func(a, b []rune) int { return len(a) - len(b) })
	return list[:min(len(list), plainTexts)]
}

// longNumbers are numbers at the ends of what readers of numbers take, and what
// gives such when it is multiplied by a constant of the code.
func longNumbers(constants []int64) (list [][]rune) {
	for _, text := range [...]string{"9223372036854775807", "9223372036854775808", "18446744073709551615", "2147483647", "4294967295", "999999999999"} {
		list = append(list, []rune(text))
	}
	for _, n := range constants {
		if n > 1 && n < math.MaxInt64/10_000 {
			list = append(list, []rune(strconv.FormatInt(math.MaxInt64/n, 10)))
		}
	}
	return list
}

// wrappingOf are the least numbers that come to small ones again when they are multiplied
// by a great constant of the code.
func wrappingOf(constants []int64) (list [][]rune) {
	for _, n := range constants {
		if n >= wrapsFrom && n < math.MaxInt64/10_000 {
			list = append(list, []rune(strconv.FormatUint(math.MaxUint64/uint64(n)+1, 10)))
		}
	}
	return list
}

// longestNumber is how many digits the longest number in a text has.
func longestNumber(w []rune) (most int) {
	n := 0
	for _, r := range w {
		if n++; r < '0' || '9' < r {
			n = 0
		}
		most = max(most, n)
	}
	return most
}

// renumbered puts a long number in the place of the first one at or behind i; nil
// where there is none.
func (c *composer) renumbered(w []rune, i int, long []rune) []rune {
	is := func(r rune) bool { return '0' <= r && r <= '9' }
	for i < len(w) && !is(w[i]) {
		i++
	}
	if i == len(w) {
		return nil
	}
	first, last := i, i+1
	for first > 0 && is(w[first-1]) {
		first--
	}
	for last < len(w) && is(w[last]) {
		last++
	}
	return slices.Concat(w[:first], long, w[last:])
}
