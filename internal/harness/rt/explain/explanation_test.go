package explain

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/internal/harness/rt/wire"
)

func TestCutMarked(t *testing.T) {
	const color = wire.MarkType + "p.Color" + wire.MarkValue + "1" + wire.MarkEnd
	const name = wire.MarkType + "p.Name" + wire.MarkValue + `"abc"` + wire.MarkEnd
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "abc…"},
		{"aé", 2, "a…"},
		{"N{" + color + "}", 4, "N{" + color + "}"},
		{"N{" + color + "}", 3, "N{" + color + "…"},
		{"N{" + color + "}", 2, "N{…"},
		{"x" + name + "yz", 3, "x" + name + "…"},
		{color + color, 1, color + "…"},
	} {
		if got := cutMarked(c.in, c.n); got != c.want {
			t.Errorf("cutMarked(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

// A text is complete up to its cut, however many marks it has.
func TestFormatOfNamed(t *testing.T) {
	type Long int
	type pair struct{ First, Second Long }
	x := &Explanation{}
	got := x.format([]pair{{1, 2}, {3, 4}, {5, 6}, {7, 8}, {9, 10}})
	if n := strings.Count(got, wire.MarkValue); n != 10 || strings.Contains(got, ": ,") || strings.Contains(got, ": }") {
		t.Errorf("%d of 10 numbers in %q", n, got)
	}
}

// Elements are written without the type that the whole has for them.
func TestFormatOfElements(t *testing.T) {
	type span struct{ Lo, Hi int }
	type list []span
	x := &Explanation{pkg: "github.com/rtest-dev/rtest/internal/harness/rt/explain"}
	for _, c := range []struct {
		v    any
		want string
	}{
		{[]span{{1, 2}, {}}, "[]span{{Lo: 1, Hi: 2}, {}}"},
		{[][]span{{{1, 2}}, nil}, "[][]span{{{Lo: 1, Hi: 2}}, nil}"},
		{[1][2]int{{3, 4}}, "[1][2]int{{3, 4}}"},
		{map[[1]int]span{{7}: {Hi: 1}}, "map[[1]int]span{{7}: {Hi: 1}}"},
		{[]any{span{Hi: 1}, []int{2}}, "[]any{span{Hi: 1}, []int{2}}"},
		{[]list{{{Lo: 1}}}, "[]list{{{Lo: 1}}}"},
		// An interface that holds a nil pointer is not nil.
		{Held((*span)(nil)), "(*span)(nil)"},
		{Held([]int(nil)), "[]int(nil)"},
		{Held(nil), "nil"},
		{(*span)(nil), "nil"},
	} {
		if got := x.format(c.v); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

// TestSourceOfNumbers shows that numbers without a literal are written as Go.
func TestSourceOfNumbers(t *testing.T) {
	type ratio float32
	for _, c := range []struct {
		v    any
		want string
	}{
		{math.NaN(), "math.NaN()"},
		{math.Copysign(0, -1), "math.Copysign(0, -1)"},
		{[]float64{math.Inf(-1), 1.5}, "[]float64{math.Inf(-1), 1.5}"},
		{map[string]float32{"a": float32(math.Inf(1))}, `map[string]float32{"a": float32(math.Inf(1))}`},
		{complex(math.NaN(), 1), "complex(math.NaN(), 1)"},
		{[]ratio{ratio(math.NaN())}, "[]ratio{ratio(math.NaN())}"},
		{[]any{float32(math.NaN()), math.NaN()}, "[]any{float32(math.NaN()), math.NaN()}"},
		{"NaN", `"NaN"`},
	} {
		if got := unmarked(Source(reflect.TypeFor[ratio]().PkgPath(), c.v)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
