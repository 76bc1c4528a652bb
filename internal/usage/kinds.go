package usage

import (
	"go/constant"
	"go/token"
	"math"
	"strconv"
	"strings"
)

// Kinds is a set of kinds of values. The empty set stands for an unknown value.
type Kinds uint32

// The kinds of values that callers distinguish.
const (
	Nil Kinds = 1 << iota
	Negative
	Zero
	// Fraction is a number between 0 and 1, Small one up to 16, Medium one up to 4096, Large one
	// below 1<<31, Extreme any other, of either sign; a negative number is Negative and one of these.
	Fraction
	Small
	Medium
	Large
	Extreme
	NotFinite
	EmptyText
	Text
	// EmptyList and List are kinds of slices, arrays and maps.
	EmptyList
	List
	// Unset is a struct without a field that is set, Struct any other.
	Unset
	Struct
	Boolean
	Function
	// Reference is a value that is not nil and otherwise unknown.
	Reference
	// Result is what a function of the module returns, and nothing else is known of.
	Result
)

// Omitted are the kinds of a field that a literal does not set.
const Omitted = Nil | Zero | EmptyText | EmptyList | Unset | Boolean

// Numbers are the kinds of numbers, Lists those of lists and nil.
const (
	Numbers = Negative | Zero | Fraction | Small | Medium | Large | Extreme | NotFinite
	Lists   = EmptyList | List
)

// ofNumber returns the kind of a number.
func ofNumber(x float64) Kinds {
	const small, medium, large = 1 << 4, 1 << 12, 1 << 31
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return NotFinite
	}
	if x == 0 {
		return Zero
	}
	var k Kinds
	if x < 0 {
		k, x = Negative, -x
	}
	switch {
	case x < 1:
		return k | Fraction
	case x <= small:
		return k | Small
	case x <= medium:
		return k | Medium
	case x < large:
		return k | Large
	}
	return k | Extreme
}

// ofConstant returns the kind of a constant.
func ofConstant(c constant.Value) Kinds {
	switch c.Kind() {
	case constant.Int, constant.Float:
		x, _ := constant.Float64Val(c)
		return ofNumber(x)
	case constant.String:
		return ofText(constant.StringVal(c))
	case constant.Bool:
		return Boolean
	}
	return 0
}

// ofText returns the kind of a text.
func ofText(s string) Kinds {
	if s == "" {
		return EmptyText
	}
	return Text
}

// OfLiteral returns the kind of a basic value, by its text in Go.
func OfLiteral(text string) Kinds {
	switch {
	case text == "true" || text == "false":
		return Boolean
	case strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "`"):
		s, err := strconv.Unquote(text)
		if err != nil {
			return Text
		}
		return ofText(s)
	case strings.Contains(text, "NaN") || strings.Contains(text, "Inf"):
		return NotFinite
	}
	digits, negative := strings.CutPrefix(text, "-")
	for _, tok := range []token.Token{token.INT, token.FLOAT, token.CHAR} {
		if c := constant.MakeFromLiteral(digits, tok, 0); c.Kind() != constant.Unknown {
			if negative {
				c = constant.UnaryOp(token.SUB, c, 0)
			}
			return ofConstant(c)
		}
	}
	return 0
}
