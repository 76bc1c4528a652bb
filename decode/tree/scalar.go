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
	s, isConst := number(v.Text)
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

// number returns the Go expression for the text of a number, and whether it is a constant.
func number(text string) (s string, isConst bool) {
	switch text {
	case "NaN":
		return "math.NaN()", false
	case "+Inf", "Inf":
		return "math.Inf(1)", false
	case "-Inf":
		return "math.Inf(-1)", false
	case "-0":
		return "math.Copysign(0, -1)", false
	}
	return text, true
}

func complexNumber(v *Value, at spot) string {
	re, const1 := number(v.Elems[0].Text)
	im, const2 := number(v.Elems[1].Text)
	s := "complex(" + re + ", " + im + ")"
	if v.Type == "complex128" || !at.typed && const1 && const2 {
		return s
	}
	return convert(v.Type, s)
}
