package generalize

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/rtest-dev/rtest/check/event"
	"github.com/rtest-dev/rtest/internal/harness"
	"github.com/rtest-dev/rtest/refine"
)

// TestExplain checks that the right condition is found for predicates over two integers from -3 to 3.
func TestExplain(t *testing.T) {
	tests := []struct {
		name  string
		fails func(x, y int64) bool
		// want is the condition, not its opposite, rest what does not matter;
		// empty if there is none.
		want, not, rest string
	}{
		{"zero", func(x, y int64) bool { return y == 0 }, "y == 0", "y != 0", "x"},
		{"sign", func(x, y int64) bool { return x <= 0 }, "x <= 0", "x > 0", "y"},
		{"order", func(x, y int64) bool { return x > y }, "x > y", "x <= y", ""},
		{"and", func(x, y int64) bool { return x < 0 && y > 1 }, "x < 0 && y > 1", "x >= 0 || y <= 1", ""},
		{"or", func(x, y int64) bool { return x == 0 || y < 0 }, "x == 0 || y < 0", "x != 0 && y >= 0", ""},
		// A condition that passing inputs satisfy too is never given.
		{"parity", func(x, y int64) bool { return (x+y)%2 != 0 }, "", "", ""},
		// Some of the failing inputs.
		{"partly", func(x, y int64) bool { return x > y || x*x+y*y == 13 }, "x > y", "x <= y", ""},
		// A single failing input is its own description.
		{"single", func(x, y int64) bool { return x == 2 && y == -3 }, "", "", ""},
	}
	c := &refine.Contract{Params: []*refine.Variable{{Name: "x"}, {Name: "y", Index: 1}}}
	v := integers("x", "y")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			all, fail := Counts{}, Counts{}
			failing := int64(0)
			for x := int64(-3); x <= 3; x++ {
				for y := int64(-3); y <= 3; y++ {
					b := v.bits(x, y)
					all[b]++
					if tt.fails(x, y) {
						fail[b]++
						failing++
					}
				}
			}
			f := &event.Failure{}
			v.Explain(c, f, nil, all, fail)
			switch {
			case f.General == nil && tt.want != "":
				t.Errorf("nothing is said, want %q", tt.want)
			case f.General == nil:
			case f.General.Cond != tt.want || f.General.Not != tt.not || strings.Join(f.General.Irrelevant, " ") != tt.rest:
				t.Errorf("got %q, not %q, irrelevant %v", f.General.Cond, f.General.Not, f.General.Irrelevant)
			case f.General.Failing != failing:
				t.Errorf("%d inputs fail, want %d", f.General.Failing, failing)
			case (f.General.Covered == failing) != (tt.name != "partly"):
				t.Errorf("%d of %d inputs are covered", f.General.Covered, failing)
			}
		})
	}
	// A condition of some failing inputs holds for the one that is shown.
	all, fail := Counts{}, Counts{}
	for x := int64(-3); x <= 3; x++ {
		for y := int64(-3); y <= 3; y++ {
			b := v.bits(x, y)
			if all[b]++; x > y || x*x+y*y == 13 {
				fail[b]++
			}
		}
	}
	for _, at := range [][2]int64{{1, 0}, {-3, -2}} {
		f, example := &event.Failure{}, v.bits(at[0], at[1])
		v.Explain(c, f, &example, all, fail)
		if said := f.General != nil && f.General.Cond == "x > y"; said != (at[0] > at[1]) {
			t.Errorf("of a counterexample with x = %d, y = %d is said %+v", at[0], at[1], f.General)
		}
	}
	f := &event.Failure{}
	v.Explain(c, f, nil, Counts{v.bits(1, 1): 3}, Counts{v.bits(1, 1): 3})
	if !f.Always || f.General != nil {
		t.Errorf("of inputs that all fail %+v is said", f.General)
	}
}

// TestReaching checks that one comparison is found for two that hold in turn, whichever way the second
// is written.
func TestReaching(t *testing.T) {
	a := word{text: "a == n-1", not: "a != n-1", atom: harness.Atom{X: 0, Y: 1, K: -1, Op: harness.OpEqual}}
	for _, c := range []struct {
		other word
		want  string
	}{
		{word{text: "a >= n", atom: harness.Atom{X: 0, Y: 1, Op: harness.OpGreaterOrEqual}}, "a >= n-1, not a < n-1"},
		{word{text: "n <= a", atom: harness.Atom{X: 1, Y: 0, Op: harness.OpLessOrEqual}}, "a >= n-1, not a < n-1"},
		{word{text: "a > n", atom: harness.Atom{X: 0, Y: 1, Op: harness.OpGreater}}, ""},
		{word{text: "b >= n", atom: harness.Atom{X: 2, Y: 1, Op: harness.OpGreaterOrEqual}}, ""},
		{word{text: "a >= 0", atom: harness.Atom{X: 0, Y: -1, Op: harness.OpGreaterOrEqual}}, ""},
	} {
		for _, order := range [][]int{{0, 1}, {1, 0}} {
			s := &selector{Vocabulary: &Vocabulary{words: []word{a, c.other}}}
			got := ""
			if w, ok := s.mergeOffByOne(order); ok {
				got = w.text + ", not " + w.not
			}
			if got != c.want {
				t.Errorf("%s or %s: got %q, want %q", a.text, c.other.text, got, c.want)
			}
		}
	}
}

// integers is the vocabulary of inputs of type int.
func integers(names ...string) *Vocabulary {
	v := &Vocabulary{}
	var nouns []noun
	for i, name := range names {
		nouns = append(nouns, noun{text: name, t: types.Typ[types.Int], input: []int{i}, index: i, constant: []int64{0, 1, -1}})
	}
	for i, x := range nouns {
		v.words = append(v.words, wordsAbout(x)...)
		for _, y := range nouns[i+1:] {
			v.words = append(v.words, wordsComparing(x, y)...)
		}
	}
	slices.SortStableFunc(v.words, func(x, y word) int { return x.cost - y.cost })
	return v
}

// bits evaluates the atoms of the words, independently of the harness.
func (v *Vocabulary) bits(values ...int64) (b harness.Bits) {
	for i, w := range v.words {
		x, y := values[w.atom.X], w.atom.K
		if w.atom.Y >= 0 {
			y += values[w.atom.Y]
		}
		holds := map[harness.Op]bool{
			harness.OpEqual: x == y, harness.OpNotEqual: x != y, harness.OpLess: x < y, harness.OpGreater: x > y,
			harness.OpLessOrEqual: x <= y, harness.OpGreaterOrEqual: x >= y,
		}[w.atom.Op]
		if holds {
			b[i/64] |= 1 << (i % 64)
		}
	}
	return b
}
