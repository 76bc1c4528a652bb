package usage

import (
	"math"
	"testing"
)

const source = `package p

type Point struct{ X, Y int }

// An Empty is of use. The zero value is ready.
type Empty struct{ f func() }

type Names []string

func Wrap(s string, width int) string { return cut(s, width) }

func cut(s string, width int) string { return s }

func (p *Point) Scale(by float64) {}

func New(hint uint, rate float64, names Names, next *Point) *Point { return &Point{} }

func zero() Point { return Point{} }
`

const tests = `package p_test

import (
	"math"
	"testing"

	"example.com/p"
)

var none *p.Point

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
	}{
		{"a", 1},
		{in: "", width: -3},
		{in: "b"},
	} {
		p.Wrap(c.in, c.width)
	}
	check := func(rate float64) {
		p.New(100, rate, p.Names{"a"}, none)
	}
	check(0.5)
	check(.01)
	q := &p.Point{X: 1 << 40}
	q.Scale(-2)
	q.Scale(math.NaN())
	for i := 0; i < 3; i++ {
		p.New(1<<20, 0, nil, nil)
	}
	var w p.Point
	w.Y = -1
	_ = w
}
`

func TestUsage(t *testing.T) {
	u := Of([]File{{"/m/p.go", []byte(source)}, {"/m/p_test.go", []byte(tests)}, {"/m/broken.go", []byte("package p\nfunc Wrap(")}})
	for _, c := range []struct {
		what      string
		got, want Kinds
	}{
		{"text of a table", u.Passed("Wrap", false, 0), Text | EmptyText},
		{"number of a table, left out too", u.Passed("Wrap", false, 1), Negative | Small | Zero},
		{"handed on", u.Passed("cut", false, 1), Negative | Small | Zero},
		{"constants", u.Passed("New", false, 0), Small | Large},
		{"parameter of a literal", u.Passed("New", false, 1), Fraction | Zero},
		{"named list", u.Passed("New", false, 2), List | Nil},
		{"variable of the package", u.Passed("New", false, 3), Nil},
		{"method", u.Passed("Scale", true, 0), Negative | Small | NotFinite},
		{"no such function", u.Passed("Scale", false, 0), 0},
		{"field of a literal, and unset", u.Field("Point", "X"), Extreme | Omitted},
		{"field that is set", u.Field("Point", "Y"), Negative | Small | Omitted},
		{"structs", u.Made("Point"), Unset | Struct},
		{"praised", u.Made("Empty"), Unset},
	} {
		if c.got != c.want {
			t.Errorf("%s: kinds %b, want %b", c.what, c.got, c.want)
		}
	}
	if got := Of([]File{{"/m/p.go", []byte(source)}}).Made("Point"); got != 0 {
		t.Errorf("an empty struct beside code that is no test: kinds %b", got)
	}
}

func TestOfLiteral(t *testing.T) {
	for text, want := range map[string]Kinds{
		"0": Zero, "-1": Negative | Small, "0.25": Fraction, "1025": Large, "-9223372036854775808": Negative | Extreme,
		"18446744073709551615": Extreme, "math.NaN()": NotFinite, "math.Inf(-1)": NotFinite, `""`: EmptyText, "`a`": Text,
		"true": Boolean, "'a'": Small, "1e300": Extreme, "x": 0,
	} {
		if got := OfLiteral(text); got != want {
			t.Errorf("%s: kinds %b, want %b", text, got, want)
		}
	}
	if got := OfNumber(math.Inf(1)); got != NotFinite {
		t.Errorf("infinite: kinds %b", got)
	}
}
