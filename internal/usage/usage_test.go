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
	pass := func(name string, method bool, i int) (k Kinds) {
		for _, c := range u.Calls(name, method) {
			k |= c[i]
		}
		return k
	}
	if got, want := u.Calls("New", false), 2; len(got) != want {
		t.Errorf("%d ways to call New, want %d", len(got), want)
	}
	for _, c := range []struct {
		what      string
		got, want Kinds
	}{
		{"text of a table", pass("Wrap", false, 0), Text | EmptyText},
		{"number of a table, left out too", pass("Wrap", false, 1), Negative | Small | Zero},
		{"handed on", pass("cut", false, 1), Negative | Small | Zero},
		{"constants", pass("New", false, 0), Medium | Large},
		{"parameter of a literal", pass("New", false, 1), Fraction | Zero},
		{"named list", pass("New", false, 2), List | Nil},
		{"variable of the package", pass("New", false, 3), Nil},
		{"method", pass("Scale", true, 0), Negative | Small | NotFinite},
		{"no such function", pass("Scale", false, 0), 0},
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
		"0": Zero, "-1": Negative | Small, "0.25": Fraction, "17": Medium, "4097": Large, "-9223372036854775808": Negative | Extreme,
		"18446744073709551615": Extreme, "math.NaN()": NotFinite, "math.Inf(-1)": NotFinite, `""`: EmptyText, "`a`": Text,
		"true": Boolean, "'a'": Medium, "1e300": Extreme, "x": 0,
	} {
		if got := OfLiteral(text); got != want {
			t.Errorf("%s: kinds %b, want %b", text, got, want)
		}
	}
	if got := ofNumber(math.Inf(1)); got != NotFinite {
		t.Errorf("infinite: kinds %b", got)
	}
}
