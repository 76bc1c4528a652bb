package decode

import (
	"slices"

	"github.com/rtest-dev/rtest/internal/value"
)

// Admits tells whether the number may stand at a spot of that shape.
func Admits(x value.Shape, v int64) bool {
	if s, ok := x.(*value.Int); ok {
		if value.Unsigned(s.T) && v < 0 && s.Ranges == nil {
			return true
		}
		return s.Ranges == nil || slices.ContainsFunc(s.Ranges, func(r value.Range) bool { return r.Lo <= v && v <= r.Hi })
	}
	return true
}

// Spells tells whether a string of the shape may have these characters.
func Spells(s *value.String, text []int64) bool {
	return !s.Fixed || !slices.ContainsFunc(text, func(c int64) bool { return !slices.Contains(s.Alphabet, rune(c)) })
}
