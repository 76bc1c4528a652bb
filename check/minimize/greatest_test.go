package minimize

import (
	"go/types"
	"math"
	"testing"

	"github.com/rtest-dev/rtest/decode"
	"github.com/rtest-dev/rtest/internal/value"
)

// TestGreatest finds the greatest number of an input, as a number or written in a text.
func TestGreatest(t *testing.T) {
	text := &value.String{T: types.Typ[types.String], Alphabet: []rune("a")}
	number := &value.Int{T: types.Typ[types.Int]}
	float := &value.Float{T: types.Typ[types.Float64]}
	for _, c := range []struct {
		shapes []value.Shape
		stream []int64
		want   uint64
	}{
		{[]value.Shape{number, number}, []int64{3, -7}, 7},
		{[]value.Shape{text, number}, append(spell("0-4294967296 ,"), 9), 4294967296},
		{[]value.Shape{text}, spell("1.2.3"), 3},
		{[]value.Shape{text}, spell("99999999999999999999999"), 1e18},
		{[]value.Shape{text}, spell("abc"), 0},
		{[]value.Shape{float}, []int64{0}, math.MaxUint64},
	} {
		if got := Greatest(decode.Parse(c.shapes, c.stream, nil)); got != c.want {
			t.Errorf("%v: %d, want %d", c.stream, got, c.want)
		}
	}
}
