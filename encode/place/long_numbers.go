package place

import (
	"math"
	"slices"
	"strconv"
	"unicode"
)

const (
	// longNumber is the least number of digits of a long number.
	longNumber = 5
	// plainTexts is the number of texts into which each long number is put.
	plainTexts = 8
	// wrapsFrom is the least constant for which wrapping numbers are made. wrappingNumbers is how many
	// of them the plainest text gets; each further text gets half as many.
	wrapsFrom, wrappingNumbers = 1000, 8
)

// plainest returns the shortest of the texts that begin with a number of few digits, possibly after
// one character, and continue after it.
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

// longNumbers returns numbers at the ends of integer types, and numbers that reach these ends when
// multiplied by a constant of the code.
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

// wrappingOf returns the least numbers whose product with a large constant of the code overflows to a
// small number.
func wrappingOf(constants []int64) (list [][]rune) {
	for _, n := range constants {
		if n >= wrapsFrom && n < math.MaxInt64/10_000 {
			list = append(list, []rune(strconv.FormatUint(math.MaxUint64/uint64(n)+1, 10)))
		}
	}
	return list
}

// longestNumber returns the number of digits of the longest number in a text.
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

// renumbered replaces the first number at or after i by a long one. It returns nil if there is no
// number.
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
