package progs

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The predicates in this file are about strings and errors.

// ErrEmpty and ErrOdd are what validation finds.
var (
	ErrEmpty = errors.New("empty")
	ErrOdd   = errors.New("odd")
)

// A RangeError says which number is out of range.
type RangeError struct{ N int }

// Error implements error.
func (e *RangeError) Error() string { return "out of range: " + strconv.Itoa(e.N) }

func validate(xs []int) error {
	if len(xs) == 0 {
		return ErrEmpty
	}
	for i, x := range xs {
		if x%2 != 0 {
			return fmt.Errorf("element %d: %w", i, ErrOdd)
		}
		if x > 1 {
			return &RangeError{x}
		}
	}
	return nil
}

// Evens takes valid slices.
//
//rtest:depth 4
//rtest:requires validate(xs) == nil
func Evens(xs []int) {}

// Odds takes slices with an odd number first.
//
//rtest:requires HasOdd(xs)
func Odds(xs []int) {}

// HasOdd looks through the wrapping.
func HasOdd(xs []int) bool {
	err := validate(xs)
	return errors.Is(err, ErrOdd) && err != ErrOdd && !errors.Is(err, ErrEmpty)
}

// Large takes slices that go too far.
//
//rtest:requires TooLarge(xs, n)
func Large(xs []int, n int) {}

// TooLarge asks for the type of the error.
func TooLarge(xs []int, n int) bool {
	var e *RangeError
	return errors.As(validate(xs), &e) && e.N == n
}

// Collected takes numbers of which all is wrong.
//
//rtest:depth 4
//rtest:requires AllWrong(a, b)
func Collected(a, b int) {}

// AllWrong joins errors.
func AllWrong(a, b int) bool {
	var errs []error
	if a < 0 {
		errs = append(errs, errors.New("a"))
	}
	if b < 0 {
		errs = append(errs, fmt.Errorf("b is %d", b))
	}
	return len(errs) == 2 && errors.Join(errs...) != nil
}

// Prefixed takes strings with a prefix and a suffix.
//
//rtest:depth 4
//rtest:chars "ab"
//rtest:requires strings.HasPrefix(s, p) && strings.HasSuffix(s, p) && p != ""
func Prefixed(s, p string) {}

// Within takes strings in others.
//
//rtest:depth 4
//rtest:chars "ab"
//rtest:requires WithinIt(s, t)
func Within(s, t string) {}

// WithinIt is Contains, Index and Count.
func WithinIt(s, t string) bool {
	return t != "" && strings.Contains(s, t) && strings.Index(s, t) == strings.LastIndex(s, t) && strings.Count(s, t) == 1
}

// Csv takes lines with fields that are not empty.
//
//rtest:depth 5
//rtest:chars "a,"
//rtest:requires NoEmptyField(s)
func Csv(s string) {}

// NoEmptyField splits.
func NoEmptyField(s string) bool {
	for _, f := range strings.Split(s, ",") {
		if f == "" {
			return false
		}
	}
	return true
}

// Spaced takes strings of two words.
//
//rtest:depth 5
//rtest:chars "a "
//rtest:requires TwoWords(s)
func Spaced(s string) {}

// TwoWords is Fields.
func TwoWords(s string) bool { return len(strings.Fields(s)) == 2 }

// Trimmed takes strings without space around.
//
//rtest:depth 5
//rtest:chars "a "
//rtest:requires IsTrimmed(s)
func Trimmed(s string) {}

// IsTrimmed is TrimSpace.
func IsTrimmed(s string) bool { return s != "" && strings.TrimSpace(s) == s }

// Upper takes strings without capitals.
//
//rtest:depth 4
//rtest:chars "aB1"
//rtest:requires IsLower(s)
func Upper(s string) {}

// IsLower compares with ToLower.
func IsLower(s string) bool { return strings.ToLower(s) == s }

// Brackets takes nested ones.
//
//rtest:chars "()["
//rtest:depth 5
//rtest:requires Balanced(s)
func Brackets(s string) {}

// Balanced keeps a stack of waiting for others.
func Balanced(s string) bool {
	var stack []byte
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(':
			stack = append(stack, ')')
		case '[':
			stack = append(stack, ']')
		default:
			if len(stack) == 0 || stack[len(stack)-1] != s[i] {
				return false
			}
			stack = stack[:len(stack)-1]
		}
	}
	return len(stack) == 0
}

// Ident takes identifiers.
//
//rtest:depth 4
//rtest:chars "a_1"
//rtest:requires IsIdent(s)
func Ident(s string) {}

