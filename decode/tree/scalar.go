package tree

import (
	"strconv"
	"strings"
)

// scalar writes a bool, number or string. A constant gets its type from its place, or by a
// conversion if the place does not determine it.
func scalar(v *Value, at spot) string {
	if v.Const != "" {
		return v.Const
	}
	if len(v.Elems) == 2 {
		return complexNumber(v, at)
	}
	s, isConst := Number(v.Text)
	if v.Char != "" {
		s = v.Char
	}
	if !at.typed && (isConst || v.Type == "float64") {
		return s
	}
	if s == strconv.Quote("") || strings.HasPrefix(s, `"`) {
		if v.Type == "string" {
			return s
		}
		return convert(v.Type, s)
	}
	switch {
	case v.Type == "bool" && (s == "true" || s == "false"), v.Type == "int" && isConst, v.Type == "float64" && !isConst:
		return s
	case v.Type == "float64" && strings.ContainsAny(s, ".e"):
		return s
	case v.Type == "float64":
		return s + ".0"
	}
	return convert(v.Type, s)
}

func complexNumber(v *Value, at spot) string {
	re, const1 := Number(v.Elems[0].Text)
	im, const2 := Number(v.Elems[1].Text)
	s := "complex(" + re + ", " + im + ")"
	if v.Type == "complex128" || !at.typed && const1 && const2 {
		return s
	}
	return convert(v.Type, s)
}
