package decode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// Admits reports whether a number may be a value of the shape. It is true for shapes other than
// Int.
func Admits(x value.Shape, v int64) bool {
	if s, ok := x.(*value.Int); ok {
		if value.Unsigned(s.T) && v < 0 && s.Ranges == nil {
			return true
		}
		return s.Ranges == nil || slices.ContainsFunc(s.Ranges, func(r value.Range) bool { return r.Lo <= v && v <= r.Hi })
	}
	return true
}

// Spells reports whether a string of the shape may have these characters.
func Spells(s *value.String, text []int64) bool {
	return !s.Fixed || !slices.ContainsFunc(text, func(c int64) bool { return !slices.Contains(s.Alphabet, rune(c)) })
}