// IsIdent ranges over runes.
func IsIdent(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// Numeral takes numbers in words.
//
//rtest:chars "10-"
//rtest:requires IsNumeral(s, n)
func Numeral(s string, n int) {}

// IsNumeral is Atoi.
func IsNumeral(s string, n int) bool {
	m, err := strconv.Atoi(s)
	return err == nil && m == n
}

// Written takes numbers as they are written.
//
//rtest:chars "10-"
//rtest:requires is(strconv.Itoa(n), s)
func Written(s string, n int) {}

// Mirror takes palindromes.
//
//rtest:chars "ab"
//rtest:depth 5
//rtest:requires ReadsBoth(s)
func Mirror(s string) {}

// ReadsBoth turns the runes around.
func ReadsBoth(s string) bool {
	rs := []rune(s)
	slices.Reverse(rs)
	return string(rs) == s && utf8.RuneCountInString(s) == len(rs)
}

// Built takes strings and their doubles.
//
//rtest:depth 4
//rtest:chars "ab"
//rtest:requires IsDouble(s, t)
func Built(s, t string) {}

// IsDouble writes every letter twice.
func IsDouble(s, t string) bool {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
		b.WriteByte(byte(r))
	}
	return b.String() == t && b.Len() == 2*len(s)
}

// Joined takes words that make a sentence.
//
//rtest:chars "a-"
//rtest:depth 3
//rtest:requires is(strings.Join(ws, "-"), s)
func Joined(ws []string, s string) {}

// Keys takes pairs.
//
//rtest:chars "a="
//rtest:depth 4
//rtest:requires IsPair(s)
func Keys(s string) {}

// IsPair cuts.
func IsPair(s string) bool {
	k, v, ok := strings.Cut(s, "=")
	return ok && k != "" && !strings.ContainsAny(v, "=")
}

// Packed takes strings without runs.
//
//rtest:depth 4
//rtest:chars "ab"
//rtest:requires is(RunLength(s), t)
func Packed(s, t string) {}

// RunLength counts runs, in letters.
func RunLength(s string) string {
	var out []byte
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		out = append(out, s[i], 'a'+byte(j-i-1))
		i = j
	}
	return string(out)
}

// Folded takes strings that are equal but for case.
//
//rtest:chars "aAb"
//rtest:requires strings.EqualFold(s, t) && s != t
func Folded(s, t string) {}

// Replaced takes a replacement.
//
//rtest:depth 4
//rtest:chars "ab"
//rtest:requires is(strings.ReplaceAll(s, "a", "bb"), t)
func Replaced(s, t string) {}

// Mapped takes what is left without a.
//
//rtest:depth 4
//rtest:chars "ab"
//rtest:requires is(WithoutA(s), t)
func Mapped(s, t string) {}

// WithoutA drops by Map and compares with trimming.
func WithoutA(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 'a' {
			return -1
		}
		return r
	}, s)
}

// Buffered takes what a buffer holds.
//
//rtest:depth 4
//rtest:chars "ab"
//rtest:requires is(Twice(s), t)
func Buffered(s, t string) {}

// Twice writes to a bytes.Buffer.
func Twice(s string) string {
	var b bytes.Buffer
	b.WriteString(s)
	b.WriteString(s)
	return b.String()
}

// Repeated takes repetitions.
//
//rtest:chars "ab"
//rtest:depth 4
//rtest:requires Repeats(s)
func Repeated(s string) {}

// Repeats tries all periods.
func Repeats(s string) bool {
	for n := 1; n < len(s); n++ {
		if len(s)%n == 0 && strings.Repeat(s[:n], len(s)/n) == s {
			return true
		}
	}
	return false
}

// Version takes versions in order.
//
//rtest:chars "1.0"
//rtest:depth 3
//rtest:requires Newer(a, b)
func Version(a, b string) {}

// Newer compares part by part.
func Newer(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := 0; i < len(as) && i < len(bs); i++ {
		x, err := strconv.Atoi(as[i])
		if err != nil {
			return false
		}
		y, err := strconv.Atoi(bs[i])
		if err != nil {
			return false
		}
		if x != y {
			return x < y
		}
	}
	return len(as) < len(bs)
}

// Printed takes numbers of one digit.
//
//rtest:depth 12
//rtest:requires len(fmt.Sprint(n)) == 1 && fmt.Sprintf("%d", n) != "0"
func Printed(n int) {}
