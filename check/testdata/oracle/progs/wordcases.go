package progs

import (
	"fmt"
	"strconv"
	"strings"
)

// Alphabets are the characters of the strings of a case.
var Alphabets = map[string]string{
	"Prefixed": "ab", "Within": "ab", "Csv": "a,", "Spaced": "a ", "Trimmed": "a ", "Upper": "aB1", "Brackets": "()[",
	"Ident": "a_1", "Numeral": "10-", "Written": "10-", "Mirror": "ab", "Built": "ab", "Joined": "a-", "Keys": "a=",
	"Packed": "ab", "Folded": "aAb", "Replaced": "ab", "Mapped": "ab", "Buffered": "ab", "Repeated": "ab", "Version": "1.0",
}

// WordCases are the programs of words.go.
var WordCases = []Case{
	{"Evens", 4, Evens, func(xs []int) bool { return validate(xs) == nil }, nil},
	{"Odds", 3, Odds, HasOdd, nil},
	{"Large", 3, Large, TooLarge, nil},
	{"Collected", 4, Collected, AllWrong, nil},
	{"Prefixed", 4, Prefixed, func(s, p string) bool { return strings.HasPrefix(s, p) && strings.HasSuffix(s, p) && p != "" }, nil},
	{"Within", 4, Within, WithinIt, nil},
	{"Csv", 5, Csv, NoEmptyField, nil},
	{"Spaced", 5, Spaced, TwoWords, nil},
	{"Trimmed", 5, Trimmed, IsTrimmed, nil},
	{"Upper", 4, Upper, IsLower, nil},
	{"Brackets", 5, Brackets, Balanced, nil},
	{"Ident", 4, Ident, IsIdent, nil},
	{"Numeral", 3, Numeral, IsNumeral, nil},
	{"Written", 3, Written, func(s string, n int) bool { return strconv.Itoa(n) == s }, nil},
	{"Mirror", 5, Mirror, ReadsBoth, nil},
	{"Built", 4, Built, IsDouble, nil},
	{"Joined", 3, Joined, func(ws []string, s string) bool { return strings.Join(ws, "-") == s }, nil},
	{"Keys", 4, Keys, IsPair, nil},
	{"Packed", 4, Packed, func(s, t string) bool { return RunLength(s) == t }, nil},
	{"Folded", 3, Folded, func(s, t string) bool { return strings.EqualFold(s, t) && s != t }, nil},
	{"Replaced", 4, Replaced, func(s, t string) bool { return strings.ReplaceAll(s, "a", "bb") == t }, nil},
	{"Mapped", 4, Mapped, func(s, t string) bool { return WithoutA(s) == t }, nil},
	{"Buffered", 4, Buffered, func(s, t string) bool { return Twice(s) == t }, nil},
	{"Repeated", 4, Repeated, Repeats, nil},
	{"Version", 3, Version, Newer, nil},
	{"Printed", 12, Printed, func(n int) bool { return len(fmt.Sprint(n)) == 1 && fmt.Sprintf("%d", n) != "0" }, nil},
}

func init() { Cases = append(Cases, WordCases...) }
